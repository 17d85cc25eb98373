internal import ProviderKit
internal import ProviderProtocol
internal import Synchronization

/// Holds a conversation with a provider in this process.
enum InProcessTalk {
  /// The provider's lines up to its answer to the last message.
  static func lines(_ definition: ProviderDefinition, _ messages: [HostMessage]) async throws -> [String] {
    let (stream, continuation) = AsyncStream<ProviderMessage>.makeStream()
    let conversation = Conversation(definition) { continuation.yield($0) }
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
      case .hello, .partial, .log: continue
      }
    }
    return lines
  }
}
