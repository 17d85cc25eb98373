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
  ]

  /// - Throws: `corruptInput` for what is not a font.
  init(path: String) throws {
    // Says what is wrong with a directory or a missing file.
    _ = try DocumentFile.beginning(of: path, atMost: 4)
    let file = try FontFile(path: path)
    self.file = file
    let found = Self.scripts.first { file.has($0.sample) }
    if let found {
      sample = found.sample
      lines = found.lines.filter(file.has)
      return
    }
    // Symbols and icons.
    let characters = file.firstCharacters(64).map { String(Character($0)) }
    guard !characters.isEmpty else { throw ProviderError(.corruptInput, "the font has no characters") }
    sample = characters.prefix(2).joined()
    lines = stride(from: 0, to: characters.count, by: 8).map {
      characters[$0..<min($0 + 8, characters.count)].joined(separator: " ")
    }
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
