internal import ByteStreams
internal import Glibc
internal import ProviderProtocol
internal import Synchronization

/// Runs a provider as a program.
public enum ProviderMain {
  /// Serves the host on standard input and output until the input ends. With arguments, draws one document instead.
  ///
  /// Only messages of the protocol go to standard output. It is duplicated to another descriptor, and then replaced by
  /// standard error, which receives everything that the program prints.
  ///
  /// - Parameter arguments: without the program's name; empty to serve a host.
  /// - Returns: the exit status: 0, 1 for a failure, 64 for invalid arguments.
  public static func run(_ definition: ProviderDefinition, arguments: [String] = []) -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    if !arguments.isEmpty { return SingleRun.run(definition, arguments) }
    let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard output >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { return 1 }
    let writer = LineWriter(descriptor: output)
    let session = ProviderSession(definition) { writer.write($0) }
    var lines = LineReader(descriptor: STDIN_FILENO)
    var isPrepared = false
    while let line = lines.next() {
      if line.isEmpty { continue }
      // Running requests are dropped: the host no longer waits for their answers.
      if case .ends(let isFailure) = session.take(line: line) { return isFailure ? 1 : 0 }
      // After hello, if the first document has not come yet.
      if !isPrepared, !lines.isReady { definition.prepare?() }
      isPrepared = true
    }
    return lines.isTooLong ? 1 : 0
  }
}

/// Reads lines of a bounded length from a descriptor.
struct LineReader {
  private let descriptor: Int32
  private var waiting: [UInt8] = []
  /// `waiting` has no line feed before this index.
  private var searched = 0
  /// A line was longer than the protocol allows.
  private(set) var isTooLong = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Whether `next` finds something to read without waiting (`poll`): bytes, or the end.
  var isReady: Bool {
    if !waiting.isEmpty { return true }
    var descriptors = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&descriptors, 1, 0) != 0
  }

  /// The next line without its line feed; nil at the end of the input, and for a line that is too long.
  mutating func next() -> [UInt8]? {
    while true {
      if let end = waiting[searched...].firstIndex(of: 0x0A) {
        let line = Array(waiting[..<end])
        waiting.removeFirst(end + 1)
        searched = 0
        return line
      }
      searched = waiting.count
      guard waiting.count <= WireLimits.lineBytes else {
        isTooLong = true
        return nil
      }
      let piece = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, filled in
        filled = max(0, SystemCall.retrying { read(descriptor, buffer.baseAddress, buffer.count) })
      }
      if piece.isEmpty { return nil }
      waiting += piece
    }
  }
}

/// Writes whole lines, one at a time.
final class LineWriter: Sendable {
  private let descriptor: Int32
  private let turn = Mutex(())

  init(descriptor: Int32) { self.descriptor = descriptor }

  func write(_ message: ProviderMessage) {
    var line = Array(message.line.utf8)
    if line.count > WireLimits.lineBytes, case .reply(let reply) = message {
      let error = ProviderError(.limitExceeded, "the answer has too many attachments for one line")
      line = Array(ProviderMessage.error(id: reply.id, error).line.utf8)
    }
    line.append(0x0A)
    // If this fails, the host has ended. Then standard input ends, too.
    turn.withLock { _ in _ = SystemCall.writeAll(line, to: descriptor) }
  }
}
