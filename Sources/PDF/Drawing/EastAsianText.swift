internal import CPangoShims

/// Guesses the language of Chinese, Japanese and Korean parts of a text, for the choice of fonts.
///
/// Without a language fontconfig offers fonts in an order that knows nothing of these scripts, and pango takes a comma or a
/// 一 from the first font that happens to have it, be it one for Mongolian or Nüshu.
struct EastAsianText {
  /// As in BCP 47; Japanese where there is any kana, Korean where there is any hangul.
  private(set) var language = "zh-cn"
  /// Where its characters stand, in bytes of UTF-8.
  private(set) var ranges: [Range<Int>] = []
  /// The first part that is not marked yet.
  private var next = 0

  init(_ string: String) {
    // All of them take three bytes or more, whose first is then at least 0xe2.
    guard string.utf8.contains(where: { $0 >= 0xe2 }) else { return }
    var position = 0
    for scalar in string.unicodeScalars {
      let end = position + UTF8.width(scalar)
      defer { position = end }
      switch scalar.value {
      case 0x3040...0x30ff, 0x31f0...0x31ff: language = "ja"
      case 0x1100...0x11ff, 0x3130...0x318f, 0xac00...0xd7ff: if language != "ja" { language = "ko" }
      case 0x2e80...0x9fff, 0xf900...0xfaff, 0xfe30...0xfe4f, 0xff00...0xffef, 0x20000...0x3ffff: break
      default: continue
      }
      if let last = ranges.last, last.upperBound == position {
        ranges[ranges.count - 1] = last.lowerBound..<end
      } else {
        ranges.append(position..<end)
      }
    }
  }

  /// No text.
  init() {}

  /// Marks the parts that begin before a place and were not marked before (`pango_attr_language_new`).
  mutating func add(to list: OpaquePointer, before place: Int) {
    while let range = ranges[next...].first, range.lowerBound < place {
      next += 1
      guard let attribute = lib.pango_attr_language_new(lib.pango_language_from_string(language)) else { continue }
      attribute.pointee.start_index = UInt32(clamping: range.lowerBound)
      attribute.pointee.end_index = UInt32(clamping: range.upperBound)
      lib.pango_attr_list_insert(list, attribute)
    }
  }
}
