internal import ByteStreams
internal import Glibc
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
  let client: Client

  @Sendable static func answer(_ call: RouteCall) async throws(ServiceProblem) -> Response {
    do throws(ServiceProblem) {
      return try await RenderHandler(state: call.state, route: call.route, client: call.client)
        .handle(call.request, try call.state.configuration.presets.expanded(call.query), call.context)
    } catch {
      let accept = AcceptedTypes(call.request.headers[values: .accept].joined(separator: ","))
      throw try call.state.withFallback(error, call.query, accept, isPublic: call.client.signedUntil != nil)
    }
  }

  /// - Parameter document: what is shown; nil for what the query or the body names.
  func handle(
    _ httpRequest: Request, _ query: RequestQuery, _ context: ServiceContext, document: DocumentReference? = nil
  ) async throws(ServiceProblem) -> Response {
    let accept = AcceptedTypes(httpRequest.headers[values: .accept].joined(separator: ","))
    _ = try FallbackKind(query, state)
    let options = try RenderQuery(query, route: route, accept: accept)
    var request = options.request
    let presets = state.configuration.presets
    let name = presets.narrowed(name: options.name, state.host.catalog.registry)
    if let name { request.document.name = name }
    if options.kind == .any, !request.mustBePicture { request.accept = presets.narrowed(accept: request.accept) }
    if let document {
      request.document = document
    } else if let url = query[.url] {
      try await fetch(url, name: name, into: &request.document, context)
    } else if route.method == .get {
      request.document = try state.roots.open(query[.path] ?? "", name: name)
      request.document.contentType = options.request.document.contentType
    } else {
      try await BodyReader(state: state, request: httpRequest, channel: context.channel, client: client)
        .read(into: &request.document)
    }
    let key = state.resultKey(for: request.document, tenant: client.tenant)
    var kept: ResultCache.Answer?
    if options.takesAVIF, let key {
      // It takes long to encode, so it is only sent if somebody asked for it before.
      var other = request
      other.format = .avif
      kept = key.cache.answer(key.name(other, options.kind))
      if kept != nil { request = other }
    }
    let validators = Validators(
      tag: EntityTag(request, options.kind, generation: state.generation),
      modified: HTTPDate.lastModified(request.document.modified, now: time(nil)),
      variesByAccept: options.variesByAccept)
    if validators.areMet(by: httpRequest.headers, isGet: route.method == .get) { return try unchanged(validators) }
    (request.clientID, request.requestID) = (client.id, context.record?.id)
    request.tenant = state.configuration.reuse > 1 ? client.tenant : nil
    request.deadlineSeconds =
      route.capability == .thumbnail ? state.configuration.thumbnailSeconds : state.configuration.previewSeconds
    let answer = try await self.answer(request, kept, key, options.kind, context)
    return try response(answer, options.kind, accept, validators, key, context.channel)
  }

  /// Fetches a document of another server, unless the client disconnects.
  ///
  /// - Parameters:
  ///   - name: the name that the client gives the document.
  ///   - document: gets the file, its digest and a name.
  private func fetch(
    _ url: String, name: String?, into document: inout DocumentReference, _ context: ServiceContext
  ) async throws(ServiceProblem) {
    guard let sources = state.sources else {
      throw ServiceProblem(.sourceForbidden, "documents of other servers are not shown here")
    }
    try await state.checkQueue(for: client)
    let (bodies, id) = (state.bodies, client.id)
    let presence = state.connections.presence(ObjectIdentifier(context.channel))
    let result = await presence.whilePresent { () -> Result<SourceFetcher.Document, ServiceProblem> in
      do throws(ServiceProblem) {
        return .success(try await sources.fetch(url, into: bodies, client: id))
      } catch {
        return .failure(error)
      }
    }
    let found = try result.get()
    state.metrics.received(found.size)
    (document.path, document.holder, document.fingerprint) = (found.file.path, found.file, found.fingerprint)
    if name == nil, let own = found.name { document.name = own }
    state.addSuffix(to: &document, mimeType: found.mimeType)
  }

  /// The answer from the result cache, or else a new one, which is kept there.
  ///
  /// - Parameters:
  ///   - kept: the answer, if it was found already.
  ///   - key: nil where replies of the document are not kept.
  private func answer(
    _ request: RenderRequest, _ kept: ResultCache.Answer?, _ key: ResultKey?, _ kind: PreviewKind,
    _ context: ServiceContext
  ) async throws(ServiceProblem) -> ResultCache.Answer {
    guard let key else { return .init(reply: try inlined(try await rendered(request, context))) }
    let name = key.name(request, kind)
    if let answer = kept ?? key.cache.answer(name) {
      state.metrics.lookedUp(isFound: true)
      context.record?.note { ($0.cache, $0.provider) = ("hit", answer.reply.provider?.id ?? "") }
      return answer
    }
    state.metrics.lookedUp(isFound: false)
    context.record?.note { $0.cache = "miss" }
    let reply = try inlined(try await rendered(request, context))
    if !reply.isProvisional, key.isValid(for: request.document) { await key.cache.store(reply, as: name) }
    return .init(reply: reply)
  }

  private func rendered(
    _ request: RenderRequest, _ context: ServiceContext
  ) async throws(ServiceProblem) -> RenderReply {
    let host = state.host
    let presence = state.connections.presence(ObjectIdentifier(context.channel))
    let (result, times) = await presence.whilePresent { () -> (Result<RenderReply, ProviderError>, RenderTimes) in
      var times = RenderTimes()
      do throws(ProviderError) {
        let reply = try await host.render(request, times: &times)
        return (.success(reply), times)
      } catch {
        return (.failure(error), times)
      }
    }
    context.record?.note { $0.times = times }
    do throws(ProviderError) {
      let reply = try result.get()
      context.record?.note { $0.provider = reply.provider?.id ?? "" }
      return reply
    } catch {
      context.record?.note { $0.fail(error) }
      throw ServiceProblem(error, retryAfter: await host.retryAfter(for: client.id))
    }
  }

  /// Answers that the client's copy is up to date: 304 for GET and HEAD, a failed condition for POST (RFC 9110,
  /// 13.1.2).
  private func unchanged(_ validators: Validators) throws(ServiceProblem) -> Response {
    guard route.method == .get else {
      throw ServiceProblem(
        .preconditionFailed, "the picture of this document is the one that If-None-Match names",
        headers: [("ETag", validators.tag.text)])
    }
    return .notModified(validators.fields + [("Cache-Control", cacheControl)])
  }

  /// An answer to a signed address must not be cached for longer than the address is valid.
  private var cacheControl: String {
    guard route.method == .get else { return "no-store" }
    let (own, shared) = (state.configuration.cacheSeconds, state.configuration.signedCacheSeconds)
    guard let end = client.signedUntil else { return "private, max-age=\(own)" }
    let left = max(0, end - time(nil))
    return shared > 0 ? "public, max-age=\(min(shared, left))" : "private, max-age=\(min(own, left))"
  }

  private var resourcePolicy: String {
    client.signedUntil == nil ? state.configuration.resourcePolicy : state.configuration.signedResourcePolicy
  }

  private func response(
    _ answer: ResultCache.Answer, _ kind: PreviewKind, _ accept: AcceptedTypes, _ validators: Validators,
    _ key: ResultKey?, _ channel: any Channel
  ) throws(ServiceProblem) -> Response {
    let reply = answer.reply
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
    // A tag would make the client's copy valid for as long as the document stays the same.
    let caching =
      reply.isProvisional
      ? [("Cache-Control", "no-store")] : validators.fields + [("Cache-Control", cacheControl)]
    var headers =
      [("Content-Type", contentType)] + caching + [
        ("Content-Security-Policy", Self.policy), ("Cross-Origin-Resource-Policy", resourcePolicy),
      ]
    let facts: [(String, String?)] = [
      ("Cameo-Provider", reply.provider.map { "\($0.id)/\($0.version)" }), ("Cameo-Title", reply.title),
      ("Cameo-Badge", reply.extensionBadge), ("Cameo-Page-Count", reply.pageCount.map { "\($0)" }),
      ("Cameo-Width", reply.width.map { "\($0)" }), ("Cameo-Height", reply.height.map { "\($0)" }),
      ("Cameo-Warning", reply.warnings.isEmpty ? nil : reply.warnings.joined(separator: "; ")),
    ]
    for (name, value) in facts { if let value { headers.append((name, Self.fieldValue(value))) } }
    // RFC 9211.
    if key != nil { headers.append(("Cache-Status", "previewd; \(reply.isCached ? "hit" : "fwd=miss")")) }
    if let content = answer.content { return Response(headers, content: content) }
    return Response(headers, reply: reply, channel)
  }

  /// Output of providers must not run scripts, load resources, or share an origin with other pages.
  private static let policy =
    "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; "
    + "form-action 'none'"

  /// Titles and warnings may contain any character, so they are percent-encoded as in addresses.
  private static func fieldValue(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "%") }
    return isPlain ? text : RequestQuery.encoded(text.prefix(300).utf8)
  }

  /// HTML whose references to attached files (`cid:`) are replaced by data URLs, because an answer has one body.
  private func inlined(_ reply: RenderReply) throws(ServiceProblem) -> RenderReply {
    if reply.attachments.isEmpty { return reply }
    var whole = reply
    whole.attachments = []
    // Other types cannot refer to the files.
    guard reply.contentType.prefix(while: { $0 != ";" }).lowercased() == "text/html" else { return whole }
    var files = ContentIDs()
    for file in reply.attachments { files.add(file.id, file.contentType, file.bytes) }
    guard let result = files.inlined(in: reply.bytes, limit: 128 << 20, excess: .refuses) else {
      throw ServiceProblem(ProviderError(.limitExceeded, "the preview is too large with its pictures"))
    }
    whole.bytes = result
    do throws(ProviderError) {
      return try state.host.configuration.replyFiles?.keeping(whole, for: client.id) ?? whole
    } catch {
      throw ServiceProblem(error)
    }
  }
}

/// The values by which a client checks that its copy of an answer is up to date.
private struct Validators {
  let tag: EntityTag
  /// Seconds since 1970; nil for bodies and packages.
  let modified: Int?
  let variesByAccept: Bool

  var fields: [(String, String)] {
    var fields = [("ETag", tag.text)]
    if let modified { fields.append(("Last-Modified", HTTPDate.text(modified))) }
    if variesByAccept { fields.append(("Vary", "Accept")) }
    return fields
  }

  /// Whether the conditions of a request say that the client has the answer. A date is used only if no tag is given,
  /// and only for GET and HEAD (RFC 9110, 13.1.3).
  func areMet(by headers: HTTPFields, isGet: Bool) -> Bool {
    let tags = headers[values: .ifNoneMatch]
    if !tags.isEmpty { return tag.isNamed(in: tags.joined(separator: ",")) }
    guard isGet, let modified, let since = headers[.ifModifiedSince].flatMap(HTTPDate.seconds) else { return false }
    return modified <= since
  }
}
