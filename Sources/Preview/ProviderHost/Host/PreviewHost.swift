internal import ByteStreams
internal import ContentTypes
package import ProviderProtocol

/// Shows documents: finds the provider, runs it where it can do no harm, checks what it made, and keeps it.
///
/// The host parses no document and trusts no reply. Order of calls: `start`, then anything, then `shutdown`.
package actor PreviewHost {
  package nonisolated let configuration: HostConfiguration
  package nonisolated let catalog: ProviderCatalog
  nonisolated let sandbox: Sandbox
  nonisolated let encoder: any PixelEncoding
  nonisolated let queue: RenderQueue
  nonisolated let thumbnailFlights = SingleFlight<ThumbnailRequest, RenderedThumbnail>()
  nonisolated let previewFlights = SingleFlight<PreviewRequest, RenderedPreview>()
  /// Names the providers that there are, for remembered failures.
  nonisolated let providersDigest: String
  private var pools: [String: WorkerPool] = [:]
  private var counted = HostMetrics()
  private var isDraining = false

  package init(
    configuration: HostConfiguration, catalog: ProviderCatalog, sandbox: Sandbox, encoder: any PixelEncoding
  ) {
    self.configuration = configuration
    self.catalog = catalog
    self.sandbox = sandbox
    self.encoder = encoder
    queue = RenderQueue(concurrency: configuration.concurrency, length: configuration.queueLength)
    providersDigest = MD5.hexDigest(
      catalog.providers.map { "\($0.id) \($0.version)\n" }.sorted().joined().utf8)
  }

  /// Removes what killed processes have left, and starts the workers that shall wait for the first documents.
  ///
  /// - Throws: `unsupportedType` for a provider of the configuration that does not exist.
  package func start() async throws(ProviderError) {
    WorkerDirectory.sweep()
    for id in configuration.prewarmed {
      guard let provider = catalog.providers.first(where: { $0.id == id }) else {
        throw ProviderError(.unsupportedType, "there is no provider \(id)")
      }
      if provider.level > 0 { await pool(of: provider).refill() }
    }
  }

  /// The thumbnail of a document.
  ///
  /// A thumbnail of one of the desktop's sizes comes from the cache where it is there and up to date. Equal requests at the same
  /// time are rendered once. Cancelling the task cancels the request, and the rendering when nobody else waits for it.
  ///
  /// - Throws: any code; where the provider fails, no other one is asked: it was chosen because it fits best, and another
  ///   answer each time would be worse than none.
  package func thumbnail(_ request: ThumbnailRequest) async throws(ProviderError) -> RenderedThumbnail {
    try await thumbnail(request, onUpdate: nil)
  }

  func thumbnail(
    _ request: ThumbnailRequest, onUpdate: (@Sendable (RenderedThumbnail) -> Void)?
  ) async throws(ProviderError) -> RenderedThumbnail {
    try refuseWhileDraining()
    do throws(ProviderError) {
      try request.validate()
      let key = request.document.identity == nil ? nil : request
      return try await within(request.deadlineSeconds) { () async throws(ProviderError) in
        try await self.thumbnailFlights.value(for: key, onUpdate: onUpdate) { update in
          do throws(ProviderError) {
            return .success(try await self.makeThumbnail(request, onUpdate: update))
          } catch {
            return .failure(error)
          }
        }
      }
    } catch {
      if error.provider == nil { count(error.code.rawValue, provider: "") }
      throw error
    }
  }

  /// The preview of a document. Equal requests at the same time are rendered once.
  package func preview(_ request: PreviewRequest) async throws(ProviderError) -> RenderedPreview {
    try refuseWhileDraining()
    do throws(ProviderError) {
      try request.validate()
      let key = request.document.identity == nil ? nil : request
      return try await within(request.deadlineSeconds) { () async throws(ProviderError) in
        try await self.previewFlights.value(for: key) { _ in
          do throws(ProviderError) {
            return .success(try await self.makePreview(request))
          } catch {
            return .failure(error)
          }
        }
      }
    } catch {
      if error.provider == nil { count(error.code.rawValue, provider: "") }
      throw error
    }
  }

  /// Ends the workers that were kept for a tenant: its batch is over.
  package func release(tenant: String) async {
    for pool in pools.values { await pool.release(tenant: tenant) }
  }

  /// Refuses what comes and what waits, lets what is rendered end, and returns when no process is left.
  ///
  /// - Parameter graceSeconds: after so long what is still rendered is cancelled.
  package func shutdown(graceSeconds: Double = 10) async {
    isDraining = true
    await queue.drain()
    async let thumbnails: Void = thumbnailFlights.drain(graceSeconds: graceSeconds)
    async let previews: Void = previewFlights.drain(graceSeconds: graceSeconds)
    _ = await (thumbnails, previews)
    for pool in pools.values { await pool.shutdown() }
  }

  // MARK: What is known of it

  package var metrics: HostMetrics {
    get async {
      var metrics = counted
      metrics.queueDepth = await queue.depth
      metrics.active = await queue.active
      metrics.tier = sandbox.tier.rawValue
      for (id, pool) in pools { metrics.workers[id] = await pool.census }
      return metrics
    }
  }

  package var health: HostHealth {
    get async {
      var resting: [String] = []
      for (id, pool) in pools where await pool.isOpen { resting.append(id) }
      return HostHealth(isDraining: isDraining, tier: sandbox.tier.rawValue, resting: resting.sorted())
    }
  }

  // MARK: For its parts

  private func refuseWhileDraining() throws(ProviderError) {
    guard !isDraining else { throw ProviderError(.draining, "the host is ending") }
  }

  func pool(of provider: ProviderDescription) -> WorkerPool {
    if let pool = pools[provider.id] { return pool }
    let (configuration, sandbox) = (configuration, sandbox)
    let pool = WorkerPool(
      provider: provider, policy: configuration.workers, locale: configuration.locale
    ) { () throws(ProviderError) in
      try ProviderClient(
        provider: provider, sandbox: sandbox, policy: configuration.workers, environment: configuration.environment,
        folder: configuration.workerFolder)
    }
    pools[provider.id] = pool
    return pool
  }

  func count(_ outcome: String, provider: String) { counted.requests[provider, default: [:]][outcome, default: 0] += 1 }
  func countCacheHit() { counted.cacheHits += 1 }
  func countFailureHit() { counted.failureHits += 1 }
  func countRetry() { counted.retries += 1 }
  func countLatency(_ duration: Duration) { counted.latency.add(duration / .seconds(1)) }
}
