package import Drawing
package import ImageModel

/// Text below a picture, broken into lines that have room there.
package struct Caption {
  /// The most lines of a paragraph, where the room allows them.
  private static let mostLines = 3

  private let lines: ShortLines
  /// The space above and below the lines, in points.
  private let padding: Double

  /// Breaks a text into lines: three of each paragraph, and fewer where those would be too high.
  ///
  /// - Parameters:
  ///   - text: is cut where it is longer than any page shows.
  ///   - room: the width of the lines, and the height that they may take, with the distance to the picture, in points.
  /// - Throws: `usage` for sizes that cannot be set.
  package init(_ text: String, style: TextStyle, room: Size, _ fonts: FontCatalog) throws(ImageError) {
    padding = style.size * 0.3
    lines = try ShortLines(
      text, style, .center, room: Size(width: room.width, height: room.height - 2 * padding), mostLines: Self.mostLines,
      fonts)
  }

  /// Whether a part of the text is left out, and an ellipsis stands for it.
  package var isCut: Bool { lines.isCut }

  /// What the caption takes, with the distance to the picture, in points.
  package var height: Double { lines.layout.size.height + 2 * padding }

  /// Draws the text from the top of a strip on; the page's y grows upwards.
  package func draw(on context: DrawingContext, in strip: Rect) throws {
    guard strip.width >= 1, strip.height >= 1 else { return }
    try context.withState { () throws in
      context.clip(to: .rect(strip))
      context.draw(
        lines.layout, at: Point(x: strip.center.x - lines.layout.size.width / 2, y: strip.maxY - padding))
    }
  }
}
