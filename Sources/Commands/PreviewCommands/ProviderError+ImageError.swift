package import ImageModel
package import ProviderProtocol

extension ProviderError {
  /// The error as the commands of the suite report errors: who is at fault, and one line. The code goes into the report beside it.
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
    // A document's own faults need no provider's name; a provider's do.
    let isProviders = [.timeout, .crashed, .resourceExhausted, .protocolViolation, .providerUnavailable].contains(code)
    return ImageError(kind, isProviders ? message + (provider.map { " (\($0))" } ?? "") : message)
  }
}
