internal import ByteStreams
internal import Glibc
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
  /// - Throws: `providerUnavailable` where the program is missing.
  package static func run(_ program: String, _ arguments: [String]) async throws(ProviderError) -> Result {
    var ends: [Int32] = [0, 0]
    guard pipe2(&ends) == 0 else { throw ProviderError(.resourceExhausted, "pipe: \(SystemCall.message(errno))") }
    let (input, output) = (ends[0], ends[1])
    defer { close(input) }
    let child = spawn(program, arguments, output: output)
    close(output)
    guard let child else {
      throw ProviderError(.providerUnavailable, "\(program) cannot be started; is it installed?")
    }
    let running = Mutex<pid_t?>(child)
    return await withTaskCancellationHandler {
      let text = read(input)
      var status: Int32 = 0
      // The number is the program's until it is waited for.
      _ = running.withLock { process in
        process = nil
        return SystemCall.retrying { waitpid(child, &status, 0) }
      }
      let signal = status & 0x7F
      return Result(status: signal == 0 ? status >> 8 & 0xFF : 128 + signal, text: text)
    } onCancel: {
      running.withLock { process in
        if let process { _ = kill(process, SIGKILL) }
      }
    }
  }

  private static func pipe2(_ ends: inout [Int32]) -> Int32 {
    let result = pipe(&ends)
    if result == 0 { for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) } }
    return result
  }

  private static func spawn(_ program: String, _ arguments: [String], output: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
    // Names are UTF-8, whatever the user's locale is; nothing else of the environment is the program's business.
    let environment = ["LC_ALL=C.UTF-8", "PATH=/usr/local/bin:/usr/bin:/bin"]
    let words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    let settings: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for word in words + settings { free(word) } }
    var process: pid_t = 0
    return posix_spawnp(&process, program, &actions, nil, words, settings) == 0 ? process : nil
  }

  private static func read(_ input: Int32) -> String {
    var bytes: [UInt8] = []
    while true {
      let piece = [UInt8](unsafeUninitializedCapacity: 8_192) { buffer, filled in
        filled = max(0, SystemCall.retrying { Glibc.read(input, buffer.baseAddress, buffer.count) })
      }
      if piece.isEmpty { return String(decoding: bytes, as: UTF8.self) }
      if bytes.count < 65_536 { bytes += piece }
    }
  }
}
