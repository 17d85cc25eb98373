internal import TextReading

/// The text of HTML and XHTML from its bytes.
package enum MarkupText {
  /// Where a document declares its encoding (HTML, 13.2.3.2).
  private static let judgedBytes = 1_024

  /// - Parameter encoding: what is declared outside the document, and takes precedence.
  package static func text(_ bytes: [UInt8], encoding: String? = nil, isWhole: Bool = true) -> String {
    DecodedText(bytes, declared: encoding ?? declared(bytes), isWhole: isWhole).text
  }

  /// The name after `charset=` or `encoding=`.
  private static func declared(_ bytes: [UInt8]) -> String? {
    let start = String(decoding: bytes.prefix(judgedBytes), as: UTF8.self).lowercased()
    for mark in ["charset=", "encoding="] {
      guard let found = start.firstRange(of: mark) else { continue }
      let rest = start[found.upperBound...].drop { $0 == "\"" || $0 == "'" || $0 == " " }
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
      // A document that could be read as far as this is not in UTF-16, whatever it says.
      return name.hasPrefix("utf-16") ? nil : String(name)
    }
    return nil
  }
}
