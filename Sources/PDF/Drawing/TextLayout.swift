internal import CPangoShims
public import ImageModel

/// Text broken into lines, measured, ready to be drawn any number of times (`PangoLayout`).
///
/// Lengths are points, counted from the upper left corner of the layout, y growing downwards: the same whatever it is
/// drawn on.
public final class TextLayout {
  /// The most bytes of text that one layout takes; a `TextFlow` takes more.
  public static let maximumBytes = 1 << 20
  /// The most bytes of text with an ellipsis, which cannot be laid out in pieces.
  public static let maximumEllipsisBytes = 1 << 14

  /// The given width, or that of the widest line, and the height of all lines.
  public let size: Size
  public let lines: [TextLine]
  /// The fonts that were replaced and the characters that no font has.
  public let diagnostics: [Diagnostic]

  private let source: AttributedText
  private let storage: PangoLines
  /// The place of the first line in `storage`.
  private let firstLine: Int

  /// Lays out text.
  ///
  /// - Parameters:
  ///   - width: that lines are broken at; nil for lines as long as the paragraphs.
  /// - Throws: `ImageError` of kind `usage` for sizes that cannot be set, `limitExceeded` for more than `maximumBytes` and
  ///   for a line of more than some 1,000,000 points.
  public convenience init(
    _ text: AttributedText, width: Double? = nil, options: TextLayoutOptions = TextLayoutOptions(), fonts: FontCatalog
  ) throws(ImageError) {
    guard text.byteCount <= (options.ellipsis == nil ? Self.maximumBytes : Self.maximumEllipsisBytes) else {
      throw ImageError(.limitExceeded, "a text of \(text.byteCount) bytes is too long for one layout")
    }
    var pieces = TextPieces(text, .init(cut: width.flatMap { TextPieces.cut(text, width: $0, options) }))
    try self.init(text, &pieces, limit: nil, width: width, options: options, fonts: fonts)
  }

  /// Lays out the next pieces of a text; all of them without a limit.
  convenience init(
    _ text: AttributedText, _ pieces: inout TextPieces, limit: Int?, width: Double?, options: TextLayoutOptions,
    fonts: FontCatalog
  ) throws(ImageError) {
    if let width, !(width >= 0) { throw ImageError(.usage, "text cannot be \(width) points wide") }
    guard (0.1...100).contains(options.lineSpacing) else {
      throw ImageError(.usage, "a line spacing of \(options.lineSpacing) is not between 0.1 and 100")
    }
    let width = width.map { min($0, 1_000_000) }
    let storage = try PangoLines(text, &pieces, limit: limit, width: width, options, fonts)
    self.init(
      source: text, storage: storage, firstLine: 0, lines: storage.measure(width: width, options), width: width,
      diagnostics: storage.diagnostics)
  }

  private init(
    source: AttributedText, storage: PangoLines, firstLine: Int, lines: [TextLine], width: Double?,
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

  /// Whether a form feed follows, where the text was cut there.
  var endsPage: Bool { storage.endsPage }

  /// The height on which the first line stands, from the top; 0 without lines.
  public var baseline: Double { lines.first?.baseline ?? 0 }

  /// The width of the widest line.
  public var textWidth: Double { lines.map(\.rect.width).max() ?? 0 }

  /// The text of the lines.
  public var text: AttributedText {
    guard let first = lines.first, let last = lines.last else { return AttributedText() }
    let end = firstLine + lines.count == storage.lines.count ? storage.end : last.range.upperBound
    return source.slice(first.range.lowerBound..<end)
  }

  /// Cuts the layout between lines, without laying out anything again.
  ///
  /// - Parameter height: of the first part, in points.
  /// - Returns: what fits and what remains; nil where all of it fits. The first part has no lines where the height is
  ///   less than that of the first line.
  public func split(height: Double) -> (fits: TextLayout, rest: TextLayout)? {
    // A hair more than asked for, since heights are sums of rounded numbers.
    guard let cut = lines.firstIndex(where: { !($0.rect.maxY <= height + 0.001) }) else { return nil }
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

  /// Draws the lines with the layout's corner at the origin of cairo's coordinates, whose y must grow downwards.
  ///
  /// - Parameter isVisible: whether a line at this place is worth drawing.
  func draw(on cairo: OpaquePointer, where isVisible: (Rect) -> Bool) {
    for (index, line) in lines.enumerated() where isVisible(line.rect) {
      lib.cairo_move_to(cairo, line.rect.minX, line.baseline)
      storage.draw(storage.lines[firstLine + index], on: cairo)
    }
  }
}
