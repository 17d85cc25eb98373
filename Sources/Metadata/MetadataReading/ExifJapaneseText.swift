internal import Glibc

/// Text in JIS X 0208, as UserComment may have it (Exif 2.32, 4.6.5), by `iconv(3)`.
enum ExifJapaneseText {
  /// The text up to the first NUL byte; nil where no form of JIS fits, or the C library lacks the tables for it.
  ///
  /// The standard means JIS X 0208 with the escape sequences of ISO-2022-JP. Writers also leave the escapes out, set the
  /// high bits (EUC-JP), or write Shift_JIS.
  static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    var content = Array(bytes.prefix { $0 != 0 })
    while content.last == 0x20 { content.removeLast() }
    guard !content.isEmpty else { return "" }
    if content.contains(escape) { return convert(content, from: "ISO-2022-JP") }
    if content.contains(where: { $0 >= 0x80 }) {
      return convert(content, from: "EUC-JP") ?? convert(content, from: "SHIFT_JIS")
    }
    // Seven bits without an escape: two bytes a character where all of them are such pairs, else ASCII. The first byte of
    // common characters is 0x21 to 0x74; plain English has letters outside of the rows that exist.
    if content.count % 2 == 0, content.allSatisfy({ (0x21...0x7E).contains($0) }), startsAsKana(content) {
      return convert([escape, 0x24, 0x42] + content + [escape, 0x28, 0x42], from: "ISO-2022-JP")
    }
    return nil
  }

  private static let escape: UInt8 = 0x1B

  /// Whether most pairs begin with a row that is common in Japanese text and rare in ASCII: punctuation, kana, or the first
  /// rows of kanji with a byte behind that is no letter's usual neighbour.
  private static func startsAsKana(_ bytes: [UInt8]) -> Bool {
    let rows = stride(from: 0, to: bytes.count, by: 2).map { bytes[$0] }
    return rows.count { $0 == 0x21 || $0 == 0x24 || $0 == 0x25 } * 3 >= rows.count
  }

  private static func convert(_ bytes: [UInt8], from code: String) -> String? {
    let converter = iconv_open("UTF-8", code)
    guard Int(bitPattern: converter) != -1 else { return nil }
    defer { iconv_close(converter) }
    var input = bytes.map { CChar(bitPattern: $0) }
    // A character of two bytes becomes three; one of a single byte at most three.
    var output = [CChar](repeating: 0, count: bytes.count * 3 + 16)
    let written: Int? = input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        var from = source.baseAddress
        var to = target.baseAddress
        var left = source.count
        var room = target.count
        let status = iconv(converter, &from, &left, &to, &room)
        return status == -1 || left > 0 ? nil : target.count - room
      }
    }
    guard let written else { return nil }
    return String(validating: output[..<written].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
