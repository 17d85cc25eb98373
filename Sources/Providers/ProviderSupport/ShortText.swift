extension StringProtocol {
  /// The text with one space for each run of white space, and without that at both ends.
  package var collapsed: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

extension String {
  /// The text, or its beginning with an ellipsis.
  ///
  /// - Parameter count: the most Unicode scalars. Characters would be no limit: one may have a million accents.
  package func shortened(to count: Int) -> String {
    guard utf8.count > count,
      let end = unicodeScalars.index(startIndex, offsetBy: count, limitedBy: endIndex), end < endIndex
    else { return self }
    return String(unicodeScalars[..<end]) + "…"
  }

  /// Without white space at both ends.
  var trimmed: String {
    var part = self[...]
    while part.first?.isWhitespace == true { part.removeFirst() }
    while part.last?.isWhitespace == true { part.removeLast() }
    return String(part)
  }
}
