internal import ByteStreams
internal import Drawing
internal import ImageModel
package import ProviderKit
internal import ProviderSupport

extension ProviderDefinition {
  /// The provider of fonts.
  package static let font = ProviderDefinition(
    id: "org.cameo.font", version: "1.0", thumbnail: { FontThumbnails() }, preview: { FontPreviews() },
    prepare: { FontCatalog.load() })
}

/// Two large letters of the font, with its name below them.
final class FontThumbnails: ThumbnailProvider {
  override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
    try request.requireSinglePage()
    let font = try WebFont.plain(request.filePath, in: request.workFolder)
    defer { if font.isCopy { SystemCall.remove(font.path) } }
    let specimen = try FontSpecimen(path: font.path)
    let side = min(request.maximumSize.width, request.maximumSize.height)
    let language = request.locale
    var reply: ThumbnailReply
    if font.isCopy {
      // The copy is removed with the request, before the drawing of a reply would run.
      let pixels = Int(max(1, (side * request.scale).rounded()))
      let context = try DrawingContext.image(
        size: PixelSize(width: pixels, height: pixels), scale: Double(pixels) / side, background: .white)
      context.flip()
      try Self.draw(specimen, side, context, language: language)
      reply = ThumbnailReply(pixels: try context.makeImage(alpha: .none))
    } else {
      reply = ThumbnailReply(
        contextSize: Size(width: side, height: side),
        currentContextDrawing: { context in try Self.draw(specimen, side, context, language: language) })
    }
    reply.title = specimen.name
    reply.extensionBadge = Badge.text(fileName: request.fileName)
    return reply
  }

  private static func draw(
    _ specimen: FontSpecimen, _ side: Double, _ context: DrawingContext, language: String
  ) throws {
    PageDrawing.paper(context)
    let own = try specimen.file.catalog(language: language)
    let isNamed = side >= 48
    let large = try TextLayout(AttributedText(specimen.sample, specimen.style(size: side * 0.5)), fonts: own)
    // Letters may be wider than their sheet, and lines higher: they are made to fit.
    let room = Size(width: side * 0.86, height: side * (isNamed ? 0.66 : 0.86))
    let factor = min(1, room.width / max(1, large.textWidth), room.height / max(1, large.size.height))
    context.withState {
      context.translate(
        x: (side - large.textWidth * factor) / 2, y: side * 0.07 + (room.height - large.size.height * factor) / 2)
      context.scale(x: factor, y: factor)
      context.draw(large, at: .zero)
    }
    guard isNamed else { return }
    let fonts = try FontCatalog(language: language)
    try PageDrawing.line(
      specimen.name, TextStyle(size: side * 0.095, color: Color(gray: 0.4)), at: Point(x: side * 0.06, y: side * 0.8),
      width: side * 0.88, alignment: .center, fonts: fonts, context)
  }
}

/// The letters of the font in several sizes as a picture, and what the font says of itself.
final class FontPreviews: PreviewProvider {
  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    try request.requireSinglePage()
    let font = try WebFont.plain(request.filePath, in: request.workFolder)
    defer { if font.isCopy { SystemCall.remove(font.path) } }
    let specimen = try FontSpecimen(path: font.path)
    let facts = try OpenTypeFacts(path: font.path)
    var page = HTMLPage(title: specimen.name)
    page.style = "img{max-width:100%;background:#fff}\n"
    page.append("h1", page.title)
    var attachments: [PreviewAttachment] = []
    let large = (specimen.sample, 140.0)
    var picture = try? specimen.picture([large] + specimen.lines.prefix(12).map { ($0, 44) }, language: request.locale)
    if picture == nil {
      picture = try specimen.picture([large], language: request.locale)
      page.append("p", "Some letters of the font are damaged.", attributes: " class=\"note\"")
    }
    if let png = picture.flatMap(DocumentPicture.png) {
      page.append("<p><img alt=\"Letters of the font\" src=\"cid:letters\"></p>\n")
      attachments.append(PreviewAttachment(id: "letters", contentType: "image/png", data: png))
    }
    page.append(properties: Self.rows(specimen, facts))
    var reply = page.reply
    reply.title = specimen.name
    reply.attachments = attachments
    return reply
  }

  private static let names: KeyValuePairs = [5: "Version", 9: "Designer", 8: "Foundry", 0: "Copyright", 13: "Licence"]

  private static func rows(_ specimen: FontSpecimen, _ facts: OpenTypeFacts) -> [SheetBlock.Property] {
    let faces = specimen.file.faces
    var rows: [SheetBlock.Property] = [
      .init(key: "Family", value: faces[0].family), .init(key: "Style", value: faces[0].style),
      .init(key: "Characters", value: "\(faces[0].characterCount)"),
    ]
    for axis in facts.axes {
      func text(_ number: Double) -> String { number == number.rounded() ? "\(Int(number))" : "\(number)" }
      rows.append(
        .init(
          key: "Axis \(axis.tag)",
          value: "\(text(axis.range.lowerBound)) to \(text(axis.range.upperBound)), usually \(text(axis.usual))"))
    }
    for (number, label) in names { if let text = facts.names[number] { rows.append(.init(key: label, value: text)) } }
    let others = faces.dropFirst().map { $0.style.isEmpty ? $0.family : "\($0.family) \($0.style)" }
    if !others.isEmpty { rows.append(.init(key: "Other fonts", value: others.joined(separator: ", "))) }
    return rows
  }
}
