internal import ImageModel

/// Text files as bytes: which they are, and what they say.
enum InputText {
  /// What comes behind a byte order mark and white space; of UTF-16 the lower halves.
  static func visible(_ header: [UInt8]) -> [UInt8] {
    let marks: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF]
    return Array(header.drop { marks.contains($0) }.filter { $0 != 0 }.drop { $0 <= 0x20 })
  }

  /// Whether a beginning looks like text: a byte order mark of UTF-16, or no control characters but those of text.
  static func isText(_ header: [UInt8]) -> Bool {
    if header.starts(with: [0xFE, 0xFF]) || header.starts(with: [0xFF, 0xFE]) { return true }
    // Tab, line feed, form feed, carriage return, backspace and escape occur in text that printers got.
    let controls: Set<UInt8> = [0x08, 0x09, 0x0A, 0x0C, 0x0D, 0x1B]
    return header.allSatisfy { byte in byte >= 0x20 && byte != 0x7F || controls.contains(byte) }
  }

  /// The text of bytes in UTF-8, in UTF-16 with its mark, or else in Windows-1252, with a note.
  static func decode(_ bytes: [UInt8]) -> (text: String, diagnostics: [Diagnostic]) {
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      let isBig = bytes[0] == 0xFE
      let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index -> UInt16 in
        let (high, low) = isBig ? (bytes[index], bytes[index + 1]) : (bytes[index + 1], bytes[index])
        return UInt16(high) << 8 | UInt16(low)
      }
      return (cleaned(String(decoding: units, as: UTF16.self)), [])
    }
    let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    if let text = String(validating: content, as: UTF8.self) { return (cleaned(text), []) }
    let scalars = content.map { byte -> Unicode.Scalar in
      (0x80...0x9F).contains(byte) ? windows1252[Int(byte) - 0x80] : Unicode.Scalar(byte)
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return (cleaned(String(text)), [.note("the text is no UTF-8; it is read as Windows-1252")])
  }

  /// Without characters that move a printer's head: they have no glyph.
  private static func cleaned(_ text: String) -> String {
    func isControl(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value < 0x20 && scalar != "\t" && scalar != "\n" && scalar != "\r" && scalar != "\u{0C}"
    }
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var kept = String.UnicodeScalarView()
    kept.append(contentsOf: text.unicodeScalars.lazy.filter { !isControl($0) })
    return String(kept)
  }

  /// The characters from 0x80 to 0x9F; the five that have none are U+FFFD.
  private static let windows1252 = Array(
    "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".unicodeScalars)
}
