package import ProviderProtocol

extension ProviderError.Code {
  /// What a provider may say of an order (docs/writing-providers.md). The others are the host's: only it knows whether a provider was
  /// late or broke the protocol, and what its queue and its sandbox are like.
  package static let ofProviders: Set<ProviderError.Code> = [
    .corruptInput, .passwordRequired, .limitExceeded, .unsupportedType, .requestInvalid, .cancelled, .sourceUnavailable,
    .resourceExhausted, .providerUnavailable,
  ]
}
