internal import ArgumentParser
internal import PDFDocuments

/// Rules for page labels as options have them: `1:r,5:D,10:D/1/A-`.
enum PageLabelText {
  /// - Throws: `ValidationError`.
  static func ranges(_ text: String) throws -> [PageLabelRange] {
    let ranges = try text.split(separator: ",", omittingEmptySubsequences: false).map { rule in
      guard let range = range(rule) else {
        throw ValidationError("'\(rule)' is no rule PAGE:STYLE/START/PREFIX, as in 5:D or 10:r/3/A-")
      }
      return range
    }
    for (one, next) in zip(ranges, ranges.dropFirst()) where one.firstPage >= next.firstPage {
      throw ValidationError("the rules' pages must grow")
    }
    return ranges
  }

  private static func range(_ rule: Substring) -> PageLabelRange? {
    let halves = rule.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2, let page = Int(halves[0]), page >= 1, page <= 10_000_000 else { return nil }
    let parts = halves[1].split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    let style = PageLabelRange.Style(rawValue: String(parts[0]))
    guard style != nil || parts[0] == "-" else { return nil }
    var start = 1
    if parts.count > 1, !parts[1].isEmpty {
      guard let number = Int(parts[1]), (1...1_000_000_000).contains(number) else { return nil }
      start = number
    }
    return PageLabelRange(
      firstPage: page - 1, style: style, prefix: parts.count > 2 ? String(parts[2]) : "", start: start)
  }
}
