internal import ArgumentParser
internal import CommandKit
internal import Drawing
internal import ImageModel
internal import PDFDocuments
internal import PageDescriptions

/// Parses the values of options. The errors say what is expected.
enum OptionValues {
  /// A length in points.
  ///
  /// - Parameter what: the kind of length, for messages.
  static func length(_ text: String, of what: String = "a length") throws -> Double {
    guard let points = Length.points(text), points <= Length.maximum else {
      throw ValidationError("expected a length, as in 15mm, 1.5cm, 0.5in or 36pt")
    }
    guard points >= 0 else { throw ValidationError("\(what) cannot be negative") }
    return points
  }

  /// One, two or four lengths, in the order of CSS.
  static func margins(_ text: String) throws -> PageMargins {
    let sides = try text.split(separator: ",", omittingEmptySubsequences: false).map {
      try length(String($0), of: "a margin")
    }
    switch sides.count {
    case 1: return PageMargins(sides[0])
    case 2: return PageMargins(top: sides[0], right: sides[1], bottom: sides[0], left: sides[1])
    case 4: return PageMargins(top: sides[0], right: sides[1], bottom: sides[2], left: sides[3])
    default: throw ValidationError("expected one length, VERTICAL,HORIZONTAL or TOP,RIGHT,BOTTOM,LEFT")
    }
  }

  /// The name of a paper size, `WxH`, or `image`.
  static func medium(_ text: String) throws -> PageShape.Medium {
    if text.lowercased() == "image" { return .content }
    guard let size = PaperText.size(text), size.width > 0, size.height > 0 else {
      throw ValidationError("expected a size such as A4, Letter, 100x150mm, 5x7in, or image")
    }
    guard max(size.width, size.height) <= 14_400, min(size.width, size.height) >= 3 else {
      throw ValidationError("a page has from 3 to 14400 points along a side")
    }
    return .fixed(size)
  }

  static func resolution(_ text: String) throws -> Double {
    guard let value = Double(decimal: text), ResolutionRule.plausible.contains(value) else {
      throw ValidationError("expected dots per inch from 10 to 10000")
    }
    return value
  }

  /// An opaque colour, in the syntax of page descriptions.
  static func color(_ text: String) throws -> Color {
    guard let color = ColorText.color(text) else {
      throw ValidationError(
        "expected #rgb, #rrggbb, rgb(51, 102, 153), gray(50%) or a name: \(OptionText.list(colorNames))")
    }
    guard color.alpha == 1 else { throw ValidationError("expected an opaque colour") }
    return color
  }

  /// The names of opaque colours.
  static var colorNames: [String] { ColorText.allNames.filter { $0 != "transparent" } }

  /// A grid of `CxR` cells.
  static func grid(_ text: String, most: Int) throws -> (columns: Int, rows: Int) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).compactMap { Int($0) }
    guard sides.count == 2, sides.allSatisfy({ (1...most).contains($0) }) else {
      throw ValidationError("expected COLUMNSxROWS with numbers from 1 to \(most), as in 4x5")
    }
    return (sides[0], sides[1])
  }

  /// Degrees clockwise, from 0 to 270. Negative degrees turn counterclockwise.
  static func rotation(_ text: String) throws -> Int {
    guard let degrees = Int(text), degrees % 90 == 0, (-270...270).contains(degrees) else {
      throw ValidationError("expected 90, 180, 270 or -90")
    }
    return (degrees + 360) % 360
  }

  /// A list of pages.
  static func pages(_ text: String) throws -> PageRanges {
    guard let ranges = PageRanges(text) else {
      throw ValidationError("'\(text)' is not a list of pages; an example: 1-3,7,9- (9- goes to the last page)")
    }
    return ranges
  }

  /// A font size in points.
  static func fontSize(_ text: String) throws -> Double {
    guard let size = Length.points(text), (1...1_000).contains(size) else {
      throw ValidationError("expected points from 1 to 1000")
    }
    return size
  }

  /// Rules for page labels: `1:r,5:D,10:D/1/A-`.
  static func pageLabels(_ text: String) throws -> [PageLabelRange] {
    let ranges = try text.split(separator: ",", omittingEmptySubsequences: false).map { rule in
      guard let range = pageLabel(rule) else {
        throw ValidationError("'\(rule)' is not a rule PAGE:STYLE/START/PREFIX, as in 5:D or 10:r/3/A-")
      }
      return range
    }
    for (one, next) in zip(ranges, ranges.dropFirst()) where one.firstPage >= next.firstPage {
      throw ValidationError("the pages of the rules must be in ascending order")
    }
    return ranges
  }

  private static func pageLabel(_ rule: Substring) -> PageLabelRange? {
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
