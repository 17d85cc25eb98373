public import ImageModel

/// Breaks a text of any length into pages.
///
/// Paragraphs are laid out on demand, so that time and memory grow linearly with the text. A form feed ends a page.
public final class TextFlow {
  /// The lines of one page.
  public struct Page {
    /// A part of a paragraph, and the distance of its top from the top of the page.
    public struct Part {
      public var layout: TextLayout
      public var y: Double
    }
    public internal(set) var parts: [Part] = []
    /// The height of all parts in points.
    public internal(set) var height = 0.0
    /// The number of lines of all parts.
    public var lineCount: Int { parts.reduce(0) { $0 + $1.layout.lineCount } }
  }

  private let text: AttributedText
  private var pieces: TextPieces
  private let width: Double
  private let options: TextLayoutOptions
  private let fonts: FontCatalog
  /// Replaces pango for the simple lines of a long text.
  private let font: FixedPitchFont?
  /// Text that is laid out and not on a page yet.
  private var waiting: TextLayout?

  /// - Parameters:
  ///   - width: of the lines, in points.
  public init(
    _ text: AttributedText, width: Double, options: TextLayoutOptions = TextLayoutOptions(), fonts: FontCatalog
  ) {
    self.text = text
    font = FixedPitchFont.of(text, options, fonts)
    var rules = TextPieces.Rules(
      cut: TextPieces.cut(text, width: width, options), endsPages: true, keepsLastSeparator: false)
    if font != nil { rules.size = 0 }
    pieces = TextPieces(text, rules)
    self.width = width
    self.options = options
    self.fonts = fonts
  }

  /// A flow of plain text.
  public convenience init(
    _ text: String, style: TextStyle, width: Double, options: TextLayoutOptions = TextLayoutOptions(),
    fonts: FontCatalog
  ) {
    self.init(AttributedText(text, style), width: width, options: options, fonts: fonts)
  }

  /// Whether all lines were returned.
  public var isAtEnd: Bool { waiting == nil && pieces.isAtEnd }

  /// The lines that fit on the next page; nil after the last page.
  ///
  /// - Parameter height: in points. A page has at least one line.
  /// - Throws: the errors of `TextLayout`.
  public func nextPage(height: Double) throws(ImageError) -> Page? {
    guard !isAtEnd else { return nil }
    var page = Page()
    while let layout = try nextLayout() {
      guard let (fits, rest) = layout.split(height: height - page.height) else {
        page.add(layout)
        if layout.endsPage { break }
        continue
      }
      if fits.lineCount > 0 || !page.parts.isEmpty {
        page.add(fits)
        waiting = rest
      } else if let (first, rest) = layout.split(height: layout.lines[0].rect.maxY) {
        page.add(first)
        waiting = rest
      } else {
        page.add(layout)
      }
      break
    }
    return page
  }

  /// The rest of a piece, or the next piece; nil at the end of the text.
  private func nextLayout() throws(ImageError) -> TextLayout? {
    if let layout = waiting {
      waiting = nil
      return layout
    }
    guard !pieces.isAtEnd else { return nil }
    if let font, let lines = FixedPitchLines(&pieces, width: width, font, fonts.diagnostics(for: text)) {
      return TextLayout(text, lines, width: width, options)
    }
    return try TextLayout(text, &pieces, limit: 1, width: width, options: options, fonts: fonts)
  }
}

extension TextFlow.Page {
  fileprivate mutating func add(_ layout: TextLayout) {
    guard layout.lineCount > 0 else { return }
    parts.append(Part(layout: layout, y: height))
    height += layout.size.height
  }
}
