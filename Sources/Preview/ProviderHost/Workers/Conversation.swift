package import ProviderProtocol

/// Checks that the messages of a provider follow the protocol's grammar:
///
///     hello (partial* (reply | error))*
///
/// `log` may come at any time. Everything else is a violation of the protocol.
package struct Conversation {
  /// What a line of the provider means for the host.
  package enum Step: Sendable {
    /// A message that the host does not wait for.
    case nothing
    case greeted(ProviderMessage.Hello)
    case partial(ProviderMessage.Reply)
    case replied(ProviderMessage.Reply)
    /// The provider says what is wrong with the document.
    case refused(ProviderError)
  }

  private enum Phase {
    case hello
    case idle
    case request(Int)
  }

  private var phase = Phase.hello
  private var partials = 0
  private var logLines = 0
  private let policy: WorkerPolicy
  private let protocols: [Int]
  private let quotesOutput: Bool
  private var logTail = TextTail()

  /// - Parameters:
  ///   - protocols: the versions that the host offered.
  ///   - quotesOutput: whether errors quote what the provider wrote. This helps the provider's author. For others, the
  ///     quotation could reveal what is in the document.
  package init(policy: WorkerPolicy, protocols: [Int], quotesOutput: Bool = false) {
    self.policy = policy
    self.protocols = protocols
    self.quotesOutput = quotesOutput
  }

  /// The last 4 KiB of the provider's log messages.
  package var log: String { logTail.text }

  /// Whether the provider has said hello.
  package var isGreeted: Bool { if case .hello = phase { false } else { true } }

  /// Whether a request has no answer yet.
  package var isBusy: Bool { if case .request = phase { true } else { false } }

  /// Notes that a request was sent.
  package mutating func requested(_ id: Int) {
    phase = .request(id)
    partials = 0
    logLines = 0
  }

  /// Reads a line, without its line feed, and checks that its message may come now.
  ///
  /// - Throws: `protocolViolation`.
  package mutating func receive(_ line: [UInt8]) throws(ProviderError) -> Step {
    let message: ProviderMessage
    do throws(ProviderError) {
      message = try ProviderMessage(line: line)
    } catch {
      let what = quotesOutput ? "'\(Self.excerpt(line))' on standard output" : "what the provider said"
      throw violation("\(what) is not a message (\(error.message))")
    }
    switch message {
    case .log(_, let text):
      logLines += 1
      guard logLines <= policy.logLines else { throw violation("more than \(policy.logLines) lines of log") }
      logTail.append(Array((text.prefix(1_024) + "\n").utf8))
      return .nothing
    case .hello(let hello):
      guard case .hello = phase else { throw violation("the provider said hello twice") }
      guard protocols.contains(hello.protocol) else {
        throw violation("the provider answered with protocol \(hello.protocol), but was offered \(protocols)")
      }
      phase = .idle
      return .greeted(hello)
    case .reply(let reply):
      try check(reply.id, "a reply")
      phase = .idle
      return .replied(reply)
    case .error(let id, let error):
      try check(id, "an error")
      phase = .idle
      return .refused(Self.accepted(error))
    case .partial(let reply):
      try check(reply.id, "a partial reply")
      partials += 1
      guard partials <= policy.partials else { throw violation("more than \(policy.partials) partial replies") }
      return .partial(reply)
    }
  }

  private func check(_ id: Int, _ what: String) throws(ProviderError) {
    switch phase {
    case .hello: throw violation("\(what) before hello")
    case .idle: throw violation("\(what) without a request, or a second one")
    case .request(let current):
      guard id == current else { throw violation("\(what) to request \(id), which was not sent") }
    }
  }

  private func violation(_ message: String) -> ProviderError { ProviderError(.protocolViolation, message) }

  private static func excerpt(_ line: [UInt8]) -> String {
    let text = String(decoding: line.prefix(40), as: UTF8.self)
    return text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? "?" : String($0) }.joined()
  }

  /// The error that a provider sent. A code that only the host may use becomes `crashed`.
  private static func accepted(_ error: ProviderError) -> ProviderError {
    let message = ReplyText.line(error.message, limit: 500) ?? "the provider gives no reason"
    if ProviderError.Code.ofProviders.contains(error.code) { return ProviderError(error.code, message) }
    return ProviderError(.crashed, "the provider sent \(error.code.rawValue), a code for hosts only: \(message)")
  }
}

extension ProviderError.Code {
  /// The codes that a provider may send (docs/writing-providers.md). Only the host may use the others, because only the
  /// host knows whether a provider was late or broke the protocol, and the state of its queue and sandbox.
  package static let ofProviders: Set<ProviderError.Code> = [
    .corruptInput, .passwordRequired, .limitExceeded, .unsupportedType, .requestInvalid, .cancelled, .sourceUnavailable,
    .resourceExhausted, .providerUnavailable,
  ]
}
