package import Drawing
package import ImageModel
internal import ProviderSupport

extension PeopleGroup {
  /// The thumbnail of the group.
  ///
  /// - Parameter pixels: its width and height.
  package func thumbnail(pixels: Int) throws -> PixelBuffer {
    let context = try DrawingContext.image(size: PixelSize(width: pixels, height: pixels))
    context.flip()
    try draw(in: context, scale: 1, fonts: try FontCatalog())
    return try context.makeImage(alpha: .straight)
  }

  /// Draws the people as discs with portraits or initials, and the name of the group below. The origin of the context
  /// must be at the upper left; its smaller side is filled.
  ///
  /// - Parameter scale: pixels per point of the context.
  package func draw(in context: DrawingContext, scale: Double, fonts: FontCatalog) throws {
    let side = context.size.width
    let frame = Path.roundedRect(Rect(x: 0, y: 0, width: side, height: side), radius: side * 0.09)
    context.clip(to: frame)
    let top = Palette.color(for: name, lightness: 0.9)
    let bottom = Palette.color(for: name, lightness: 0.75)
    context.fill(
      frame,
      .linear(
        from: .zero, to: Point(x: 0, y: side),
        stops: [GradientStop(offset: 0, color: top), GradientStop(offset: 1, color: bottom)]))
    // Letters of less than about five points cannot be read: small pictures show only the discs.
    let hasName = side >= 40
    try drawPeople(in: Rect(x: 0, y: 0, width: side, height: hasName ? side * 0.74 : side), scale, context, fonts)
    guard hasName else { return }
    let band = Rect(x: 0, y: side * 0.74, width: side, height: side * 0.26)
    context.fill(.rect(band), .color(Palette.color(for: name, lightness: 0.3)))
    // A long name gets two lines of smaller letters.
    let isLong = name.count > 12
    let style = TextStyle(size: side * (isLong ? 0.085 : 0.115), weight: 700, color: .white)
    let options = TextLayoutOptions(alignment: .center, ellipsis: .end, maximumLines: isLong ? 2 : 1)
    let text = try TextLayout(
      AttributedText(String(name.prefix(200)), style), width: side * 0.9, options: options, fonts: fonts)
    context.draw(text, at: Point(x: side * 0.05, y: band.center.y - text.size.height / 2))
  }

  /// Draws the outline of a person, for a group without people.
  private func drawNobody(in area: Rect, _ context: DrawingContext) {
    let radius = min(area.width, area.height) * 0.4
    let disc = Rect(x: area.center.x - radius, y: area.center.y - radius, width: 2 * radius, height: 2 * radius)
    let paint = Paint.color(Color(gray: 1, alpha: 0.75))
    context.withState {
      context.clip(to: .ellipse(in: disc))
      context.fill(.rect(disc), .color(Color(gray: 0, alpha: 0.12)))
      let head = Rect(
        x: area.center.x - radius * 0.36, y: area.center.y - radius * 0.6, width: radius * 0.72, height: radius * 0.72)
      let shoulders = Rect(
        x: area.center.x - radius * 0.68, y: area.center.y + radius * 0.25, width: radius * 1.36, height: radius * 1.5)
      context.fill(.ellipse(in: head), paint)
      context.fill(.ellipse(in: shoulders), paint)
    }
  }

  /// Draws a grid of up to nine discs. If there are more people, the last disc says how many more.
  private func drawPeople(
    in area: Rect, _ scale: Double, _ context: DrawingContext, _ fonts: FontCatalog
  ) throws {
    let shown = min(people.count, 9)
    guard shown > 0 else { return drawNobody(in: area, context) }
    let columns = shown == 1 ? 1 : shown <= 4 ? 2 : 3
    let rows = (shown + columns - 1) / columns
    let cell = min(area.width / Double(columns), area.height / Double(rows)) * 0.96
    let radius = cell * 0.43
    for index in 0..<shown {
      let row = index / columns
      // A row that is not full is centred.
      let inRow = min(columns, shown - row * columns)
      let x = area.center.x + (Double(index % columns) - Double(inRow - 1) / 2) * cell
      let y = area.center.y + (Double(row) - Double(rows - 1) / 2) * cell
      let isRest = index == shown - 1 && people.count > shown
      let person = people[index]
      let disc = Rect(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius)
      let picture = isRest ? nil : self.picture(of: person, side: max(1, Int((2 * radius * scale).rounded(.up))))
      if let picture {
        try context.withState {
          context.clip(to: .ellipse(in: disc))
          try context.draw(picture, in: Self.covering(disc, picture.size))
        }
      } else {
        let name = person.name.full
        context.fill(.ellipse(in: disc), .color(isRest ? Color(gray: 0.45) : Palette.background(for: name)))
      }
      context.stroke(.ellipse(in: disc), .color(.white), StrokeStyle(width: radius * 0.1))
      guard radius >= 6, picture == nil else { continue }
      let text = isRest ? "+\(people.count - shown + 1)" : person.name.initials
      let style = TextStyle(size: radius * (text.count > 2 ? 0.6 : 0.85), weight: 700, color: .white)
      let layout = try TextLayout(AttributedText(text, style), fonts: fonts)
      context.draw(layout, at: Point(x: x - layout.textWidth / 2, y: y - layout.size.height / 2))
    }
  }

  /// The rectangle of a picture that covers a box. What is outside the box is clipped.
  private static func covering(_ box: Rect, _ size: PixelSize) -> Rect {
    let factor = max(box.width / Double(max(1, size.width)), box.height / Double(max(1, size.height)))
    let (width, height) = (Double(size.width) * factor, Double(size.height) * factor)
    return Rect(x: box.center.x - width / 2, y: box.center.y - height / 2, width: width, height: height)
  }
}
