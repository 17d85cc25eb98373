/// How a run of text looks.
public struct TextStyle: Hashable, Sendable {
  public enum Slant: String, Hashable, Sendable { case normal, italic, oblique }
  public enum Underline: String, Hashable, Sendable { case none, single, double }

  /// Names of font families, best first: "DejaVu Sans", or the generic "sans-serif", "serif" and "monospace". Where a
  /// family lacks a character the next is tried, and at last every font of the system.
  public var families: [String]
  /// The em in points; from 0.1 to 10,000.
  public var size: Double
  /// From 100 (thin) over 400 (regular) and 700 (bold) to 900 (black), as in CSS.
  public var weight: Int
  public var slant: Slant
  public var color: Color
  public var underline: Underline
  public var strikethrough: Bool
  /// Points between letters besides what the font says; negative brings them nearer.
  public var letterSpacing: Double

  public init(
    families: [String] = ["sans-serif"], size: Double = 12, weight: Int = 400, slant: Slant = .normal,
    color: Color = .black, underline: Underline = .none, strikethrough: Bool = false, letterSpacing: Double = 0
  ) {
    self.families = families
    self.size = size
    self.weight = weight
    self.slant = slant
    self.color = color
    self.underline = underline
    self.strikethrough = strikethrough
    self.letterSpacing = letterSpacing
  }
}
