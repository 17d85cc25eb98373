public import ImageModel

/// Hands out the lines of a text of any length page by page.
///
/// Paragraphs are laid out one by one as pages need them, so that time and memory grow with the text as it is taken, and
/// not with its square. A form feed ends a page.
public final class TextFlow {
  /// Lines for one page.
  public struct Page {
    /// A part of a paragraph and the distance of its top from that of the page.
    public struct Part {
      public var layout: TextLayout
      public var y: Double
    }
    public internal(set) var parts: [Part] = []
    /// The height of all parts in points.
    public internal(set) var height = 0.0
    /// The lines of all parts.
    public var lineCount: Int { parts.reduce(0) { $0 + $1.layout.lineCount } }
  }

  /// A paragraph is laid out in pieces of at most so many bytes: pango shapes what remains of a paragraph anew after
  /// each line.
  static let pieceBytes = 4_096

  private let text: AttributedText
  private let bytes: [UInt8]
  private let width: Double
  private let options: TextLayoutOptions
  private let fonts: FontCatalog
  /// The first byte that is not laid out yet.
  private var position = 0
  /// What is laid out and not handed out.
  private var waiting: TextLayout?
  private var endsPage = false

  /// - Parameters:
  ///   - width: of the lines, in points.
  public init(
    _ text: AttributedText, width: Double, options: TextLayoutOptions = TextLayoutOptions(), fonts: FontCatalog
  ) {
    self.text = text
    self.bytes = Array(text.string.utf8)
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

  /// Whether all lines were handed out.
  public var isAtEnd: Bool { waiting == nil && position >= bytes.count }

  /// The lines that fit on the next page; nil after the last.
  ///
  /// - Parameter height: in points. A page takes at least one line, however low it is.
  /// - Throws: what `TextLayout` throws.
  public func nextPage(height: Double) throws(ImageError) -> Page? {
    guard !isAtEnd else { return nil }
    var page = Page()
    while let layout = try nextLayout() {
      guard let (fits, rest) = layout.split(height: height - page.height) else {
        page.add(layout)
        waiting = nil
        if endsPage { break }
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
        waiting = nil
      }
      return page
    }
    endsPage = false
    return page
  }
}

extension TextFlow.Page {
  fileprivate mutating func add(_ layout: TextLayout) {
    guard layout.lineCount > 0 else { return }
    parts.append(Part(layout: layout, y: height))
    height += layout.size.height
  }
}

extension TextFlow {
  /// What remains of a piece, or the next; nil at the end of the text.
  private func nextLayout() throws(ImageError) -> TextLayout? {
    if let waiting { return waiting }
    guard position < bytes.count else { return nil }
    let end = paragraphEnd()
    let isLast = end.text - position <= Self.pieceBytes
    let limit = isLast ? end.text : breakable(before: position + Self.pieceBytes)
    let layout = try TextLayout(text.slice(position..<limit), width: width, options: options, fonts: fonts)
    if isLast {
      position = end.next
      endsPage = end.endsPage
      return layout
    }
    // The last line of a piece that was cut goes to the next piece: it may have place for more words.
    endsPage = false
    guard layout.lineCount > 1, let (fits, rest) = layout.split(height: layout.lines[layout.lineCount - 1].rect.minY),
      let restart = rest.lines.first?.range.lowerBound
    else {
      position = limit
      return layout
    }
    position += restart
    return fits
  }

  /// Where the paragraph at `position` ends, and where the next one begins.
  private func paragraphEnd() -> (text: Int, next: Int, endsPage: Bool) {
    var index = position
    // A paragraph longer than a piece is looked through once more for each piece, but never far.
    let horizon = min(bytes.count, position + Self.pieceBytes + 1)
    while index < horizon {
      switch bytes[index] {
      case 0x0a: return (index, index + 1, false)
      case 0x0c: return (index, index + 1, true)
      case 0x0d:
        let isPair = index + 1 < bytes.count && bytes[index + 1] == 0x0a
        return (index, index + (isPair ? 2 : 1), false)
      default: index += 1
      }
    }
    return (horizon, horizon, false)
  }

  /// The last place at or before an index where a piece can end: after a space, or else between characters.
  private func breakable(before index: Int) -> Int {
    var place = index
    while place > position + Self.pieceBytes / 2 {
      if bytes[place - 1] == 0x20 { return place }
      place -= 1
    }
    place = index
    while place > position + 1, bytes[place] & 0xc0 == 0x80 { place -= 1 }
    return place
  }
}
