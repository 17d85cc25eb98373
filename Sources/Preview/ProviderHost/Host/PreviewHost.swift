internal import ByteStreams
package import ContentTypes
internal import DesktopCache
package import ProviderProtocol
internal import Synchronization

/// Renders a document whose turn has come. `ProviderRenderer` uses providers for that; tests have their own renderers.
package protocol DocumentRendering: Sendable {
  /// Prepares what the first requests need.
  func start() async

  /// Makes a thumbnail or preview. A cancelled task cancels the rendering.
  ///
  /// - Parameters:
  ///   - type: the document's.
  ///   - catalog: the installed providers at the time when the request's turn came.
  ///   - end: when the request's time is over; nil if only the renderer's own limits apply.
  func render(
    _ request: RenderRequest, as type: ContentType, by catalog: ProviderCatalog, until end: ContinuousClock.Instant?
  ) async throws(ProviderError) -> RenderReply

  /// Replaces the providers by those that are installed now. Running requests keep the old ones.
  func renew(_ providers: [ProviderDescription]) async

  /// Ends all workers; returns when none is left.
  func shutdown() async

  var state: RendererState { get async }
}

extension DocumentRendering {
  package func start() async {}
  package func renew(_ providers: [ProviderDescription]) async {}
  package func shutdown() async {}
}

/// The renderer's state, for metrics and health.
package struct RendererState: Hashable, Sendable {
  /// The tier of the sandbox in force.
  package var tier = ""
  /// The workers of each provider.
  package var workers: [String: WorkerPool.Census] = [:]
  /// Renderings that were tried again.
  package var retries = 0

  package init(tier: String = "") { self.tier = tier }
}

/// Renders documents: joins equal requests, looks into the cache, waits for a turn, and renders within the request's
/// time.
///
/// The host parses no document and trusts no reply. Order of calls: `start`, then anything, then `shutdown`.
package actor PreviewHost {
  package nonisolated let configuration: HostConfiguration
  private nonisolated let installed: Mutex<Installed>
  private nonisolated let renderer: any DocumentRendering
  private nonisolated let queue: RenderQueue
  private nonisolated let failures: FailureMemory
  private nonisolated let flights = SingleFlight<FlightKey, RenderReply>()
  private var counted = HostMetrics()
  private var isDraining = false

  /// Seconds that the host waits after a request's deadline before it answers itself. The renderer normally answers
  /// first, with more details.
  private static let graceSeconds = 0.5

  /// The installed providers; replaced as a whole.
  private struct Installed: Sendable {
    let catalog: ProviderCatalog
    /// The number of replacements so far.
    let number: Int
    /// Names the providers, for remembered failures.
    let digest: String

    init(_ catalog: ProviderCatalog, number: Int) {
      (self.catalog, self.number) = (catalog, number)
      digest = MD5.hexDigest(catalog.providers.map { "\($0.id) \($0.version)\n" }.sorted().joined().utf8)
    }
  }

  /// Equal requests share a rendering only if the catalog was not replaced between them.
  private struct FlightKey: Hashable {
    let request: RenderRequest
    let number: Int
  }

  package init(configuration: HostConfiguration, catalog: ProviderCatalog, renderer: any DocumentRendering) {
    self.configuration = configuration
    self.renderer = renderer
    failures = FailureMemory(seconds: configuration.failureSeconds)
    installed = Mutex(Installed(catalog, number: 0))
    queue = RenderQueue(concurrency: configuration.concurrency, length: configuration.queueLength)
  }

  /// A host whose documents are rendered by providers.
  package init(
    configuration: HostConfiguration, catalog: ProviderCatalog, sandbox: Sandbox, encoder: any PixelEncoding
  ) {
    self.init(
      configuration: configuration, catalog: catalog,
      renderer: ProviderRenderer(
        configuration: configuration, providers: catalog.providers, sandbox: sandbox, encoder: encoder))
  }

  /// The providers that are installed, with the types that they declare.
  package nonisolated var catalog: ProviderCatalog { installed.withLock { $0.catalog } }

  /// Prepares the renderer. `ProviderRenderer` removes the worker directories that killed hosts left behind.
  package func start() async { await renderer.start() }

  /// Replaces the installed providers. Running renderings finish with the old providers. Requests that wait for their
  /// turn are rendered with the new ones. The queue, counters and metrics are kept.
  package func exchange(_ catalog: ProviderCatalog) async {
    installed.withLock { $0 = Installed(catalog, number: $0.number + 1) }
    await renderer.renew(catalog.providers)
  }

  /// Renders a thumbnail or preview.
  ///
  /// A thumbnail of one of the desktop's sizes comes from the cache if the cached one is up to date. Equal requests at
  /// the same time are rendered once. Cancelling the task cancels the request. The rendering is also cancelled if no
  /// other request waits for it.
  ///
  /// - Throws: any code. If the provider fails, no other provider is tried: pictures that change from one request to
  ///   the next would be worse than an error.
  package func render(_ request: RenderRequest) async throws(ProviderError) -> RenderReply {
    var times = RenderTimes()
    return try await render(request, times: &times)
  }

  /// Renders a thumbnail or preview, and measures how long this request waited and was rendered.
  ///
  /// - Parameter times: the request's times. A request that joined an equal one gets the times from when it joined.
  package func render(
    _ request: RenderRequest, times: inout RenderTimes
  ) async throws(ProviderError) -> RenderReply {
    guard !isDraining else { throw ProviderError(.draining, "the host is ending") }
    do throws(ProviderError) {
      try request.validate()
    } catch {
      count(error.code.rawValue, provider: "")
      throw error
    }
    let shared = request.shared
    if let shared { await queue.join(shared, request.clientID) }
    let arrival = ContinuousClock.now
    let number = installed.withLock { $0.number }
    var start: ContinuousClock.Instant?
    var isCached = false
    defer { if !isCached { times = RenderTimes(arrival: arrival, start: start, end: .now) } }
    let reply = try await flights.value(
      for: shared.map { FlightKey(request: $0, number: number) }, start: &start
    ) { start, giveUp in
      // Whether the callers have been answered and the request has been counted.
      let isGivenUp = Atomic<Bool>(false)
      do throws(ProviderError) {
        let reply = try await self.findOrRender(request, start) { error in
          isGivenUp.store(true, ordering: .relaxed)
          await self.count(error.code.rawValue, provider: "")
          await giveUp(error)
        }
        return .success(reply)
      } catch {
        if error.provider == nil, !isGivenUp.load(ordering: .relaxed) {
          await self.count(error.code.rawValue, provider: "")
        }
        return .failure(error)
      }
    }
    isCached = reply.isCached
    return reply
  }

  private nonisolated func findOrRender(
    _ request: RenderRequest, _ start: FlightStart, _ giveUp: @escaping @Sendable (ProviderError) async -> Void
  ) async throws(ProviderError) -> RenderReply {
    guard let pixels = request.cachePixels, let identity = request.document.identity, let cache = configuration.cache
    else { return try await renderUnlessFailed(request, start, giveUp) }
    let digest = installed.withLock { $0.digest }
    let type = try request.document.type(in: catalog.registry)
    if let cached = cache.reply(for: identity, pixels: pixels) { return cached }
    if var failure = cache.failure(for: identity, providers: digest) {
      failure.message += " (remembered; without the cache it is tried again)"
      throw failure
    }
    do throws(ProviderError) {
      let thumbnail = try await renderInTurn(request, type, start, giveUp)
      if !thumbnail.isProvisional {
        cache.store(
          thumbnail.bytes, for: identity, pixels: pixels, mimeType: type.mimeTypes.first, provider: thumbnail.provider,
          warnings: thumbnail.warnings)
      }
      cache.forgetFailure(for: identity)
      return thumbnail
    } catch {
      // A timeout set by the caller says nothing about the document.
      if error.code != .timeout || request.deadlineSeconds == nil {
        cache.remember(error, for: identity, providers: digest)
      }
      throw error
    }
  }

  /// Renders a document that is not in the desktop's cache, unless it failed recently.
  private nonisolated func renderUnlessFailed(
    _ request: RenderRequest, _ start: FlightStart, _ giveUp: @escaping @Sendable (ProviderError) async -> Void
  ) async throws(ProviderError) -> RenderReply {
    let providers = installed.withLock { $0.number }
    if let failure = failures.failure(of: request, providers: providers) { throw failure }
    let remember: @Sendable (ProviderError) -> Void = {
      self.failures.remember($0, of: request, providers: providers)
    }
    do throws(ProviderError) {
      return try await renderInTurn(request, nil, start) { error in
        remember(error)
        await giveUp(error)
      }
    } catch {
      remember(error)
      throw error
    }
  }

  /// Waits for a turn and renders. A renderer that does not end in time keeps its turn until it ends. Its callers do
  /// not wait that long: they get `timeout`, which is counted instead of the renderer's later answer.
  ///
  /// - Parameter type: the document's type; nil where it is not known yet. It is then found within the turn and the
  ///   deadline, because that reads the document and may take long.
  private nonisolated func renderInTurn(
    _ request: RenderRequest, _ type: ContentType?, _ flight: FlightStart,
    _ giveUp: @escaping @Sendable (ProviderError) async -> Void
  ) async throws(ProviderError) -> RenderReply {
    let turn = try await queue.enter(request.clientID, for: request.shared, seconds: configuration.queueSeconds)
    flight.begin()
    let start = ContinuousClock.now
    let timer = request.deadlineSeconds.map { seconds in
      Task {
        try? await Task.sleep(for: .seconds(seconds + Self.graceSeconds))
        if Task.isCancelled { return false }
        await giveUp(ProviderError(.timeout, "the rendering took longer than \(seconds) s"))
        return true
      }
    }
    let result: Result<RenderReply, ProviderError>
    do throws(ProviderError) {
      let end = request.deadlineSeconds.map { start + .seconds($0) }
      let catalog = catalog
      let type = if let type { type } else { try request.document.type(in: catalog.registry) }
      // A request that others have joined is rendered for the client whose turn it is.
      var request = request
      request.clientID = turn
      let reply = try await renderer.render(request, as: type, by: catalog, until: end)
      result = .success(try configuration.replyFiles?.keeping(reply, for: turn) ?? reply)
    } catch {
      result = .failure(error)
    }
    timer?.cancel()
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    if await timer?.value != true { await finished(result, seconds: seconds) }
    await queue.leave(turn, after: seconds)
    return try result.get()
  }

  /// Refuses new and waiting requests, lets renderings end, and returns when no worker is left.
  ///
  /// - Parameter graceSeconds: the time after which renderings are cancelled.
  package func shutdown(graceSeconds: Double = 10) async {
    isDraining = true
    await queue.drain()
    await flights.drain(graceSeconds: graceSeconds)
    await renderer.shutdown()
  }

  // MARK: Load, metrics and health

  /// Whether the queue would refuse one more request of a client.
  package nonisolated func isFull(for client: String?) async -> Bool { await queue.isFull(for: client) }

  /// The number of seconds after which a client may repeat a refused request.
  package nonisolated func retryAfter(for client: String?) async -> Int { await queue.retryAfter(for: client) }

  /// The number of callers that wait for a rendering.
  package nonisolated var waiting: Int { get async { await flights.waiting } }

  package var metrics: HostMetrics {
    get async {
      var metrics = counted
      metrics.queueDepth = await queue.depth
      metrics.active = await queue.active
      metrics.renderer = await renderer.state
      return metrics
    }
  }

  package var health: HostHealth {
    get async {
      let state = await renderer.state
      return HostHealth(
        isDraining: isDraining, tier: state.tier,
        openBreakers: state.workers.filter(\.value.isOpen).keys.sorted())
    }
  }

  private func finished(_ result: Result<RenderReply, ProviderError>, seconds: Double) {
    counted.latency.add(seconds)
    switch result {
    case .success(let reply): count("ok", provider: reply.provider?.id ?? "")
    // A failure without a provider is counted by `render`.
    case .failure(let error): if let provider = error.provider { count(error.code.rawValue, provider: provider) }
    }
  }

  private func count(_ outcome: String, provider: String) {
    counted.requests[provider, default: [:]][outcome, default: 0] += 1
  }
}
