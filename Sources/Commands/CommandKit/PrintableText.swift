/// Text from files and file names as it may be shown on a terminal.
package enum PrintableText {
  /// The text on one line: control characters, line breaks and characters that turn the writing direction around are
  /// escaped, so that no file name can forge a message or drive a terminal.
  package static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHarmful) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where isHarmful(scalar):
        let hex = String(scalar.value, radix: 16, uppercase: true)
        result += scalar.value < 0x80 ? "\\x" + (hex.count < 2 ? "0" : "") + hex : "\\u{\(hex)}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Bytes that should be UTF-8, readable whatever they are: those that are not part of a character become `\xNN`.
  package static func readable(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var result = ""
    var rest = bytes[...]
    while !rest.isEmpty {
      // A character has at most four bytes: the longest valid beginning is one, or the byte stands alone.
      let length = (1...min(4, rest.count)).first { String(validating: rest.prefix($0), as: UTF8.self) != nil }
      if let length {
        result += String(decoding: rest.prefix(length), as: UTF8.self)
        rest = rest.dropFirst(length)
      } else if let byte = rest.popFirst() {
        let hex = String(byte, radix: 16, uppercase: true)
        result += "\\x" + (hex.count < 2 ? "0" : "") + hex
      }
    }
    return result
  }

  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
