/// The encodings of XML whose characters have two or four bytes (XML 1.0, appendix F).
package struct XMLEncoding {
  private let width: Int
  private let isBigEndian: Bool

  /// By the byte-order mark, or else by the zeros around the first character, which is `<`.
  ///
  /// - Returns: nil for a text whose characters have one byte or, in UTF-8, several.
  package init?(_ text: [UInt8]) {
    switch Array(text.prefix(4)) {
    case [0xFF, 0xFE, 0, 0], [0x3C, 0, 0, 0]: (width, isBigEndian) = (4, false)
    case [0, 0, 0xFE, 0xFF], [0, 0, 0, 0x3C]: (width, isBigEndian) = (4, true)
    case let start where start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0x3C, 0]):
      (width, isBigEndian) = (2, false)
    case let start where start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0, 0x3C]):
      (width, isBigEndian) = (2, true)
    default: return nil
    }
  }

  /// `UTF-16` or `UTF-32`.
  package var name: String { width == 2 ? "UTF-16" : "UTF-32" }

  /// The text in UTF-8, without its byte-order mark, and whether characters were replaced that do not exist.
  package func utf8(_ text: [UInt8]) -> (bytes: [UInt8], isDamaged: Bool) {
    var numbers = stride(from: 0, to: text.count - width + 1, by: width).map { index in
      let number = text[index..<index + width].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      return isBigEndian ? number : number.byteSwapped >> UInt32(32 - 8 * width)
    }
    if numbers.first == 0xFEFF { numbers.removeFirst() }
    if width == 2 {
      let units = numbers.map { UInt16($0) }
      return (
        Array(String(decoding: units, as: UTF16.self).utf8), String(validating: units, as: UTF16.self) == nil
      )
    }
    var decoded = String.UnicodeScalarView()
    decoded.append(contentsOf: numbers.map { Unicode.Scalar($0) ?? "\u{FFFD}" })
    return (Array(String(decoded).utf8), numbers.contains { Unicode.Scalar($0) == nil })
  }
}
