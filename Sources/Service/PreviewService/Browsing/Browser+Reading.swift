internal import ByteStreams
internal import ContentTypes
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import ProviderHost
internal import ProviderProtocol
internal import StructuredText

extension Browser {
  /// Answers GET and HEAD.
  func show(_ call: BrowseCall) async throws(ServiceProblem) -> Response {
    guard !call.address.names.isEmpty else { return try roots(call) }
    let target = try call.state.roots.target(call.address)
    let type = call.type(of: target)
    let isFolder = target.isFolder && !call.catalog.registry.isPackage(type.identifier)
    if isFolder, !call.address.isFolder { return Self.redirect(to: "\(call.request.uri.path)/", call.request) }
    guard isFolder == call.address.isFolder else { throw BrowseAddress.missing }
    return isFolder ? try await folder(target, call) : try await document(target, type, call)
  }

  private func roots(_ call: BrowseCall) throws(ServiceProblem) -> Response {
    try call.allow("list", "pick", "return")
    let names = call.state.roots.names
    guard call.has("list") else {
      let choice = try PickerChoice(call.query, allowed: call.state.configuration.pickerOrigins)
      return BrowsePages.roots(viewer, names, call.description(of: nil), choice: choice)
    }
    let items = names.map { name -> JSONValue in
      .object([
        "name": .string(PathText.readable(name)), "path": .string(name), "folder": true,
        "file": .string("\(BrowseAddress.encoded(name))/"),
      ])
    }
    return Self.json(.object(["folder": call.description(of: nil), "items": .array(items)]))
  }

  static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Response {
    .json(value, status: status, headers: [("Cache-Control", "no-store")])
  }

  // MARK: Folders

  private func folder(_ target: BrowseTarget, _ call: BrowseCall) async throws(ServiceProblem) -> Response {
    if call.has("list") {
      try call.allow("list")
      return Self.json(try list(target, call).json(call.description(of: target)))
    }
    if let text = call.query["find"] {
      try call.allow("find")
      return Self.json(try await FolderSearch(text, below: target, call).json(programs))
    }
    if let condition = call.query["where"] {
      try call.allow("where")
      return Self.json(try await CatalogueSearch(condition, below: target, call).json(programs))
    }
    if call.has("events") {
      try call.allow("events")
      return try streams.answer(target, call)
    }
    try call.allow("pick", "return")
    let choice = try PickerChoice(call.query, allowed: call.state.configuration.pickerOrigins)
    return try page(of: target, title: PathText.readable(target.name), choice, call)
  }

  private func list(_ target: BrowseTarget, _ call: BrowseCall) throws(ServiceProblem) -> FolderList {
    try FolderList(target, call.state.roots, call.catalog)
  }

  private func page(
    of folder: BrowseTarget, title: String, _ choice: PickerChoice?, _ call: BrowseCall
  ) throws(ServiceProblem) -> Response {
    BrowsePages.folder(
      viewer, try list(folder, call), call.description(of: folder), title: title, up: true, choice: choice)
  }

  // MARK: Documents

  private func document(
    _ target: BrowseTarget, _ type: ContentType, _ call: BrowseCall
  ) async throws(ServiceProblem) -> Response {
    if call.has("thumbnail") {
      try call.allow("thumbnail", "size", "dpr", "format", "v")
      return try await rendered(target, .thumbnail, ["size", "dpr", "format"], call)
    }
    if call.has("preview") {
      try call.allow("preview", "page", "size", "dpr", "format", "v")
      return try await preview(target, type, call)
    }
    if call.has("parts") {
      try call.allow("parts")
      return Self.json(try await parts(target, type, call))
    }
    if call.has("words") {
      try call.allow("words", "page")
      guard Self.isPDF(type, call) else { throw ServiceProblem(.notFound, "only pages of PDF have words") }
      let page = try call.query.integer(.page, in: RenderRequest.pages) ?? 1
      return Self.json(try await programs.words(onPage: page, of: target, for: call.visitor.client.id))
    }
    if call.has("metadata") {
      try call.allow("metadata")
      return Self.json(try await programs.metadata(of: target, for: call.visitor.client.id))
    }
    if call.has("file") {
      try call.allow("file", "download")
      guard !target.isFolder else { throw ServiceProblem(.notFound, "a package is not one file") }
      return try FileAnswer(target: target, type: type, request: call.request)
        .answer(isDownload: call.has("download"), call.context.channel)
    }
    // The address of a document alone leads to the page on which it is shown, which names it as
    // `encodeURIComponent` does.
    try call.allow()
    var fragment = RequestQuery.encoded(PathText.readable(target.name).utf8)
    for character in "!'()*" {
      fragment = fragment.replacing(RequestQuery.encoded(String(character).utf8), with: String(character))
    }
    return Response(status: .seeOther, headers: HTTPFields([("Location", "./#\(fragment)")]))
  }

  static func isPDF(_ type: ContentType, _ call: BrowseCall) -> Bool {
    call.catalog.registry.type(type.identifier, conformsTo: "com.adobe.pdf")
  }

  /// Whether a picture is what shows the document best: then nobody asks whether there is HTML.
  private static func isPicture(_ type: ContentType, _ call: BrowseCall) -> Bool {
    ["public.image", "com.adobe.pdf", "public.audiovisual-content"].contains {
      call.catalog.registry.type(type.identifier, conformsTo: $0)
    }
  }

  /// A page as a picture, if the request names one or a size. Else the preview, if it is HTML; else a picture.
  private func preview(
    _ target: BrowseTarget, _ type: ContentType, _ call: BrowseCall
  ) async throws(ServiceProblem) -> Response {
    if !call.has("page"), !call.has("size"), !Self.isPicture(type, call),
      let html = try await html(target, call.request, call)
    {
      return html
    }
    return try await rendered(target, .thumbnail, ["page", "size", "dpr", "format"], side: 1_024, call)
  }

  /// nil where the preview is of another type.
  private func html(
    _ target: BrowseTarget, _ request: Request, _ call: BrowseCall
  ) async throws(ServiceProblem) -> Response? {
    do throws(ServiceProblem) {
      return try await rendered(target, .preview, [], adding: [("kind", "html")], request, call)
    } catch {
      if error.code == ServiceProblem.Code.notAcceptable.rawValue { return nil }
      throw error
    }
  }

  private func rendered(
    _ target: BrowseTarget, _ capability: ProviderCapability, _ names: [String], side: Int? = nil, _ call: BrowseCall
  ) async throws(ServiceProblem) -> Response {
    let usual = side.flatMap { call.has("size") ? nil : [("size", "\($0)")] } ?? []
    return try await rendered(target, capability, names, adding: usual, call.request, call)
  }

  /// Renders as `/v1/` does, with the same queue, cache and limits.
  ///
  /// - Parameters:
  ///   - names: the options that are passed on.
  ///   - more: further options.
  private func rendered(
    _ target: BrowseTarget, _ capability: ProviderCapability, _ names: [String], adding more: [(String, String)],
    _ request: Request, _ call: BrowseCall
  ) async throws(ServiceProblem) -> Response {
    let options =
      call.query.options.filter { names.contains($0.name) }
      + more.map { RequestQuery.Option(name: $0.0, value: $0.1) }
    let route = Route(
      method: .get, path: Self.route, capability: capability, summary: "",
      handler: { _ throws(ServiceProblem) in throw BrowseAddress.missing })
    return try await RenderHandler(state: call.state, route: route, client: call.visitor.client)
      .handle(request, RequestQuery(options: options), call.context, document: try target.document())
  }

  // MARK: Parts

  /// What a document consists of: pages with their sizes, or one page of HTML (`"view": "frame"`).
  private func parts(
    _ target: BrowseTarget, _ type: ContentType, _ call: BrowseCall
  ) async throws(ServiceProblem) -> JSONValue {
    if Self.isPDF(type, call), !target.isFolder {
      return try await programs.parts(of: target, for: call.visitor.client.id)
    }
    // The conditions of this request are not about the picture.
    var head = call.request.head
    for name in [HTTPField.Name.accept, .ifNoneMatch, .ifModifiedSince] { head.headerFields[name] = nil }
    let request = Request(head: head, body: call.request.body)
    if !Self.isPicture(type, call), try await html(target, request, call) != nil { return .object(["view": "frame"]) }
    let picture = try await rendered(target, .thumbnail, [], adding: [("size", "1024")], request, call)
    func number(_ name: String) -> Int64? {
      HTTPField.Name(name).flatMap { picture.headers[$0] }.flatMap { Int64($0) }
    }
    var members = [JSONMember("view", "pages"), JSONMember("pages", .int(number("Cameo-Page-Count") ?? 1))]
    if let width = number("Cameo-Width"), let height = number("Cameo-Height") {
      members.append(JSONMember("sizes", .array([.array([.int(width), .int(height)])])))
    }
    return .object(members)
  }
}
