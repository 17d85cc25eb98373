/// How the line along a path looks. Lengths are in points of the context that strokes (ISO 32000-1, 8.4.3).
public struct StrokeStyle: Hashable, Sendable {
  /// The end of an open part.
  public enum Cap: String, Hashable, Sendable { case butt, round, square }
  /// The outside of a corner.
  public enum Join: String, Hashable, Sendable { case miter, round, bevel }

  /// The width of the line; nothing is drawn where it is not above 0.
  public var width: Double
  public var cap: Cap
  public var join: Join
  /// How many widths long the tip of a corner may be before it is cut off.
  public var miterLimit: Double
  /// Lengths of strokes and gaps by turns; a solid line where it is empty, sums to 0 or holds a negative number.
  public var dash: [Double]
  /// The length into the pattern of dashes at which the line begins.
  public var dashPhase: Double

  public init(
    width: Double = 1, cap: Cap = .butt, join: Join = .miter, miterLimit: Double = 10, dash: [Double] = [],
    dashPhase: Double = 0
  ) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.dash = dash
    self.dashPhase = dashPhase
  }
}
