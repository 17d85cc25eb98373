internal import ProviderHost
internal import Synchronization

/// The state that all parts of a running service share.
final class ServiceState: Sendable {
  let configuration: ServiceConfiguration
  let host: PreviewHost
  let roots: ServedRoots
  let bodies: BodyFolder
  /// nil where no documents of other servers are shown.
  let sources: SourceFetcher?
  /// nil where there are no pages at `/browse/`.
  let browser: Browser?
  let metrics: ServiceMetrics
  /// nil where no replies are kept.
  let results: ResultCache?
  let connections = ConnectionRegistry()
  let records = RequestRecords()
  let log: ServiceLog
  private let reloaded: Mutex<Reloaded>
  private let ending = Atomic(false)
  private let draining = Atomic(false)

  /// The values that a reload replaces.
  private struct Reloaded: Sendable {
    var authorizer: Authorizer
    var providers: InstalledProviders
  }

  /// What the service says about the providers.
  private struct InstalledProviders: Sendable {
    let generation: String
    let lists: InformationLists

    init(of host: PreviewHost, _ configuration: ServiceConfiguration) {
      let catalog = host.catalog
      lists = InformationLists(catalog)
      let providers = catalog.providers.map { "\($0.id) \($0.version)" }.sorted()
      // A provider that may write less may draw a smaller picture.
      let limits = "\(configuration.memoryMiB) \(configuration.outputMiB) \(configuration.megapixels)"
      generation = ([host.configuration.version] + providers + [limits]).joined(separator: "\n")
    }
  }

  init(
    configuration: ServiceConfiguration, host: PreviewHost, roots: ServedRoots, bodies: BodyFolder,
    sources: SourceFetcher?, browser: Browser?, results: ResultFolder?, log: ServiceLog
  ) {
    let metrics = ServiceMetrics()
    self.metrics = metrics
    self.results = results.map { ResultCache($0, log: log, metrics: metrics) }
    self.configuration = configuration
    self.host = host
    self.roots = roots
    self.bodies = bodies
    self.sources = sources
    self.browser = browser
    self.log = log
    let providers = InstalledProviders(of: host, configuration)
    reloaded = Mutex(Reloaded(authorizer: configuration.authorizer, providers: providers))
  }

  var authorizer: Authorizer { reloaded.withLock { $0.authorizer } }
  var lists: InformationLists { reloaded.withLock { $0.providers.lists } }
  /// A text that changes with the version of Cameo, and with the installed providers, their versions and their limits.
  /// It is part of each entity tag, because others may render the same document differently.
  var generation: String { reloaded.withLock { $0.providers.generation } }

  /// Names the entries of the result cache for a document; nil where there is no cache, or it keeps no replies of it.
  func resultKey(for document: DocumentReference, tenant: String) -> ResultKey? {
    guard let results, let content = results.content(of: document) else { return nil }
    return ResultKey(cache: results, content: content, tenant: tenant, generation: generation)
  }

  /// Uses the tokens and keys of a configuration from now on.
  func reloadSecrets(_ configuration: ServiceConfiguration) {
    let new = configuration.authorizer
    reloaded.withLock { $0.authorizer = new }
  }

  /// Describes the providers that the host has now.
  func reloadProviders() {
    let new = InstalledProviders(of: host, configuration)
    reloaded.withLock { $0.providers = new }
  }

  /// Whether the service is about to stop. `/readyz` reports it.
  var isEnding: Bool { ending.load(ordering: .acquiring) }
  func announceEnd() { ending.store(true, ordering: .releasing) }

  /// Whether new requests are refused.
  var isDraining: Bool { draining.load(ordering: .acquiring) }
  func drain() {
    announceEnd()
    draining.store(true, ordering: .releasing)
  }
}
