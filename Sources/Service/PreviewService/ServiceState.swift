internal import ProviderHost
internal import Synchronization

/// What all parts of a running service share.
final class ServiceState: Sendable {
  let configuration: ServiceConfiguration
  let service: any RenderService
  let queue: AdmissionQueue
  /// What is rendered now, by all that the answers depend on.
  let renderings = SingleFlight<String, RenderReply>()
  let roots: ServedRoots
  let spool: SpoolFolder
  let authorizer: Authorizer
  let metrics = ServiceMetrics()
  let registry = ConnectionRegistry()
  let log: @Sendable (String) -> Void
  private let draining = Atomic(false)

  init(
    configuration: ServiceConfiguration, service: any RenderService, roots: ServedRoots, spool: SpoolFolder,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.configuration = configuration
    self.service = service
    self.roots = roots
    self.spool = spool
    self.log = log
    queue = AdmissionQueue(concurrency: configuration.concurrency, length: configuration.queueLength)
    let signed =
      configuration.signingKeys.isEmpty
      ? nil : SignedAddress(keys: configuration.signingKeys, longest: configuration.signedSeconds)
    authorizer = Authorizer(
      tokens: configuration.tokens, signed: signed, isLoopback: configuration.addresses.allSatisfy(\.isLocal))
  }

  /// Whether the service is about to end.
  var isDraining: Bool { draining.load(ordering: .acquiring) }
  func drain() { draining.store(true, ordering: .releasing) }

  var times: ConnectionTimes {
    ConnectionTimes(
      header: configuration.headerSeconds, read: configuration.readSeconds, upload: configuration.uploadSeconds,
      write: configuration.writeSeconds, idle: configuration.idleSeconds)
  }

  func metricFamilies() async -> [MetricFamily] {
    metrics.families(
      queueDepth: await queue.depth, active: await queue.active, connections: registry.count, isDraining: isDraining)
      + (await service.metrics())
  }
}
