internal import ProviderProtocol
internal import StructuredText

/// Answers what is known without rendering anything.
struct ListHandler {
  let state: ServiceState

  func list(_ action: Route.Action, ifNoneMatch: String?) async -> Reply {
    let body: String
    switch action {
    case .types:
      body = JSONWriter.text(.object(["types": .array(await state.service.types().map(\.json))])) + "\n"
    case .providers:
      body = JSONWriter.text(.object(["providers": .array(await state.service.providers().map(\.json))])) + "\n"
    default: body = InterfaceDescription.text
    }
    let tag = EntityTag([body])
    let headers = [("ETag", tag.text), ("Cache-Control", "private, no-cache")]
    if tag.isNamed(in: ifNoneMatch) { return Reply(status: 304, headers: headers) }
    return Reply(status: 200, headers: [("Content-Type", "application/json")] + headers, body: Array(body.utf8))
  }

  /// - Throws: `requestInvalid` where neither path nor name nor type is given.
  func explain(_ target: RequestTarget) async throws(ServiceProblem) -> Reply {
    let type = target["type"]
    if let type, !RenderOptions.isIdentifier(type) { throw .invalid("type is the identifier of a content type") }
    let name = target["name"]
    if let name, !PathNames.isName(name) || name.utf8.count > 255 {
      throw .invalid("name is a file's name of at most 255 bytes, without folders")
    }
    guard let capability = ProviderCapability(rawValue: target["capability"] ?? "thumbnail") else {
      throw .invalid("capability is thumbnail or preview")
    }
    let document: ServedDocument
    if let path = target["path"] {
      document = try state.roots.open(path, type: type, name: name)
    } else if name != nil || type != nil {
      document = ServedDocument(name: name ?? "", typeIdentifier: type, mimeType: nil)
    } else {
      throw .invalid("path, name or type is needed")
    }
    do throws(ProviderError) {
      return .json(
        try await state.service.explain(document, capability: capability), headers: [("Cache-Control", "no-store")])
    } catch {
      throw ServiceProblem(error)
    }
  }
}
