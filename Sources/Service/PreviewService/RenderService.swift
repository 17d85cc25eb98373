package import ProviderProtocol
package import StructuredText

/// What shows documents: the host of providers, or a stand-in for it.
package protocol RenderService: Sendable {
  /// Makes ready what is to be ready with the first request.
  func start() async throws(ProviderError)

  /// Ends everything that was started; what is still rendered after so many seconds is cut off.
  func shutdown(graceSeconds: Double) async

  /// Names the providers that there are. Another set of them may show the same document in another way.
  var generation: String { get async }

  /// The thumbnail of a document. A cancelled task cancels the rendering.
  func thumbnail(_ order: RenderOrder) async throws(ProviderError) -> RenderReply

  /// The preview of a document.
  func preview(_ order: RenderOrder) async throws(ProviderError) -> RenderReply

  /// The content types that are known.
  func types() async -> [TypeRecord]

  /// The providers that are installed.
  func providers() async -> [ProviderRecord]

  /// Which provider would show a document, and why.
  func explain(_ document: ServedDocument, capability: ProviderCapability) async throws(ProviderError) -> JSONValue

  func health() async -> RenderHealth

  /// What the service counts by itself.
  func metrics() async -> [MetricFamily]
}

/// Whether documents can be shown.
package struct RenderHealth: Hashable, Sendable {
  package var isReady: Bool
  /// The isolation in force: `A`, `B` or `none`.
  package var sandboxTier: String
  /// Providers that rest because they failed too often.
  package var restingProviders: [String]

  package init(isReady: Bool, sandboxTier: String, restingProviders: [String] = []) {
    self.isReady = isReady
    self.sandboxTier = sandboxTier
    self.restingProviders = restingProviders
  }
}

/// A content type, as `/v1/types` lists it.
package struct TypeRecord: Hashable, Sendable {
  package var identifier: String
  package var summary: String?
  package var conformsTo: [String]
  package var extensions: [String]
  package var mimeTypes: [String]

  package init(
    identifier: String, summary: String? = nil, conformsTo: [String] = [], extensions: [String] = [],
    mimeTypes: [String] = []
  ) {
    self.identifier = identifier
    self.summary = summary
    self.conformsTo = conformsTo
    self.extensions = extensions
    self.mimeTypes = mimeTypes
  }

  var json: JSONValue {
    .object([
      "identifier": .string(identifier), "description": summary.map { .string($0) } ?? .null,
      "conformsTo": .array(conformsTo.map { .string($0) }), "extensions": .array(extensions.map { .string($0) }),
      "mimeTypes": .array(mimeTypes.map { .string($0) }),
    ])
  }
}

/// A provider, as `/v1/providers` lists it.
package struct ProviderRecord: Hashable, Sendable {
  package var id: String
  package var version: String
  /// 1 for the protocol, 0 for a thumbnailer of the desktop.
  package var level: Int
  package var capabilities: [ProviderCapability]
  package var supportedContentTypes: [String]

  package init(
    id: String, version: String, level: Int, capabilities: [ProviderCapability], supportedContentTypes: [String]
  ) {
    self.id = id
    self.version = version
    self.level = level
    self.capabilities = capabilities
    self.supportedContentTypes = supportedContentTypes
  }

  var json: JSONValue {
    .object([
      "id": .string(id), "version": .string(version), "level": .int(Int64(level)),
      "capabilities": .array(capabilities.map { .string($0.rawValue) }),
      "supportedContentTypes": .array(supportedContentTypes.map { .string($0) }),
    ])
  }
}
