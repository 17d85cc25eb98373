internal import Drawing
internal import ImageModel
package import ProviderKit
internal import ProviderSupport

extension ProviderDefinition {
  /// The provider of calendars: events and tasks.
  package static let calendar = ProviderDefinition(
    id: "org.cameo.calendar", version: "1.0", thumbnail: { CalendarThumbnails() }, preview: { CalendarPreviews() },
    prepare: { FontCatalog.load([TextStyle(), TextStyle(weight: 700)]) })
}

/// A leaf of a calendar with the first day, and the titles of the first events.
final class CalendarThumbnails: ThumbnailProvider {
  override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
    try request.requireSinglePage()
    let calendar = try CalendarFile(path: request.filePath)
    let side = min(request.maximumSize.width, request.maximumSize.height)
    let language = request.locale
    var reply = ThumbnailReply(
      contextSize: Size(width: side, height: side),
      currentContextDrawing: { context in try Self.draw(calendar, context, language: language) })
    reply.title = calendar.name ?? calendar.events.first?.title
    reply.extensionBadge = Badge.text(fileName: request.fileName)
    return reply
  }

  private static let red = Color(red: 0.80, green: 0.20, blue: 0.17)

  private static func draw(_ calendar: CalendarFile, _ context: DrawingContext, language: String) throws {
    let side = context.size.width
    let leaf = Path.roundedRect(
      Rect(x: side * 0.06, y: side * 0.04, width: side * 0.88, height: side * 0.92), radius: side * 0.08)
    let line = max(0.5, side / 200)
    context.fill(leaf, .white)
    context.withState {
      context.clip(to: leaf)
      context.fill(.rect(Rect(x: 0, y: 0, width: side, height: side * 0.24)), .color(red))
    }
    context.stroke(leaf, .color(Color(gray: 0.72)), StrokeStyle(width: line))
    guard side >= 32 else { return }
    let fonts = try FontCatalog(language: language)
    let first = calendar.events.first { $0.start != nil || $0.end != nil }
    let moment = first?.start ?? first?.end
    let (x, width) = (side * 0.11, side * 0.78)
    let head = moment.map { "\($0.month) \($0.time.year)" } ?? calendar.name ?? "Calendar"
    try PageDrawing.line(
      head, TextStyle(size: side * 0.1, weight: 700, color: .white), at: Point(x: x, y: side * 0.085), width: width,
      alignment: .center, fonts: fonts, context)
    var y = side * 0.27
    if let moment {
      let hasRoom = calendar.events.count < 2
      let size = side * (hasRoom ? 0.34 : 0.26)
      let day = TextStyle(size: size, weight: 700, color: Color(gray: 0.15))
      y +=
        try PageDrawing.line(
          "\(moment.time.day)", day, at: Point(x: x, y: y - size * 0.12), width: width, alignment: .center,
          fonts: fonts,
          context) - size * 0.24
    }
    let small = side * 0.075
    for event in calendar.events.prefix(6) where y < side * 0.88 {
      let title = event.title.isEmpty ? "Event" : event.title
      var style = TextStyle(size: small, color: Color(gray: 0.2))
      style.strikethrough = event.isCancelled
      let dot = small * 0.45
      context.fill(
        .ellipse(in: Rect(x: x, y: y + small * 0.42, width: dot, height: dot)), .color(Palette.background(for: title)))
      y += try PageDrawing.line(
        title, style, at: Point(x: x + small * 0.8, y: y), width: width - small * 0.8, fonts: fonts, context)
    }
  }
}

/// The events one below the other.
final class CalendarPreviews: PreviewProvider {
  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    try request.requireSinglePage()
    let calendar = try CalendarFile(path: request.filePath)
    var page = HTMLPage(title: calendar.name ?? request.fileName)
    page.style = """
      body{max-width:52em}h2{font-size:1.1em;margin:0 0 .2em}p{margin:.2em 0 .5em}.text{white-space:pre-wrap}
      .event{margin:1.2em 0;padding:.1em 0 .1em 1em;border-left:.3em solid #cc332b}.off h2{text-decoration:line-through}

      """
    page.append("h1", page.title)
    for event in calendar.events {
      page.append("<div class=\"event\(event.isCancelled ? " off" : "")\">")
      page.append("h2", event.title.isEmpty ? (event.isTask ? "Task" : "Event") : event.title)
      if !event.when.isEmpty { page.append("p", event.when) }
      if !event.facts.isEmpty { page.append(properties: event.facts) }
      if !event.description.isEmpty { page.append("p", event.description, attributes: " class=\"text\"") }
      page.append("</div>\n")
    }
    if calendar.events.isEmpty { page.append("p", "The calendar has no events.", attributes: " class=\"note\"") }
    if calendar.isCut {
      page.append("p", "The calendar is longer; this is its beginning.", attributes: " class=\"note\"")
    }
    var reply = page.reply
    reply.title = calendar.name ?? calendar.events.first?.title
    return reply
  }
}
