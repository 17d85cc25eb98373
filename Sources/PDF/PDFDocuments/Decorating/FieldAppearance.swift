internal import Drawing
internal import ImageModel

/// The appearance of a text or choice field, or of a push button, whose document leaves it to viewers (ISO 32000-1,
/// 12.7.3.3).
struct FieldAppearance {
  enum Content {
    case line(String)
    /// Several lines.
    case paragraph(String)
    /// Characters in cells of the same width.
    case comb(String, cells: Int)
    /// The options of a list from the first visible one on.
    case list([(text: String, isSelected: Bool)])
  }

  var content: Content
  /// The size of the widget on the page, in points.
  var size: Size
  /// The counterclockwise rotation of the content in degrees: 0, 90, 180 or 270.
  var rotation = 0
  var style = TextStyle()
  /// The font size; nil for one that fits.
  var fontSize: Double?
  var alignment = TextLayoutOptions.Alignment.left
  var background: Color?
  var border: Color?
  var borderWidth = 1.0

  /// The font sizes that are chosen where the field has none.
  private static let autoSizes = 4.0...12.0
  private static let maxFontSize = 1_000.0

  /// Draws the field on a page of its size. The y axis points upwards.
  func draw(on context: DrawingContext) throws {
    let rect = Rect(size)
    if let background { context.fill(.rect(rect), .color(background)) }
    if let border, borderWidth > 0 {
      let middle = rect.inset(borderWidth / 2)
      context.stroke(.rect(middle), .color(border), StrokeStyle(width: borderWidth))
    }
    let padding = 2 * max(border == nil ? 1 : borderWidth, 1)
    try context.withState { () throws in
      context.translate(x: size.width / 2, y: size.height / 2)
      context.rotate(degrees: Double(rotation))
      let upright = size.turned(by: rotation)
      context.translate(x: -upright.width / 2, y: -upright.height / 2)
      let area = Rect(upright).inset(padding)
      guard area.width > 0, area.height > 0 else { return }
      context.clip(to: .rect(Rect(upright).inset(padding / 2)))
      try drawContent(on: context, in: area)
    }
  }

  private func drawContent(on context: DrawingContext, in area: Rect) throws {
    switch content {
    case .line(let text):
      let layout = try layout(text, context, height: area.height, width: area.width)
      draw(layout, on: context, in: area, centered: true)
    case .paragraph(let text):
      let layout = try self.layout(text, context, size: fontSize ?? Self.autoSizes.upperBound, width: area.width)
      draw(layout, on: context, in: area, centered: false)
    case .comb(let text, let cells):
      let width = area.width / Double(cells)
      for (index, character) in text.prefix(cells).enumerated() {
        let cell = Rect(x: area.minX + Double(index) * width, y: area.minY, width: width, height: area.height)
        let layout = try layout(String(character), context, height: area.height, width: width)
        context.draw(
          layout,
          at: Point(x: cell.center.x - layout.textWidth / 2, y: cell.center.y + layout.size.height / 2))
      }
    case .list(let options):
      var top = area.maxY
      for option in options where top > area.minY {
        let size = fontSize ?? Self.autoSizes.upperBound
        let layout = try self.layout(option.text, context, size: size, width: nil)
        let row = Rect(x: area.minX, y: top - layout.size.height, width: area.width, height: layout.size.height)
        // The colour that viewers use for selected options.
        if option.isSelected { context.fill(.rect(row), .color(Color(red: 0.6, green: 0.75, blue: 0.85))) }
        draw(layout, on: context, in: row, centered: true)
        top = row.minY
      }
    }
  }

  private func draw(_ layout: TextLayout, on context: DrawingContext, in area: Rect, centered: Bool) {
    let free = area.width - layout.size.width
    let left =
      switch alignment {
      case .right: area.maxX - layout.size.width
      case .center: area.minX + free / 2
      default: area.minX
      }
    let top = centered ? area.center.y + layout.size.height / 2 : area.maxY
    context.draw(layout, at: Point(x: left, y: top))
  }

  private func layout(
    _ text: String, _ context: DrawingContext, size: Double, width: Double?
  ) throws -> TextLayout {
    var style = style
    style.size = min(max(size, 0.1), Self.maxFontSize)
    return try TextLayout(
      AttributedText(text, style), width: width, options: .init(alignment: alignment), fonts: context.fonts)
  }

  /// A line in the font size of the field, or else in one that fits.
  private func layout(
    _ text: String, _ context: DrawingContext, height: Double, width: Double
  ) throws -> TextLayout {
    let sizes = Self.autoSizes
    let wanted = fontSize ?? min(max(height * 0.75, sizes.lowerBound), sizes.upperBound)
    let layout = try layout(text, context, size: wanted, width: nil)
    guard fontSize == nil, layout.textWidth > width else { return layout }
    return try self.layout(
      text, context, size: max(wanted * width / layout.textWidth, sizes.lowerBound), width: nil)
  }
}

extension Rect {
  /// The rectangle with all sides moved inwards.
  fileprivate func inset(_ distance: Double) -> Rect {
    inset(left: distance, top: distance, right: distance, bottom: distance, yGrowsUp: true)
  }
}
