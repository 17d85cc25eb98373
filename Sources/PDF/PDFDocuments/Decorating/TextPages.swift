package import Drawing
package import ImageModel

/// Makes pages of plain text, one at a time.
package final class TextPages {
  private let flow: TextFlow
  private let size: Size
  private let frame: Rect
  /// The diagnostics of reading the text.
  package let diagnostics: [Diagnostic]
  private var hasPage = false
  /// Whether each piece of the text is tagged as a paragraph.
  private let isTagged: Bool

  /// - Parameter size: of the pages, in points.
  /// - Throws: `usage` where the margins leave no space.
  package init(
    _ text: String, style: TextStyle, size: Size, margins: PageMargins, _ fonts: FontCatalog,
    _ diagnostics: [Diagnostic] = [], isTagged: Bool = false
  ) throws(ImageError) {
    self.size = size
    frame = try margins.frame(of: size)
    self.diagnostics = diagnostics
    self.isTagged = isTagged
    flow = TextFlow(text, style: style, width: frame.width, fonts: fonts)
  }

  /// The next page; nil after the last one. An empty text makes one empty page.
  package func next() throws(ImageError) -> PDFPage? {
    let frame = frame
    guard let lines = try flow.nextPage(height: frame.height) else {
      if hasPage { return nil }
      hasPage = true
      return DrawnPage(size: size) { _ in }
    }
    hasPage = true
    let page = DrawnPage(size: size) { context in
      for part in lines.parts {
        context.withTag(StructureTag("P")) {
          context.draw(part.layout, at: Point(x: frame.minX, y: frame.maxY - part.y))
        }
      }
    }
    page.isTagged = isTagged
    return page
  }

  /// Lays out the remaining pages without drawing them. `next` gives no page afterwards.
  ///
  /// - Returns: their number.
  package func consumeRemaining() throws(ImageError) -> Int {
    var count = 0
    while try next() != nil { count += 1 }
    return count
  }
}
