/// Why a document could not be shown: a code that programs act on, and a line for people.
public struct ProviderError: Error, Hashable, Sendable {
  /// What is at fault. The names appear in the protocol and in `problem+json`.
  public enum Code: String, CaseIterable, Hashable, Sendable {
    /// The caller's request is invalid.
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
    /// The provider used more memory, processes or disk than it may.
    case resourceExhausted
    /// The provider sent something that the protocol does not allow.
    case protocolViolation
    /// There are too many requests; the same request may succeed later.
    case overloaded
    /// A disk of the host is full.
    case storageFull
    /// The host is about to end.
    case draining
    /// No sandbox that is strong enough works here.
    case sandboxUnavailable
    /// The provider cannot be started, or its circuit breaker is open.
    case providerUnavailable
    /// The document cannot be read: it is missing, unreadable or outside the roots.
    case sourceUnavailable
    /// The caller gave up.
    case cancelled
  }

  public var code: Code
  /// One line, without paths of the host.
  public var message: String
  /// The id of the provider that failed; nil where no provider was involved.
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
