/// One thing that the service does: what the router, the check of options and the description of the interface know of it.
struct Route: Hashable {
  enum Method: String {
    case get = "GET"
    case post = "POST"
  }

  enum Action {
    case thumbnail, preview, types, providers, explain, interface, live, ready, metrics
  }

  var method: Method
  var path: String
  var action: Action
  var summary: String
  var options: [RouteOption] = []
  var requiredOptions: Set<RouteOption> = []
  /// The MIME types of the answer 200.
  var contentTypes: [String] = ["application/json"]
  /// The answers besides those of every route.
  var statuses: [Int] = []
  var isProtected = true

  /// Whether a signed address may stand for a token.
  var isSignable: Bool { options.contains(.signature) }

  /// Whether answers say which state they are of.
  var hasEntityTag: Bool { statuses.contains(304) || statuses.contains(412) }

  /// Answers that every route can give.
  static let commonStatuses = [400, 405, 406, 408, 421, 431, 500, 501]

  /// All answers but 200.
  var failures: [Int] {
    Array(Set(statuses + Self.commonStatuses + (isProtected ? [401, 403] : []))).sorted()
  }

  // MARK: The table

  private static let rendered = [404, 413, 415, 422, 429, 499, 503]

  /// What the service offers to its clients.
  static let interface: [Route] = [
    Route(
      method: .post, path: "/v1/thumbnail", action: .thumbnail,
      summary: "The thumbnail of the document in the body.", options: RouteOption.rendering,
      contentTypes: ["image/png", "image/jpeg"], statuses: rendered + [412]),
    Route(
      method: .get, path: "/v1/thumbnail", action: .thumbnail, summary: "The thumbnail of a file below a root.",
      options: [.path] + RouteOption.rendering + RouteOption.signing, requiredOptions: [.path],
      contentTypes: ["image/png", "image/jpeg"], statuses: rendered + [304]),
    Route(
      method: .post, path: "/v1/preview", action: .preview, summary: "The preview of the document in the body.",
      options: RouteOption.rendering + [.kind], contentTypes: previewTypes, statuses: rendered + [412]),
    Route(
      method: .get, path: "/v1/preview", action: .preview, summary: "The preview of a file below a root.",
      options: [.path] + RouteOption.rendering + [.kind] + RouteOption.signing, requiredOptions: [.path],
      contentTypes: previewTypes, statuses: rendered + [304]),
    Route(
      method: .get, path: "/v1/types", action: .types, summary: "The content types that are known.",
      statuses: [304]),
    Route(
      method: .get, path: "/v1/providers", action: .providers, summary: "The providers that are installed.",
      statuses: [304]),
    Route(
      method: .get, path: "/v1/explain", action: .explain,
      summary:
        "Which provider would show a document, and why. The document is a file below a root, or a name or type alone.",
      options: [.path, .name, .type, .capability], statuses: [404, 415, 422, 503]),
    Route(
      method: .get, path: "/v1/openapi.json", action: .interface, summary: "This description.", statuses: [304],
      isProtected: false),
  ]

  /// What the service says of itself, at an address of its own.
  static let health: [Route] = [
    Route(
      method: .get, path: "/livez", action: .live, summary: "Whether the process works.",
      contentTypes: ["text/plain"], isProtected: false),
    Route(
      method: .get, path: "/readyz", action: .ready, summary: "Whether documents can be shown now.",
      statuses: [503], isProtected: false),
    Route(
      method: .get, path: "/metrics", action: .metrics, summary: "Figures for Prometheus.",
      contentTypes: ["text/plain"], isProtected: false),
  ]

  private static let previewTypes = [
    "application/pdf", "text/html", "image/png", "image/jpeg", "application/octet-stream",
  ]
}

/// Finds the route of a request.
struct RouteTable {
  let routes: [Route]

  /// - Parameter method: `HEAD` goes where `GET` goes.
  /// - Throws: `notFound`, or `methodNotAllowed` with the methods that there are.
  func route(method: String, path: String) throws(ServiceProblem) -> Route {
    let here = routes.filter { $0.path == path }
    guard !here.isEmpty else { throw ServiceProblem(.notFound, "there is nothing of that name") }
    let wanted = method == "HEAD" ? "GET" : method
    guard let route = here.first(where: { $0.method.rawValue == wanted }) else {
      throw ServiceProblem(
        .methodNotAllowed, "this resource has no such method", headers: [("Allow", allowed(path: path))])
    }
    return route
  }

  /// The value of `Allow` for a path; for `*` of all.
  func allowed(path: String) -> String {
    let here = routes.filter { $0.path == path || path == "*" }.map(\.method)
    var methods: [String] = []
    if here.contains(.get) { methods += ["GET", "HEAD"] }
    if here.contains(.post) { methods.append("POST") }
    return (methods + ["OPTIONS"]).joined(separator: ", ")
  }

  func knows(path: String) -> Bool { path == "*" || routes.contains { $0.path == path } }
}
