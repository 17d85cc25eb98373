internal import Drawing
internal import ImageModel
internal import ProviderKit
internal import ProviderSupport

/// The people of the group as discs with initials, and the name of the group below.
final class PeopleGroupThumbnails: ThumbnailProvider {
  override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
    try request.requireSinglePage()
    let group = try PeopleGroup(path: request.filePath)
    let side = min(request.maximumSize.width, request.maximumSize.height)
    let language = request.locale
    var reply = ThumbnailReply(
      contextSize: Size(width: side, height: side),
      currentContextDrawing: { context in
        try Self.draw(group, context, fonts: FontCatalog(language: language))
      })
    reply.title = group.name
    return reply
  }

  private static func draw(_ group: PeopleGroup, _ context: DrawingContext, fonts: FontCatalog) throws {
    let side = context.size.width
    let frame = Path.roundedRect(Rect(x: 0, y: 0, width: side, height: side), radius: side * 0.09)
    context.clip(to: frame)
    let top = Palette.color(for: group.name, lightness: 0.9)
    let bottom = Palette.color(for: group.name, lightness: 0.75)
    context.fill(
      frame,
      .linear(
        from: .zero, to: Point(x: 0, y: side),
        stops: [GradientStop(offset: 0, color: top), GradientStop(offset: 1, color: bottom)]))
    // Letters of less than about five points cannot be read: small pictures show only the discs.
    let hasName = side >= 40
    try drawPeople(group, in: Rect(x: 0, y: 0, width: side, height: hasName ? side * 0.74 : side), context, fonts)
    guard hasName else { return }
    let band = Rect(x: 0, y: side * 0.74, width: side, height: side * 0.26)
    context.fill(.rect(band), .color(Palette.color(for: group.name, lightness: 0.3)))
    // A long name gets two lines of smaller letters.
    let isLong = group.name.count > 12
    let style = TextStyle(size: side * (isLong ? 0.085 : 0.115), weight: 700, color: .white)
    let options = TextLayoutOptions(alignment: .center, ellipsis: .end, maximumLines: isLong ? 2 : 1)
    let text = try TextLayout(
      AttributedText(String(group.name.prefix(200)), style), width: side * 0.9, options: options, fonts: fonts)
    context.draw(text, at: Point(x: side * 0.05, y: band.center.y - text.size.height / 2))
  }

  /// Draws the outline of a person, for a group without people.
  private static func drawNobody(in area: Rect, _ context: DrawingContext) {
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
  private static func drawPeople(
    _ group: PeopleGroup, in area: Rect, _ context: DrawingContext, _ fonts: FontCatalog
  ) throws {
    let shown = min(group.people.count, 9)
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
      let isRest = index == shown - 1 && group.people.count > shown
      let person = group.people[index]
      let disc = Rect(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius)
      context.fill(.ellipse(in: disc), .color(isRest ? Color(gray: 0.45) : Palette.background(for: person.fullName)))
      context.stroke(.ellipse(in: disc), .color(.white), StrokeStyle(width: radius * 0.1))
      guard radius >= 6 else { continue }
      let text = isRest ? "+\(group.people.count - shown + 1)" : person.initials
      let style = TextStyle(size: radius * (text.count > 2 ? 0.6 : 0.85), weight: 700, color: .white)
      let layout = try TextLayout(AttributedText(text, style), fonts: fonts)
      context.draw(layout, at: Point(x: x - layout.textWidth / 2, y: y - layout.size.height / 2))
    }
  }
}
