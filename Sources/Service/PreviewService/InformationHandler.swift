internal import ContentTypes
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import ProviderHost
internal import ProviderProtocol
internal import StructuredText

/// Answers requests that need no rendering: lists, explanations, health and metrics.
enum InformationHandler {
  /// Explains which provider would show a document, and why.
  ///
  /// - Throws: `requestInvalid` where neither path nor name nor type is given.
  @Sendable static func explain(_ call: RouteCall) throws(ServiceProblem) -> Response {
    let (query, catalog) = (call.query, call.state.host.catalog)
    let (type, name) = (try query.contentType, try query.documentName)
    guard let capability = ProviderCapability(rawValue: query[.capability] ?? "thumbnail") else {
      throw .invalid("capability is thumbnail or preview")
    }
    let document: DocumentReference
    if let path = query[.path] {
      document = try call.state.roots.open(path, name: name)
    } else if name != nil || type != nil {
      document = DocumentReference(path: "", name: name ?? "")
    } else {
      throw .invalid("path, name or type is needed")
    }
    do throws(ProviderError) {
      let explanation: DocumentExplanation
      if let type {
        guard let known = catalog.registry.type(identifier: type) else {
          throw ProviderError(.unsupportedType, "this type is not known")
        }
        explanation = DocumentExplanation(selections: [catalog.explain(known, capability: capability)])
      } else {
        explanation = catalog.explain(try document.identification(in: catalog.registry), capabilities: [capability])
      }
      let members = [JSONMember("name", .string(document.name))] + explanation.members
      return .json(.object(members), headers: [("Cache-Control", "no-store")])
    } catch {
      throw ServiceProblem(error)
    }
  }

  /// Answers whether documents can be rendered now.
  @Sendable static func ready(_ call: RouteCall) async -> Response {
    let health = await call.state.host.health
    let isEnding = call.state.isEnding
    let isReady = health.isReady && !isEnding
    return .json(
      .object([
        "ready": .bool(isReady), "draining": .bool(isEnding), "sandbox": .string(health.tier),
        "restingProviders": .array(health.openBreakers.map { .string($0) }),
      ]), status: isReady ? .ok : .init(code: 503, reasonPhrase: ServiceProblem.phrase(503)),
      headers: [("Cache-Control", "no-store")])
  }

  @Sendable static func metrics(_ call: RouteCall) async -> Response {
    .text(await call.state.metrics.text(call.state), contentType: "text/plain; version=0.0.4; charset=utf-8")
  }
}

/// The lists that stay the same until a reload.
struct InformationLists: Sendable {
  let types: FixedList
  let providers: FixedList
  let interface = FixedList(InterfaceDescription.text)

  init(_ catalog: ProviderCatalog) {
    types = FixedList(Self.text("types", catalog.registry.types.map(Self.json)))
    providers = FixedList(Self.text("providers", catalog.providers.map(Self.json)))
  }

  private static func text(_ name: String, _ elements: [JSONValue]) -> String {
    JSONWriter.text(.object([JSONMember(name, .array(elements))])) + "\n"
  }

  private static func json(_ type: ContentType) -> JSONValue {
    .object([
      "identifier": .string(type.identifier), "description": type.name.isEmpty ? .null : .string(type.name),
      "conformsTo": .array(type.conformsTo.map { .string($0) }),
      "extensions": .array(type.allExtensions.map { .string($0) }),
      "mimeTypes": .array(type.mimeTypes.map { .string($0) }),
    ])
  }

  private static func json(_ provider: ProviderDescription) -> JSONValue {
    .object([
      "id": .string(provider.id), "version": .string(provider.version), "level": .int(Int64(provider.level)),
      "capabilities": .array(provider.capabilities.map { .string($0.rawValue) }),
      "supportedContentTypes": .array(provider.supportedContentTypes.map { .string($0) }),
    ])
  }
}

/// One answer in JSON for all clients. They share its bytes, so a client that reads slowly costs no memory.
struct FixedList: Sendable {
  private let tag: EntityTag
  private let content: ByteBuffer

  init(_ text: String) {
    tag = EntityTag([text])
    content = ByteBuffer(string: text)
  }

  func answer(_ call: RouteCall) -> Response {
    let headers = [("ETag", tag.text), ("Cache-Control", "private, no-cache")]
    if tag.isNamed(in: call.request.headers[.ifNoneMatch]) { return .notModified(headers) }
    return Response(
      status: .ok, headers: HTTPFields([("Content-Type", "application/json")] + headers),
      body: ResponseBody(byteBuffer: content))
  }
}
