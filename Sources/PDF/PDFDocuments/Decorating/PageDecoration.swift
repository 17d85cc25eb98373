package import Drawing
package import ImageModel

/// What is drawn over a page's content: a watermark, a stamp, and text along its edges.
package struct PageDecoration {
  /// A picture or page that lies over the page.
  package struct Stamp {
    package var object: EmbeddedObject
    /// Its own size in points, upright.
    package var size: Size
    package var fit = PageFit.shrink
    package var position = StampPosition.center

    package init(object: EmbeddedObject, size: Size) {
      (self.object, self.size) = (object, size)
    }

    /// Where it stands on a page.
    func place(on page: Size) -> Rect { position.moved(fit.place(size, in: Rect(page)), on: page) }
  }

  /// Left, middle, right; nil or empty for nothing.
  package var header: [String?] = [nil, nil, nil]
  package var footer: [String?] = [nil, nil, nil]
  package var watermark: String?
  package var stamp: Stamp?
  package var style: TextStyle
  /// The strips in which headers and footers stand.
  package var margins: PageMargins

  package init(style: TextStyle, margins: PageMargins) {
    (self.style, self.margins) = (style, margins)
  }

  package var isEmpty: Bool {
    watermark == nil && stamp == nil && (header + footer).allSatisfy { $0 ?? "" == "" }
  }

  /// Draws on a page whose origin is at the lower left.
  ///
  /// - Returns: how many texts of the edges were cut for want of room.
  package func draw(on context: DrawingContext, size: Size, _ fonts: FontCatalog) throws -> Int {
    if let watermark, !watermark.isEmpty { try draw(watermark: watermark, on: context, size, fonts) }
    if let stamp { try context.draw(stamp.object, in: stamp.place(on: size)) }
    return try draw(header, atTop: true, on: context, size, fonts)
      + draw(footer, atTop: false, on: context, size, fonts)
  }

  // MARK: Edges

  /// The least distance of text from the edge of the paper, in points: printers leave about as much white.
  private static let inset = 12.0

  private func draw(
    _ slots: [String?], atTop: Bool, on context: DrawingContext, _ size: Size, _ fonts: FontCatalog
  ) throws -> Int {
    let used = slots.map { $0.flatMap { $0.isEmpty ? nil : $0 } }
    guard used.contains(where: { $0 != nil }) else { return 0 }
    let left = max(margins.left, Self.inset)
    let whole = size.width - left - max(margins.right, Self.inset)
    guard whole > 0 else { return 0 }
    let strip = atTop ? margins.top : margins.bottom
    var cuts = 0
    // Slots share the width where there are several.
    let count = used.count { $0 != nil }
    let share = count == 1 ? 1.0 : used[1] == nil ? 0.49 : 0.32
    for (index, text) in used.enumerated() {
      guard let text else { continue }
      let alignment: TextLayoutOptions.Alignment = index == 0 ? .left : index == 1 ? .center : .right
      let width = whole * share
      // As many lines as the margin has room for; a narrow one would break words.
      let mostLines = width < 8 * style.size ? 1 : 3
      let lines = try ShortLines(
        text, style, alignment, room: Size(width: width, height: strip - Self.inset), mostLines: mostLines, fonts)
      let layout = lines.layout
      if lines.isCut { cuts += 1 }
      let x = index == 0 ? left : index == 1 ? left + (whole - width) / 2 : left + whole - width
      // In the middle of the margin; where that is too narrow, near the edge and over the content.
      let distance = max((strip - layout.size.height) / 2, Self.inset / 2)
      let y = atTop ? size.height - distance : distance + layout.size.height
      context.draw(layout, at: Point(x: x, y: y))
    }
    return cuts
  }

  // MARK: The watermark

  /// Along the diagonal, from the lower left to the upper right, pale.
  private func draw(
    watermark text: String, on context: DrawingContext, _ size: Size, _ fonts: FontCatalog
  ) throws {
    let text = ShortText.cut(text)
    var style = style
    style.weight = 700
    style.size = 100
    style.color = Color(gray: 0.5)
    let options = TextLayoutOptions(alignment: .center)
    let probe = try TextLayout(AttributedText(text, style), options: options, fonts: fonts)
    guard probe.textWidth > 0, probe.size.height > 0 else { return }
    let diagonal = (size.width * size.width + size.height * size.height).squareRoot()
    style.size = min(max(100 * min(0.7 * diagonal / probe.textWidth, 0.2 * diagonal / probe.size.height), 0.5), 5_000)
    let layout = try TextLayout(AttributedText(text, style), options: options, fonts: fonts)
    try context.withOpacity(0.3) { () throws in
      context.translate(x: size.width / 2, y: size.height / 2)
      // The diagonal's direction by its sine and cosine, without the library of mathematics.
      let (cosine, sine) = (size.width / diagonal, size.height / diagonal)
      context.concatenate(AffineTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0))
      context.draw(layout, at: Point(x: -layout.size.width / 2, y: layout.size.height / 2))
    }
  }
}
