package import Drawing
package import ImageModel

/// Text below a picture: each of its lines is cut where it is too long.
package struct Caption {
  package var text: String
  package var style: TextStyle

  /// - Parameter text: is cut where it is longer than any page shows.
  package init(_ text: String, style: TextStyle) {
    (self.text, self.style) = (ShortText.cut(text), style)
  }

  /// The height that captions of so many lines take, with the distance to the picture, in points.
  package static func height(lines: Int, _ style: TextStyle) -> Double {
    lines == 0 ? 0 : Double(lines) * style.size * 1.4 + style.size * 0.4
  }

  /// The number of lines of a text.
  package static func lines(of text: String) -> Int {
    text.isEmpty ? 0 : text.utf8.count(where: { $0 == 0x0A }) + 1
  }

  /// Draws the text in the middle of a strip, from its top on; the page's y grows upwards.
  package func draw(on context: DrawingContext, in strip: Rect, _ fonts: FontCatalog) throws {
    guard !text.isEmpty, strip.width >= 1, strip.height >= 1 else { return }
    let layout = try TextLayout(
      AttributedText(text, style), width: strip.width, options: .init(alignment: .center, ellipsis: .end),
      fonts: fonts)
    try context.withState { () throws in
      context.clip(to: .rect(strip))
      context.draw(layout, at: Point(x: strip.minX, y: strip.maxY - style.size * 0.3))
    }
  }
}
