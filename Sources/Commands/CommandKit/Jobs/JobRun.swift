internal import ArgumentParser
internal import ByteStreams
internal import Glibc
internal import ImageModel
internal import StructuredText
internal import Synchronization

/// Does the jobs of a file or stream and writes a line with the result of each.
struct JobRun<Command: JobCommand>: Sendable {
  private let options: JobOptions
  private let timeout: Double?
  private let workers: Int
  private let words: JobWords
  private let memory: MemoryBudget?
  private let files: JobFiles
  private let isolation: JobIsolation?
  private let defaults: OptionDefaults?
  private let console: String
  private let names = TemporaryNames()
  private let state = JobRunState()

  /// - Parameters:
  ///   - arguments: the command line.
  ///   - defaults: those among the arguments.
  /// - Throws: `ImageError` of kind `usage`.
  init(_ command: Command, arguments: [String], defaults: OptionDefaults?) throws(ImageError) {
    options = command.jobs
    self.defaults = defaults
    if let path = options.jobs, path != "-" { try OptionFile.checkReadable(path, "--jobs") }
    timeout = command.jobTimeout
    workers = command.workerCount ?? BatchRunner.defaultWorkerCount(memoryPerFile: Limits.standard.maxMemory)
    words = try JobWords(Command.self, arguments, skipExisting: command.jobs.skipExisting)
    console = Command._commandName
    memory = command.jobMemory.map { MemoryBudget($0) }
    files = try JobFiles(command.jobs)
    let words = words
    isolation = try command.isolatedMemory.map { memory throws(ImageError) in
      try JobIsolation(command, words: words.ofCommandLine, memory: memory)
    }
  }

  /// - Throws: `ImageError` if jobs or the log cannot be read, or standard output or the summary cannot be written.
  func perform(_ preparation: JobPreparation<Command>) throws(ImageError) -> ExitStatus {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    let log = try options.resume.map { path throws(ImageError) in try JobLog(path) }
    var summary = JobSummary(command: console)
    let cache = JobWorkCache(preparation.work, defaults)
    let pool = try pool(cache, log)
    TerminationWaiter.start(removing: names) { [state, grace = options.grace ?? 5] in
      state.isStopping.store(true, ordering: .relaxed)
      pool.stop()
      state.waitForEnd(seconds: grace)
      preparation.atTermination()
    }
    pool.start(workers: workers)
    let output = Console(program: console)
    do throws(ImageError) {
      if log?.needsLineFeed ?? false { try output.print("\n") }
      while let result = pool.next() {
        try output.print(result.line)
        try output.flush()
        summary.add(result)
        if options.failFast, result.status == .error { pool.stop() }
      }
    } catch {
      // No unfinished file remains.
      pool.stop()
      while pool.next() != nil {}
      throw error
    }
    summary.skipped = state.skipped.load(ordering: .relaxed)
    if let path = options.summary { try summary.write(to: path, names: names) }
    state.end()
    if let failure = state.failure.withLock({ $0 }) { throw failure }
    if summary.isMisuse { return .usage }
    let failed = summary.exceeds(percent: options.maxFailedPercent) || options.failFast && summary.errors > 0
    return failed ? .failure : .success
  }

  /// Reads jobs and works on them.
  private func pool(_ cache: JobWorkCache<Command>, _ log: JobLog?) throws(ImageError) -> OrderedPool<Job, JobResult> {
    let reader = Mutex(try JobReader(options.jobs ?? "-", firstLine: options.firstLine ?? 1))
    return OrderedPool(window: max(64, workers), isOrdered: !options.unordered) { [options, state] in
      reader.withLock { reader in
        while let line = reader.next() {
          let job = Job(line, takesSeveral: Command.takesSeveralInputs, keepsText: isolation != nil)
          if let shard = options.shard, !shard.contains(job.key) { continue }
          guard log?.contains(job.id) ?? false else { return job }
          state.skipped.add(1, ordering: .relaxed)
        }
        if let failure = reader.failure { state.failure.withLock { $0 = failure } }
        return nil
      }
    } work: { job in
      result(of: job, cache)
    }
  }

  private func result(of job: Job, _ cache: JobWorkCache<Command>) -> JobResult {
    var attempt = 1
    while true {
      let result = result(of: job, cache, attempt: attempt)
      let isLast = attempt > options.retries ?? 0 || state.isStopping.load(ordering: .relaxed)
      if isLast || !result.isTransient { return result }
      usleep(100_000 << UInt32(min(attempt, 6) - 1))
      attempt += 1
    }
  }

  private func result(of job: Job, _ cache: JobWorkCache<Command>, attempt: Int) -> JobResult {
    guard let isolation else {
      let (record, output) = record(of: job, cache)
      return JobResult(job, record, output: output, attempts: attempt)
    }
    do throws(ImageError) {
      try check(job)
      let (words, output) = try words.words(for: job)
      return try isolation.result(
        of: job, words, output, without: cache.dropped(words), attempt: attempt)
    } catch {
      let record = BatchRecord(error: error.at(path: job.inputs.first ?? "-"))
      return JobResult(job, record, output: nil, attempts: attempt)
    }
  }

  /// - Throws: `ImageError` for a line that is not a job, and for one that uses the run's own files.
  private func check(_ job: Job) throws(ImageError) {
    if let error = job.error { throw error }
    for path in job.inputs + [job.output].compactMap({ $0 }) { try files.check(path) }
  }

  private func record(of job: Job, _ cache: JobWorkCache<Command>) -> (BatchRecord, output: [UInt8]?) {
    do throws(ImageError) {
      try check(job)
      let (words, output) = try words.words(for: job)
      let work = try cache.work(words)
      var task = JobTask(
        number: job.line, inputs: job.bytes == nil ? job.inputs.map { .path($0) } : [.standardInput], output: output,
        temporaryNames: names, memory: memory, timeout: timeout)
      task.streams.input = job.bytes.map { MemoryByteSource($0) }
      if output == .bytes { task.streams.output = try TemporaryFile() }
      let record = try work(task)
      guard record.error == nil, let file = task.streams.output, file.size > 0 else { return (record, nil) }
      return (record, try file.bytes(at: 0, count: Int(file.size)))
    } catch {
      let reason = error.kind == .cancelled ? timeout.map { ImageError(late: $0) } ?? error : error
      return (BatchRecord(error: reason.at(path: job.inputs.first ?? "-")), nil)
    }
  }
}

/// The files that belong to the run itself. A job must not read or replace them.
private struct JobFiles: Sendable {
  private var identities: [FileIdentity: String] = [:]
  /// Files that do not exist yet, by their path.
  private var places: [PathKey: String] = [:]

  /// - Throws: `usage` if the summary would replace another file of the run, or anything but an earlier summary.
  init(_ options: JobOptions) throws(ImageError) {
    add(STDIN_FILENO, "standard input")
    add(STDOUT_FILENO, "standard output")
    add(options.jobs, "jobs")
    add(options.resume, "log")
    if let path = options.summary { try checkSummary(path) }
    add(options.summary, "summary")
  }

  private mutating func add(_ descriptor: Int32, _ name: String) {
    var status = stat()
    if fstat(descriptor, &status) == 0 { add(status, name) }
  }

  private mutating func add(_ status: stat, _ name: String) {
    // Nothing is lost in /dev/null and terminals.
    if !status.isCharacterDevice { identities[FileIdentity(status)] = name }
  }

  private mutating func add(_ path: String?, _ name: String) {
    guard let path, path != "-" else { return }
    let text = "the \(name) of this run"
    if let status = SystemCall.status(of: path) {
      add(status, text)
    } else {
      places[Self.place(path)] = text
    }
  }

  private func checkSummary(_ path: String) throws(ImageError) {
    guard path != "-" else { throw ImageError(.usage, "--summary needs a file of its own, not a stream") }
    let status = SystemCall.status(of: path)
    if let status, !status.isRegularFile { return }
    var others = self
    others.add(STDERR_FILENO, "standard error")
    if let name = others.name(of: path) {
      throw ImageError(.usage, "--summary needs a file of its own, and this one is \(name)", path: path)
    }
    guard let status, status.st_size > 0 else { return }
    if SystemCall.header(ofFile: path, count: JobSummary.beginning.utf8.count) != Array(JobSummary.beginning.utf8) {
      throw ImageError(.usage, "--summary: the file exists and is not a summary", path: path)
    }
  }

  /// The path of a file, with the links in its folder resolved.
  private static func place(_ path: String) -> PathKey {
    let (folder, name) = PathText.split(path)
    return PathKey((SystemCall.resolved(folder) ?? folder) + "/" + name)
  }

  /// The name that messages give to a file that the run itself uses; nil for other paths.
  private func name(of path: String) -> String? {
    if let identity = FileIdentity(path: path), let name = identities[identity] { return name }
    let last = PathKey(PathText.split(path).name)
    // Few jobs name a file with this last component, so few paths have to be resolved.
    guard places.keys.contains(where: { PathKey(PathText.split($0.path).name) == last }) else { return nil }
    return places[Self.place(path)]
  }

  /// - Throws: `usage`.
  func check(_ path: String) throws(ImageError) {
    guard let name = name(of: path) else { return }
    throw ImageError(.usage, "a job cannot use \(name)", path: path)
  }
}

/// What the threads of a run share.
private final class JobRunState: Sendable {
  let isStopping = Atomic(false)
  /// Jobs that an earlier run has done.
  let skipped = Atomic(0)
  let failure = Mutex<ImageError?>(nil)
  private let isEnded = Atomic(false)

  /// Notes that all results are written. While a signal ends the process, this does not return.
  func end() {
    isEnded.store(true, ordering: .releasing)
    while isStopping.load(ordering: .acquiring) { sleep(1) }
  }

  /// Waits until all results are written, the time is over, or a second signal comes.
  func waitForEnd(seconds: Double) {
    var pending = sigset_t()
    for _ in 0..<Int(seconds * 100) {
      if isEnded.load(ordering: .acquiring) { return }
      usleep(10_000)
      if sigpending(&pending) == 0, sigismember(&pending, SIGTERM) == 1 || sigismember(&pending, SIGINT) == 1 { return }
    }
  }
}

extension ImageError {
  /// The error of a job that took too long.
  init(late seconds: Double) {
    let number = Int(exactly: seconds).map { "\($0)" } ?? "\(seconds)"
    self.init(.cancelled, "took longer than \(number) s (--timeout)")
  }

  /// Whether another attempt may succeed: the system or a provider failed, or the time was over.
  var isTransient: Bool {
    guard kind == .io else { return kind == .cancelled }
    guard let systemError else { return true }
    return !Self.permanentErrors.contains(systemError)
  }

  private static let permanentErrors = [ENOENT, ENOTDIR, EISDIR, EACCES, EPERM, EEXIST, ENAMETOOLONG, ELOOP]

  /// Whether another process reports one of these errors.
  static func isPermanent(_ message: String?) -> Bool {
    permanentErrors.contains { message?.hasSuffix(String(cString: strerror($0))) ?? false }
  }
}

extension JobCommand {
  /// Prepares the jobs that the command line names.
  ///
  /// - Parameter defaults: those among the arguments.
  func preparedRun(_ arguments: [String], _ defaults: OptionDefaults?) -> () throws -> ExitStatus {
    let jobs = preparedJobs()
    return { try self.performJobs(arguments, defaults, jobs) }
  }

  /// Does the jobs.
  private func performJobs(
    _ arguments: [String], _ defaults: OptionDefaults?, _ jobs: PreparedJobs<Self>
  ) throws -> ExitStatus {
    let run: JobRun<Self>
    do throws(ImageError) {
      run = try JobRun(self, arguments: arguments, defaults: defaults)
    } catch {
      // A misuse has made no folder, and may be tried again without a default.
      if error.kind != .usage { LockedFolder.removeAll() }
      throw error
    }
    defer { LockedFolder.removeAll() }
    return try jobs { try run.perform($0) }
  }
}
