internal import HTTPTypes
internal import Hummingbird
internal import ProviderHost
internal import ProviderProtocol

/// Answers requests for thumbnails and previews.
struct RenderHandler {
  /// The sides of pictures where nothing is asked for, in pixels.
  static let thumbnailSide = 256
  static let previewSide = 1_024

  let state: ServiceState
  let route: Route
  let request: Request
  let context: ConnectionContext
  /// Who asks.
  let tenant: String

  private var presence: ClientPresence? { state.registry.presence(ObjectIdentifier(context.channel)) }

  func answer(_ target: RequestTarget) async throws(ServiceProblem) -> Reply {
    let accept = AcceptedTypes(request.headers[values: .accept].joined(separator: ","))
    let side = route.action == .thumbnail ? Self.thumbnailSide : Self.previewSide
    let options = try RenderOptions(target, route: route, accept: accept, side: side)
    let document: ServedDocument
    if route.method == .get {
      document = try state.roots.open(target["path"] ?? "", type: options.type, name: options.name)
    } else {
      document = try await BodyReader(state: state, request: request, channel: context.channel).document(options)
    }
    let tag = EntityTag([
      route.path, document.fingerprint, document.name, document.mimeType ?? "-", options.fingerprint,
      accept.named.joined(separator: ","),
      await state.service.generation,
    ])
    if tag.isNamed(in: request.headers[values: .ifNoneMatch].joined(separator: ",")) { return try unchanged(tag) }
    let order = RenderOrder(
      document: document, width: options.width, height: options.height, scale: options.scale, page: options.page,
      format: options.format, mustBePicture: options.mustBePicture, kind: options.kind,
      accept: options.mustBePicture
        ? ["image/\(options.format)"] : options.kind == .any ? accept.named : options.kind.mimeTypes,
      deadlineSeconds: route.action == .thumbnail
        ? state.configuration.thumbnailSeconds : state.configuration.previewSeconds, tenant: tenant)
    return try reply(try await rendered(order, tag), options, accept, tag)
  }

  /// For GET and HEAD what the caller has is good; for other methods the condition failed (RFC 9110, 13.1.2).
  private func unchanged(_ tag: EntityTag) throws(ServiceProblem) -> Reply {
    guard route.method == .get else {
      throw ServiceProblem(
        .preconditionFailed, "the picture of this document is the one that If-None-Match names",
        headers: [("ETag", tag.text)])
    }
    return Reply(status: 304, headers: [("ETag", tag.text), ("Cache-Control", cacheControl), ("Vary", "Accept")])
  }

  private var cacheControl: String {
    route.method == .get ? "private, max-age=\(state.configuration.cacheSeconds)" : "no-store"
  }

  /// Renders once for all who want the same at the same time: the tag names everything that the answer depends on. Workers that
  /// served one tenant make nothing for another.
  private func rendered(_ order: RenderOrder, _ tag: EntityTag) async throws(ServiceProblem) -> RenderReply {
    let (state, isThumbnail) = (state, route.action == .thumbnail)
    let key = "\(tag.text) \(state.configuration.reuse > 1 ? tenant : "")"
    let run = RenderRun(
      queue: state.queue, queueSeconds: state.configuration.queueSeconds, renderSeconds: order.deadlineSeconds)
    let outcome = await ClientWait(presence: presence).outcome {
      await state.renderings.outcome(for: key) { _ in
        await run { () async throws(ProviderError) in
          isThumbnail ? try await state.service.thumbnail(order) : try await state.service.preview(order)
        }
      }
    }
    do throws(ProviderError) {
      return try outcome.get()
    } catch {
      throw ServiceProblem(error, retryAfter: await state.queue.retryAfter)
    }
  }

  private func reply(
    _ made: RenderReply, _ options: RenderOptions, _ accept: AcceptedTypes, _ tag: EntityTag
  ) throws(ServiceProblem) -> Reply {
    let type = made.contentType.prefix { $0 != ";" }.lowercased()
    if options.kind != .any, !options.kind.mimeTypes.contains(type) {
      throw ServiceProblem(.notAcceptable, "the preview is \(PublicText.scrubbed(type)), not \(options.kind.rawValue)")
    }
    guard accept.allows(type) else {
      throw ServiceProblem(.notAcceptable, "the preview is \(PublicText.scrubbed(type)), which Accept does not allow")
    }
    var headers = [
      ("Content-Type", made.contentType), ("ETag", tag.text), ("Cache-Control", cacheControl), ("Vary", "Accept"),
      ("Content-Security-Policy", Self.policy), ("Cross-Origin-Resource-Policy", "same-origin"),
    ]
    let facts: [(String, String?)] = [
      ("Cameo-Provider", made.provider), ("Cameo-Title", made.title), ("Cameo-Badge", made.badge),
      ("Cameo-Page-Count", made.pageCount.map { "\($0)" }), ("Cameo-Width", made.width.map { "\($0)" }),
      ("Cameo-Height", made.height.map { "\($0)" }),
      ("Cameo-Warning", made.warnings.isEmpty ? nil : made.warnings.joined(separator: "; ")),
    ]
    // Titles are any text: escaped as in addresses.
    for (name, value) in facts { if let value { headers.append((name, Self.fieldValue(value))) } }
    do throws(ProviderError) {
      let body = type == "text/html" ? try HTMLAttachments.inlined(made, limit: Self.mostBytes) : made.bytes
      return Reply(status: 200, headers: headers, body: body)
    } catch {
      throw ServiceProblem(error)
    }
  }

  /// What providers made runs no scripts, loads nothing, and has no origin.
  static let policy =
    "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'"
  private static let mostBytes = 128 << 20

  private static func fieldValue(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "%") }
    return isPlain ? text : RequestTarget.encoded(String(text.prefix(300)))
  }
}
