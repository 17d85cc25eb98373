internal import Glibc
internal import ProviderProtocol

/// A provider of thumbnails, previews or both: a small program.
///
/// ```swift
/// import Drawing
/// import ImageModel
/// import ProviderKit
/// import ProviderProtocol
///
/// @main struct Swatches: Provider {
///   static let definition = ProviderDefinition(
///     id: "org.example.swatch", version: "1.0", thumbnail: { SwatchThumbnails() }, preview: { SwatchPreviews() })
/// }
///
/// /// A swatch is a text file with one colour: `#3366CC`.
/// struct Swatch {
///   var name: String
///   var color: Color
///   init(path: String) throws {
///     name = String(decoding: try DocumentFile.read(path, atMost: 64), as: UTF8.self).filter { !$0.isWhitespace }
///     guard name.count == 7, name.first == "#", let number = UInt32(name.dropFirst(), radix: 16) else {
///       throw ProviderError(.corruptInput, "a swatch holds one colour, #RRGGBB")
///     }
///     func part(_ shift: UInt32) -> Double { Double(number >> shift & 255) / 255 }
///     color = Color(red: part(16), green: part(8), blue: part(0))
///   }
/// }
///
/// final class SwatchThumbnails: ThumbnailProvider {
///   override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
///     let swatch = try Swatch(path: request.filePath)
///     var reply = ThumbnailReply(
///       contextSize: request.maximumSize,
///       currentContextDrawing: { context in
///         context.fill(.roundedRect(Rect(context.size), radius: context.size.width / 8), .color(swatch.color))
///       })
///     reply.title = swatch.name
///     return reply
///   }
/// }
///
/// final class SwatchPreviews: PreviewProvider {
///   override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
///     let swatch = try Swatch(path: request.filePath)
///     return .data(of: "text/html") { Array("<body style='background: \(swatch.name)'>\(swatch.name)</body>".utf8) }
///   }
/// }
/// ```
///
/// The example is a target of the package, so that it stays true.
public protocol Provider {
  static var definition: ProviderDefinition { get }
}

extension Provider {
  /// Serves the host until the end of standard input. With arguments, draws one document instead (`--help` says how).
  ///
  /// The main thread reads messages; requests run as tasks on other threads. Nothing runs on the main actor.
  public static func main() {
    // `exit` would destroy objects that running requests still use.
    _exit(ProviderMain.run(definition, arguments: Array(CommandLine.arguments.dropFirst())))
  }
}

/// A provider's name and version, and the functions that make its thumbnails and previews.
public struct ProviderDefinition: Sendable {
  /// The id in the manifest: `org.example.swatch`.
  public var id: String
  public var version: String
  /// Makes a thumbnail provider for each request; nil if the provider makes no thumbnails.
  public var thumbnail: (@Sendable () -> ThumbnailProvider)?
  /// Makes a preview provider for each request; nil if the provider makes no previews.
  public var preview: (@Sendable () -> PreviewProvider)?
  /// Loads what every document needs, such as fonts (`FontCatalog.load`). It is called once, while the process waits
  /// for its first document. It is not called if that document has come already. nil if there is nothing to load.
  public var prepare: (@Sendable () -> Void)?

  public init(
    id: String, version: String, thumbnail: (@Sendable () -> ThumbnailProvider)? = nil,
    preview: (@Sendable () -> PreviewProvider)? = nil, prepare: (@Sendable () -> Void)? = nil
  ) {
    self.id = id
    self.version = version
    self.thumbnail = thumbnail
    self.preview = preview
    self.prepare = prepare
  }

  var capabilities: [ProviderCapability] {
    (thumbnail == nil ? [] : [.thumbnail]) + (preview == nil ? [] : [.preview])
  }
}
