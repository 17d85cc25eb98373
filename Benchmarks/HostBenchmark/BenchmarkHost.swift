internal import ContentTypes
internal import ImageModel
internal import Imaging
internal import MetadataModel
internal import ProviderHost
internal import ProviderProtocol

/// Makes hosts as commands do: the shipped providers, the strongest sandbox that works, no cache.
enum BenchmarkHost {
  static func make(_ options: BenchmarkOptions, concurrency: Int = 2) async throws -> PreviewHost {
    let launcher = options.programs + "/cameo-launcher"
    let sandbox = try await Sandbox.probe(launcher: launcher, bubblewrap: "/usr/bin/bwrap", wanted: options.tier)
      .sandbox()
    var lookup = ProgramLookup()
    lookup.besides = [options.programs]
    let catalog = ProviderCatalog(
      folders: manifests, thumbnailerFolders: [], limits: ProviderLimits(), registry: ContentTypeRegistry(),
      programs: lookup)
    for problem in catalog.problems { Words.say("  \(problem.line)") }
    var configuration = HostConfiguration(version: "0")
    configuration.concurrency = concurrency
    configuration.queueLength = 1_000
    configuration.queueSeconds = 60
    let host = PreviewHost(
      configuration: configuration, catalog: catalog, sandbox: sandbox, encoder: BenchmarkEncoder())
    await host.start()
    return host
  }

  /// A request as a batch makes it, or one of its own.
  static func request(_ document: Document, reuse: Bool, path: String? = nil) -> RenderRequest {
    var request = RenderRequest(
      .thumbnail,
      of: DocumentReference(path: path ?? document.path, name: "document", contentType: document.contentType),
      maximumSize: PixelSize(width: 256, height: 256))
    request.format = .jpeg
    request.tenant = reuse ? "benchmark" : nil
    request.usesCache = false
    return request
  }

  /// The folders of manifests in this source tree.
  private static var manifests: [String] {
    let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
    return ["share", "Examples"].map { "\(root)/\($0)/providers" }
  }
}

/// Encodes as the commands do, for layouts other than the words of cairo.
struct BenchmarkEncoder: PixelEncoding {
  func encode(_ pixels: CheckedPixels, for request: RenderRequest) throws -> EncodedPicture {
    let format = request.format ?? .jpeg
    let bytes = try Self.encode(pixels.layout, pixels.size, pixels.bytes, format: format.rawValue)
    return EncodedPicture(format: format, size: pixels.size, bytes: bytes)
  }

  private static func encode(
    _ wireLayout: ProviderMessage.PixelLayout, _ size: PixelSize, _ bytes: [UInt8], format: String
  ) throws -> [UInt8] {
    let layout: PixelFormat
    switch wireLayout {
    case .rgba8: layout = .rgba8
    case .rgb8: layout = .rgb8
    case .gray8: layout = .gray8
    case .argb32Premultiplied: throw ProviderError(.limitExceeded, "not encoded here")
    }
    return try encode(try PixelBuffer(size: size, format: layout, profile: .sRGB, bytes: bytes), format: format)
  }

  static func encode(_ picture: PixelBuffer, format: String = "jpeg") throws -> [UInt8] {
    let destination = try ImageDestination(format: format)
    var options = ImageDestination.ImageOptions()
    if format == "jpeg" { options.background = BackgroundColor(red: 255, green: 255, blue: 255) }
    options.metadata.remove(.icc)
    try destination.add(picture, options)
    _ = try destination.finish()
    return destination.finishedBytes
  }
}
