internal import ByteStreams
internal import ContentTypes
internal import Glibc
package import ProviderHost
package import ProviderProtocol
package import StructuredText

/// The host of providers as the service asks it.
package struct HostRenderService: RenderService {
  private let host: PreviewHost
  /// Whether a worker shows more than one document.
  private let reuses: Bool
  package let generation: String

  /// - Parameters:
  ///   - host: made with `hostConfiguration`.
  ///   - configuration: the service's.
  package init(_ host: PreviewHost, _ configuration: ServiceConfiguration) {
    self.host = host
    reuses = configuration.reuse > 1
    // Another version of ours may encode pictures in another way.
    generation =
      ([host.configuration.version] + host.catalog.providers.map { "\($0.id) \($0.version)" }.sorted())
      .joined(separator: "\n")
  }

  /// How a host works for the service.
  ///
  /// - Parameter version: ours.
  package static func hostConfiguration(
    _ configuration: ServiceConfiguration, version: String, log: @escaping @Sendable (String) -> Void
  ) -> HostConfiguration {
    var host = HostConfiguration(version: version)
    host.concurrency = configuration.concurrency
    // The service has a queue of its own; this one only takes what still ends when its client has gone.
    host.queueLength = 2 * configuration.concurrency + 16
    host.queueSeconds = max(configuration.queueSeconds, 1)
    host.workers.reuseLimit = configuration.reuse
    host.workers.prewarmed = configuration.concurrency
    host.workers.idleLimit = max(host.workers.idleLimit, 2 * configuration.concurrency)
    host.log = { event in
      // A client that has gone is no fault of a provider's.
      guard event.error.code != .cancelled else { return }
      log("\(event.error)\(event.isRetried ? ", tried again" : "")")
    }
    return host
  }

  package func start() async throws(ProviderError) { try await host.start() }
  package func shutdown(graceSeconds: Double) async { await host.shutdown(graceSeconds: graceSeconds) }

  package func thumbnail(_ order: RenderOrder) async throws(ProviderError) -> RenderReply {
    var request = ThumbnailRequest(document: reference(order.document), maximumSize: size(order))
    (request.scale, request.page, request.format) = (order.scale, order.page, order.format)
    (request.tenant, request.deadlineSeconds, request.usesCache) = (tenant(order), order.deadlineSeconds, false)
    request.clientID = order.tenant
    let made = try await host.thumbnail(request)
    return RenderReply(
      bytes: made.bytes, contentType: made.contentType, width: made.width, height: made.height,
      provider: made.provider.map { "\($0.id)/\($0.version)" }, title: made.title, badge: made.extensionBadge,
      pageCount: made.pageCount, warnings: made.warnings)
  }

  package func preview(_ order: RenderOrder) async throws(ProviderError) -> RenderReply {
    var request = PreviewRequest(document: reference(order.document), maximumSize: size(order))
    (request.scale, request.page, request.format) = (order.scale, order.page, order.format)
    (request.accept, request.tenant, request.deadlineSeconds) = (order.accept, tenant(order), order.deadlineSeconds)
    let start = ContinuousClock.now
    let made: RenderedPreview
    do throws(ProviderError) {
      request.clientID = order.tenant
      made = try await host.preview(request)
    } catch {
      // A type that only has thumbnails.
      guard order.mustBePicture, error.code == .unsupportedType else { throw error }
      return try await thumbnail(order)
    }
    if order.mustBePicture, made.kind != .image {
      var order = order
      order.deadlineSeconds = max(0.001, order.deadlineSeconds - (ContinuousClock.now - start) / .seconds(1))
      return try await thumbnail(order)
    }
    var type = made.contentType
    if type.hasPrefix("text/"), !type.contains(";"), let encoding = made.encoding { type += "; charset=\(encoding)" }
    return RenderReply(
      bytes: made.bytes, contentType: type, provider: "\(made.provider.id)/\(made.provider.version)", title: made.title,
      pageCount: made.pageCount, warnings: made.warnings,
      attachments: made.attachments.map { .init(id: $0.id, contentType: $0.contentType, bytes: $0.bytes) })
  }

  private func size(_ order: RenderOrder) -> ThumbnailRequest.Size { .init(width: order.width, height: order.height) }

  /// Whose documents may share the worker; nil for a worker of its own for each.
  private func tenant(_ order: RenderOrder) -> String? { reuses ? order.tenant : nil }

  private func reference(_ document: ServedDocument) -> DocumentReference {
    var reference = DocumentReference(
      path: document.path, name: name(of: document), contentType: document.typeIdentifier)
    reference.holder = document
    return reference
  }

  /// The document's name. One without a suffix gets that of the MIME type which the client told: like a name, it counts where
  /// the content does not say more.
  private func name(of document: ServedDocument) -> String {
    guard !document.name.contains("."), let mimeType = document.mimeType,
      let suffix = host.catalog.registry.type(mimeType: mimeType)?.allExtensions.first
    else { return document.name }
    return "\(document.name).\(suffix)"
  }

  // MARK: What is known

  package func types() async -> [TypeRecord] {
    host.catalog.registry.types.map { type in
      TypeRecord(
        identifier: type.identifier, summary: type.name.isEmpty ? nil : type.name, conformsTo: type.conformsTo,
        extensions: type.allExtensions, mimeTypes: type.mimeTypes)
    }
  }

  package func providers() async -> [ProviderRecord] {
    host.catalog.providers.map { provider in
      ProviderRecord(
        id: provider.id, version: provider.version, level: provider.level, capabilities: provider.capabilities,
        supportedContentTypes: provider.supportedContentTypes)
    }
  }

  package func explain(
    _ document: ServedDocument, capability: ProviderCapability
  ) async throws(ProviderError) -> JSONValue {
    let catalog = host.catalog
    let explanation: DocumentExplanation
    if let identifier = document.typeIdentifier {
      guard let type = catalog.registry.type(identifier: identifier) else {
        throw ProviderError(.unsupportedType, "this type is not known")
      }
      explanation = DocumentExplanation(selections: [catalog.explain(type, capability: capability)])
    } else {
      explanation = catalog.explain(try identification(of: document), capabilities: [capability])
    }
    return .object([JSONMember("name", .string(document.name))] + explanation.members)
  }

  private func identification(of document: ServedDocument) throws(ProviderError) -> TypeIdentification {
    let registry = host.catalog.registry
    if document.path.isEmpty { return registry.identify(header: [], fileName: document.name) }
    let file = SystemCall.open(document.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw .unreadable() }
    defer { close(file) }
    var status = stat()
    if fstat(file, &status) == 0, status.isDirectory { return registry.identifyDirectory(name: document.name) }
    guard let header = SystemCall.header(of: file, count: registry.headerLength) else { throw .unreadable() }
    return registry.identify(header: header, fileName: document.name)
  }

  package func health() async -> RenderHealth {
    let health = await host.health
    return RenderHealth(isReady: health.isReady, sandboxTier: health.tier, restingProviders: health.resting)
  }

  package func metrics() async -> [MetricFamily] { await host.metrics.families }
}
