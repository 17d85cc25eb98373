internal import ContentTypes
internal import ProviderProtocol

extension PreviewHost {
  /// A thumbnail that gets better: the icon for the type at once, what the provider makes on the way, the thumbnail.
  ///
  /// Who stops listening cancels the request.
  package nonisolated func thumbnails(
    _ request: ThumbnailRequest
  ) -> AsyncThrowingStream<ThumbnailUpdate, any Error> {
    AsyncThrowingStream(bufferingPolicy: .unbounded) { continuation in
      let task = Task {
        do {
          let type = try TypeFinder(registry: self.catalog.registry).type(of: request.document)
          continuation.yield(
            .icon(contentType: type.identifier, name: IconName.name(for: type, in: self.catalog.registry)))
          if let smaller = self.smallerThumbnail(request) { continuation.yield(.lowQuality(smaller)) }
          let thumbnail = try await self.thumbnail(request) { continuation.yield(.lowQuality($0)) }
          continuation.yield(.final(thumbnail))
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// A thumbnail from the cache that is smaller than wanted, where the wanted one is not there.
  private nonisolated func smallerThumbnail(_ request: ThumbnailRequest) -> RenderedThumbnail? {
    guard let pixels = request.cachePixels, let identity = request.document.identity, let cache = configuration.cache,
      cache.entry(for: identity, pixels: pixels) == nil
    else { return nil }
    let smaller = ThumbnailCache.sizes.map(\.pixels).filter { $0 < pixels }.reversed()
    return smaller.lazy.compactMap { cache.entry(for: identity, pixels: $0) }.first.map(Self.thumbnail)
  }

  private static func thumbnail(_ entry: ThumbnailCache.Entry) -> RenderedThumbnail {
    RenderedThumbnail(
      bytes: entry.bytes, contentType: "image/png", width: entry.width, height: entry.height,
      provider: entry.provider, warnings: entry.warnings, isCached: true)
  }

  /// Finds or makes a thumbnail, once for all who want it.
  nonisolated func makeThumbnail(
    _ request: ThumbnailRequest, onUpdate: @escaping @Sendable (RenderedThumbnail) -> Void
  ) async throws(ProviderError) -> RenderedThumbnail {
    let end = request.deadlineSeconds.map { ContinuousClock.now + .seconds($0) }
    let type = try TypeFinder(registry: catalog.registry).type(of: request.document)
    guard let pixels = request.cachePixels, let identity = request.document.identity, let cache = configuration.cache
    else { return try await drawThumbnail(request, type, end, onUpdate) }
    if let entry = cache.entry(for: identity, pixels: pixels) {
      await countCacheHit()
      return Self.thumbnail(entry)
    }
    if let failure = cache.failure(for: identity, providers: providersDigest) {
      await countFailureHit()
      var failure = failure
      failure.message += " (remembered; without the cache it is tried again)"
      throw failure
    }
    do throws(ProviderError) {
      let thumbnail = try await drawThumbnail(request, type, end, onUpdate)
      cache.store(
        thumbnail.bytes, for: identity, pixels: pixels, mimeType: type.mimeTypes.first, provider: thumbnail.provider,
        warnings: thumbnail.warnings)
      cache.forgetFailure(for: identity)
      return thumbnail
    } catch {
      // A deadline of the caller's says nothing about the document.
      if error.code != .timeout || end == nil { cache.remember(error, for: identity, providers: providersDigest) }
      throw error
    }
  }

  private nonisolated func drawThumbnail(
    _ request: ThumbnailRequest, _ type: ContentType, _ end: ContinuousClock.Instant?,
    _ onUpdate: @escaping @Sendable (RenderedThumbnail) -> Void
  ) async throws(ProviderError) -> RenderedThumbnail {
    let size = request.maximumSize
    let provider = try provider(for: type, capability: .thumbnail, side: max(size.width, size.height))
    let job = Job(
      provider: provider, document: request.document, type: type, tenant: request.tenant, clientID: request.clientID,
      seconds: provider.limits.thumbnailSeconds, end: end)
    let checker = ReplyChecker(limits: provider.limits, maximumSize: size)
    return try await render(job) { pool, isRetry throws(ProviderError) in
      var (reply, content) = try await self.replied(job, request, pool, isRetry, checker, onUpdate)
      let pixels: CheckedPixels
      switch content {
      case .pixels(let checked): pixels = checked
      case .encoded(let bytes):
        let decoded = try await self.decode(bytes, for: job, size: size, isRetry: isRetry)
        pixels = decoded.pixels
        reply.warnings += decoded.warnings
      }
      return try self.thumbnail(of: pixels, reply, request, provider)
    }
  }

  private enum Drawn: Sendable {
    case pixels(CheckedPixels)
    case encoded([UInt8])
  }

  private nonisolated func replied(
    _ job: Job, _ request: ThumbnailRequest, _ pool: WorkerPool, _ isRetry: Bool, _ checker: ReplyChecker,
    _ onUpdate: @escaping @Sendable (RenderedThumbnail) -> Void
  ) async throws(ProviderError) -> (ProviderMessage.Reply, Drawn) {
    if job.provider.level == 0 { return try await runThumbnailer(job, request, checker) }
    let scale = request.scale
    func points(_ size: ThumbnailRequest.Size) -> HostMessage.Size {
      HostMessage.Size(width: Double(size.width) / scale, height: Double(size.height) / scale)
    }
    let (maximum, minimum) = (points(request.maximumSize), points(request.minimumSize))
    return try await perform(job, in: pool, fresh: isRetry, isRetry: isRetry) { place in
      .thumbnail(
        HostMessage.ThumbnailRequest(
          id: place.id, input: place.input, output: place.output, maximumSize: maximum, minimumSize: minimum,
          scale: scale, page: request.page, deadlineMs: Int(place.seconds * 1_000)))
    } onPartial: { reply, path throws(ProviderError) in
      // Only pixels: a first picture that another worker would have to decode comes no sooner than the last one.
      guard case .pixels(let pixels) = reply.content else { return }
      onUpdate(try self.thumbnail(of: checker.pixels(pixels, at: path), reply, request, job.provider))
    } check: { reply, path throws(ProviderError) in
      switch reply.content {
      case .pixels(let pixels): return (reply, .pixels(try checker.pixels(pixels, at: path)))
      case .image: return (reply, .encoded(try checker.file(at: path)))
      case .pdf, .data: throw ProviderError(.protocolViolation, "a thumbnail that is no picture")
      }
    }
  }

  /// A thumbnailer of the desktop makes a PNG file, which another worker decodes.
  private nonisolated func runThumbnailer(
    _ job: Job, _ request: ThumbnailRequest, _ checker: ReplyChecker
  ) async throws(ProviderError) -> (ProviderMessage.Reply, Drawn) {
    let directory = try WorkerDirectory(in: configuration.workerFolder)
    defer { directory.remove() }
    let output = directory.outputPath(id: "1")
    let run = ThumbnailerRun(
      provider: job.provider, sandbox: sandbox, policy: configuration.workers, environment: configuration.environment)
    let (document, omissions) = try await directory.copy(document: job.document.path, name: job.document.name)
    try await run.run(
      directory: directory, document: document, output: output,
      size: max(request.maximumSize.width, request.maximumSize.height), seconds: try job.remaining())
    let bytes = try checker.file(at: output)
    var reply = ProviderMessage.Reply(id: 1, content: .image(contentType: "image/png"))
    reply.warnings = omissions
    return (reply, .encoded(bytes))
  }

  private nonisolated func thumbnail(
    of pixels: CheckedPixels, _ reply: ProviderMessage.Reply, _ request: ThumbnailRequest,
    _ provider: ProviderDescription
  ) throws(ProviderError) -> RenderedThumbnail {
    RenderedThumbnail(
      bytes: try encode(pixels, format: request.format), contentType: "image/\(request.format)", width: pixels.width,
      height: pixels.height, provider: ProviderName(id: provider.id, version: provider.version),
      title: ReplyText.line(reply.title, limit: 1_024), extensionBadge: ReplyText.line(reply.extensionBadge, limit: 16),
      pageCount: reply.pageCount.flatMap { (1...1_000_000).contains($0) ? $0 : nil },
      warnings: ReplyText.lines(reply.warnings))
  }
}
