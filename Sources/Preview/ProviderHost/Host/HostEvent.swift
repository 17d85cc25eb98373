package import ProviderProtocol

/// Something that went wrong with a provider, for the log of whoever runs the host.
package struct HostEvent: Hashable, Sendable {
  package var error: ProviderError
  /// Whether it is tried again in a fresh worker.
  package var isRetried: Bool
  /// The last of what the provider logged and wrote to standard error; it may name paths.
  package var log: String
}
