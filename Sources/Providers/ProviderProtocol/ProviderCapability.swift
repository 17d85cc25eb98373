/// What a provider can make of a document.
public enum ProviderCapability: String, CaseIterable, Hashable, Sendable {
  case thumbnail
  case preview
}
