/// Windows-1252, which has characters where Latin-1 has control characters (WHATWG, Encoding, "index-windows-1252").
package enum Windows1252 {
  /// The characters from 0x80 to 0x9F. The five undefined ones are U+FFFD.
  private static let upper = Array(
    "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".unicodeScalars)

  package static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    (0x80..<0xA0).contains(byte) ? upper[Int(byte) - 0x80] : Unicode.Scalar(byte)
  }

  static func text(_ bytes: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: bytes.lazy.map(scalar))
    return String(text)
  }
}
