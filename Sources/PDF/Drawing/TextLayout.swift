internal import CPangoShims
public import ImageModel

/// Text that is broken into lines and measured. It can be drawn any number of times (`PangoLayout`).
///
/// Lengths are points from the upper left corner of the layout, with y pointing downwards. They do not depend on the
/// target.
public final class TextLayout {
  /// The maximum number of bytes in the text of one layout. A `TextFlow` has no limit.
  public static let maximumBytes = 1 << 20
  /// The maximum number of bytes in a text with an ellipsis, which cannot be laid out in pieces.
  public static let maximumEllipsisBytes = 1 << 14

  /// The given width, or the width of the widest line, and the height of all lines.
  public let size: Size
  public let lines: [TextLine]
  /// Warnings about replaced fonts and missing characters.
  public let diagnostics: [Diagnostic]

  private let source: AttributedText
  private let storage: any TextLines
  /// The index of the first line in `storage`.
  private let firstLine: Int

  /// Lays out text.
  ///
  /// - Parameters:
  ///   - width: the maximum width of lines; nil for one line per paragraph.
  /// - Throws: `ImageError` of kind `usage` for invalid sizes, `limitExceeded` for more than `maximumBytes` and for a
  ///   line longer than about 1,000,000 points.
  public convenience init(
    _ text: AttributedText, width: Double? = nil, options: TextLayoutOptions = TextLayoutOptions(), fonts: FontCatalog
  ) throws(ImageError) {
    guard text.byteCount <= (options.ellipsis == nil ? Self.maximumBytes : Self.maximumEllipsisBytes) else {
      throw ImageError(.limitExceeded, "a text of \(text.byteCount) bytes is too long for one layout")
    }
    var pieces = TextPieces(text, .init(cut: width.flatMap { TextPieces.cut(text, width: $0, options) }))
    try self.init(text, &pieces, limit: nil, width: width, options: options, fonts: fonts)
  }

  /// Lays out the next pieces of a text, or all of them without a limit.
  convenience init(
    _ text: AttributedText, _ pieces: inout TextPieces, limit: Int?, width: Double?, options: TextLayoutOptions,
    fonts: FontCatalog
  ) throws(ImageError) {
    if let width, !(width >= 0) { throw ImageError(.usage, "text cannot be \(width) points wide") }
    guard TextLayoutOptions.lineSpacings.contains(options.lineSpacing) else {
      throw ImageError(.usage, "a line spacing of \(options.lineSpacing) is not between 0.1 and 100")
    }
    let width = width.map { min($0, 1_000_000) }
    let lines = try withFonts { () throws(ImageError) in
      try PangoLines(text, &pieces, limit: limit, width: width, options, fonts)
    }
    self.init(text, lines, width: width, options)
  }

  /// Places lines one below the other.
  convenience init(_ text: AttributedText, _ lines: any TextLines, width: Double?, _ options: TextLayoutOptions) {
    self.init(
      source: text, storage: lines, firstLine: 0, lines: lines.extents.placed(width: width, options), width: width,
      diagnostics: lines.diagnostics)
  }

  private init(
    source: AttributedText, storage: any TextLines, firstLine: Int, lines: [TextLine], width: Double?,
    diagnostics: [Diagnostic]
  ) {
    self.source = source
    self.storage = storage
    self.firstLine = firstLine
    self.lines = lines
    self.diagnostics = diagnostics
    size = Size(width: width ?? lines.map(\.rect.width).max() ?? 0, height: lines.last?.rect.maxY ?? 0)
  }

  public var lineCount: Int { lines.count }

  /// Whether a form feed follows the text.
  var endsPage: Bool { storage.endsPage }

  /// The baseline of the first line, from the top; 0 without lines.
  public var baseline: Double { lines.first?.baseline ?? 0 }

  /// The width of the widest line.
  public var textWidth: Double { lines.map(\.rect.width).max() ?? 0 }

  /// The text of the lines.
  public var text: AttributedText {
    guard let first = lines.first, let last = lines.last else { return AttributedText() }
    let end = firstLine + lines.count == storage.count ? storage.end : last.range.upperBound
    return source.slice(first.range.lowerBound..<end)
  }

  /// Splits the layout between lines, without a new layout.
  ///
  /// - Parameters:
  ///   - height: the height of the first part, in points.
  ///   - orphans: the number of lines of a paragraph that stay together at its beginning.
  ///   - widows: the number of lines of a paragraph that stay together at its end.
  /// - Returns: the lines that fit, and the rest; nil if all lines fit. If the first lines do not fit, the first part
  ///   has no lines.
  public func split(height: Double, orphans: Int = 1, widows: Int = 1) -> (fits: TextLayout, rest: TextLayout)? {
    // With a small tolerance, because heights are sums of rounded numbers.
    guard var cut = lines.firstIndex(where: { !($0.rect.maxY <= height + 0.001) }) else { return nil }
    if orphans > 1 || widows > 1 { cut = keepingLines(cut, orphans: orphans, widows: widows) }
    let top = lines[cut].rect.minY
    let rest = lines[cut...].map { line in
      var line = line
      line.rect.origin.y -= top
      line.baseline -= top
      return line
    }
    func part(_ lines: [TextLine], from first: Int) -> TextLayout {
      TextLayout(
        source: source, storage: storage, firstLine: first, lines: lines, width: size.width, diagnostics: diagnostics)
    }
    return (part(Array(lines[..<cut]), from: firstLine), part(rest, from: firstLine + cut))
  }

  /// Moves a cut upwards so that enough lines of a paragraph stay together at both sides.
  private func keepingLines(_ cut: Int, orphans: Int, widows: Int) -> Int {
    // Lines of a paragraph adjoin; a separator is between paragraphs.
    func begins(_ index: Int) -> Bool { lines[index].range.lowerBound != lines[index - 1].range.upperBound }
    var (first, end) = (cut, cut + 1)
    while first > 0, !begins(first) { first -= 1 }
    // The beginning of a paragraph whose first lines are elsewhere is no orphan.
    let hasBegun = first == 0 && firstLine > 0
    while end < lines.count, end - cut < widows, !begins(end) { end += 1 }
    guard first < cut else { return cut }
    let moved = end - cut < widows ? max(first, end - widows) : cut
    return moved - first < orphans && !hasBegun ? first : moved
  }

  /// The rectangles of a part of the text: one on each line that has some of it, as high as the line.
  ///
  /// - Parameter range: in the text that was laid out, also where this is a part of its lines; in bytes of UTF-8.
  public func rects(of range: Range<Int>) -> [Rect] {
    lines.enumerated().compactMap { index, line in
      guard line.range.overlaps(range), let ends = storage.ends(firstLine + index, of: range) else { return nil }
      return Rect(
        x: line.rect.minX + ends.lowerBound, y: line.rect.minY, width: ends.upperBound - ends.lowerBound,
        height: line.rect.height)
    }
  }

  /// Draws the lines with the upper left corner at the origin of cairo's coordinates, whose y must point downwards.
  ///
  /// - Parameters:
  ///   - asPath: adds the outlines of the lines to cairo's path instead.
  ///   - keepsColorGlyphs: whether glyphs with colours are drawn, too.
  ///   - isVisible: whether a line in this rectangle is drawn.
  /// - Returns: the glyphs with colours that were not drawn, with the origins of their lines.
  func draw(
    on cairo: OpaquePointer, asPath: Bool = false, keepsColorGlyphs: Bool = true, where isVisible: (Rect) -> Bool
  ) -> [(origin: Point, glyphs: [ColorGlyph])] {
    var rest: [(origin: Point, glyphs: [ColorGlyph])] = []
    for (index, line) in lines.enumerated() where isVisible(line.rect) {
      lib.cairo_move_to(cairo, line.rect.minX, line.baseline)
      let number = firstLine + index
      if asPath {
        storage.addPath(number, to: cairo)
        continue
      }
      let glyphs = keepsColorGlyphs ? [] : storage.colorGlyphs(number)
      if glyphs.isEmpty {
        storage.draw(number, on: cairo)
      } else {
        storage.drawWithoutColorGlyphs(number, on: cairo)
        rest.append((Point(x: line.rect.minX, y: line.baseline), glyphs))
      }
    }
    return rest
  }
}

/// A line of a layout.
public struct TextLine: Hashable, Sendable {
  /// In points from the upper left corner of the layout, with y pointing downwards: as wide as the text (without
  /// the trailing spaces of a wrapped line) and as high as the line.
  public var rect: Rect
  /// The baseline, from the top of the layout.
  public var baseline: Double
  /// The range of the line in the text of the layout, in bytes of UTF-8.
  public var range: Range<Int>
}

/// How text is broken into lines and aligned.
public struct TextLayoutOptions: Hashable, Sendable {
  public enum Alignment: String, Hashable, Sendable {
    /// Left, or right for a line in a right-to-left script.
    case leading
    case left, center, right
    /// Justified, except for the last line of a paragraph, which is `leading`.
    case justified
  }

  /// The valid values of `lineSpacing`.
  static let lineSpacings = 0.1...100.0

  /// The base direction of paragraphs.
  public enum Direction: String, Hashable, Sendable {
    /// The direction of the first strong character of each paragraph (UAX #9, P2 and P3).
    case auto
    case leftToRight, rightToLeft
  }

  public enum Wrap: String, Hashable, Sendable {
    /// Between words, and within words that are wider than a line.
    case word
    /// Between any characters.
    case character
  }

  /// The position of the ellipsis in text that is too long.
  public enum Ellipsis: String, Hashable, Sendable { case start, middle, end }

  public var alignment: Alignment
  /// The line spacing as a multiple of that of the font. The difference is distributed equally above and below each
  /// line.
  public var lineSpacing: Double
  public var direction: Direction
  public var wrap: Wrap
  /// nil does not truncate the text. Otherwise each paragraph has at most `maximumLines` lines.
  public var ellipsis: Ellipsis?
  /// The maximum number of lines of a paragraph with an ellipsis.
  public var maximumLines: Int
  /// The tab stops in points from the beginning of a line. The last distance repeats. If empty, there is a stop at
  /// every eight spaces of the font.
  public var tabs: [Double]

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
