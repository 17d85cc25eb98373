package import Drawing
package import ImageModel

/// What is drawn over the content of a page: a watermark, a stamp, headers and footers.
package struct PageDecoration {
  /// A picture or PDF page that is drawn over the page.
  package struct Stamp {
    package var object: EmbeddedObject
    /// The natural size in points, upright.
    package var size: Size
    package var fit = PageFit.shrink
    package var position = BoxAnchor.center

    package init(object: EmbeddedObject, size: Size) {
      (self.object, self.size) = (object, size)
    }

    /// The place of the stamp on a page.
    package func place(on page: Size) -> Rect { position.moved(fit.place(size, in: Rect(page)), on: page) }
  }

  /// Left, centre, right; nil or empty for none.
  package var header: [String?] = [nil, nil, nil]
  package var footer: [String?] = [nil, nil, nil]
  package var watermark: String?
  package var stamp: Stamp?
  /// What is drawn below the content, above the background.
  package var underlay: Stamp?
  package var style: TextStyle
  /// The margins, in which headers and footers are drawn.
  package var margins: PageMargins

  package init(style: TextStyle, margins: PageMargins) {
    (self.style, self.margins) = (style, margins)
  }

  /// Whether anything is drawn over the content.
  package var hasCover: Bool {
    watermark != nil || stamp != nil || !(header + footer).allSatisfy { $0 ?? "" == "" }
  }

  package var isEmpty: Bool { !hasCover && underlay == nil }

  /// Draws what is over the content of a page, with the origin at the lower left.
  ///
  /// - Returns: the number of headers and footers that were truncated.
  package func draw(on context: DrawingContext, size: Size, _ fonts: FontCatalog) throws -> Int {
    if let watermark, !watermark.isEmpty { try draw(watermark: watermark, on: context, size, fonts) }
    if let stamp { try context.draw(stamp.object, in: stamp.place(on: size)) }
    return try draw(header, atTop: true, on: context, size, fonts)
      + draw(footer, atTop: false, on: context, size, fonts)
  }

  // MARK: Headers and footers

  /// The minimum distance of text from the edge of the paper, in points. Most printers cannot print closer to the edge.
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
    // Several texts share the width.
    let count = used.count { $0 != nil }
    let share = count == 1 ? 1.0 : used[1] == nil ? 0.49 : 0.32
    for (index, text) in used.enumerated() {
      guard let text else { continue }
      let alignment: TextLayoutOptions.Alignment = index == 0 ? .left : index == 1 ? .center : .right
      let width = whole * share
      // As many lines as fit in the margin. In a narrow column, more lines would only break words.
      let maxLines = width < 8 * style.size ? 1 : 3
      let lines = try FittedText(
        text, style, alignment, area: Size(width: width, height: strip - Self.inset), maxLines: maxLines, fonts)
      let layout = lines.layout
      if lines.isTruncated { cuts += 1 }
      let x = index == 0 ? left : index == 1 ? left + (whole - width) / 2 : left + whole - width
      // In the middle of the margin. Where the margin is too narrow, near the edge and over the content.
      let distance = max((strip - layout.size.height) / 2, Self.inset / 2)
      let y = atTop ? size.height - distance : distance + layout.size.height
      context.draw(layout, at: Point(x: x, y: y))
    }
    return cuts
  }

  // MARK: The watermark

  /// Dark letters with a light edge: on any grey from 0 to 1 one of the two differs by at least 0.15, which is half of
  /// the opacity times the difference of the two greys.
  static let watermarkGrays = (letters: 0.25, edge: 1.0, opacity: 0.4)

  /// Draws the watermark along the diagonal, from the lower left to the upper right, so that the page shows through.
  private func draw(
    watermark text: String, on context: DrawingContext, _ size: Size, _ fonts: FontCatalog
  ) throws {
    let text = TextTruncation.truncated(text)
    var style = style
    style.weight = 700
    style.size = 100
    style.color = Color(gray: Self.watermarkGrays.letters)
    let options = TextLayoutOptions(alignment: .center)
    let probe = try TextLayout(AttributedText(text, style), options: options, fonts: fonts)
    guard probe.textWidth > 0, probe.size.height > 0 else { return }
    let diagonal = (size.width * size.width + size.height * size.height).squareRoot()
    style.size = min(max(100 * min(0.7 * diagonal / probe.textWidth, 0.2 * diagonal / probe.size.height), 0.5), 5_000)
    let layout = try TextLayout(AttributedText(text, style), options: options, fonts: fonts)
    context.withOpacity(Self.watermarkGrays.opacity) {
      context.translate(x: size.width / 2, y: size.height / 2)
      // The sine and cosine of the diagonal follow from its sides; the math library is not needed.
      let (cosine, sine) = (size.width / diagonal, size.height / diagonal)
      context.concatenate(AffineTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0))
      let origin = Point(x: -layout.size.width / 2, y: layout.size.height / 2)
      context.stroke(layout, at: origin, Color(gray: Self.watermarkGrays.edge), width: 0.05 * style.size)
      context.draw(layout, at: origin)
    }
  }
}
