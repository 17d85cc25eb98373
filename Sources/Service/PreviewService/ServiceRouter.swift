internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import ProviderHost
internal import ProviderProtocol
internal import StructuredText

/// What the handlers know about a request besides the request itself.
struct ServiceContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let channel: any Channel
  /// nil where the client disconnected before the request could be handled.
  var record: RequestRecord?

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}

/// A request to a route, and what is known about it.
struct RouteCall {
  let request: Request
  let query: RequestQuery
  let route: Route
  let client: Client
  let context: ServiceContext
  let state: ServiceState
}

extension Route {
  /// A router for these routes. It answers failures as problems, and counts all answers.
  static func router(_ routes: [Route], _ state: ServiceState) -> Router<ServiceContext> {
    let router = Router(context: ServiceContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: AnswerMiddleware(routes, state))
    for route in routes {
      router.on(RouterPath(route.path), method: route.method) { request, context -> Response in
        try await route.answer(request, context, state)
      }
    }
    return router
  }

  private func answer(
    _ request: Request, _ context: ServiceContext, _ state: ServiceState
  ) async throws(ServiceProblem) -> Response {
    let query = try RequestQuery(request.uri)
    let proxies = state.configuration.trustedProxies
    let peer = PeerAddress.name(proxies.sender(request.headers, peer: context.channel.peer))
    var client = Client(id: peer, tenant: "")
    if isProtected {
      try state.authorizer.checkHost(request.head.authority, isUnixSocket: context.channel.isUnixSocket)
      client = try state.authorizer.client(
        of: query, path: request.uri.path, route: self, authorization: request.headers[.authorization], peer: peer)
      let tenant = client.tenant
      context.record?.note { $0.tenant = tenant }
      if state.isDraining { throw ServiceProblem(.init(.draining, "the service is ending"), retryAfter: 5) }
    }
    try query.check(for: self)
    return try await handler(
      RouteCall(request: request, query: query, route: self, client: client, context: context, state: state))
  }
}

/// Handles what all answers share: methods that a path does not have, problems, header fields and metrics.
private struct AnswerMiddleware: RouterMiddleware {
  private let state: ServiceState
  /// nil for routes that browsers of other sites cannot use.
  private let crossOrigin: CrossOrigin?
  /// nil where there are no pages at `/browse/`.
  private let browser: Browser?
  /// The methods of each path.
  private let methods: [String: [String]]

  init(_ routes: [Route], _ state: ServiceState) {
    self.state = state
    let isInterface = routes.contains(where: \.isProtected)
    crossOrigin = isInterface ? CrossOrigin(state.configuration.allowedOrigins) : nil
    browser = isInterface ? state.browser : nil
    var methods: [String: [String]] = [:]
    // `*` names the service as a whole (RFC 9110, 9.3.7).
    for path in routes.map(\.path) + ["*"] {
      let here = routes.filter { $0.path == path || path == "*" }.map(\.method)
      methods[path] =
        (here.contains(.get) ? ["GET", "HEAD"] : []) + (here.contains(.post) ? ["POST"] : []) + ["OPTIONS"]
    }
    self.methods = methods
  }

  func handle(
    _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    state.metrics.requestBegins()
    let start = ContinuousClock.now
    var context = context
    context.record = state.records.next(ObjectIdentifier(context.channel))
    var route = "other"
    var code: String?
    var response: Response
    do {
      response = try await answer(request, context, &route, next)
    } catch {
      let problem = error as? ServiceProblem ?? ServiceProblem(.internalError, "the service failed")
      if !(error is ServiceProblem) { state.log.write("the service failed: \(error)", requestID: context.record?.id) }
      code = problem.code
      if code == ProviderError.Code.storageFull.rawValue {
        state.log.write("storageFull: \(problem.detail)", requestID: context.record?.id)
      }
      if let provider = problem.provider { context.record?.note { $0.provider = provider } }
      response = Response(status: problem.responseStatus, headers: problem.fields, bytes: problem.body)
    }
    response.headers.append(HTTPField(name: .xContentTypeOptions, value: "nosniff"))
    // Other sites may not read the pages, whatever they may read of the interface.
    if route == Browser.route {
      Browser.protect(&response)
    } else {
      crossOrigin?.add(to: &response, for: request)
    }
    if state.isDraining { response.headers[.connection] = "close" }
    let sent = request.method == .head ? 0 : response.body.contentLength ?? 0
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let known = ["GET", "HEAD", "POST", "OPTIONS"]
    let method = known.contains(request.method.rawValue) ? request.method.rawValue : "other"
    state.metrics.requestEnds(
      route: route, method: method, status: response.status.code, code: code, seconds: seconds, sent: sent)
    context.record?.handlerEnds(code: code)
    return request.method == .head ? response.createHeadResponse() : response
  }

  /// - Parameter route: is set to the path of the route that answers, for metrics.
  private func answer(
    _ request: Request, _ context: ServiceContext, _ route: inout String,
    _ next: (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    if let coding = request.headers[.transferEncoding], !RequestHeadWatch.isChunked(coding) {
      throw ServiceProblem(.notImplemented, "the only transfer coding that is understood is chunked")
    }
    // Hummingbird's router treats `/a//b/` like `/a/b`. Here each resource has one path.
    let path = request.uri.path
    if let browser, Browser.has(path) {
      route = Browser.route
      return try await browser.answer(request, context, state)
    }
    // Browsers that show the pages ask for an icon. There is none, which is no mistake.
    if browser != nil, path == "/favicon.ico", [.get, .head].contains(request.method) {
      let field = ("Cache-Control", "public, max-age=86400")
      return Response(status: .noContent, headers: HTTPFields([field]))
    }
    guard let methods = methods[path], path != "*" || request.method == .options else {
      throw ServiceProblem(.notFound, "there is no such resource")
    }
    let allow = ("Allow", methods.joined(separator: ", "))
    if request.method == .options { return Response(status: .noContent, headers: HTTPFields([allow])) }
    guard methods.contains(request.method.rawValue) else {
      throw ServiceProblem(.methodNotAllowed, "this resource does not have that method", headers: [allow])
    }
    route = path
    return try await next(request, context)
  }
}

extension ResponseBody {
  /// In bytes. A client that does not read keeps one piece in memory.
  private static let pieceSize = 16 << 10
  /// The size of a piece that the system's buffers most likely take at once.
  private static let largeSize = 64 << 10
  /// What the system's buffers hold for a client that does not read (`ConnectionGuard`).
  private static let bufferedSize = 128 << 10

  init(_ file: ReplyFile, _ channel: any Channel) {
    self.init(contentLength: file.size) { writer in
      var offset = 0
      // Whether the system has taken all pieces before.
      var isTaken = true
      while offset < file.size {
        // Beyond twice the buffers, the client has read.
        let isLarge = isTaken && (offset < Self.bufferedSize || offset >= 2 * Self.bufferedSize)
        let (start, size) = (offset, min(isLarge ? Self.largeSize : Self.pieceSize, file.size - offset))
        var piece = ByteBufferAllocator().buffer(capacity: size)
        let count = try piece.writeWithUnsafeMutableBytes(minimumWritableBytes: size) { space in
          try file.read(into: UnsafeMutableRawBufferPointer(rebasing: space.prefix(size)), at: start)
        }
        guard count > 0 else { throw ServiceProblem(.internalError, "the answer's file is too short") }
        offset += count
        try await writer.write(piece)
        if offset == file.size { break }
        // `write` waits only where the channel is known to be full. The channel's thread finds that out later than this
        // thread reads pieces. So each piece but the last waits for a turn of that thread; otherwise a whole file could
        // accumulate in memory. If the channel is full, an empty piece waits until the client has read, so that the
        // next one is not in memory before.
        isTaken = try await channel.eventLoop.submit { channel.isWritable }.get()
        if !isTaken { try await writer.write(ByteBuffer()) }
      }
      try await writer.finish(nil)
    }
  }
}

extension Response {
  /// The content of a reply. A large reply is read from its file piece by piece, as fast as the client reads.
  ///
  /// - Parameter channel: the client's connection.
  init(_ headers: [(String, String)], reply: RenderReply, _ channel: any Channel) {
    if let file = reply.file {
      self.init(status: .ok, headers: HTTPFields(headers), body: ResponseBody(file, channel))
    } else {
      self.init(headers, bytes: reply.bytes)
    }
  }

  /// Content that several answers share.
  init(_ headers: [(String, String)], content: ByteBuffer) {
    self.init(status: .ok, headers: HTTPFields(headers), body: ResponseBody(byteBuffer: content))
  }

  init(status: HTTPResponse.Status, headers: HTTPFields, bytes: [UInt8]) {
    self.init(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  init(_ headers: [(String, String)], status: HTTPResponse.Status = .ok, bytes: [UInt8]) {
    self.init(status: status, headers: HTTPFields(headers), bytes: bytes)
  }

  /// Answers that the client's copy is up to date.
  static func notModified(_ headers: [(String, String)]) -> Response {
    Response(status: .notModified, headers: HTTPFields(headers))
  }

  static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok, headers: [(String, String)]) -> Response {
    Response(
      [("Content-Type", "application/json")] + headers, status: status,
      bytes: Array((JSONWriter.text(value) + "\n").utf8))
  }

  static func text(_ text: String, contentType: String = "text/plain; charset=utf-8") -> Response {
    Response([("Content-Type", contentType), ("Cache-Control", "no-store")], bytes: Array(text.utf8))
  }
}
