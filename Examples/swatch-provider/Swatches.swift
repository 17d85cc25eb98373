internal import Drawing
internal import ImageModel
internal import ProviderKit
internal import ProviderProtocol

@main struct Swatches: Provider {
  static let definition = ProviderDefinition(
    id: "org.example.swatch", version: "1.0", thumbnail: { SwatchThumbnails() }, preview: { SwatchPreviews() })
}

/// A swatch is a text file with one colour: `#3366CC`.
struct Swatch {
  var name: String
  var color: Color
  init(path: String) throws {
    name = String(decoding: try DocumentFile.read(path, atMost: 64), as: UTF8.self).filter { !$0.isWhitespace }
    guard name.count == 7, name.first == "#", let number = UInt32(name.dropFirst(), radix: 16) else {
      throw ProviderError(.corruptInput, "a swatch holds one colour, #RRGGBB")
    }
    func part(_ shift: UInt32) -> Double { Double(number >> shift & 255) / 255 }
    color = Color(red: part(16), green: part(8), blue: part(0))
  }
}

final class SwatchThumbnails: ThumbnailProvider {
  override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
    let swatch = try Swatch(path: request.filePath)
    var reply = ThumbnailReply(
      contextSize: request.maximumSize,
      currentContextDrawing: { context in
        context.fill(.roundedRect(Rect(context.size), radius: context.size.width / 8), .color(swatch.color))
      })
    reply.title = swatch.name
    return reply
  }
}

final class SwatchPreviews: PreviewProvider {
  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    let swatch = try Swatch(path: request.filePath)
    return .data(of: "text/html") { Array("<body style='background: \(swatch.name)'>\(swatch.name)</body>".utf8) }
  }
}
