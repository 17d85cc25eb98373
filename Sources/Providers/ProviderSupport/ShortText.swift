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

/// How long a recording plays.
package enum PlayingTime {
  /// `3:07`, `1:03:07`; nil for less than half a second, and where the length is not known.
  package static func text(_ length: Double?) -> String? {
    guard let length, length.isFinite, (0.5..<1e7).contains(length) else { return nil }
    let seconds = Int(length.rounded())
    let rest = seconds % 60 < 10 ? "0\(seconds % 60)" : "\(seconds % 60)"
    let minutes = seconds / 60 % 60
    guard seconds >= 3_600 else { return "\(minutes):\(rest)" }
    return "\(seconds / 3_600):\(minutes < 10 ? "0" : "")\(minutes):\(rest)"
  }
}
