/// Makes messages fit for callers, who may be anybody: providers are not trusted, and paths of the host are nobody's business.
enum PublicText {
  private static let longest = 300

  /// One line without control characters, in which anything that looks like an absolute path became `(a path)`.
  static func scrubbed(_ text: String) -> String {
    var words: [String] = []
    for word in text.prefix(4 * longest).split(whereSeparator: { $0.isWhitespace }) { words.append(cleaned(word)) }
    let line = words.joined(separator: " ")
    return line.count > longest ? line.prefix(longest) + "..." : line
  }

  private static func cleaned(_ word: Substring) -> String {
    let printable = String(
      String.UnicodeScalarView(word.unicodeScalars.filter { $0.properties.generalCategory != .control }))
    // A slash that begins the word, perhaps behind quotation marks, brackets or `name=`, with something behind it.
    guard let slash = printable.firstIndex(of: "/"), printable[slash...].dropFirst().contains(where: \.isLetter) else {
      return printable
    }
    let before = printable[..<slash].last
    // text/html and 3/4 are no paths; file:///home is one.
    if let before, before.isLetter || before.isNumber { return printable }
    return printable[..<slash] + "(a path)"
  }
}
