package import ContentTypes
internal import ImageModel
package import ProviderProtocol

/// Renders documents by providers: chooses a provider, runs it in sandboxed workers, checks its output and encodes it.
///
/// Steps of a request: `RenderJob` chooses the provider, `attempts` retries, `run` gives the request to one worker,
/// `RenderedContent` is the checked output, and `encoded` makes the reply.
package actor ProviderRenderer: DocumentRendering {
  nonisolated let configuration: HostConfiguration
  nonisolated let sandbox: Sandbox
  private nonisolated let encoder: any PixelEncoding
  /// The installed providers. Running requests may use earlier ones.
  private var providers: [ProviderDescription]
  private var pools: [String: WorkerPool] = [:]
  private var retries = 0

  package init(
    configuration: HostConfiguration, providers: [ProviderDescription], sandbox: Sandbox, encoder: any PixelEncoding
  ) {
    self.configuration = configuration
    self.providers = providers
    self.sandbox = sandbox
    self.encoder = encoder
  }

  // MARK: The workers

  package func start() { WorkerDirectory.sweep() }

  package func renew(_ providers: [ProviderDescription]) async {
    self.providers = providers
    for (id, pool) in pools { await pool.renew(providers.first { $0.id == id }) }
  }

  package func shutdown() async {
    for pool in pools.values { await pool.shutdown() }
  }

  package var state: RendererState {
    get async {
      var state = RendererState(tier: sandbox.tier.rawValue)
      for (id, pool) in pools { state.workers[id] = await pool.census }
      state.retries = retries
      return state
    }
  }

  private func pool(_ id: String) -> WorkerPool {
    if let pool = pools[id] { return pool }
    let (configuration, sandbox) = (configuration, sandbox)
    let pool = WorkerPool(
      id: id, provider: providers.first { $0.id == id }, policy: configuration.workers, locale: configuration.locale
    ) { provider throws(ProviderError) in
      try ProviderClient(
        provider: provider, sandbox: sandbox, policy: configuration.workers, environment: configuration.environment,
        folder: configuration.workerFolder)
    }
    pools[id] = pool
    return pool
  }

  private func countRetry() { retries += 1 }

  // MARK: A request

  package nonisolated func render(
    _ request: RenderRequest, as type: ContentType, by catalog: ProviderCatalog, until end: ContinuousClock.Instant?
  ) async throws(ProviderError) -> RenderReply {
    var previewType: String?
    do throws(ProviderError) {
      let reply = try await attempts(try RenderJob(request, type, until: end, by: catalog))
      if reply.kind == .image || !request.mustBePicture { return reply }
      previewType = reply.contentType
    } catch {
      // A provider may be able to preview only some documents of the type, or may make only thumbnails of them.
      guard request.capability == .preview, request.mustBePicture, error.code == .unsupportedType else { throw error }
    }
    var request = request
    request.capability = .thumbnail
    var thumbnail = try await attempts(try RenderJob(request, type, until: end, by: catalog))
    thumbnail.previewType = previewType
    return thumbnail
  }

  /// Asks the client's circuit breaker, renders with up to two attempts, and reports the result to the breaker.
  private nonisolated func attempts(_ job: RenderJob) async throws(ProviderError) -> RenderReply {
    do throws(ProviderError) {
      let pool = await pool(job.provider.id)
      try await pool.enter(job.request.clientID)
      do throws(ProviderError) {
        let reply = try await attempt(job, pool)
        await pool.report(nil, job.request.clientID)
        return reply
      } catch {
        // A worker that has started is no failure of the provider, whatever a document then does to it.
        await pool.report(job.usedWorker.isStarted ? nil : error.code, job.request.clientID)
        throw error
      }
    } catch {
      var error = error
      if error.provider == nil { error.provider = job.provider.id }
      throw error
    }
  }

  /// Renders, and retries once in a new worker if the provider may be at fault.
  private nonisolated func attempt(_ job: RenderJob, _ pool: WorkerPool) async throws(ProviderError) -> RenderReply {
    let first: ProviderError
    do throws(ProviderError) {
      return try await reply(job, pool)
    } catch {
      guard job.isRetried(after: error) else { throw error }
      first = error
    }
    await countRetry()
    var job = job
    job.isRetry = true
    let isShort = (try? job.remaining()).map { $0 < job.seconds } ?? true
    do throws(ProviderError) {
      return try await reply(job, pool)
    } catch {
      // If too little time was left for a second attempt, the cause is that of the first one.
      throw error.code == .timeout && isShort ? first : error
    }
  }

  /// Runs the provider on the document, and checks its output.
  private nonisolated func rendered(_ job: RenderJob, _ pool: WorkerPool) async throws(ProviderError) -> RenderedContent
  {
    if job.provider.level == 0 { return try await runThumbnailer(job) }
    let checker = ReplyChecker(
      limits: job.provider.limits, maximumSize: job.request.maximumSize, files: configuration.replyFiles,
      client: job.request.clientID)
    return try await run(job, in: pool) { reply, path throws(ProviderError) in
      try checker.content(of: reply, at: path, for: job.request.capability)
    }
  }

  /// The reply with its picture encoded. A picture that should cover a box but does not is drawn again.
  private nonisolated func reply(_ job: RenderJob, _ pool: WorkerPool) async throws(ProviderError) -> RenderReply {
    var (reply, pixels) = try await drawn(job, pool)
    if let size = pixels?.size, let larger = job.original.drawing(after: size, in: job.request.maximumSize) {
      var job = job
      job.request = larger
      (reply, pixels) = try await drawn(job, pool)
    }
    guard let pixels else { return reply }
    do {
      let picture = try encoder.encode(pixels, for: job.original)
      (reply.bytes, reply.contentType) = (picture.bytes, picture.format.contentType)
      (reply.width, reply.height) = (picture.size.width, picture.size.height)
      return reply
    } catch {
      let reason = (error as? ImageError)?.message ?? "\(error)"
      throw ProviderError(.limitExceeded, "the picture cannot be encoded: \(reason)")
    }
  }

  /// A reply, and its pixels where it is a picture. A picture that the provider encoded is decoded by a worker of the
  /// image provider, because the host itself decodes no provider's output.
  private nonisolated func drawn(
    _ job: RenderJob, _ pool: WorkerPool
  ) async throws(ProviderError) -> (RenderReply, CheckedPixels?) {
    let content = try await rendered(job, pool)
    var reply = content.reply
    reply.provider = ProviderName(id: job.provider.id, version: job.provider.version)
    switch content.body {
    case .finished: return (reply, nil)
    case .pixels(let pixels): return (reply, pixels)
    case .encoded(let bytes):
      let decoded: (pixels: CheckedPixels, warnings: [String])
      do throws(ProviderError) {
        decoded = try await decode(bytes, for: job)
      } catch {
        if error.code == .protocolViolation, let log = configuration.log {
          log(
            HostEvent(
              error: ProviderError(error.code, error.message, provider: job.provider.id),
              requestID: job.request.requestID, isRetried: job.isRetried(after: error), log: job.usedWorker.log))
        }
        throw error
      }
      reply.warnings = ReplyText.lines(reply.warnings + decoded.warnings)
      return (reply, decoded.pixels)
    }
  }

  /// The pixels of a picture that a provider encoded, and the warnings about it.
  private nonisolated func decode(
    _ bytes: [UInt8], for job: RenderJob
  ) async throws(ProviderError) -> (pixels: CheckedPixels, warnings: [String]) {
    guard job.provider.id != configuration.imageProvider else {
      throw ProviderError(.protocolViolation, "it made an encoded picture, which only it could decode")
    }
    let catalog = job.catalog
    guard let images = catalog.providers.first(where: { $0.id == configuration.imageProvider && $0.level > 0 }) else {
      throw ProviderError(
        .providerUnavailable,
        "\(configuration.imageProvider), which decodes what other providers draw, is not installed")
    }
    let header = Array(bytes.prefix(catalog.registry.headerLength))
    let type = catalog.registry.identify(header: header, fileName: nil).type
    guard images.supportedContentTypes.contains(where: { catalog.registry.type(type.identifier, conformsTo: $0) })
    else { throw ProviderError(.protocolViolation, "what it made is not a picture that can be read") }
    var inner = job
    (inner.provider, inner.type, inner.bytes) = (images, type, bytes)
    inner.seconds = images.limits.thumbnailSeconds
    inner.request.capability = .thumbnail
    (inner.request.scale, inner.request.page) = (1, nil)
    let checker = ReplyChecker(limits: images.limits, maximumSize: job.request.maximumSize)
    do throws(ProviderError) {
      // A second attempt needs a new worker of the provider that failed, not of the image provider.
      return try await run(inner, in: pool(images.id), inNewWorker: false) { reply, path throws(ProviderError) in
        guard case .pixels(let pixels) = reply.content else {
          throw ProviderError(.protocolViolation, "it did not decode the picture of another provider")
        }
        return (try checker.pixels(pixels, at: path), reply.warnings)
      }
    } catch {
      // A picture that cannot be decoded is the fault of the provider that made it, not of the document.
      let isBroken = [.corruptInput, .unsupportedType, .passwordRequired, .limitExceeded].contains(error.code)
      throw isBroken ? ProviderError(.protocolViolation, "the picture that it made is broken: \(error.message)") : error
    }
  }

  // MARK: A worker

  /// Gives one request to one worker.
  ///
  /// - Parameters:
  ///   - inNewWorker: whether the worker must be one that has not seen a document; nil if only on a second attempt.
  ///   - check: reads the worker's output before the worker is given back.
  private nonisolated func run<Value: Sendable>(
    _ job: RenderJob, in pool: WorkerPool, inNewWorker: Bool? = nil,
    check: @Sendable (ProviderMessage.Reply, String) throws(ProviderError) -> Value
  ) async throws(ProviderError) -> Value {
    let tenant = job.request.tenant
    let worker: ProviderClient
    do throws(ProviderError) {
      worker = try await pool.lease(job.provider, tenant: tenant, unused: inNewWorker ?? job.isRetry)
      if job.bytes == nil { job.usedWorker.note(isStarted: true) }
    } catch {
      if job.bytes == nil { job.usedWorker.note(isStarted: false) }
      if let log = configuration.log {
        log(
          HostEvent(
            error: error, requestID: job.request.requestID, isRetried: job.isRetried(after: error),
            log: await pool.startLog))
      }
      throw error
    }
    // Only an invalid reply makes the worker unusable here. After any other failure the worker can be used again, or
    // its client knows that it cannot.
    var isSound = true
    if await worker.answers > 0 { job.usedWorker.note() }
    do throws(ProviderError) {
      let id = await worker.nextID
      let input: String
      var omissions: [String] = []
      if let bytes = job.bytes {
        input = try worker.directory.add(bytes: bytes, extension: nil)
      } else {
        (input, omissions) = try await worker.directory.copy(
          document: job.request.document.path, name: job.request.document.name)
      }
      let output = worker.directory.outputPath(id: String(id))
      let seconds = try job.remaining()
      var reply = try await worker.perform(
        job.message(id: id, input: input, output: output, seconds: seconds), seconds: seconds)
      reply.warnings += omissions
      isSound = false
      let value = try check(reply, output)
      // An encoded picture is judged only when another worker decodes it.
      if configuration.log != nil, job.bytes == nil, case .image = reply.content {
        job.usedWorker.keep(log: await worker.log + worker.standardError)
      }
      await pool.giveBack(worker, tenant: tenant, isSound: true)
      return value
    } catch {
      await pool.giveBack(worker, tenant: tenant, isSound: isSound)
      var error = error
      if error.provider == nil { error.provider = job.provider.id }
      if let log = configuration.log {
        log(
          HostEvent(
            error: error, requestID: job.request.requestID, isRetried: job.isRetried(after: error),
            log: await worker.log + worker.standardError))
      }
      throw error
    }
  }

  /// Runs a desktop thumbnailer, which writes a PNG file.
  private nonisolated func runThumbnailer(_ job: RenderJob) async throws(ProviderError) -> RenderedContent {
    let directory = try WorkerDirectory(in: configuration.workerFolder)
    defer { directory.remove() }
    // It has no start without a document.
    job.usedWorker.note(isStarted: true)
    let output = directory.outputPath(id: "1")
    let run = ThumbnailerRun(
      provider: job.provider, sandbox: sandbox, policy: configuration.workers, environment: configuration.environment)
    let name = job.request.document.name
    let (document, omissions) = try await directory.copy(document: job.request.document.path, name: name)
    try await run.run(
      directory: directory, document: document, name: name, output: output, size: job.request.maximumSize.longSide,
      seconds: try job.remaining())
    let checker = ReplyChecker(limits: job.provider.limits, maximumSize: job.request.maximumSize)
    var reply = ProviderMessage.Reply(id: 1, content: .image(contentType: "image/png"))
    reply.warnings = omissions
    return try checker.content(of: reply, at: output, for: .thumbnail)
  }
}
