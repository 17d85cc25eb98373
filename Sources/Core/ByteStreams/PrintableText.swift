/// Makes text from files and file names safe to show on a terminal.
package enum PrintableText {
  /// The text on one line. Control characters, line breaks and characters that change the writing direction are
  /// escaped, so that a file name cannot forge a message or control the terminal. Bytes of names that are not UTF-8
  /// become `\xNN`.
  ///
  /// - Parameter kept: characters that are not escaped.
  package static func escaped(_ text: String, keeping kept: Set<Unicode.Scalar> = []) -> String {
    if text.withUTF8Bytes(isPlain) || !text.unicodeScalars.contains(where: isHarmful) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case _ where kept.contains(scalar): result.unicodeScalars.append(scalar)
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where PathText.byte(scalar) != nil: result += PathText.readable(String(scalar))
      case _ where isHarmful(scalar):
        let hex = String(scalar.value, radix: 16, uppercase: true)
        result += scalar.value < 0x80 ? "\\x" + (hex.count < 2 ? "0" : "") + hex : "\\u{\(hex)}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The number of characters of the escaped text.
  package static func width(of text: String) -> Int {
    text.withUTF8Bytes { isPlain($0) ? $0.count : nil } ?? escaped(text).unicodeScalars.count
  }

  /// Whether UTF-8 is ASCII without control characters, so that nothing is escaped.
  package static func isPlain(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    // Eight bytes at once; the last ones may be tested twice.
    let bytes = UnsafeRawBufferPointer(utf8)
    guard bytes.count >= 8 else { return utf8.allSatisfy { (0x20..<0x7F).contains($0) } }
    var special: UInt64 = 0
    for index in stride(from: 0, to: bytes.count - 8, by: 8) {
      special |= Self.special(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }
    special |= Self.special(bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self))
    return special & 0x8080_8080_8080_8080 == 0
  }

  /// Sets a high bit where one of the eight bytes is a control character or not ASCII. Otherwise no addition or
  /// subtraction touches the next byte, and no high bit is set.
  private static func special(_ word: UInt64) -> UInt64 {
    word | (word &+ 0x0101_0101_0101_0101) | (word &- 0x2020_2020_2020_2020)
  }

  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case _ where PathText.byte(scalar) != nil: true
    case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
