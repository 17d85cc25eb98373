package import Drawing
package import ImageModel

/// The sheet of paper that thumbnails of documents show.
package enum PageDrawing {
  /// The size of a page of A4's aspect that fits a box.
  package static func size(in box: Size) -> Size {
    let aspect = 210.0 / 297
    let height = min(box.height, box.width / aspect)
    return Size(width: height * aspect, height: height)
  }

  /// Draws the sheet with a thin line around it; the origin has to be at the upper left.
  package static func paper(_ context: DrawingContext) {
    let line = max(0.5, context.size.height / 256)
    let sheet = Rect(
      x: line / 2, y: line / 2, width: context.size.width - line, height: context.size.height - line)
    context.fill(.rect(sheet), .white)
    context.stroke(.rect(sheet), .color(Color(gray: 0.72)), StrokeStyle(width: line))
    context.clip(to: .rect(sheet))
  }

  /// One line of text that ends in an ellipsis where it is too long.
  ///
  /// - Returns: the height of the line.
  @discardableResult
  package static func line(
    _ text: String, _ style: TextStyle, at origin: Point, width: Double,
    alignment: TextLayoutOptions.Alignment = .leading,
    fonts: FontCatalog, _ context: DrawingContext
  ) throws -> Double {
    let options = TextLayoutOptions(alignment: alignment, ellipsis: .end)
    let layout = try TextLayout(
      AttributedText(String(text.prefix(400)), style), width: max(1, width), options: options, fonts: fonts)
    context.draw(layout, at: origin)
    return layout.size.height
  }
}
