package import Glibc

/// Another program, and how it is started (`posix_spawn`).
///
/// It starts with no signal blocked. It inherits only descriptors that do not close on exec; all that the suite opens
/// do close.
///
/// The preview host starts workers with swift-subprocess instead (`SandboxedProcess`): it holds many processes at a
/// time and may block no thread for any of them, which needs asynchronous reading, writing and waiting.
package struct ChildProcess: Sendable {
  /// Where a standard stream of the program leads.
  package enum Stream: Sendable {
    /// This process's own stream.
    case inherited
    /// `/dev/null`.
    case nothing
    /// To an open file of this process.
    case descriptor(Int32)
    /// Into a file that is made for it. If there is one at the path, the program is not started.
    case newFile(String)
  }

  /// The absolute path of the program, and its arguments.
  package var command: [String]
  /// Its environment: `NAME=value`. If a name has two values, the first one is used.
  package var environment: [String]
  package var input = Stream.nothing
  package var output = Stream.inherited
  package var errors = Stream.inherited
  /// Whether it gets a process group of its own, which the terminal's signals do not reach.
  package var hasOwnGroup = false

  package init(_ command: [String], environment: [String]) {
    self.command = command
    self.environment = environment
  }

  /// Starts the program.
  ///
  /// - Returns: its process identifier (PID), for which the caller has to wait; nil with `errno` set.
  package func start() -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (stream, number) in [(input, STDIN_FILENO), (output, STDOUT_FILENO), (errors, STDERR_FILENO)] {
      switch stream {
      case .inherited: break
      case .nothing:
        let flags = number == STDIN_FILENO ? O_RDONLY : O_WRONLY
        posix_spawn_file_actions_addopen(&actions, number, "/dev/null", flags, 0)
      case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      case .newFile(let path):
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
        _ = PathText.withCString(path) { posix_spawn_file_actions_addopen(&actions, number, $0, flags, 0o600) }
      }
    }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | (hasOwnGroup ? POSIX_SPAWN_SETPGROUP : 0)))
    let words: [UnsafeMutablePointer<CChar>?] = command.map(Self.copy) + [nil]
    let variables: [UnsafeMutablePointer<CChar>?] = environment.map(Self.copy) + [nil]
    defer { for text in words + variables { free(text) } }
    guard let path = words[0] else {
      errno = command.isEmpty ? EINVAL : ENOMEM
      return nil
    }
    var process = pid_t()
    errno = posix_spawn(&process, path, &actions, &attributes, words, variables)
    return errno == 0 ? process : nil
  }

  private static func copy(_ text: String) -> UnsafeMutablePointer<CChar>? {
    PathText.withCString(text) { strdup($0) }
  }

  /// The exit status from the value that `waitpid` gives, or 128 plus the signal that ended the program
  /// (`WIFSIGNALED`).
  package static func exitStatus(_ status: Int32) -> Int32 {
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }
}

extension SystemCall {
  private typealias Pipe2 = @convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32

  /// The two ends of a new pipe. A program that another thread starts does not inherit them (`pipe2`). nil with `errno`
  /// set.
  package static func pipe() -> (input: Int32, output: Int32)? {
    // The headers hide the function from Swift.
    guard let call = dlsym(nil, "pipe2") else { return nil }
    var ends: [Int32] = [-1, -1]
    return unsafeBitCast(call, to: Pipe2.self)(&ends, O_CLOEXEC) == 0 ? (ends[0], ends[1]) : nil
  }
}
