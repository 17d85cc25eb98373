internal import ProviderHost
internal import Synchronization

/// What all parts of a running service share.
final class ServiceState: Sendable {
  let configuration: ServiceConfiguration
  let host: PreviewHost
  /// A text that changes with the version of Cameo and with the installed providers and their versions. It is part of
  /// each entity tag, because another version may render the same document differently.
  let generation: String
  let roots: ServedRoots
  let bodies: BodyFolder
  let authorizer: Authorizer
  let lists: InformationLists
  let metrics = ServiceMetrics()
  let connections = ConnectionRegistry()
  let log: @Sendable (String) -> Void
  private let draining = Atomic(false)

  init(
    configuration: ServiceConfiguration, host: PreviewHost, roots: ServedRoots, bodies: BodyFolder,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.configuration = configuration
    self.host = host
    self.roots = roots
    self.bodies = bodies
    self.log = log
    lists = InformationLists(host.catalog)
    let providers = host.catalog.providers.map { "\($0.id) \($0.version)" }.sorted()
    generation = ([host.configuration.version] + providers).joined(separator: "\n")
    let signed =
      configuration.keys.isEmpty
      ? nil : SignedAddress(keys: configuration.keys, maximumSeconds: configuration.signedSeconds)
    authorizer = Authorizer(
      tokens: configuration.tokens, signed: signed, isLoopback: configuration.addresses.allSatisfy(\.isLocal))
  }

  /// Whether the service is about to end.
  var isDraining: Bool { draining.load(ordering: .acquiring) }
  func drain() { draining.store(true, ordering: .releasing) }
}
