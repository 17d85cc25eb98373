public import ImageModel

/// A line of a layout.
public struct TextLine: Hashable, Sendable {
  /// In points from the upper left corner of the layout, y growing downwards: as wide as the text (trailing spaces of a
  /// wrapped line left out) and as high as the line.
  public var rect: Rect
  /// The height on which the letters stand, from the top of the layout.
  public var baseline: Double
  /// The line's text in bytes of UTF-8, counted in the text that the layout was made of.
  public var range: Range<Int>
}
