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
    var ends: [Int32] = [0, 0]
    guard pipe2(&ends) == 0 else { throw ProviderError(.resourceExhausted, "pipe: \(SystemCall.message(errno))") }
    let (input, output) = (ends[0], ends[1])
    defer { close(input) }
    let child = spawn(program, arguments, output: output, outputPath: outputPath)
    close(output)
    guard let child else {
      throw ProviderError(.providerUnavailable, "\(program) cannot be started; is it installed?")
    }
    let running = RunningProgram(child, output: input)
    return await withTaskCancellationHandler {
      // On a thread of its own: the tasks' threads are few, and somebody else may need them meanwhile.
      await withCheckedContinuation { continuation in
        SeparateThread.run { continuation.resume(returning: running.waitForEnd()) }
      }
    } onCancel: {
      running.kill()
    }
  }

  private static func pipe2(_ ends: inout [Int32]) -> Int32 {
    let result = pipe(&ends)
    if result == 0 { for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) } }
    return result
  }

  private static func spawn(
    _ program: String, _ arguments: [String], output: Int32, outputPath: String?
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
    let environment = ["LC_ALL=C.UTF-8", "PATH=/usr/local/bin:/usr/bin:/bin", "SOURCE_DATE_EPOCH=0"]
    let words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    let settings: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for word in words + settings { free(word) } }
    var process: pid_t = 0
    return posix_spawnp(&process, program, &actions, nil, words, settings) == 0 ? process : nil
  }
}

/// A program that was started, until its end.
private final class RunningProgram: Sendable {
  /// nil when it was waited for, and its number may be another's.
  private let process: Mutex<pid_t?>
  private let number: pid_t
  private let output: Int32

  init(_ process: pid_t, output: Int32) {
    self.process = Mutex(process)
    number = process
    self.output = output
  }

  func kill() {
    process.withLock { process in
      if let process { _ = Glibc.kill(process, SIGKILL) }
    }
  }

  /// Reads what the program prints, and waits for its end.
  func waitForEnd() -> ProgramRun.Result {
    let text = read()
    // Its number stays its own until the second call, so that `kill` may come between.
    var details = siginfo_t()
    _ = SystemCall.retrying { waitid(P_PID, id_t(number), &details, WEXITED | WNOWAIT) }
    var status: Int32 = 0
    process.withLock { process in
      _ = SystemCall.retrying { waitpid(number, &status, 0) }
      process = nil
    }
    let signal = status & 0x7F
    return ProgramRun.Result(status: signal == 0 ? status >> 8 & 0xFF : 128 + signal, text: text)
  }

  private func read() -> String {
    var bytes: [UInt8] = []
    while true {
      let piece = [UInt8](unsafeUninitializedCapacity: 8_192) { buffer, filled in
        filled = max(0, SystemCall.retrying { Glibc.read(output, buffer.baseAddress, buffer.count) })
      }
      if piece.isEmpty { return String(decoding: bytes, as: UTF8.self) }
      if bytes.count < 65_536 { bytes += piece }
    }
  }
}
