internal import Drawing
internal import ImageModel
package import ProviderKit
internal import ProviderSupport

extension ProviderDefinition {
  /// The provider of audio files: cover, title, length.
  package static let audio = ProviderDefinition(
    id: "org.cameo.audio", version: "1.0", thumbnail: { AudioThumbnails() }, preview: { AudioPreviews() },
    prepare: { FontCatalog.load([TextStyle(), TextStyle(weight: 700)]) })
}

/// The cover; without one, a record in the colour of the album, with the title and the length.
final class AudioThumbnails: ThumbnailProvider {
  override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
    try request.requireSinglePage()
    let file = try AudioFile(path: request.filePath)
    let title = file.tags["TITLE"] ?? request.fileName
    var reply: ThumbnailReply
    if let cover = file.cover.flatMap({
      DocumentPicture.pixels($0, fitting: request.maximumPixelSize, background: .white)
    }) {
      reply = ThumbnailReply(pixels: cover)
    } else {
      let side = min(request.maximumSize.width, request.maximumSize.height)
      let artist = file.tags["ARTIST"] ?? file.tags["ALBUM"] ?? ""
      let color = Palette.background(for: file.tags["ALBUM"] ?? title)
      let line = [artist, file.lengthText ?? ""].filter { !$0.isEmpty }.joined(separator: " \u{B7} ")
      let language = request.locale
      reply = ThumbnailReply(
        contextSize: Size(width: side, height: side),
        currentContextDrawing: { context in
          try Self.draw(title, line, color, context, language: language)
        })
    }
    reply.title = file.tags["TITLE"]
    reply.extensionBadge = Badge.text(fileName: request.fileName)
    return reply
  }

  private static func draw(
    _ title: String, _ line: String, _ color: Color, _ context: DrawingContext, language: String
  ) throws {
    let side = context.size.width
    context.fill(.roundedRect(Rect(context.size), radius: side * 0.06), .color(color))
    // A record with its grooves and its label.
    let center = Point(x: side / 2, y: side * 0.38)
    func disc(_ radius: Double, _ paint: Color) {
      let box = Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
      context.fill(.ellipse(in: box), .color(paint))
    }
    disc(side * 0.3, Color(gray: 0.1))
    for radius in [0.27, 0.23, 0.19] {
      let box = Rect(
        x: center.x - side * radius, y: center.y - side * radius, width: 2 * side * radius, height: 2 * side * radius)
      context.stroke(.ellipse(in: box), .color(Color(gray: 0.3)), StrokeStyle(width: max(0.4, side / 250)))
    }
    disc(side * 0.11, .white)
    disc(side * 0.02, Color(gray: 0.1))
    guard side >= 48 else { return }
    let fonts = try FontCatalog(language: language)
    let (x, width) = (side * 0.07, side * 0.86)
    let top = try PageDrawing.line(
      title, TextStyle(size: side * 0.1, weight: 700, color: .white), at: Point(x: x, y: side * 0.72), width: width,
      alignment: .center, fonts: fonts, context)
    try PageDrawing.line(
      line, TextStyle(size: side * 0.075, color: Color(gray: 1, alpha: 0.9)), at: Point(x: x, y: side * 0.72 + top),
      width: width, alignment: .center, fonts: fonts, context)
  }
}

/// The cover, and what the file says of itself.
final class AudioPreviews: PreviewProvider {
  private static let labels: KeyValuePairs = [
    "ARTIST": "Artist", "ALBUM": "Album", "TRACKNUMBER": "Track", "DATE": "Date", "GENRE": "Genre",
    "COMPOSER": "Composer",
  ]

  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    try request.requireSinglePage()
    let file = try AudioFile(path: request.filePath)
    var page = HTMLPage(title: file.tags["TITLE"] ?? request.fileName)
    page.style = "img{max-width:24em;max-height:24em;width:100%;object-fit:contain}\n"
    var pictures = PicturePile()
    if let cover = file.cover, let address = pictures.address("cover", { cover }) {
      page.append("<p><img alt=\"Cover\" src=\"\(address)\"></p>\n")
    }
    page.append("h1", page.title)
    var rows = Self.labels.compactMap { name, label in
      file.tags[name].map { SheetBlock.Property(key: label, value: $0) }
    }
    if let length = file.lengthText { rows.append(.init(key: "Length", value: length)) }
    rows.append(.init(key: "Format", value: file.format))
    if let rate = file.rate, rate > 0 { rows.append(.init(key: "Rate", value: "\(rate) Hz")) }
    if let channels = file.channels, channels > 0 {
      rows.append(.init(key: "Channels", value: channels == 1 ? "mono" : channels == 2 ? "stereo" : "\(channels)"))
    }
    page.append(properties: rows)
    var reply = page.reply
    reply.title = file.tags["TITLE"]
    reply.attachments = pictures.attachments
    return reply
  }
}
