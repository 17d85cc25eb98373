internal import ByteStreams
internal import Glibc
internal import ProviderProtocol
internal import Synchronization

/// Runs a provider as a program.
public enum ProviderMain {
  /// Talks with the host on standard input and output until the input ends; with arguments, draws one document.
  ///
  /// Standard output belongs to the protocol: it is moved to another descriptor, and what anybody prints goes to standard
  /// error.
  ///
  /// - Parameter arguments: without the program's name. None for the conversation.
  /// - Returns: the exit status: 0, or 1 for a failure, 64 for arguments that make no sense.
  public static func run(_ definition: ProviderDefinition, arguments: [String] = []) -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    if !arguments.isEmpty { return SingleRun.run(definition, arguments) }
    let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard output >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { return 1 }
    let writer = LineWriter(descriptor: output)
    let conversation = Conversation(definition) { writer.write($0) }
    var lines = LineReader(descriptor: STDIN_FILENO)
    // hello.
    if let status = listen(conversation, &lines, lineCount: 1) { return status }
    if !lines.isReady { definition.prepare?() }
    if let locale = conversation.localeForForks, ForkServer.isKnownToTheKernel, !lines.isReady {
      definition.rehearse?(locale)
      if let obstacle = ForkServer.obstacle(while: { !lines.isReady }) {
        writer.write(.log(level: .debug, message: "does not fork: \(obstacle)"))
      } else if !lines.isReady {
        switch ForkServer.serve(input: STDIN_FILENO, writer) {
        case .forked:
          writer.endsAfterAnswer()
          ForkServer.continueOnNewThread {
            var lines = LineReader(descriptor: STDIN_FILENO)
            return listen(conversation, &lines) ?? 0
          }
        case .order(let line): if let status = take(line, conversation) { return status }
        case .ended(let status): return status
        }
      }
    }
    return listen(conversation, &lines) ?? 0
  }

  /// Takes lines until the conversation ends, or so many.
  ///
  /// - Returns: the exit status where it has ended. Orders that are under way then have nobody left to answer to.
  private static func listen(
    _ conversation: Conversation, _ lines: inout LineReader, lineCount: Int = .max
  ) -> Int32? {
    var count = 0
    while count < lineCount {
      guard let line = lines.next() else { return lines.isTooLong ? 1 : 0 }
      if line.isEmpty { continue }
      if let status = take(line, conversation) { return status }
      count += 1
    }
    return nil
  }

  private static func take(_ line: [UInt8], _ conversation: Conversation) -> Int32? {
    guard case .ends(let isFailure) = conversation.take(line: line) else { return nil }
    return isFailure ? 1 : 0
  }
}

/// Takes lines from a descriptor, each bounded.
struct LineReader {
  private let descriptor: Int32
  private var waiting: [UInt8] = []
  /// Where nothing of `waiting` is a line feed before.
  private var searched = 0
  /// A line was longer than the protocol allows.
  private(set) var isTooLong = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Whether there is something to read at once (`poll`): bytes, or the end.
  var isReady: Bool {
    if !waiting.isEmpty { return true }
    var descriptors = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&descriptors, 1, 0) != 0
  }

  /// The next line without its end; nil at the end of the input, and behind a line that is too long.
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
  let descriptor: Int32
  private let turn = Mutex(())
  private let isLast = Atomic<Bool>(false)

  init(descriptor: Int32) { self.descriptor = descriptor }

  func write(_ message: ProviderMessage) {
    var line = Array(message.line.utf8)
    if line.count > WireLimits.lineBytes, case .reply(let reply) = message {
      let error = ProviderError(.limitExceeded, "the answer has too many attachments for one line")
      line = Array(ProviderMessage.error(id: reply.id, error).line.utf8)
    }
    line.append(0x0A)
    // Where that fails the host is gone; the end of standard input says so, too.
    turn.withLock { _ in
      _ = SystemCall.writeAll(line, to: descriptor)
      if isLast.load(ordering: .relaxed), message.isAnswer { _exit(0) }
    }
  }

  /// Ends the process behind the answer to the next order.
  func endsAfterAnswer() { isLast.store(true, ordering: .relaxed) }
}
