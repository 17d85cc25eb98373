package import ImageModel
package import ProviderProtocol

extension ProviderError {
  /// The error as commands report it: the kind says who is at fault, the message is one line. Reports have the code,
  /// too.
  package var imageError: ImageError {
    let kind: ImageError.Kind =
      switch code {
      case .requestInvalid: .usage
      case .unsupportedType, .passwordRequired: .unsupported
      case .corruptInput: .invalidData
      case .limitExceeded, .resourceExhausted: .limitExceeded
      case .cancelled: .cancelled
      case .timeout, .crashed, .protocolViolation, .overloaded, .draining, .sandboxUnavailable, .providerUnavailable,
        .sourceUnavailable:
        .io
      }
    // Faults of a provider name it; faults of the document do not.
    let isProviders = [.timeout, .crashed, .resourceExhausted, .protocolViolation, .providerUnavailable].contains(code)
    return ImageError(kind, isProviders ? message + (provider.map { " (\($0))" } ?? "") : message)
  }
}
