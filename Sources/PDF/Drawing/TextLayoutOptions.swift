/// How text is broken into lines and set.
public struct TextLayoutOptions: Hashable, Sendable {
  public enum Alignment: String, Hashable, Sendable {
    /// Left, and right for a line of a right-to-left script.
    case leading
    case left, center, right
    /// Lines fill the width but for the last of a paragraph, which is `leading`.
    case justified
  }

  /// Where a paragraph begins.
  public enum Direction: String, Hashable, Sendable {
    /// Each paragraph as its first letter with a direction says (UAX #9, P2 and P3).
    case auto
    case leftToRight, rightToLeft
  }

  public enum Wrap: String, Hashable, Sendable {
    /// Between words, and inside of a word that is wider than a line.
    case word
    /// Between any characters.
    case character
  }

  /// Where text that is too long is cut and marked by "…".
  public enum Ellipsis: String, Hashable, Sendable { case start, middle, end }

  public var alignment: Alignment
  /// The distance of lines as a multiple of the font's own; the difference is put half above and half below a line.
  public var lineSpacing: Double
  public var direction: Direction
  public var wrap: Wrap
  /// nil lets text be as long as it is. Otherwise each paragraph has at most `maximumLines` lines.
  public var ellipsis: Ellipsis?
  /// Lines of a paragraph where there is an ellipsis.
  public var maximumLines: Int
  /// Places of tab stops in points from the beginning of a line; the last distance repeats. Empty: every eight spaces
  /// of the font.
  public var tabs: [Double]
  /// Whether a line that ends within a word ends with a hyphen, as in books; not for text whose characters count, such as code.
  public var insertsHyphens = true

  public init(
    alignment: Alignment = .leading, lineSpacing: Double = 1, direction: Direction = .auto, wrap: Wrap = .word,
    ellipsis: Ellipsis? = nil, maximumLines: Int = 1, tabs: [Double] = []
  ) {
    self.alignment = alignment
    self.lineSpacing = lineSpacing
    self.direction = direction
    self.wrap = wrap
    self.ellipsis = ellipsis
    self.maximumLines = maximumLines
    self.tabs = tabs
  }
}
