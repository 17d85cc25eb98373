internal import Drawing

/// Text that stands on a line or a few, such as a caption: metadata may fill it with pages of words.
enum ShortText {
  /// The most bytes of a line: wider than any page.
  private static let longestLine = 4_000
  /// Less than a layout with an ellipsis takes.
  private static let longest = TextLayout.maximumEllipsisBytes - 8

  /// Whether a text is longer than any page shows.
  static func isCut(_ text: String) -> Bool { text.utf8.count > longestLine && cut(text) != text }

  /// The text where it is short; otherwise its beginning, with an ellipsis where a line was cut.
  static func cut(_ text: String) -> String {
    guard text.utf8.count > longestLine else { return text }
    var result = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let part = cut(line, bytes: longestLine)
      guard result.utf8.count + part.utf8.count < longest else { break }
      if !result.isEmpty { result += "\n" }
      result += part
    }
    return result
  }

  private static func cut(_ line: Substring, bytes: Int) -> String {
    guard line.utf8.count > bytes else { return String(line) }
    // Between scalars; a cluster of them may be as long as the line.
    var kept = String.UnicodeScalarView()
    var count = 0
    for scalar in line.unicodeScalars {
      count += UTF8.width(scalar)
      guard count <= bytes else { break }
      kept.append(scalar)
    }
    return String(kept) + "\u{2026}"
  }
}
