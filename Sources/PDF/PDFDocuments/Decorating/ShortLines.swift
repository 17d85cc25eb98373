internal import Drawing
internal import ImageModel

/// A few lines of text in a room of their own, such as a caption or a header: what has no room is left out behind an ellipsis.
struct ShortLines {
  let layout: TextLayout
  /// Whether something was left out.
  let isCut: Bool

  /// - Parameters:
  ///   - room: the width of the lines, and the height that they should not exceed. One line of each paragraph is kept whatever
  ///     the height.
  ///   - mostLines: of each paragraph.
  /// - Throws: `usage` for sizes that cannot be set.
  init(
    _ text: String, _ style: TextStyle, _ alignment: TextLayoutOptions.Alignment, room: Size, mostLines: Int,
    _ fonts: FontCatalog
  ) throws(ImageError) {
    let short = AttributedText(ShortText.cut(text), style)
    let width = max(room.width, 1)
    let whole = try TextLayout(short, width: width, options: .init(alignment: alignment), fonts: fonts)
    for count in stride(from: mostLines, through: 1, by: -1) {
      let options = TextLayoutOptions(alignment: alignment, ellipsis: .end, maximumLines: count)
      let layout = try TextLayout(short, width: width, options: options, fonts: fonts)
      if layout.size.height <= room.height || count == 1 {
        self.layout = layout
        isCut = whole.lineCount > layout.lineCount || ShortText.isCut(text)
        return
      }
    }
    (layout, isCut) = (whole, false)
  }
}
