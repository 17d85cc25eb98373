internal import ByteStreams
internal import Glibc
internal import ProviderKit
package import ProviderProtocol
internal import Synchronization

/// Runs another program for a provider: renderers whose licence or size keeps them out of the suite.
///
/// It gets no input, and what it prints is bounded. The sandbox and the limits of the provider hold for it, too.
package enum ProgramRun {
  package struct Result: Sendable {
    /// The exit status, or 128 plus the signal that ended the program.
    package var status: Int32
    /// Standard output and standard error, at most 64 KiB.
    package var text: String
  }

  /// Runs a program that is found in the path, and waits for its end. When the task is cancelled the program is killed.
  ///
  /// - Parameter outputPath: a file that is made of its standard output; nil puts that into the result.
  /// - Throws: `providerUnavailable` where the program is missing.
  package static func run(_ program: String, _ arguments: [String], outputPath: String? = nil)
    async throws(ProviderError) -> Result
  {
    let command = try command(program, arguments)
    var ends: [Int32] = [0, 0]
    var bell: [Int32] = [0, 0]
    guard pipe2(&ends) == 0 else { throw ProviderError(.resourceExhausted, "pipe: \(SystemCall.message(errno))") }
    let (input, output) = (ends[0], ends[1])
    defer { close(input) }
    guard pipe2(&bell) == 0 else {
      close(output)
      throw ProviderError(.resourceExhausted, "pipe: \(SystemCall.message(errno))")
    }
    let running = RunningProgram(output: input, cancellation: bell[0], ringer: bell[1])
    defer { running.close() }
    let result = await withTaskCancellationHandler {
      // On a thread of its own: the tasks' threads are few, and somebody else may need them meanwhile. And the program ends with it.
      await withCheckedContinuation { (continuation: CheckedContinuation<Result?, Never>) in
        SeparateThread.run {
          let child = spawn(command, output: output, outputPath: outputPath)
          Glibc.close(output)
          if let child {
            running.accompany(child) { continuation.resume(returning: $0) }
          } else {
            continuation.resume(returning: nil)
          }
        }
      }
    } onCancel: {
      running.cancel()
    }
    guard let result else {
      throw ProviderError(.providerUnavailable, "\(program) cannot be started; is it installed?")
    }
    return result
  }

  private static let path = "/usr/local/bin:/usr/bin:/bin"

  /// The words that start a program. In the sandbox nobody may send signals to others, his own children neither: what ends a program there
  /// is that the thread that started it has gone (`PR_SET_PDEATHSIG`), which `setpriv` of util-linux asks the system for.
  private static func command(_ program: String, _ arguments: [String]) throws(ProviderError) -> [String] {
    guard let found = find(program) else {
      throw ProviderError(.providerUnavailable, "\(program) cannot be started; is it installed?")
    }
    return (find("setpriv").map { [$0, "--pdeathsig", "KILL", "--"] } ?? []) + [found] + arguments
  }

  private static func find(_ program: String) -> String? {
    path.split(separator: ":").map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
  }

  private static func pipe2(_ ends: inout [Int32]) -> Int32 {
    let result = pipe(&ends)
    if result == 0 { for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) } }
    return result
  }

  private static func spawn(
    _ command: [String], output: Int32, outputPath: String?
  ) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    if let outputPath {
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, outputPath, flags, 0o600)
    } else {
      posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    }
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
    // Names are UTF-8, whatever the user's locale is; nothing else of the environment is the program's business. What it writes says
    // nothing of when it was written (reproducible-builds.org), so that equal documents have equal previews.
    var environment = ["LC_ALL=C.UTF-8", "PATH=" + path, "SOURCE_DATE_EPOCH=0"]
    // The host's, where the system has no rules for fonts.
    if let rules = getenv("FONTCONFIG_FILE") { environment.append("FONTCONFIG_FILE=" + String(cString: rules)) }
    let words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    let settings: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for word in words + settings { free(word) } }
    var process: pid_t = 0
    return posix_spawn(&process, command[0], &actions, nil, words, settings) == 0 ? process : nil
  }
}

/// A program that is run, until its end.
private final class RunningProgram: Sendable {
  private let output: Int32
  /// Can be read when the program is to end.
  private let cancellation: Int32
  /// The other end; nil when the program has ended.
  private let ringer: Mutex<Int32?>

  init(output: Int32, cancellation: Int32, ringer: Int32) {
    self.output = output
    self.cancellation = cancellation
    self.ringer = Mutex(ringer)
  }

  func cancel() {
    ringer.withLock { ringer in
      if let ringer { _ = SystemCall.writeAll([0], to: ringer) }
    }
  }

  func close() {
    ringer.withLock { ringer in
      if let open = ringer { Glibc.close(open) }
      ringer = nil
    }
    Glibc.close(cancellation)
  }

  /// Reads what the program prints, and waits for its end. To be called by the thread that started it, as the last that this does.
  func accompany(_ process: pid_t, whenEnded: @escaping @Sendable (ProgramRun.Result) -> Void) {
    let start = ContinuousClock.now
    // Most end with their output; those that close it before are asked now and then.
    if let text = read(), waitForEnd(of: process) { return whenEnded(Self.result(of: process, text: text)) }
    // Who asks for the signal needs a moment for that. Without a sandbox the other way is open as well.
    while ContinuousClock.now - start < .milliseconds(25), isSilent(for: 5) {}
    _ = kill(process, SIGKILL)
    // Somebody else waits for it, for it lives as long as this thread.
    SeparateThread.run { whenEnded(Self.result(of: process, text: "")) }
  }

  /// Whether the program ended by itself; it is still to be waited for.
  private func waitForEnd(of process: pid_t) -> Bool {
    var pause: Int32 = 1
    while true {
      var details = siginfo_t()
      _ = SystemCall.retrying { Int(waitid(P_PID, id_t(process), &details, WEXITED | WNOWAIT | WNOHANG)) }
      if details.si_signo != 0 { return true }
      var descriptor = pollfd(fd: cancellation, events: Int16(POLLIN), revents: 0)
      if poll(&descriptor, 1, pause) > 0 { return false }
      pause = min(2 * pause, 32)
    }
  }

  private static func result(of process: pid_t, text: String) -> ProgramRun.Result {
    var status: Int32 = 0
    _ = SystemCall.retrying { waitpid(process, &status, 0) }
    let signal = status & 0x7F
    return ProgramRun.Result(status: signal == 0 ? status >> 8 & 0xFF : 128 + signal, text: text)
  }

  /// Whether the program prints nothing, and does not end, for so many milliseconds.
  private func isSilent(for milliseconds: Int32) -> Bool {
    var descriptor = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, milliseconds) == 0
  }

  /// What the program prints until it ends; nil where it is to end before.
  private func read() -> String? {
    var bytes: [UInt8] = []
    while true {
      var descriptors = [
        pollfd(fd: output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: cancellation, events: Int16(POLLIN), revents: 0),
      ]
      _ = SystemCall.retrying { Int(poll(&descriptors, 2, -1)) }
      if descriptors[1].revents != 0 { return nil }
      let piece = [UInt8](unsafeUninitializedCapacity: 8_192) { buffer, filled in
        filled = max(0, SystemCall.retrying { Glibc.read(output, buffer.baseAddress, buffer.count) })
      }
      if piece.isEmpty { return String(decoding: bytes, as: UTF8.self) }
      if bytes.count < 65_536 { bytes += piece }
    }
  }
}
