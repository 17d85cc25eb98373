package import Drawing
package import ImageModel

/// The text below a picture, broken into lines that fit there.
package struct Caption {
  /// The maximum number of lines of a paragraph.
  private static let maxLines = 3

  private let text: FittedText
  /// The space above and below the lines, in points.
  private let padding: Double

  /// Breaks a text into lines: at most three for each paragraph, and fewer if they would be too high.
  ///
  /// - Parameters:
  ///   - text: is truncated where it is longer than any page can show.
  ///   - area: the width of the lines and the maximum height of the caption, including the distance to the picture, in
  ///     points.
  /// - Throws: `usage` for invalid font sizes.
  package init(_ text: String, style: TextStyle, area: Size, _ fonts: FontCatalog) throws(ImageError) {
    padding = style.size * 0.3
    self.text = try FittedText(
      text, style, .center, area: Size(width: area.width, height: area.height - 2 * padding), maxLines: Self.maxLines,
      fonts)
  }

  /// Whether an ellipsis replaces a part of the text.
  package var isTruncated: Bool { text.isTruncated }

  /// The height of the caption, including the distance to the picture, in points.
  package var height: Double { text.layout.size.height + 2 * padding }

  /// Draws the text at the top of a strip. The y axis of the page points upwards.
  package func draw(on context: DrawingContext, in strip: Rect) throws {
    guard strip.width >= 1, strip.height >= 1 else { return }
    try context.withState { () throws in
      context.clip(to: .rect(strip))
      context.draw(
        text.layout, at: Point(x: strip.center.x - text.layout.size.width / 2, y: strip.maxY - padding))
    }
  }
}

/// A few lines of text in a limited area, such as a caption or a header. An ellipsis replaces the text that does not
/// fit.
struct FittedText {
  let layout: TextLayout
  /// Whether an ellipsis replaces a part of the text.
  let isTruncated: Bool

  /// - Parameters:
  ///   - area: the width of the lines, and their maximum height. One line of each paragraph is kept in any case.
  ///   - maxLines: of each paragraph.
  /// - Throws: `usage` for invalid font sizes.
  init(
    _ text: String, _ style: TextStyle, _ alignment: TextLayoutOptions.Alignment, area: Size, maxLines: Int,
    _ fonts: FontCatalog
  ) throws(ImageError) {
    let short = AttributedText(TextTruncation.truncated(text), style)
    let width = max(area.width, 1)
    let whole = try TextLayout(short, width: width, options: .init(alignment: alignment), fonts: fonts)
    for count in stride(from: maxLines, through: 1, by: -1) {
      let options = TextLayoutOptions(alignment: alignment, ellipsis: .end, maximumLines: count)
      let layout = try TextLayout(short, width: width, options: options, fonts: fonts)
      if layout.size.height <= area.height || count == 1 {
        self.layout = layout
        isTruncated = whole.lineCount > layout.lineCount || TextTruncation.isTruncated(text)
        return
      }
    }
    (layout, isTruncated) = (whole, false)
  }
}

/// Limits the length of texts with few lines, such as captions: metadata may fill them with pages of text.
enum TextTruncation {
  /// The maximum number of bytes in a line, which is wider than any page.
  private static let maxLineBytes = 4_000
  /// The maximum number of bytes in a text: less than the limit of a layout with an ellipsis.
  private static let longest = TextLayout.maximumEllipsisBytes - 8

  /// Whether a text is longer than any page can show.
  static func isTruncated(_ text: String) -> Bool { text.utf8.count > maxLineBytes && truncated(text) != text }

  /// The text, or its beginning where it is too long. Truncated lines end with an ellipsis.
  static func truncated(_ text: String) -> String {
    guard text.utf8.count > maxLineBytes else { return text }
    var result = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let part = truncated(line, bytes: maxLineBytes)
      guard result.utf8.count + part.utf8.count < longest else { break }
      if !result.isEmpty { result += "\n" }
      result += part
    }
    return result
  }

  private static func truncated(_ line: Substring, bytes: Int) -> String {
    guard line.utf8.count > bytes else { return String(line) }
    // Truncated between scalars, because a grapheme cluster may be as long as the line.
    var kept = String.UnicodeScalarView()
    var count = 0
    for scalar in line.unicodeScalars {
      count += UTF8.width(scalar)
      guard count <= bytes else { break }
      kept.append(scalar)
    }
    return String(kept) + "\u{2026}"
  }
}
