internal import ByteStreams
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import ProviderHost
internal import ProviderProtocol
internal import StructuredText

/// Answers requests for thumbnails and previews.
struct RenderHandler {
  let state: ServiceState
  let route: Route
  let clientID: String

  func answer(
    _ httpRequest: Request, _ query: RequestQuery, _ context: ServiceContext
  ) async throws(ServiceProblem) -> Response {
    let accept = AcceptedTypes(httpRequest.headers[values: .accept].joined(separator: ","))
    let options = try RenderQuery(query, route: route, accept: accept)
    var request = options.request
    if route.method == .get {
      request.document = try state.roots.open(query[.path] ?? "", name: options.name)
      request.document.contentType = options.request.document.contentType
    } else {
      try await BodyReader(state: state, request: httpRequest, channel: context.channel).read(into: &request.document)
    }
    let tag = EntityTag(request, options.kind, generation: state.generation)
    if tag.isNamed(in: httpRequest.headers[values: .ifNoneMatch].joined(separator: ",")) { return try unchanged(tag) }
    request.clientID = clientID
    request.tenant = state.configuration.reuse > 1 ? clientID : nil
    request.deadlineSeconds =
      route.action == .thumbnail ? state.configuration.thumbnailSeconds : state.configuration.previewSeconds
    return try response(try await reply(request, context), options.kind, accept, tag)
  }

  private func reply(
    _ request: RenderRequest, _ context: ServiceContext
  ) async throws(ServiceProblem) -> RenderReply {
    let host = state.host
    let presence = state.connections.presence(ObjectIdentifier(context.channel))
    let result = await presence.whilePresent { () -> Result<RenderReply, ProviderError> in
      do throws(ProviderError) {
        return .success(try await host.render(request))
      } catch {
        return .failure(error)
      }
    }
    do throws(ProviderError) {
      return try result.get()
    } catch {
      throw ServiceProblem(error, retryAfter: await host.retryAfter)
    }
  }

  /// The client's copy is up to date: for GET and HEAD a result, for POST a failed condition (RFC 9110, 13.1.2).
  private func unchanged(_ tag: EntityTag) throws(ServiceProblem) -> Response {
    guard route.method == .get else {
      throw ServiceProblem(
        .preconditionFailed, "the picture of this document is the one that If-None-Match names",
        headers: [("ETag", tag.text)])
    }
    return .notModified([("ETag", tag.text), ("Cache-Control", cacheControl), ("Vary", "Accept")])
  }

  private var cacheControl: String {
    route.method == .get ? "private, max-age=\(state.configuration.cacheSeconds)" : "no-store"
  }

  private func response(
    _ reply: RenderReply, _ kind: PreviewKind, _ accept: AcceptedTypes, _ tag: EntityTag
  ) throws(ServiceProblem) -> Response {
    var contentType = reply.contentType
    if let encoding = reply.encoding, contentType.hasPrefix("text/"), !contentType.contains(";") {
      contentType += "; charset=\(encoding)"
    }
    let type = contentType.prefix { $0 != ";" }.lowercased()
    if kind != .any, !kind.mimeTypes.contains(type) {
      throw ServiceProblem(.notAcceptable, "the preview is \(ServiceProblem.scrubbed(type)), not \(kind.rawValue)")
    }
    guard accept.allows(type) else {
      throw ServiceProblem(
        .notAcceptable, "the preview is \(ServiceProblem.scrubbed(type)), which Accept does not allow")
    }
    var headers = [
      ("Content-Type", contentType), ("ETag", tag.text), ("Cache-Control", cacheControl), ("Vary", "Accept"),
      ("Content-Security-Policy", Self.policy), ("Cross-Origin-Resource-Policy", "same-origin"),
    ]
    let facts: [(String, String?)] = [
      ("Cameo-Provider", reply.provider.map { "\($0.id)/\($0.version)" }), ("Cameo-Title", reply.title),
      ("Cameo-Badge", reply.extensionBadge), ("Cameo-Page-Count", reply.pageCount.map { "\($0)" }),
      ("Cameo-Width", reply.width.map { "\($0)" }), ("Cameo-Height", reply.height.map { "\($0)" }),
      ("Cameo-Warning", reply.warnings.isEmpty ? nil : reply.warnings.joined(separator: "; ")),
    ]
    for (name, value) in facts { if let value { headers.append((name, Self.fieldValue(value))) } }
    return Response(headers, bytes: type == "text/html" ? try Self.inlined(reply) : reply.bytes)
  }

  /// What providers made runs no scripts, loads nothing, and has no origin.
  private static let policy =
    "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; "
    + "form-action 'none'"

  /// Titles and warnings are any text: escaped as in addresses.
  private static func fieldValue(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "%") }
    return isPlain ? text : RequestQuery.encoded(text.prefix(300).utf8)
  }

  /// HTML in which the files that it refers to by `cid:` became data URLs: an answer is one body.
  private static func inlined(_ reply: RenderReply) throws(ServiceProblem) -> [UInt8] {
    var files = ContentIDs()
    for file in reply.attachments { files.add(file.id, file.contentType, file.bytes) }
    guard let result = files.inlined(in: reply.bytes, limit: 128 << 20, excess: .refuses) else {
      throw ServiceProblem(ProviderError(.limitExceeded, "the preview is too large with its pictures"))
    }
    return result
  }
}
