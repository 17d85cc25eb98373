internal import ByteStreams
internal import ContentTypes
internal import HTTPTypes
internal import Hummingbird
internal import ImageModel
internal import ProviderHost
internal import ProviderProtocol
internal import StructuredText

/// The pages at `/browse/` and what they ask for: lists of folders, pictures, files, changes.
///
/// Everything about documents comes from providers and confined programs. Everything about folders comes from the
/// kernel, by descriptors below the roots.
final class Browser: Sendable {
  let viewer: BrowseViewer
  let programs: DocumentPrograms
  let streams = EventStreams()
  let undoLog = UndoLog()
  let names = TemporaryNames()

  /// - Throws: `io` where the files of the pages, or a catalogue, are missing.
  init(_ configuration: ServiceConfiguration) throws(ImageError) {
    viewer = try BrowseViewer()
    let catalogues = try configuration.catalogues.map { path throws(ImageError) in
      guard let real = SystemCall.resolved(path) else { throw SystemCall.error("open", path: path) }
      return real
    }
    programs = DocumentPrograms(in: configuration.bodyFolder, catalogues: catalogues)
  }

  /// The path of all pages in metrics.
  static let route = "/browse/"

  static func has(_ path: String) -> Bool { path == "/browse" || path.utf8.starts(with: BrowseAddress.prefix.utf8) }

  private static let methods: [HTTPRequest.Method] = [.get, .head, .post, .put]

  /// - Throws: a problem as JSON; for a browser that opens a page, in words.
  func answer(
    _ request: Request, _ context: ServiceContext, _ state: ServiceState
  ) async throws(ServiceProblem) -> Response {
    do throws(ServiceProblem) {
      return try await answered(request, context, state)
    } catch {
      // Only browsers that open a page ask for HTML first.
      guard request.headers[.accept]?.hasPrefix("text/html") ?? false else { throw error }
      if error.status == 401, [.get, .head].contains(request.method) {
        let goal = RequestQuery.encoded(request.uri.string.utf8)
        return Response(status: .seeOther, headers: HTTPFields([("Location", "/browse/-/login?goal=\(goal)")]))
      }
      var page = error
      page.picture = FallbackPicture(html: BrowsePages.failure(viewer, error))
      throw page
    }
  }

  private func answered(
    _ request: Request, _ context: ServiceContext, _ state: ServiceState
  ) async throws(ServiceProblem) -> Response {
    let path = request.uri.path
    let allow = ("Allow", (Self.methods.map(\.rawValue) + ["OPTIONS"]).joined(separator: ", "))
    if request.method == .options { return Response(status: .noContent, headers: HTTPFields([allow])) }
    guard Self.methods.contains(request.method) else {
      throw ServiceProblem(.methodNotAllowed, "this resource does not have that method", headers: [allow])
    }
    guard path != "/browse" else { return Self.redirect(to: BrowseAddress.prefix, request) }
    let address = try BrowseAddress(path)
    let query = try RequestQuery(request.uri)
    if state.isDraining { throw ServiceProblem(.init(.draining, "the service is ending"), retryAfter: 5) }
    if address.names.first == BrowseAddress.own, let answer = try await open(address, query, request, context, state) {
      return answer
    }
    let visitor = try BrowseVisitor(request, context, state)
    let tenant = visitor.client.tenant
    context.record?.note { $0.tenant = tenant }
    let call = BrowseCall(
      request: request, query: query, address: address, visitor: visitor, context: context, state: state)
    switch request.method {
    case .get, .head: return try await show(call)
    default: return try await change(call)
    }
  }

  /// Redirects to another path with the same options.
  static func redirect(to path: String, _ request: Request) -> Response {
    let query = request.uri.query.map { "?\($0)" } ?? ""
    return Response(status: .movedPermanently, headers: HTTPFields([("Location", path + query)]))
  }

  /// Adds the fields of all answers. Other sites may use none of them, whatever they may use of the interface.
  static func protect(_ response: inout Response) {
    // Without a referrer, the forms of these pages would send "Origin: null" (Fetch, 3.2).
    let always = [("Cross-Origin-Resource-Policy", "same-origin"), ("Referrer-Policy", "same-origin")]
    for field in HTTPFields(always) { response.headers[field.name] = field.value }
    let usual = [("Content-Security-Policy", BrowsePages.policy)]
    for field in HTTPFields(usual) where response.headers[field.name] == nil { response.headers.append(field) }
  }

  // MARK: Without a token

  /// What is answered without a token: assets and the login. nil for everything else.
  private func open(
    _ address: BrowseAddress, _ query: RequestQuery, _ request: Request, _ context: ServiceContext,
    _ state: ServiceState
  ) async throws(ServiceProblem) -> Response? {
    guard address.names.count == 2, !address.isFolder else { throw BrowseAddress.missing }
    let isReading = [.get, .head].contains(request.method)
    switch address.names[1] {
    case "login":
      try state.authorizer.checkHost(request.head.authority, isUnixSocket: context.channel.isUnixSocket)
      let goal = query["goal"] ?? ""
      return isReading
        ? BrowsePages.login(viewer, goal: goal, reason: "") : try await login(request, context, state)
    case "logout" where request.method == .post:
      try BrowseVisitor.checkSite(request, needsProof: true)
      let fields = [BrowseVisitor.setCookie(nil, for: request), ("Location", BrowseAddress.prefix)]
      return Response(status: .seeOther, headers: HTTPFields(fields))
    case let name:
      guard isReading, let asset = viewer.assets[name] else { return nil }
      let isNamed = query["v"] == asset.version
      let fields = [
        ("ETag", asset.tag.text),
        ("Cache-Control", isNamed ? "public, max-age=31536000, immutable" : "no-cache"),
      ]
      if asset.tag.isNamed(in: request.headers[.ifNoneMatch]) { return .notModified(fields) }
      return Response([("Content-Type", asset.contentType)] + fields, bytes: asset.bytes)
    }
  }

  /// Takes a token from a form, and keeps it in a cookie.
  private func login(
    _ request: Request, _ context: ServiceContext, _ state: ServiceState
  ) async throws(ServiceProblem) -> Response {
    try BrowseVisitor.checkSite(request, needsProof: false)
    let form = try await FormBody(request, limit: 16 << 10)
    // Only a path of these pages: a link to the login must not lead to another site.
    let goal = form["goal"].flatMap { $0.hasPrefix(BrowseAddress.prefix) ? $0 : nil } ?? BrowseAddress.prefix
    guard let token = form["token"], state.authorizer.client(of: token, peer: "") != nil else {
      return BrowsePages.login(viewer, goal: goal, reason: "This token is not known.")
    }
    let fields = [BrowseVisitor.setCookie(token, for: request), ("Location", goal)]
    return Response(status: .seeOther, headers: HTTPFields(fields))
  }
}

/// A request of a visitor.
struct BrowseCall {
  let request: Request
  let query: RequestQuery
  let address: BrowseAddress
  let visitor: BrowseVisitor
  let context: ServiceContext
  let state: ServiceState

  var catalog: ProviderCatalog { state.host.catalog }

  /// - Throws: `requestInvalid` for an option that the request may not have.
  func allow(_ names: String...) throws(ServiceProblem) {
    for option in query.options where !names.contains(option.name) {
      throw .invalid("there is no option \(ServiceProblem.scrubbed(option.name)) here")
    }
  }

  func has(_ option: String) -> Bool { query[option] != nil }

  /// What pages know about a folder, and about what the visitor may do in it.
  ///
  /// - Parameter folder: nil for the list of roots.
  func description(of folder: BrowseTarget?) -> JSONValue {
    let isWritable = visitor.mayWrite && folder.map { SystemCall.mayWrite($0.openPath) } ?? false
    var members = [
      JSONMember("name", .string(PathText.readable(folder?.name ?? ""))),
      JSONMember("path", .string(PathText.readable(folder?.path ?? ""))),
      JSONMember("writable", .bool(isWritable)),
    ]
    if isWritable {
      members.append(JSONMember("templates", .array(Browser.templates.keys.sorted().map { .string($0) })))
    }
    if visitor.mayWrite, visitor.isByCookie { members.append(JSONMember("signOut", true)) }
    if !visitor.mayWrite, state.authorizer.hasWriters { members.append(JSONMember("signIn", true)) }
    return .object(members)
  }

  /// The type of a target by its name.
  func type(of target: BrowseTarget) -> ContentType {
    catalog.registry.type(ofName: target.name, isDirectory: target.isFolder)
  }
}
