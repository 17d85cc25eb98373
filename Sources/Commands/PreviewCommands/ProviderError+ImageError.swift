package import ImageModel
package import ProviderProtocol

extension ProviderError {
  /// The error as the commands report it: a kind that says who is at fault, and one line. Reports have the code
  /// besides.
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
    // Only errors of the provider name it; those of the document do not.
    let isProviders = [.timeout, .crashed, .resourceExhausted, .protocolViolation, .providerUnavailable].contains(code)
    return ImageError(kind, isProviders ? message + (provider.map { " (\($0))" } ?? "") : message)
  }
}
