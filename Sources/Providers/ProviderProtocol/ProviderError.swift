/// Why a document could not be shown: a code that programs act on, and a line for people.
public struct ProviderError: Error, Hashable, Sendable {
  /// What is at fault. The names travel on the wire and in `problem+json`.
  public enum Code: String, CaseIterable, Hashable, Sendable {
    /// The caller asked for something that makes no sense.
    case requestInvalid
    /// No provider shows such a document.
    case unsupportedType
    /// The document breaks its format's rules.
    case corruptInput
    /// The document is encrypted.
    case passwordRequired
    /// The document is larger than a limit allows.
    case limitExceeded
    /// The provider did not answer in time.
    case timeout
    /// The provider ended without an answer.
    case crashed
    /// The provider took more memory, processes or disk than it may.
    case resourceExhausted
    /// The provider said something that the protocol does not allow.
    case protocolViolation
    /// More is asked for than can be done; later it will work.
    case overloaded
    /// The host is about to end.
    case draining
    /// No isolation that is strong enough works here.
    case sandboxUnavailable
    /// The provider cannot be started, or failed so often that it rests.
    case providerUnavailable
    /// The document could not be had: missing, unreadable, outside the roots.
    case sourceUnavailable
    /// The caller gave up.
    case cancelled
  }

  public var code: Code
  /// One line, without paths of the host.
  public var message: String
  /// The provider at fault, where there is one.
  public var provider: String?

  public init(_ code: Code, _ message: String, provider: String? = nil) {
    self.code = code
    self.message = message
    self.provider = provider
  }
}

extension ProviderError: CustomStringConvertible {
  /// `timeout: no answer within 10 s (org.cameo.text)`.
  public var description: String { "\(code.rawValue): \(message)" + (provider.map { " (\($0))" } ?? "") }
}
