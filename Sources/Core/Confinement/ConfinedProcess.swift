package import ByteStreams
// `environ` is a variable that this program does not change.
@preconcurrency internal import Glibc
package import ImageModel

/// Runs a program of the user's under cameo-launcher, confined by Landlock and seccomp (tier B of docs/sandbox.md): it
/// sees the system's programs and libraries, and the files that it is given.
package struct ConfinedProcess: Sendable {
  /// How a program ended.
  package enum End: Hashable, Sendable {
    case exited(Int)
    case signaled(Int)
    /// It needed more memory than it may.
    case memoryExceeded
    /// It started more processes or threads than it may.
    case processesExceeded
    /// It wrote more to standard output than it may (`mostOutput`).
    case outputExceeded
    /// It took longer than it may.
    case late
    /// Nothing was run, because the sandbox could not be made. Standard error has the reason.
    case notConfined
  }

  /// The absolute path of cameo-launcher.
  private let launcher: String
  /// The absolute path of the program, and its arguments.
  package var program: [String]
  /// The memory of the program, in bytes.
  package var memory: Int
  /// A folder for unnamed temporary files.
  package var temporaryFolder: String
  /// The time of the program, in seconds; nil: any.
  package var seconds: Double?
  /// Names of environment variables that it gets besides those of the locale and of this suite.
  package var variables: [String] = []
  /// Whether its standard error, and the launcher's, is thrown away.
  package var isSilent = false
  /// Gets its standard error, and the launcher's; nil: this process's own.
  package var errors: TemporaryFile?
  /// Its standard input where `run` gets none: an open file, which it reads from where the file's position is.
  package var inputDescriptor: Int32?

  /// - Throws: `unsupported` if the launcher is not installed.
  package init(program: [String], memory: Int, temporaryFolder: String) throws(ImageError) {
    let named = getenv("CAMEO_LAUNCHER").map { ["CAMEO_LAUNCHER": PathText.text($0)] } ?? [:]
    guard let launcher = LauncherLocation.launcher(environment: named) else {
      throw ImageError(.unsupported, "cameo-launcher is not installed")
    }
    self.launcher = launcher
    self.program = program
    self.memory = memory
    self.temporaryFolder = temporaryFolder
  }

  /// Runs the program to its end, and returns what it wrote to standard output.
  ///
  /// - Parameters:
  ///   - input: its standard input, from the start; nil: nothing.
  ///   - readable: files and folders, besides those of the system.
  ///   - writable: folders.
  ///   - devices: devices and fifos that it may read and write.
  /// - Throws: `io` if the launcher cannot be started.
  package func run(
    input: TemporaryFile?, readable: [String], writable: [String], devices: [String] = []
  ) throws(ImageError) -> (output: [UInt8], end: End) {
    // The last one that read it has left it at its end.
    if let input { lseek(input.descriptor, 0, SEEK_SET) }
    guard let (source, output) = SystemCall.pipe() else { throw SystemCall.error("make a pipe", path: nil) }
    defer { close(source) }
    // In a group of its own, so that the terminal's signals do not reach it.
    var child = ChildProcess(
      arguments(readable: readable, writable: writable, devices: devices), environment: environment)
    child.hasOwnGroup = true
    child.input = (input?.descriptor ?? inputDescriptor).map { .descriptor($0) } ?? .nothing
    child.output = .descriptor(output)
    if let errors { child.errors = .descriptor(errors.descriptor) }
    if isSilent { child.errors = .nothing }
    let started = child.start()
    let number = errno
    close(output)
    guard let process = started else { throw SystemCall.error("start", path: launcher, number: number) }
    let end = seconds.map { SystemCall.monotonicSeconds + $0 } ?? .infinity
    let written = read(source, until: end)
    if written == nil { kill(process, SIGTERM) }
    let (status, isLate) = Self.wait(for: process, until: end)
    guard let written else { return ([], .outputExceeded) }
    if isLate { return (written, .late) }
    // The launcher, too, exits with 128 plus the signal that ended the program.
    let code = Int(ChildProcess.exitStatus(status))
    switch LauncherStatus(rawValue: code) {
    case .noSandbox, .notExecutable, .notFound: return (written, .notConfined)
    case .memory: return (written, .memoryExceeded)
    case .processes: return (written, .processesExceeded)
    default: return (written, code > 128 ? .signaled(code - 128) : .exited(code))
    }
  }

  private func arguments(readable: [String], writable: [String], devices: [String]) -> [String] {
    let own = [
      launcher, "--parent", "\(getpid())", "--keep-user", "--landlock", "require", "--seccomp", "--own-proc",
      "--memory", "\(memory)", "--processes", "\(Self.mostProcesses)",
    ]
    let shown = SystemPaths().launcherArguments(
      programs: [program[0]] + [DeveloperRuntime.folder].compactMap { $0 },
      data: Self.resolved(readable + [AtomicFile.bootIdentityPath]), devices: Self.resolved(devices))
    let written = ([temporaryFolder] + Self.resolved(writable)).flatMap { ["--write", $0] }
    return own + shown + written + ["--"] + program
  }

  /// The paths that exist, without links, each once.
  private static func resolved(_ paths: [String]) -> [String] { Array(Set(paths.compactMap(SystemCall.resolved))) }

  /// The environment of the program. Variables that it does not get may hold secrets.
  private var environment: [String] {
    // The Swift runtime would start a program for the report of a crash, which the sandbox prevents.
    var kept = ["TMPDIR=\(temporaryFolder)", "SWIFT_BACKTRACE=enable=no"]
    let prefixes = ["LC_", "CAMEO_", "FONTCONFIG_"]
    var next = environ
    while let variable = next.pointee {
      let text = PathText.text(variable)
      let name = String(text.prefix { $0 != "=" })
      let isKept =
        ["PATH", "HOME", "LANG", "TZ"].contains(name) || variables.contains(name)
        || prefixes.contains(where: name.hasPrefix)
      // The program gets the options of the file CAMEO_CONFIG as words, and cannot read the file.
      if isKept, name != "CAMEO_CONFIG" { kept.append(text) }
      next = next.successor()
    }
    return kept
  }

  /// The most bytes that a program may write.
  package static let mostOutput = 256 << 20
  /// The most processes at a time. Together they may have four times as many threads.
  package static let mostProcesses = 8

  /// Reads until a process closes its output, or its time is over. nil if it has written too much.
  private func read(_ pipe: Int32, until end: Double) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count <= Self.mostOutput {
      var wait = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
      let rest = end - SystemCall.monotonicSeconds
      if rest <= 0 { return bytes }
      // A signal may interrupt the wait, or a long one has to be continued.
      if poll(&wait, 1, rest > 1e6 ? 1_000_000 : Int32(rest * 1_000) + 1) <= 0 { continue }
      let piece = [UInt8](unsafeUninitializedCapacity: 1 << 16) { space, count in
        count = max(0, SystemCall.retrying { Glibc.read(pipe, space.baseAddress, space.count) })
      }
      if piece.isEmpty { return bytes }
      bytes += piece
    }
    return nil
  }

  /// Waits for the end of a process. When its time is over, the launcher has to end everything that runs below it.
  private static func wait(for process: pid_t, until end: Double) -> (status: Int32, isLate: Bool) {
    var status: Int32 = 0
    var isLate = false
    while SystemCall.retrying({ Int(waitpid(process, &status, WNOHANG)) }) == 0 {
      if !isLate, SystemCall.monotonicSeconds >= end {
        kill(process, SIGTERM)
        isLate = true
      }
      usleep(500)
    }
    return (status, isLate)
  }
}
