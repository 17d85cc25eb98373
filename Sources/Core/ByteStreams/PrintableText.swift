/// Makes text from files and file names safe to show on a terminal.
package enum PrintableText {
  /// The text on one line. Control characters, line breaks and characters that change the writing direction are
  /// escaped, so that a file name cannot forge a message or control the terminal. Bytes of names that are not UTF-8
  /// become `\xNN`.
  ///
  /// - Parameter kept: characters that are not escaped.
  package static func escaped(_ text: String, keeping kept: Set<Unicode.Scalar> = []) -> String {
    guard text.unicodeScalars.contains(where: isHarmful) else { return text }
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

  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case _ where PathText.byte(scalar) != nil: true
    case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
