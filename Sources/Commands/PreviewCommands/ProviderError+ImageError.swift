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
      case .timeout, .crashed, .protocolViolation, .overloaded, .draining, .sandboxUnavailable, .providerUnavailable,
        .sourceUnavailable:
        .io
      }
    // A message about a provider's fault names the provider. A message about the document's fault does not.
    let providerFaults: [Code] = [.timeout, .crashed, .resourceExhausted, .protocolViolation, .providerUnavailable]
    let isProviderFault = providerFaults.contains(code)
    return ImageError(kind, isProviderFault ? message + (provider.map { " (\($0))" } ?? "") : message)
  }
}
