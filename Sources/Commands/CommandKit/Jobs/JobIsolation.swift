internal import ByteStreams
internal import Confinement
internal import Glibc
internal import ImageModel

/// Does each job in a process of its own (`--isolate`): this command, with one line of jobs, confined by the launcher.
/// The process may read the job's inputs, and write where its outputs go.
struct JobIsolation: Sendable {
  private static let prefix = "cameo-jobs-"
  private let process: ConfinedProcess
  private let readsBesideInputs: Bool
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
    // The launcher confines it.
    var arguments = [program, "--jobs", "-", "--workers", "1", "--confine", "off"]
    if command.jobs.skipExisting { arguments.append("--skip-existing") }
    if let timeout = command.jobTimeout { arguments += ["--timeout", "\(timeout)"] }
    var trial = try ConfinedProcess(program: [program, "--version"], memory: memory, temporaryFolder: folder.path)
    guard try trial.run(input: nil, readable: [], writable: []).end == .exited(0) else {
      throw ImageError(.unsupported, "--isolate: no sandbox can be made here; the message above has the reason")
    }
    trial.program = arguments + words
    trial.isSilent = true
    // The process ends the job itself where that is possible.
    trial.seconds = command.jobTimeout.map { $0 + 1 }
    process = trial
    timeout = command.jobTimeout
    readsBesideInputs = Command.readsBesideInputs
    writesFile = { Command.writesFile($0) }
  }

  /// Does a job.
  ///
  /// - Parameters:
  ///   - words: the job's options.
  ///   - output: where its output goes.
  ///   - dropped: the options of the command line that this job does not get.
  ///   - attempt: counted from 1.
  /// - Throws: `ImageError` if the process ended without a result.
  func result(
    of job: Job, _ words: [String], _ output: JobTask.Output, without dropped: Set<String>, attempt: Int
  ) throws(ImageError) -> JobResult {
    var process = process
    process.program.removeAll { dropped.contains($0) }
    process.program += ["--first-line", "\(job.line)"]
    process.variables = words.compactMap { word in
      word.firstRange(of: "=env:").map { String(word[$0.upperBound...]) }
    }
    var folders = folders(job, words, output)
    // A file that is moved leaves its folder.
    if words.contains("--move") { folders += job.inputs.map { PathText.split($0).directory } }
    if words.contains("--parents") {
      for folder in folders { try OutputFolder.prepare(for: folder + "/output", parents: true) }
    }
    let (line, end) = try process.run(
      input: TemporaryFile(job.text), readable: readable(job, words), writable: folders,
      devices: Self.device(output).map { [$0] } ?? [])
    if end == .exited(0), let result = JobResult(job, line: line, attempts: attempt) { return result }
    throw switch end {
    case .late: ImageError(late: timeout ?? 0)
    case .memoryExceeded: ImageError(.limitExceeded, "needed more than \(process.memory >> 20) MiB of memory")
    case .processesExceeded:
      ImageError(
        .limitExceeded,
        "started more than \(ConfinedProcess.mostProcesses) processes, or \(ConfinedProcess.mostProcesses * 4) threads")
    case .outputExceeded:
      ImageError(.limitExceeded, "the result is larger than \(ConfinedProcess.mostOutput >> 20) MiB")
    case .notConfined: ImageError(.unsupported, "--isolate: the sandbox could not be made")
    case .signaled(let signal): ImageError(.invalidData, "crashed the process that read it (signal \(signal))")
    case .exited(let status):
      ImageError(.invalidData, "the process that read it ended without a result (status \(status))")
    }
  }

  /// The job's inputs, and the files that options name.
  private func readable(_ job: Job, _ words: [String]) -> [String] {
    var paths = job.inputs
    // Page descriptions name files beside them.
    if readsBesideInputs { paths += job.inputs.map { PathText.split($0).directory } }
    if words.contains("--sidecar") || words.contains("--merge-sidecar") {
      paths += job.inputs.flatMap { SidecarPath.candidates(of: $0) }
    }
    for word in words {
      guard let sign = word.firstIndex(of: "=") else { continue }
      let value = String(word[word.index(after: sign)...])
      let path = value.hasPrefix("file:") ? String(value.dropFirst(5)) : value
      if SystemCall.status(of: path)?.isRegularFile ?? false { paths.append(path) }
    }
    return paths
  }

  /// An output that is a device or a fifo.
  private static func device(_ output: JobTask.Output) -> String? {
    guard case .path(let path) = output, let status = SystemCall.status(of: path) else { return nil }
    return status.isRegularFile || status.isDirectory ? nil : path
  }

  /// The folders that outputs go into.
  private func folders(_ job: Job, _ words: [String], _ output: JobTask.Output) -> [String] {
    switch output {
    case .bytes: return []
    case .path(let path):
      return Self.device(output) == nil ? [PathText.split(SystemCall.resolved(path) ?? path).directory] : []
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
}
