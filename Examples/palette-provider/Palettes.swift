internal import ContentTypes
internal import Documents
internal import Drawing
internal import FoundationEssentials
internal import ImageModel
internal import ProviderKit

/// A palette is a file in JSON: `{"name": "Sea", "colors": ["#3366CC", "#99CCEE"]}`.
struct Palette: FileDocument, Codable {
  static let readableContentTypes = [
    ContentType(
      identifier: "org.example.palette", name: "Palette", conformsTo: ["public.json"], fileExtensions: ["palette"])
  ]

  var name: String
  var colors: [String]

  init(name: String, colors: [String]) {
    self.name = name
    self.colors = colors
  }

  init(configuration: ReadConfiguration) throws {
    let data = Data(try configuration.file.regularFileContents(atMost: 1 << 20))
    do {
      self = try JSONDecoder().decode(Palette.self, from: data)
    } catch {
      throw DocumentError(.invalidContents, "a palette has a name and colors")
    }
    guard colors.allSatisfy({ Color(hex: $0) != nil }) else {
      throw DocumentError(.invalidContents, "a color is written #RRGGBB")
    }
  }

  func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
    FileWrapper(regularFileWithContents: Array(try JSONEncoder().encode(self)))
  }
}

extension Color {
  init?(hex: String) {
    guard hex.utf8.count == 7, hex.first == "#", let number = UInt32(hex.dropFirst(), radix: 16) else { return nil }
    func part(_ shift: UInt32) -> Double { Double(number >> shift & 255) / 255 }
    self.init(red: part(16), green: part(8), blue: part(0))
  }
}

extension Palette {
  /// Draws a stripe for each color.
  func draw(in context: DrawingContext) {
    let width = context.size.width / Double(max(1, colors.count))
    for (index, color) in colors.compactMap({ Color(hex: $0) }).enumerated() {
      let stripe = Rect(x: Double(index) * width, y: 0, width: width, height: context.size.height)
      context.fill(.rect(stripe), .color(color))
    }
  }
}

@main struct Palettes: Provider {
  static let definition = ProviderDefinition(
    id: "org.example.palette", version: "1.0", document: Palette.self,
    thumbnail: { palette, request in
      var reply = ThumbnailReply(contextSize: request.maximumSize, currentContextDrawing: palette.draw(in:))
      reply.title = palette.name
      return reply
    },
    preview: { palette, request in
      .drawing(size: request.maximumSize) { context in
        context.flip()
        palette.draw(in: context)
      }
    })
}
