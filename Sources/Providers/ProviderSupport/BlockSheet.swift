package import Drawing
internal import ImageModel

/// Draws the blocks of a document one below the other, until the sheet is full.
package struct BlockSheet {
  private let context: DrawingContext
  private let fonts: FontCatalog
  /// The distance from the sheet's edges.
  private let margin: Double
  private let top: Double
  /// The size of letters.
  private let size: Double
  /// Where the next block begins.
  package private(set) var y: Double

  private static let ink = Color(gray: 0.15)
  private static let faint = Color(gray: 0.45)
  private static let linkColor = Color(red: 0.05, green: 0.3, blue: 0.65)
  /// The maximum number of lines of code that a sheet shows.
  private static let maxLines = 48

  /// - Parameters:
  ///   - margin: the distance from the sheet's edges.
  ///   - top: where the first block begins; nil for the margin.
  ///   - size: of the letters.
  package init(_ context: DrawingContext, margin: Double, top: Double? = nil, size: Double, fonts: FontCatalog) {
    (self.context, self.margin, self.size, self.fonts) = (context, margin, size, fonts)
    self.top = top ?? margin
    y = self.top
  }

  /// Draws the next blocks.
  package mutating func draw(_ blocks: [SheetBlock]) throws {
    for (block, previous) in zip(blocks, [nil] + blocks.map(Optional.some)) {
      guard y < context.size.height - margin / 2 else { return }
      // Items stand close together; a list is followed by space.
      if let previous, previous.listDepth > 0, block.listDepth == 0 { y += 0.4 * size }
      try draw(block)
    }
  }

  private mutating func draw(_ block: SheetBlock) throws {
    // Indentation takes at most half of the sheet, however deeply a text is nested.
    let indent = min(
      Double(block.listDepth) * 1.7 * size + Double(block.quoteDepth) * 1.1 * size, context.size.width / 2)
    let x = margin + indent
    let width = context.size.width - margin - x
    let top = y
    if let marker = block.marker {
      let layout = try TextLayout(AttributedText(marker, style(1)), fonts: fonts)
      context.draw(layout, at: Point(x: x - layout.textWidth - 0.45 * size, y: y))
    }
    switch block.content {
    case .heading(let level, let inlines): try drawHeading(inlines, level, x: x, width: width)
    case .paragraph(let inlines):
      let layout = try TextLayout(text(inlines, isFaint: block.quoteDepth > 0), width: width, fonts: fonts)
      context.draw(layout, at: Point(x: x, y: y))
      y += layout.size.height + size * (block.listDepth > 0 ? 0.2 : 0.6)
    case .code(let code): try drawCode(code, x: x, width: width)
    case .table(let rows, let alignments):
      let grid = TextGrid(
        rows: rows.map { $0.enumerated().map { self.text($1, isBold: false) } }, alignments: alignments,
        size: size, fonts: fonts)
      y += try grid.draw(context, at: Point(x: x, y: y), width: width, stretches: false) + 0.7 * size
    case .properties(let rows):
      var grid = TextGrid(
        rows: rows.map { row in
          [AttributedText(row.key, style(0.9, isBold: true)), AttributedText(row.value, style(0.9))]
        }, alignments: [], size: 0.9 * size, fonts: fonts)
      grid.hasHeader = false
      y += try grid.draw(context, at: Point(x: x, y: y), width: width, stretches: false) + 0.7 * size
    case .picture(let picture): try drawPicture(picture, x: x, width: width)
    case .rule:
      line(at: y + 0.4 * size, x: x, width: width)
      y += 1.2 * size
    }
    guard block.quoteDepth > 0 else { return }
    let bar = Rect(x: margin + 0.2 * size, y: top, width: 0.22 * size, height: y - top - 0.25 * size)
    context.fill(.rect(bar), .color(Color(gray: 0.8)))
  }

  private mutating func drawHeading(
    _ inlines: [SheetBlock.Inline], _ level: Int, x: Double, width: Double
  ) throws {
    let factor = [1.9, 1.5, 1.25, 1.1, 1, 0.95][min(max(level, 1), 6) - 1]
    if y > top { y += 0.5 * size }
    let layout = try TextLayout(text(inlines, factor: factor, isBold: true), width: width, fonts: fonts)
    context.draw(layout, at: Point(x: x, y: y))
    y += layout.size.height + 0.3 * size
    guard level <= 2 else { return }
    line(at: y - 0.1 * size, x: x, width: width)
    y += 0.4 * size
  }

  private mutating func drawCode(_ code: String, x: Double, width: Double) throws {
    let lines = code.split(separator: "\n", maxSplits: Self.maxLines, omittingEmptySubsequences: false)
      .prefix(Self.maxLines).map { $0.prefix(160).replacing("\t", with: "    ") }
    var shown = lines[...]
    while shown.last?.isEmpty == true { shown.removeLast() }
    let mono = TextStyle(families: ["monospace"], size: 0.9 * size, color: Self.ink)
    let layout = try TextLayout(AttributedText(shown.joined(separator: "\n"), mono), fonts: fonts)
    let padding = 0.5 * size
    let box = Rect(x: x, y: y, width: width, height: layout.size.height + 2 * padding)
    context.fill(.roundedRect(box, radius: 0.3 * size), .color(Color(gray: 0.945)))
    context.withState {
      context.clip(to: .rect(box))
      context.draw(layout, at: Point(x: x + padding, y: y + padding))
    }
    y += box.height + 0.6 * size
  }

  /// Draws a picture as wide as the sheet if it has the pixels, and at most half as high.
  private mutating func drawPicture(_ picture: PixelBuffer, x: Double, width: Double) throws {
    let (columns, rows) = (Double(picture.size.width), Double(picture.size.height))
    // A pixel is taken as that of a page which is 700 pixels wide.
    let factor = min(width / columns, context.size.height / 2 / rows, context.size.width / 700)
    let box = Rect(x: x, y: y, width: columns * factor, height: rows * factor)
    try context.draw(picture, in: box)
    y += box.height + 0.6 * size
  }

  private func line(at y: Double, x: Double, width: Double) {
    context.stroke(
      .line(from: Point(x: x, y: y), to: Point(x: x + width, y: y)), .color(Color(gray: 0.82)),
      StrokeStyle(width: max(0.4, context.size.height / 500)))
  }

  private func style(_ factor: Double, isBold: Bool = false, isFaint: Bool = false) -> TextStyle {
    TextStyle(size: size * factor, weight: isBold ? 700 : 400, color: isFaint ? Self.faint : Self.ink)
  }

  private func text(
    _ inlines: [SheetBlock.Inline], factor: Double = 1, isBold: Bool = false, isFaint: Bool = false
  ) -> AttributedText {
    var text = AttributedText()
    for inline in inlines {
      var style = style(factor, isBold: isBold || inline.style.contains(.bold), isFaint: isFaint)
      if inline.style.contains(.italic) { style.slant = .italic }
      if inline.style.contains(.link) { style.color = Self.linkColor }
      style.strikethrough = inline.style.contains(.struck)
      if inline.style.contains(.code) { (style.families, style.size) = (["monospace"], style.size * 0.92) }
      text.append(inline.text, style)
    }
    return text
  }
}
