/// The labels of a row of pages (ISO 32000-1, 12.4.2).
public struct PageLabelRange: Hashable, Sendable {
  public enum Style: String, Hashable, Sendable {
    case decimal = "D"
    case upperRoman = "R"
    case lowerRoman = "r"
    case upperLetters = "A"
    case lowerLetters = "a"
  }

  /// The first page, counted from 0; the range goes on to the next range.
  public var firstPage: Int
  /// nil: the label is the prefix alone.
  public var style: Style?
  public var prefix = ""
  /// The number of the first page.
  public var start = 1

  public init(firstPage: Int, style: Style?, prefix: String = "", start: Int = 1) {
    (self.firstPage, self.style, self.prefix, self.start) = (firstPage, style, prefix, start)
  }
}
