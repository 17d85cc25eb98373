internal import CPangoShims

/// Guesses the language of Chinese, Japanese and Korean parts of a text, to select fonts.
///
/// Without a language, fontconfig does not consider these scripts when it orders fonts. Pango then takes a comma or
/// a 一 from the first font that has it, such as one for Mongolian or Nüshu.
struct EastAsianText {
  /// The language by BCP 47: Japanese where there is any kana, otherwise Korean where there is any hangul, otherwise
  /// Chinese.
  private(set) var language = "zh-cn"
  /// The ranges of the characters, in bytes of UTF-8.
  private(set) var ranges: [Range<Int>] = []
  /// The first range that is not marked yet.
  private var next = 0

  init(_ string: String) {
    // These characters have at least three bytes, so that the first one is at least 0xe2.
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

  /// Adds attributes for the ranges that begin before an offset and were not marked before (`pango_attr_language_new`).
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
