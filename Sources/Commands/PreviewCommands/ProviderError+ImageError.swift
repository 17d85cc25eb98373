package import ImageModel
package import ProviderProtocol

extension ProviderError {
  /// The error as commands report it: the kind says who is at fault, the message is one line. Reports also
  /// contain the code.
  package var imageError: ImageError {
    let kind: ImageError.Kind =
      switch code {
      case .requestInvalid: .usage
      case .unsupportedType, .passwordRequired: .unsupported
      case .corruptInput: .invalidData
      case .limitExceeded, .resourceExhausted: .limitExceeded
      case .cancelled: .cancelled
      case .timeout, .crashed, .protocolViolation, .overloaded, .storageFull, .draining, .sandboxUnavailable,
        .providerUnavailable, .sourceUnavailable:
        .io
      }
    return ImageError(kind, text)
  }

  /// The message for people. If the provider is at fault, the message names the provider and says what that means; if
  /// the document is, it does not.
  private var text: String {
    let more = code == .timeout ? " (--timeout gives it more time)" : ""
    guard let provider else { return message + more }
    let own = message.hasPrefix("the provider ") ? message.dropFirst("the provider ".count) : nil
    let reason = own.map { "it " + $0 } ?? message
    return switch code {
    case .timeout: "the provider \(provider) took too long: \(reason)\(more)"
    case .crashed: "the provider \(provider) failed: \(reason)"
    case .resourceExhausted:
      "the provider \(provider) " + (own.map { String($0) } ?? "used more than it may: \(reason)")
    case .protocolViolation: "the provider \(provider) made a mistake: \(reason)"
    case .providerUnavailable: "the provider \(provider) cannot be used: \(reason)"
    default: message
    }
  }
}
