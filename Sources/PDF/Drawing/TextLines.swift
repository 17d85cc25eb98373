internal import ImageModel

/// The lines of a part of a text, which can be measured and drawn.
protocol TextLines: AnyObject {
  /// The number of lines.
  var count: Int { get }
  /// The extents of all lines.
  var extents: [LineExtents] { get }
  /// The end of the lines in the text, in bytes of UTF-8.
  var end: Int { get }
  /// Whether a form feed follows.
  var endsPage: Bool { get }
  /// Warnings about replaced fonts and missing characters.
  var diagnostics: [Diagnostic] { get }

  /// Draws a line at cairo's current point.
  func draw(_ index: Int, on cairo: OpaquePointer)

  /// Draws a line without its glyphs with colours.
  func drawWithoutColorGlyphs(_ index: Int, on cairo: OpaquePointer)

  /// The glyphs with colours of a line.
  func colorGlyphs(_ index: Int) -> [ColorGlyph]

  /// The left and right ends of a part of a line, in points from the beginning of the line; nil where it has none.
  ///
  /// - Parameter range: in the text, in bytes of UTF-8.
  func ends(_ index: Int, of range: Range<Int>) -> ClosedRange<Double>?

  /// Adds the outlines of a line at cairo's current point to its path.
  func addPath(_ index: Int, to cairo: OpaquePointer)
}

extension TextLines {
  /// Only lines of pango have outlines and glyphs with colours.
  func addPath(_ index: Int, to cairo: OpaquePointer) {}

  func drawWithoutColorGlyphs(_ index: Int, on cairo: OpaquePointer) { draw(index, on: cairo) }

  func colorGlyphs(_ index: Int) -> [ColorGlyph] { [] }

  /// Only texts in several styles have links in them, and these are laid out by pango.
  func ends(_ index: Int, of range: Range<Int>) -> ClosedRange<Double>? { nil }
}

/// The extents of a line in pango's units, relative to its baseline.
struct LineExtents {
  /// The range of the line in the text, in bytes of UTF-8.
  var range: Range<Int>
  var width: Int32
  /// The distance of the top from the baseline, which is negative.
  var top: Int32
  var height: Int32
  var isRightToLeft: Bool
}

extension [LineExtents] {
  /// The places of the lines, one below the other.
  ///
  /// They are added up here, because heights in pango are limited to 2,097,151 points.
  func placed(width: Double?, _ options: TextLayoutOptions) -> [TextLine] {
    let column = width ?? PangoUnits.points(map(\.width).max() ?? 0)
    var top = 0.0
    return map { line in
      let natural = PangoUnits.points(line.height)
      let height = natural * options.lineSpacing
      let lineWidth = PangoUnits.points(line.width)
      let x: Double =
        switch options.alignment {
        case .left: 0
        case .center: (column - lineWidth) / 2
        case .right: column - lineWidth
        case .leading, .justified: line.isRightToLeft ? column - lineWidth : 0
        }
      defer { top += height }
      return TextLine(
        rect: Rect(x: x, y: top, width: lineWidth, height: height),
        baseline: top + (height - natural) / 2 - PangoUnits.points(line.top), range: line.range)
    }
  }
}
