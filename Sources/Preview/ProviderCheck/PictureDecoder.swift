internal import ContentTypes
internal import ImageModel
internal import ProviderHost
internal import ProviderProtocol

/// Decodes pictures that the provider under test encoded, as hosts do: in a worker of the image provider.
struct PictureDecoder: Sendable {
  /// The image provider's workers; nil where it is not installed.
  private let session: CheckSession?
  private let registry: ContentTypeRegistry
  private let images: String

  /// - Parameter session: the session of the provider under test, which has the same sandbox.
  init(for options: CheckOptions, beside session: CheckSession) {
    images = HostConfiguration(version: "").imageProvider
    registry = options.registry
    let catalog = ProviderCatalog(
      folders: options.folders, thumbnailerFolders: [], limits: options.limits, registry: options.registry,
      programs: options.programs)
    self.session = catalog.provider(id: images).map { found in
      var provider = found
      provider.readableFolders += options.readableFolders
      return CheckSession(provider, session.sandbox, session.policy, StandardErrorLog())
    }
  }

  /// The size of the picture as a host shows it; nil where the image provider is not installed.
  ///
  /// - Throws: `protocolViolation` for a picture that cannot be decoded; what the image provider's workers throw.
  func size(of picture: [UInt8], for request: CheckRequest, by provider: String) async throws(ProviderError)
    -> PixelSize?
  {
    guard provider != images else {
      throw ProviderError(.protocolViolation, "it made an encoded picture, which only it could decode")
    }
    guard let session else { return nil }
    let type = registry.identify(header: Array(picture.prefix(registry.headerLength)), fileName: nil).type
    guard session.provider.supportedContentTypes.contains(where: { registry.type(type.identifier, conformsTo: $0) })
    else { throw ProviderError(.protocolViolation, "what it made is not a picture that can be read") }
    var inner = request
    (inner.place, inner.name, inner.contentType) = (.bytes(picture), "picture", type.identifier)
    (inner.capability, inner.scale, inner.page) = (.thumbnail, 1, nil)
    switch await session.ask(inner) {
    case .made(let reply): return reply.size
    case .refused(let error):
      throw ProviderError(.protocolViolation, "the picture that it made is broken: \(error.message)")
    case .fault(let error): throw error
    }
  }

  func end() async { await session?.end() }
}
