internal import ContentTypes
internal import ImageModel
internal import ProviderProtocol

/// A document's way through a worker.
extension PreviewHost {
  /// What every rendering needs to know.
  struct Job: Sendable {
    var provider: ProviderDescription
    var document: DocumentReference
    /// The document's bytes, where it is no file.
    var bytes: [UInt8]?
    var type: ContentType
    var tenant: String?
    var clientID: String?
    /// What the provider may take for one attempt.
    var seconds: Double
    /// When the request is over, waiting included.
    var end: ContinuousClock.Instant?

    /// The seconds for an attempt that begins now.
    ///
    /// - Throws: `timeout` where the request is over.
    func remaining() throws(ProviderError) -> Double {
      guard let end else { return seconds }
      let left = (end - .now) / .seconds(1)
      guard left > 0 else { throw ProviderError(.timeout, "the request's time is over", provider: provider.id) }
      return min(seconds, left)
    }
  }

  /// An order that was made: its number, the document and the output as the worker sees them, and how long it may take.
  struct OrderPlace: Sendable {
    var id: Int
    var input: HostMessage.Input
    var output: String
    var seconds: Double
  }

  /// Waits for a turn, renders, and tries again once in a fresh worker where the provider was at fault.
  nonisolated func render<Value: Sendable>(
    _ job: Job, attempt: @Sendable (_ pool: WorkerPool, _ isRetry: Bool) async throws(ProviderError) -> Value
  ) async throws(ProviderError) -> Value {
    let wait = min(configuration.queueSeconds, job.end.map { max(0, ($0 - .now) / .seconds(1)) } ?? .infinity)
    try await queue.enter(seconds: wait)
    let pool = await pool(of: job.provider)
    let result: Result<Value, ProviderError>
    let start = ContinuousClock.now
    do throws(ProviderError) {
      try await pool.enter(job.clientID)
      do throws(ProviderError) {
        result = .success(try await attempts(pool, job, attempt))
        await pool.report(nil, job.clientID)
      } catch {
        await pool.report(error.code, job.clientID)
        throw error
      }
    } catch {
      var error = error
      if error.provider == nil { error.provider = job.provider.id }
      result = .failure(error)
    }
    await countLatency(.now - start)
    if case .failure(let error) = result {
      await count(error.code.rawValue, provider: job.provider.id)
    } else {
      await count("ok", provider: job.provider.id)
    }
    await queue.leave()
    return try result.get()
  }

  private nonisolated func attempts<Value: Sendable>(
    _ pool: WorkerPool, _ job: Job,
    _ attempt: @Sendable (_ pool: WorkerPool, _ isRetry: Bool) async throws(ProviderError) -> Value
  ) async throws(ProviderError) -> Value {
    do throws(ProviderError) {
      return try await attempt(pool, false)
    } catch {
      guard Self.isWorthRetrying(error, job) else { throw error }
    }
    await countRetry()
    return try await attempt(pool, true)
  }

  /// Whether a failure may be the provider's own, somebody still waits, and there is time.
  private static func isWorthRetrying(_ error: ProviderError, _ job: Job) -> Bool {
    [.timeout, .crashed, .resourceExhausted, .protocolViolation].contains(error.code) && !Task.isCancelled
      && job.end.map { .now < $0 } ?? true
  }

  /// Gives one order to one worker.
  ///
  /// - Parameters:
  ///   - fresh: whether the worker must be one that was never used.
  ///   - isRetry: whether this is the second attempt, behind which there is none.
  ///   - order: makes the order for a place.
  ///   - check: reads what the reply says lies at the output, before the worker is given back.
  nonisolated func perform<Value: Sendable>(
    _ job: Job, in pool: WorkerPool, fresh: Bool, isRetry: Bool, order: @Sendable (OrderPlace) -> HostMessage,
    onPartial: (@Sendable (ProviderMessage.Reply, String) throws(ProviderError) -> Void)? = nil,
    check: @Sendable (ProviderMessage.Reply, String) throws(ProviderError) -> Value
  ) async throws(ProviderError) -> Value {
    let worker: ProviderClient
    do throws(ProviderError) {
      worker = try await pool.lease(tenant: job.tenant, unused: fresh)
    } catch {
      let isRetried = !isRetry && Self.isWorthRetrying(error, job)
      configuration.log?(HostEvent(error: error, isRetried: isRetried, log: await pool.startLog))
      throw error
    }
    // What is wrong before the order, and what the provider says of the document, is no fault of the worker; a worker at fault is not
    // usable any more. What it replied must be as it should be.
    var isSound = true
    do throws(ProviderError) {
      let id = await worker.nextID
      let document: String
      var omissions: [String] = []
      if let bytes = job.bytes {
        document = try worker.directory.add(bytes: bytes, extension: nil)
      } else {
        (document, omissions) = try await worker.directory.copy(
          document: job.document.path, name: job.document.name)
      }
      let output = worker.directory.outputPath(id: String(id))
      let place = OrderPlace(
        id: id, input: .init(path: document, name: job.document.name, contentType: job.type.identifier),
        output: output, seconds: try job.remaining())
      var take: ProviderClient.PartialHandler?
      if let onPartial {
        take = { reply throws(ProviderError) in try onPartial(reply, output + ".partial") }
      }
      var reply = try await worker.perform(
        order(place), seconds: place.seconds, onPartial: take)
      reply.warnings += omissions
      isSound = false
      let value = try check(reply, output)
      await pool.giveBack(worker, tenant: job.tenant, isSound: true)
      return value
    } catch {
      await pool.giveBack(worker, tenant: job.tenant, isSound: isSound)
      var error = error
      if error.provider == nil { error.provider = job.provider.id }
      if let log = configuration.log {
        let isRetried = !isRetry && Self.isWorthRetrying(error, job)
        log(HostEvent(error: error, isRetried: isRetried, log: await worker.log + worker.standardError))
      }
      throw error
    }
  }

  /// The provider for a document.
  ///
  /// - Throws: `unsupportedType`.
  nonisolated func provider(
    for type: ContentType, capability: ProviderCapability, side: Int?
  ) throws(ProviderError) -> ProviderDescription {
    if let provider = catalog.candidates(for: type, capability: capability, pixels: side).first { return provider }
    throw ProviderError(.unsupportedType, missing(for: type, capability, side: side))
  }

  /// Why nobody shows a type: nobody knows it, or those who do make something else of it, or nothing so small.
  private nonisolated func missing(for type: ContentType, _ capability: ProviderCapability, side: Int?) -> String {
    let name = "\(type.name) (\(type.identifier))"
    func knows(_ capability: ProviderCapability) -> [ProviderDescription] {
      catalog.candidates(for: type, capability: capability)
    }
    if let side, let least = knows(capability).map(\.thumbnailMinimumDimension).min(), least > side {
      return "no provider makes thumbnails of \(name) of fewer than \(least) pixels"
    }
    let others = ProviderCapability.allCases.filter { $0 != capability }
    return others.contains { !knows($0).isEmpty }
      ? "no provider makes \(capability.rawValue)s of \(name)" : "no provider shows \(name)"
  }

  /// The pixels of a picture that a provider encoded, from a worker of the provider of pictures, and what is wrong with it.
  nonisolated func decode(
    _ bytes: [UInt8], for job: Job, size: ThumbnailRequest.Size, isRetry: Bool
  ) async throws(ProviderError) -> (pixels: CheckedPixels, warnings: [String]) {
    guard job.provider.id != configuration.imageProvider else {
      throw ProviderError(.protocolViolation, "the provider of pictures replied with an encoded one")
    }
    guard let images = catalog.providers.first(where: { $0.id == configuration.imageProvider && $0.level > 0 }) else {
      throw ProviderError(
        .providerUnavailable,
        "\(configuration.imageProvider), which decodes what other providers draw, is not installed")
    }
    let type = catalog.registry.identify(
      header: Array(bytes.prefix(catalog.registry.headerLength)), fileName: nil
    ).type
    guard
      images.supportedContentTypes.contains(where: { catalog.registry.type(type.identifier, conformsTo: $0) })
    else { throw ProviderError(.protocolViolation, "the reply is no picture that can be read") }
    var inner = job
    inner.provider = images
    inner.type = type
    inner.seconds = images.limits.thumbnailSeconds
    inner.bytes = bytes
    let checker = ReplyChecker(limits: images.limits, maximumSize: size)
    do throws(ProviderError) {
      return try await perform(inner, in: pool(of: images), fresh: false, isRetry: isRetry) { place in
        .thumbnail(
          HostMessage.ThumbnailRequest(
            id: place.id, input: place.input, output: place.output,
            maximumSize: .init(width: Double(size.width), height: Double(size.height)),
            minimumSize: .init(width: 0, height: 0), scale: 1, page: nil, deadlineMs: Int(place.seconds * 1_000)))
      } check: { reply, path throws(ProviderError) in
        guard case .pixels(let pixels) = reply.content else {
          throw ProviderError(.protocolViolation, "the provider of pictures replied without pixels")
        }
        return (try checker.pixels(pixels, at: path), reply.warnings)
      }
    } catch {
      // A picture that cannot be decoded is the fault of who made it, not of the document.
      let isBroken = [.corruptInput, .unsupportedType, .passwordRequired, .limitExceeded].contains(error.code)
      throw isBroken ? ProviderError(.protocolViolation, "the reply's picture is broken: \(error.message)") : error
    }
  }

  /// Encodes pixels.
  nonisolated func encode(_ pixels: CheckedPixels, format: String) throws(ProviderError) -> [UInt8] {
    do {
      return try encoder.encode(pixels, format: format)
    } catch {
      let reason = (error as? ImageError)?.message ?? "\(error)"
      throw ProviderError(.limitExceeded, "the picture cannot be encoded: \(reason)")
    }
  }
}
