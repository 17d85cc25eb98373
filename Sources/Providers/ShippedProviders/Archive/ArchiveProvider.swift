internal import Drawing
internal import ImageModel
package import ProviderKit
internal import ProviderSupport

extension ProviderDefinition {
  /// The provider of archives. It shows names and sizes of entries, never their contents.
  package static let archive = ProviderDefinition(
    id: "org.cameo.archive", version: "1.0", thumbnail: { ArchiveThumbnails() }, preview: { ArchivePreviews() },
    prepare: { FontCatalog.load() })
}

/// Draws a box with the names of the first entries on its side.
final class ArchiveThumbnails: ThumbnailProvider {
  override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
    try request.requireSinglePage()
    let listing = try ArchiveListing(
      path: request.filePath, fileName: request.fileName, limit: 64, byteLimit: 256 << 20)
    let side = min(request.maximumSize.width, request.maximumSize.height)
    let language = request.locale
    var reply = ThumbnailReply(
      contextSize: Size(width: side, height: side),
      currentContextDrawing: { context in
        try Self.draw(listing, context, language: language)
      })
    reply.warnings = listing.warnings
    reply.extensionBadge = Badge.text(fileName: request.fileName)
    return reply
  }

  private static func draw(_ listing: ArchiveListing, _ context: DrawingContext, language: String) throws {
    let side = context.size.width
    let body = Path.roundedRect(
      Rect(x: side * 0.06, y: side * 0.1, width: side * 0.88, height: side * 0.84), radius: side * 0.04)
    context.fill(body, .color(Color(red: 0.87, green: 0.76, blue: 0.58)))
    // The lid, and the tape that holds it.
    context.fill(
      .roundedRect(Rect(x: side * 0.02, y: side * 0.06, width: side * 0.96, height: side * 0.19), radius: side * 0.03),
      .color(Color(red: 0.76, green: 0.62, blue: 0.42)))
    context.fill(
      .rect(Rect(x: side * 0.43, y: side * 0.06, width: side * 0.14, height: side * 0.26)),
      .color(Color(red: 0.93, green: 0.87, blue: 0.75)))
    guard side >= 64 else { return }
    let fonts = try FontCatalog(language: language)
    let style = TextStyle(size: side * 0.058, color: Color(red: 0.25, green: 0.18, blue: 0.08))
    var y = side * 0.355
    for entry in listing.entries where !entry.isDirectory {
      guard y < side * 0.87 else { break }
      y += try PageDrawing.line(
        entry.name, style, at: Point(x: side * 0.11, y: y), width: side * 0.78, fonts: fonts, context)
    }
  }
}

/// Makes a table of names and sizes.
final class ArchivePreviews: PreviewProvider {
  private static let maxEntries = 5_000

  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    try request.requireSinglePage()
    let listing = try ArchiveListing(path: request.filePath, fileName: request.fileName, limit: Self.maxEntries)
    var page = HTMLPage(title: request.fileName)
    page.append("h1", page.title)
    let files = listing.entries.filter { !$0.isDirectory }.count
    let summary = "\(files) \(files == 1 ? "file" : "files"), \(ArchiveListing.readable(listing.byteCount))"
    page.append("p", "\(listing.format): \(summary)\(listing.isCut ? ", and more" : "")", attributes: " class=\"note\"")
    if let damage = listing.damage {
      page.append("p", "The archive is damaged: \(damage)", attributes: " class=\"note\"")
    }
    page.append("<table><thead><tr><th>Name</th><th class=\"number\">Size</th></tr></thead>\n")
    for entry in listing.entries {
      page.append("<tr>")
      page.append("td", entry.name + (entry.isEncrypted ? " (encrypted)" : ""))
      let size = entry.isDirectory ? "" : entry.byteCount.map(ArchiveListing.readable) ?? "?"
      page.append("td", size, attributes: " class=\"number\"")
      page.append("</tr>\n")
    }
    page.append("</table>")
    var reply = page.reply
    reply.warnings = listing.warnings
    return reply
  }
}
