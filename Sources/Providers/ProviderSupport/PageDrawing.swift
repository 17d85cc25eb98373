package import Drawing
package import ImageModel

/// Draws the sheet of paper that thumbnails of documents show.
package enum PageDrawing {
  /// The size of a page of A4's aspect that fits a box.
  package static func size(in box: Size) -> Size {
    let aspect = 210.0 / 297
    let height = min(box.height, box.width / aspect)
    return Size(width: height * aspect, height: height)
  }

  /// Draws the sheet with a thin line around it. The origin must be at the upper left.
  package static func paper(_ context: DrawingContext) {
    let line = max(0.5, context.size.height / 256)
    let sheet = Rect(
      x: line / 2, y: line / 2, width: context.size.width - line, height: context.size.height - line)
    context.fill(.rect(sheet), .white)
    context.stroke(.rect(sheet), .color(Color(gray: 0.72)), StrokeStyle(width: line))
    context.clip(to: .rect(sheet))
  }

  /// The minimum height of a sheet with text, in points. On a smaller one, letters would be smaller than a pixel, so
  /// bars represent lines.
  package static let readableHeight = 24.0

  /// The size of letters on a sheet of a height, both in points: 34 of them make the height. On a small sheet letters
  /// are larger, because fewer words that can be read say more than many that cannot.
  package static func letterSize(_ height: Double) -> Double { max(height / 34, min(smallestLetter, height / 10)) }

  /// The size of the smallest letters that can be read, in points.
  package static let smallestLetter = 6.0

  /// Draws a grey bar for each of the first lines.
  package static func bars(_ lines: some Collection<Substring>, margin: Double, _ context: DrawingContext) {
    let width = context.size.width - 2 * margin
    let height = (context.size.height - 2 * margin) / 11
    for (index, line) in lines.prefix(6).enumerated() where !line.isEmpty {
      let bar = Rect(
        x: margin, y: margin + Double(index) * 2 * height, width: width * min(Double(line.count) / 40, 1),
        height: height)
      context.fill(.rect(bar), .color(Color(gray: 0.6)))
    }
  }

  /// Draws one line of text, which ends in an ellipsis if it is too long.
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

/// The short text that file managers lay over a thumbnail.
package enum Badge {
  private static let longest = 5

  /// The extension of a document's name in capitals: `MD`; nil where there is none, or where it is long or unprintable.
  package static func text(fileName: String) -> String? {
    let parts = fileName.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, parts[0] != "" || parts.count > 2, let end = parts.last, !end.isEmpty,
      end.utf8.count <= longest, end.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return nil }
    return end.uppercased()
  }
}
