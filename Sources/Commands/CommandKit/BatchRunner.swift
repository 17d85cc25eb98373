package import ByteStreams
internal import Glibc
package import ImageModel

/// Goes through the inputs of a command, several at a time, and reports in the order of the inputs.
package struct BatchRunner {
  private let program: String
  private let options: RunSettings
  private let workerCount: Int
  private let temporaryNames: TemporaryNames?
  private let console: Console
  private let progress: FileProgress?
  private let form: RecordForm

  /// - Parameters:
  ///   - limits: without `-j`, no more files are worked on at once than fit into the machine's memory if each took
  ///     `maxMemory`.
  ///   - temporaryNames: the temporary files that SIGINT and SIGTERM remove; nil for a command that writes no files.
  ///   - progress: how far the work on single files has come; nil where each takes no time.
  ///   - form: what is written to standard output; nil is the report for `--json`, else what the work wrote down.
  package init(
    program: String, options: RunSettings, limits: Limits, temporaryNames: TemporaryNames?,
    progress: FileProgress? = nil, form: RecordForm? = nil
  ) {
    self.form = form ?? (options.json ? .report(of: program) : .plain)
    self.progress = progress
    self.program = program
    self.options = options
    self.temporaryNames = temporaryNames
    workerCount = options.jobs ?? Self.defaultWorkerCount(memoryPerFile: limits.maxMemory)
    console = Console(program: program, quiet: options.quiet)
  }

  /// Does the work for all inputs, whose numbers count from 0. One that fails does not stop the others.
  package func run(
    _ inputs: [InputFile],
    _ work: @escaping @Sendable (_ number: Int, _ input: InputFile) throws(ImageError) -> BatchRecord
  ) -> ExitStatus {
    // A pipe that nobody reads and a file that may not grow are failures of a write, with a message.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    if let temporaryNames { TerminationWaiter.start(removing: temporaryNames) }
    var tally = Tally(total: inputs.count)
    do throws(ImageError) {
      try console.print(form.opening)
      let perform: @Sendable (Int) -> BatchRecord = { [form] number in
        Self.perform(work, form, number, inputs[number])
      }
      // A line of progress needs a thread that shows it beside the one that works.
      let isPlain = progress == nil || !console.showsProgress || inputs.isEmpty
      if isPlain, min(workerCount, inputs.count) <= 1 {
        for number in inputs.indices { try deliver(perform(number), of: inputs[number], to: &tally) }
      } else {
        let pool = OrderedPool(count: inputs.count, work: perform)
        pool.start(workers: min(workerCount, inputs.count))
        for number in inputs.indices {
          try deliver(next(from: pool, inputs[number], &tally), of: inputs[number], to: &tally)
          progress?.remove(number)
        }
      }
      try end()
    } catch {
      return outputFailed(error)
    }
    return tally.status(warningExitZero: options.warningExitZero)
  }

  /// Does the work for one input and writes its record down.
  private static func perform(
    _ work: (Int, InputFile) throws(ImageError) -> BatchRecord, _ form: RecordForm, _ number: Int, _ input: InputFile
  ) -> BatchRecord {
    var record: BatchRecord
    do throws(ImageError) {
      if case .unusable(let name, let error) = input { throw error.at(path: name) }
      record = try work(number, input)
    } catch {
      record = BatchRecord(error: error.at(path: input.name))
    }
    record.text = record.isOmitted ? "" : form.text(record, input)
    record.members = []
    return record
  }

  /// Waits for the next record, and shows meanwhile how far the work is.
  private func next(from pool: OrderedPool<BatchRecord>, _ input: InputFile, _ tally: inout Tally) -> BatchRecord {
    guard console.showsProgress else { return pool.next() }
    while true {
      if let record = pool.next(withinMilliseconds: 250) { return record }
      show(&tally, input)
    }
  }

  /// - Parameter input: the one that is waited for.
  private func show(_ tally: inout Tally, _ input: InputFile? = nil) {
    guard tally.isTimeToShow() else { return }
    var parts = tally.total > 1 || input == nil ? ["\(tally.done) of \(tally.total) files"] : []
    if let input, let percent = progress?.percent(of: tally.done) { parts.append("\(input.name): \(percent)%") }
    if !parts.isEmpty { console.progress(parts.joined(separator: "; ")) }
  }

  // MARK: Reporting

  private func deliver(_ record: BatchRecord, of input: InputFile, to tally: inout Tally) throws(ImageError) {
    if record.error?.systemError == EPIPE, record.error?.path == Self.standardOutputName, let error = record.error {
      throw error
    }
    if !record.text.isEmpty {
      console.clearProgress()
      let text = (tally.hasText ? form.separator : "") + record.text
      if form.writesNameBytes { try console.print(bytes: PathText.bytes(text)) } else { try console.print(text) }
      tally.hasText = true
    }
    if !record.isOmitted { for diagnostic in record.diagnostics { console.report(diagnostic, of: input.name) } }
    if let error = record.error { console.report(error) }
    tally.add(record)
    if console.showsProgress, tally.done < tally.total { show(&tally) }
  }

  private func end() throws(ImageError) {
    console.clearProgress()
    try console.print(form.closing())
    try console.flush()
  }

  /// Ends the run when standard output is gone: quietly where its reader has left.
  private func outputFailed(_ error: ImageError) -> ExitStatus {
    console.clearProgress()
    let isBrokenPipe = error.systemError == EPIPE
    if !isBrokenPipe { console.report(error) }
    let status = isBrokenPipe ? ExitStatus.brokenPipe : .failure
    // Workers may be writing: what they have not finished must not be left behind.
    temporaryNames?.removeAllAndExit(status.rawValue)
    return status
  }

  /// How errors call standard output.
  package static let standardOutputName = "standard output"

  /// One for each processor, and no more than fit into memory.
  private static func defaultWorkerCount(memoryPerFile: Int) -> Int {
    let memory = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
    return max(1, min(sysconf(Int32(_SC_NPROCESSORS_ONLN)), memory / max(1, memoryPerFile)))
  }
}

/// How far a run has come.
private struct Tally {
  let total: Int
  private(set) var done = 0
  /// Whether a record has been written.
  var hasText = false
  private var failed = false
  private var warned = false
  private let start = Self.seconds
  private var shown = 0.0

  init(total: Int) { self.total = total }

  mutating func add(_ record: BatchRecord) {
    done += 1
    if record.error != nil { failed = true }
    if !record.isOmitted, record.diagnostics.contains(where: { $0.severity == .warning }) { warned = true }
  }

  /// Whether a user begins to wonder, after a second, and the last news are a tenth of a second old.
  mutating func isTimeToShow() -> Bool {
    let now = Self.seconds
    guard now - start >= 1, now - shown >= 0.1 else { return false }
    shown = now
    return true
  }

  func status(warningExitZero: Bool) -> ExitStatus {
    if failed { return .failure }
    return warned && !warningExitZero ? .warnings : .success
  }

  private static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
