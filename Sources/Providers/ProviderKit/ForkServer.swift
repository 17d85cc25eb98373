internal import ByteStreams
internal import CForkServer
internal import Glibc
internal import ProviderProtocol

/// A process that has prepared itself, sees no document, and forks for each order that is to have a process of its own.
///
///     (fork ORDER reply ready ping pong)*
///
/// An order without `fork` before it is served by the process itself, which then is no server any more.
///
/// The forked process counts as an enemy as soon as it has read its order. It shares three pipes with the server and nothing else:
/// - `fork_server_confine` keeps it away from the server's memory, descriptors, signals and limits, and from making processes
///   that outlive it;
/// - what it may have written into the server's own input is thrown away before `ready`, which the host waits for;
/// - the host answers `ready`, which it may have said itself, with `ping`: by then it is dead, and cannot know the number.
enum ForkServer {
  /// What the process is from now on.
  enum Part {
    /// The forked one: the next line is its order.
    case forked
    /// No server any more: it serves the order itself.
    case order(line: [UInt8])
    case ended(status: Int32)
  }

  /// Whether the kernel has what confines a fork.
  static var isKnownToTheKernel: Bool { fork_server_is_possible() != 0 }

  /// What speaks against forking this process as `prepare` has left it: what a fork does not take along, or shares with the server.
  ///
  /// - Parameter goesOn: whether threads that are about to end are still waited for, up to 0.1 s.
  /// - Returns: nil where nothing does.
  static func obstacle(while goesOn: () -> Bool) -> String? {
    // There are its pipes, and the folder being listed. A file would have one position for all forks.
    guard SystemCall.entries(of: "/proc/self/fd")?.count == 5 else { return "a file is open" }
    guard !hasSharedMemory else { return "memory is shared" }
    // pango's threads for fonts are about to end.
    for _ in 0..<100 where SystemCall.entries(of: "/proc/self/task")?.count != 1 {
      guard goesOn() else { break }
      usleep(1_000)
    }
    return SystemCall.entries(of: "/proc/self/task")?.count == 1 ? nil : "it has other threads"
  }

  /// Whether the process can write to memory that its forks would write to, too (proc_pid_maps(5)); true where that cannot be seen.
  private static var hasSharedMemory: Bool {
    let file = SystemCall.open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return true }
    defer { close(file) }
    var lines = LineReader(descriptor: file)
    while let line = lines.next() {
      let rights = line.split(separator: UInt8(ascii: " ")).dropFirst().first ?? []
      if rights.contains(UInt8(ascii: "w")), rights.contains(UInt8(ascii: "s")) { return true }
    }
    return false
  }

  /// Returns in the server when there is nothing more to serve, and in each process that it forks.
  static func serve(input: Int32, _ writer: LineWriter) -> Part {
    let flags = modes(input, writer)
    writer.write(.ready)
    while let line = line(from: input) {
      switch try? HostMessage(line: line) {
      case .fork:
        let child = fork_server_fork()
        guard child >= 0 else { return .ended(status: 1) }
        if child == 0 { return fork_server_confine() == 0 ? .forked : .ended(status: 1) }
        let status = end(of: child)
        guard status == 0 else { return .ended(status: status) }
        guard discard(input) else { return .ended(status: 0) }
        guard modes(input, writer) == flags else { return .ended(status: 1) }
        writer.write(.ready)
      case .ping(let nonce): writer.write(.pong(nonce: nonce))
      // It came too late.
      case .cancel: break
      case .thumbnail, .preview: return .order(line: line)
      case .shutdown: return .ended(status: 0)
      case .hello, nil: return .ended(status: 1)
      }
    }
    return .ended(status: 0)
  }

  /// Goes on in the forked process, and ends it with the status that comes of it.
  ///
  /// On another thread: `Mutex` remembers the number of its thread (`gettid(2)`) in memory that fork copies, so that the first thread of the
  /// new process would take locks in the server's name; whoever waits for one of them waits for ever.
  static func continueOnNewThread(_ body: @escaping @Sendable () -> Int32) -> Never {
    guard DetachedThread.start({ _exit(body()) }) else { _exit(1) }
    while true { pause() }
  }

  /// Waits for a process.
  ///
  /// - Returns: its status. Where a signal ended it, the same signal ends this process: the launcher tells the host.
  private static func end(of child: Int32) -> Int32 {
    var status: Int32 = 0
    guard SystemCall.retrying({ Int(waitpid(child, &status, 0)) }) == Int(child) else { return 1 }
    let number = status & 0x7F
    guard number != 0 else { return status >> 8 & 0xFF }
    signal(number, SIG_DFL)
    kill(getpid(), number)
    return 128 + number
  }

  /// Reads what there is to read; false at the end of the input.
  private static func discard(_ input: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while true {
      var descriptor = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, 0) != 0 else { return true }
      guard SystemCall.retrying({ read(input, &bytes, bytes.count) }) > 0 else { return false }
    }
  }

  /// The next line, byte for byte: what is behind it is for others to read.
  private static func line(from input: Int32) -> [UInt8]? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.count <= WireLimits.lineBytes {
      guard SystemCall.retrying({ read(input, &byte, 1) }) == 1 else { return nil }
      if byte == 0x0A { return line }
      line.append(byte)
    }
    return nil
  }

  /// How the pipes are read and written, and what they hold (`F_GETFL`, `F_GETPIPE_SZ`): a forked process shares that with the server.
  private static func modes(_ input: Int32, _ writer: LineWriter) -> [Int32] {
    [input, writer.descriptor, STDERR_FILENO].flatMap { [fcntl($0, F_GETFL), fcntl($0, getPipeSize)] }
  }

  /// `F_GETPIPE_SZ` of fcntl.h, which Swift does not see.
  private static let getPipeSize: Int32 = 1032
}
