/// Escapes text for XML 1.0. Characters that XML cannot contain (section 2.2) become U+FFFD.
package enum XMLText {
  /// The text as the content of an element, or as the value of an attribute in double quotes.
  package static func escaped(_ text: String) -> String { escaped(text, isContent: false) }

  /// The text as the content of an element, with quotes, tabs and line feeds as they are.
  package static func escapedContent(_ text: String) -> String { escaped(text, isContent: true) }

  private static func escaped(_ text: String, isContent: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"" where isContent, "\n" where isContent, "\t" where isContent: result.unicodeScalars.append(scalar)
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // A parser would normalise these characters: line ends everywhere (2.11), and all white space in attributes
      // (3.3.3).
      case "\r": result += "&#13;"
      case "\n": result += "&#10;"
      case "\t": result += "&#9;"
      case "\u{0}"..."\u{8}", "\u{B}"..."\u{C}", "\u{E}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
