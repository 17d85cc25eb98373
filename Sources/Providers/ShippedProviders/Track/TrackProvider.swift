internal import Drawing
internal import ImageModel
package import ProviderKit
internal import ProviderSupport

extension ProviderDefinition {
  /// The provider of tracks and other places on the earth: GPX and GeoJSON.
  package static let track = ProviderDefinition(
    id: "org.cameo.track", version: "1.0", thumbnail: { TrackThumbnails() }, preview: { TrackPreviews() })
}

final class TrackThumbnails: ThumbnailProvider {
  override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
    try request.requireSinglePage()
    let file = try TrackFile(path: request.filePath)
    let map = TrackMap(file)
    let width = min(request.maximumSize.width, request.maximumSize.height * map.aspect)
    var reply = ThumbnailReply(
      contextSize: Size(width: width, height: width / map.aspect), currentContextDrawing: { map.draw($0) })
    reply.title = file.title
    reply.extensionBadge = Badge.text(fileName: request.fileName)
    return reply
  }
}

/// The lines as a picture, and what can be counted of them.
final class TrackPreviews: PreviewProvider {
  private static let maxNames = 200
  private static let side = 900.0

  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    try request.requireSinglePage()
    let file = try TrackFile(path: request.filePath)
    let map = TrackMap(file)
    let size = PixelSize(
      width: Int(Self.side * min(1, map.aspect)), height: Int(Self.side * min(1, map.aspect) / map.aspect))
    let context = try DrawingContext.image(size: size)
    context.flip()
    map.draw(context)
    let picture = try context.makeImage()
    var page = HTMLPage(title: file.title ?? request.fileName)
    page.style = "img{max-width:100%}\n"
    page.append("h1", page.title)
    var attachments: [PreviewAttachment] = []
    if let png = DocumentPicture.png(picture) {
      page.append("<p><img alt=\"The way\" src=\"cid:map\"></p>\n")
      attachments = [PreviewAttachment(id: "map", contentType: "image/png", data: png)]
    }
    page.append(properties: Self.facts(file, map))
    let names = file.points.compactMap(\.name).filter { !$0.isEmpty }
    if !names.isEmpty {
      page.append("<h2>Places</h2><ul>\n")
      for name in names.prefix(Self.maxNames) { page.append("li", name) }
      page.append("</ul>\n")
    }
    if file.isCut { page.append("p", "The document is longer; this is its beginning.", attributes: " class=\"note\"") }
    var reply = page.reply
    reply.title = file.title
    reply.attachments = attachments
    return reply
  }

  private static func facts(_ file: TrackFile, _ map: TrackMap) -> [SheetBlock.Property] {
    var rows: [SheetBlock.Property] = []
    if !file.lines.isEmpty {
      let length = map.length
      let kilometres = (length / 100).rounded() / 10
      rows.append(.init(key: "Length", value: length < 1_000 ? "\(Int(length.rounded())) m" : "\(kilometres) km"))
      rows.append(.init(key: "Lines", value: "\(file.lines.count)"))
    }
    if file.climb >= 1 { rows.append(.init(key: "Climb", value: "\(Int(file.climb.rounded())) m")) }
    if let times = file.times { rows.append(.init(key: "Time", value: "\(times.first) – \(times.last)")) }
    if !file.points.isEmpty { rows.append(.init(key: "Places", value: "\(file.points.count)")) }
    rows.append(.init(key: "Points", value: "\(file.placeCount)"))
    return rows
  }
}
