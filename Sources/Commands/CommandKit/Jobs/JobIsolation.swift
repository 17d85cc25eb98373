internal import ByteStreams
internal import Confinement
internal import Glibc
internal import ImageModel

/// Does each job in a process of its own (`--isolate`): this command, with one line of jobs, confined by the launcher.
/// The process may read the job's inputs, and write where its outputs go.
struct JobIsolation: Sendable {
  private static let prefix = "cameo-jobs-"
  private let process: ConfinedProcess
  private let takesSeveralInputs: Bool
  private let writesFile: @Sendable (Set<String>) -> Bool
  private let timeout: Double?
  /// For unnamed temporary files. `LockedFolder.removeAll` removes it.
  private let folder: LockedFolder

  /// - Parameters:
  ///   - words: the options of jobs on the command line.
  ///   - memory: of one process, in bytes.
  /// - Throws: `unsupported` if no sandbox can be made here; `io`.
  init<Command: JobCommand>(_ command: Command, words: [String], memory: Int) throws(ImageError) {
    let outer = getenv("TMPDIR").map { PathText.text($0) } ?? "/tmp"
    LockedFolder.sweep(outer, prefix: Self.prefix)
    guard let folder = LockedFolder(in: outer, prefix: Self.prefix) else {
      throw SystemCall.error("make a folder", path: outer)
    }
    self.folder = folder
    guard let program = SystemCall.linkTarget("/proc/self/exe") else {
      throw ImageError(.unsupported, "--isolate: /proc is missing")
    }
    let retries = command.jobs.retries ?? 0
    var arguments = [program, "--jobs", "-", "--workers", "1", "--retries", "\(retries)"]
    if command.jobs.skipExisting { arguments.append("--skip-existing") }
    if let timeout = command.jobTimeout { arguments += ["--timeout", "\(timeout)"] }
    var trial = try ConfinedProcess(program: [program, "--version"], memory: memory, temporaryFolder: folder.path)
    guard try trial.run(input: nil, readable: [], writable: []).end == .exited(0) else {
      throw ImageError(.unsupported, "--isolate: no sandbox can be made here; the message above has the reason")
    }
    trial.program = arguments + words
    trial.isSilent = true
    // The process ends the job itself where that is possible.
    trial.seconds = command.jobTimeout.map { ($0 + 1) * Double(retries + 1) + (retries > 0 ? 60 : 0) }
    process = trial
    timeout = command.jobTimeout
    takesSeveralInputs = Command.takesSeveralInputs
    writesFile = { Command.writesFile($0) }
  }

  /// Does a job.
  ///
  /// - Parameter options: its words, and where its output goes.
  /// - Throws: `ImageError` if the process ended without a result.
  func result(
    of job: Job, _ options: (words: [String], output: JobTask.Output)
  ) throws(ImageError) -> JobResult {
    var process = process
    process.program += ["--first-line", "\(job.line)"]
    // Page descriptions name files beside them.
    let inputs = takesSeveralInputs ? job.inputs.map { PathText.split($0).directory } : job.inputs
    let (output, end) = try process.run(
      input: TemporaryFile(job.text), readable: inputs + Self.values(options.words),
      writable: folders(job, options.words, options.output).map(Self.existing))
    if end == .exited(0), let result = JobResult(job, line: output) { return result }
    throw switch end {
    case .late: ImageError(late: timeout ?? 0)
    case .memoryExceeded: ImageError(.limitExceeded, "needed more than \(process.memory >> 20) MiB of memory")
    case .notConfined: ImageError(.unsupported, "--isolate: the sandbox could not be made")
    case .signaled(let signal): ImageError(.invalidData, "crashed the process that read it (signal \(signal))")
    case .exited(let status):
      ImageError(.invalidData, "the process that read it ended without a result (status \(status))")
    }
  }

  /// The values of options, some of which name files.
  private static func values(_ words: [String]) -> [String] {
    words.compactMap { word in word.firstIndex(of: "=").map { String(word[word.index(after: $0)...]) } }
      .filter { SystemCall.status(of: $0)?.isRegularFile ?? false }
  }

  /// The folders that outputs go into.
  private func folders(_ job: Job, _ words: [String], _ output: JobTask.Output) -> [String] {
    switch output {
    case .bytes: return []
    case .path(let path): return [PathText.split(path).directory]
    case .byOptions:
      guard writesFile(Set(words.map { String($0.prefix { $0 != "=" }) })) else { return [] }
      func value(_ name: String) -> String? {
        words.last { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
      }
      if let directory = value("--directory") { return [directory] }
      let fixed = value("--output").map { String($0.prefix { $0 != "{" }) } ?? ""
      return fixed.isEmpty ? job.inputs.map { PathText.split($0).directory } : [PathText.split(fixed).directory]
    }
  }

  /// The folder, or the nearest one around it that exists.
  private static func existing(_ folder: String) -> String {
    var folder = folder
    while SystemCall.status(of: folder) == nil {
      let outer = PathText.split(folder).directory
      if outer == folder { break }
      folder = outer
    }
    return folder
  }
}
