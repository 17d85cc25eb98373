internal import ImageModel

/// Makes texts of providers safe to show, and to write into header fields and files.
package enum ReplyText {
  /// The text as one line of at most `limit` Unicode scalars, without control characters; nil where nothing is left but
  /// spaces.
  static func line(_ text: String?, limit: Int) -> String? {
    guard let text else { return nil }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(limit) {
      let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      let isBreak = scalar.value == 0x2028 || scalar.value == 0x2029
      // Direction marks can make a text look like another one.
      let isDirection = (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
      result.append(isControl || isBreak || isDirection ? " " : scalar)
    }
    let line = String(result)
    return line.allSatisfy({ $0 == " " }) ? nil : line
  }

  /// The first 16 texts, each as `line` makes it, with at most 500 characters.
  package static func lines(_ texts: [String]) -> [String] { texts.prefix(16).compactMap { line($0, limit: 500) } }

  /// Whether a text is a MIME type (RFC 9110, 8.3) with parameters of plain characters, which cannot break a header.
  package static func isMediaType(_ text: String) -> Bool {
    guard (3...127).contains(text.utf8.count) else { return false }
    let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    let names = parts[0].split(separator: "/", omittingEmptySubsequences: false)
    guard names.count == 2, names.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isToken) }) else { return false }
    return parts.count == 1 || parts[1].utf8.allSatisfy { isToken($0) || " =\";/:".utf8.contains($0) }
  }

  private static func isToken(_ byte: UInt8) -> Bool {
    byte.isASCIILetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }
}
