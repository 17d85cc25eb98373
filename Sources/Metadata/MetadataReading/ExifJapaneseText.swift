internal import Glibc

/// Text in JIS X 0208, as UserComment may have it (Exif 2.32, 4.6.5), by `iconv(3)`.
enum ExifJapaneseText {
  /// The text up to the first NUL byte; nil where no form of JIS fits, or the C library lacks the tables for it.
  ///
  /// The standard means the two bytes of JIS X 0208. Writers also put the escape sequences of ISO-2022-JP around them, set
  /// the high bits (EUC-JP), or write Shift_JIS.
  static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    var content = Array(bytes.prefix { $0 != 0 })
    while content.last == 0x20 { content.removeLast() }
    guard !content.isEmpty else { return "" }
    if content.contains(escape) { return convert(content, from: "ISO-2022-JP") }
    if content.contains(where: { $0 >= 0x80 }) {
      return convert(content, from: "EUC-JP") ?? convert(content, from: "SHIFT_JIS")
    }
    // Two bytes a character, as the standard has it; what cannot be that, is left to be read as ASCII.
    guard content.count % 2 == 0, content.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    return convert([escape, 0x24, 0x42] + content + [escape, 0x28, 0x42], from: "ISO-2022-JP")
  }

  private static let escape: UInt8 = 0x1B

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
