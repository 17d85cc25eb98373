internal import ProviderKit
internal import ProviderProtocol

/// Holds a conversation with a provider in this process.
enum InProcessTalk {
  /// The provider's lines up to its answer to the last message.
  ///
  /// - Throws: `timeout`. A provider that hangs keeps its thread: there is no way to take that from it.
  static func lines(
    _ definition: ProviderDefinition, _ messages: [HostMessage], seconds: Double
  ) async throws -> [String] {
    let (stream, continuation) = AsyncStream<ProviderMessage>.makeStream()
    let conversation = Conversation(definition) { continuation.yield($0) }
    let deadline = TrialDeadline()
    let orders = messages.compactMap(\.orderID)
    deadline.start(seconds) {
      // What the provider answers to that comes too late.
      continuation.finish()
      for id in orders { _ = conversation.take(line: Array(HostMessage.cancel(id: id).line.utf8)) }
    }
    defer { deadline.cancel() }
    for message in messages {
      if case .ends = conversation.take(line: Array(message.line.utf8)) {
        throw ProviderError(.protocolViolation, "the provider ended the conversation")
      }
    }
    var lines: [String] = []
    for await message in stream {
      lines.append(message.line)
      switch message {
      case .reply, .error: return lines
      case .hello, .partial, .ready, .pong, .log: continue
      }
    }
    if deadline.hasPassed { throw TrialDeadline.error(seconds) }
    return lines
  }
}

extension HostMessage {
  fileprivate var orderID: Int? {
    switch self {
    case .thumbnail(let order): order.id
    case .preview(let order): order.id
    case .hello, .fork, .ping, .cancel, .shutdown: nil
    }
  }
}
