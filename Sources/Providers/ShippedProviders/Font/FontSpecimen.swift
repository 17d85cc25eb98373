internal import Drawing
internal import ImageModel
internal import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport

/// A font, and the texts that show it best: those of the first script that it has letters for.
struct FontSpecimen {
  let file: FontFile
  /// Two or three large letters.
  let sample: String
  /// Letters and digits, line by line.
  let lines: [String]

  private static let scripts: [(sample: String, lines: [String])] = [
    (
      "Ag",
      [
        "ABCDEFGHIJKLM", "NOPQRSTUVWXYZ", "abcdefghijklm", "nopqrstuvwxyz", "0123456789", "The quick brown fox",
        "jumps over the lazy dog.",
      ]
    ),
    ("Жд", ["АБВГДЕЖЗИК", "ЛМНОПРСТУФ", "абвгдежзик", "лмнопрстуф", "0123456789"]),
    ("Ωδ", ["ΑΒΓΔΕΖΗΘΙΚΛΜ", "ΝΞΟΠΡΣΤΥΦΧΨΩ", "αβγδεζηθικλμ", "νξοπρστυφχψω"]),
    ("אש", ["אבגדהוזחטי", "כלמנסעפצקרשת"]), ("عب", ["ا ب ت ث ج ح خ د ذ", "ر ز س ش ص ض ط ظ ع"]),
    ("अक", ["अ आ इ ई उ ऊ ए ऐ ओ", "क ख ग घ च छ ज झ ट"]), ("กข", ["ก ข ค ง จ ฉ ช ซ ฌ", "ญ ฎ ฏ ฐ ฑ ฒ ณ ด ต"]),
    ("あ漢", ["あいうえおかきく", "アイウエオカキク", "日月火水木金土"]), ("永", ["天地玄黃宇宙洪荒", "日月盈昃辰宿列張"]),
    ("한", ["가나다라마바사", "아자차카타파하"]),
    ("😀🐱", ["😀😃😄😁😆😅🙂🙃", "🐱🐶🦊🐻🐼🐨🐯🦁", "🍎🍋🍇🍉🍓🍒🍑🥝"]),
  ]

  /// - Parameter path: a font that is not compressed.
  /// - Throws: `corruptInput` for what is not a font.
  init(path: String) throws {
    let file = try FontFile(path: path)
    self.file = file
    if let found = Self.scripts.first(where: { file.has($0.sample) }) {
      sample = found.sample
      lines = found.lines.filter(file.has)
    } else {
      // Symbols and icons.
      let characters = file.firstCharacters(64).map { String(Character($0)) }
      guard !characters.isEmpty else { throw ProviderError(.corruptInput, "the font has no characters") }
      sample = characters.prefix(2).joined()
      lines = stride(from: 0, to: characters.count, by: 8).map {
        characters[$0..<min($0 + 8, characters.count)].joined(separator: " ")
      }
    }
    // Outlines are read when they are drawn.
    do {
      _ = try picture([(sample, 32)], language: "en")
    } catch is ImageError {
      throw ProviderError(.corruptInput, "the font is damaged: its letters cannot be drawn")
    }
  }

  private static let width = 900.0
  private static let maxHeight = 3_000.0
  private static let margin = 24.0

  /// Texts below each other in sizes of their own, in black on white.
  ///
  /// - Throws: `ImageError` where an outline is damaged.
  func picture(_ texts: [(text: String, size: Double)], language: String) throws -> PixelBuffer {
    let fonts = try file.catalog(language: language)
    let layouts = try texts.map { try TextLayout(AttributedText($0.text, style(size: $0.size)), fonts: fonts) }
    let height = min(layouts.reduce(2 * Self.margin) { $0 + $1.size.height }, Self.maxHeight)
    let size = PixelSize(width: Int(Self.width), height: Int(height) + 1)
    let context = try DrawingContext.image(size: size, background: .white)
    context.flip()
    var y = Self.margin
    for layout in layouts {
      context.draw(layout, at: Point(x: Self.margin, y: y))
      y += layout.size.height
    }
    return try context.makeImage(alpha: .none)
  }

  /// `DejaVu Sans Bold`
  var name: String {
    let face = file.faces[0]
    return face.style.isEmpty || face.style == "Regular" ? face.family : "\(face.family) \(face.style)"
  }

  func style(size: Double, color: Color = Color(gray: 0.1)) -> TextStyle {
    TextStyle(families: [file.faces[0].family], size: size, color: color)
  }
}
