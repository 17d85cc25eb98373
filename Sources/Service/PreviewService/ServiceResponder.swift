internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import ProviderProtocol

/// What a request comes with besides itself.
struct ConnectionContext: InitializableFromSource, Sendable {
  let channel: any Channel

  init(source: ApplicationRequestContextSource) { channel = source.channel }
}

/// Answers requests by a table of routes: what all routes have in common is done here.
struct ServiceResponder: HTTPResponder {
  let state: ServiceState
  let table: RouteTable

  func respond(to request: Request, context: ConnectionContext) async throws -> Response {
    state.metrics.begin()
    let start = ContinuousClock.now
    var route: Route?
    var code: String?
    var reply: Reply
    let target = request.head.path ?? "/"
    do throws(ServiceProblem) {
      reply = try await answer(request, target, context, &route)
    } catch {
      reply = error.reply
      code = error.code
    }
    if state.isDraining { reply.headers.append(("Connection", "close")) }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let name = route?.path ?? "other"
    let method =
      ["GET", "HEAD", "POST", "OPTIONS"].contains(request.method.rawValue) ? request.method.rawValue : "other"
    state.metrics.end(
      route: name, method: method, status: reply.status, code: code, seconds: seconds, sent: reply.body.count)
    if state.configuration.logsRequests {
      let milliseconds = Int(seconds * 1_000)
      state.log(
        "\(method) \(name) \(reply.status) \(milliseconds) ms \(reply.body.count) bytes" + (code.map { " \($0)" } ?? "")
      )
    }
    return reply.response(isHead: request.method == .head)
  }

  private func answer(
    _ request: Request, _ text: String, _ context: ConnectionContext, _ found: inout Route?
  ) async throws(ServiceProblem) -> Reply {
    // Its frames were taken apart; what else was done to the body was not undone (RFC 9112, 6.1).
    if let coding = request.headers[.transferEncoding],
      coding.lowercased().filter({ $0 != " " && $0 != "\t" }) != "chunked"
    {
      throw ServiceProblem(
        .notImplemented, "the only transfer coding that is understood is chunked", headers: [("Connection", "close")])
    }
    if request.method == .options, text == "*" {
      return Reply(status: 204, headers: [("Allow", table.allowed(path: "*"))])
    }
    let target = try RequestTarget(text)
    guard table.knows(path: target.path), target.path != "*" else {
      throw ServiceProblem(.notFound, "there is nothing of that name")
    }
    if request.method == .options {
      return Reply(status: 204, headers: [("Allow", table.allowed(path: target.path))])
    }
    let route = try table.route(method: request.method.rawValue, path: target.path)
    found = route
    var tenant = ""
    if route.isProtected {
      try state.authorizer.checkHost(request.head.authority)
      tenant = try state.authorizer.check(target, route: route, authorization: request.headers[.authorization])
      if state.isDraining { throw ServiceProblem(.init(.draining, "the service is ending"), retryAfter: 5) }
    }
    if route.action != .thumbnail && route.action != .preview { try RenderOptions.check(target, route) }
    switch route.action {
    case .thumbnail, .preview:
      return try await RenderHandler(state: state, route: route, request: request, context: context, tenant: tenant)
        .answer(target)
    case .explain: return try await ListHandler(state: state).explain(target)
    case .types, .providers, .interface:
      return await ListHandler(state: state).list(route.action, ifNoneMatch: request.headers[.ifNoneMatch])
    case .live: return .text("ok\n")
    case .ready: return await HealthHandler(state: state).ready()
    case .metrics:
      return .text(
        MetricFamily.text(await state.metricFamilies()), contentType: "text/plain; version=0.0.4; charset=utf-8")
    }
  }
}
