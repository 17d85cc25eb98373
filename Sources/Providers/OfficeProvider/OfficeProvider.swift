internal import Drawing
internal import ImageModel
internal import Imaging
package import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport

extension ProviderDefinition {
  /// Documents of Office Open XML and OpenDocument: the picture of the first page that they carry, or their text.
  package static let office = ProviderDefinition(
    id: "org.cameo.office", version: "1.0", thumbnail: { OfficeThumbnails() }, preview: { OfficePreviews() },
    prepare: { FontCatalog.load() })
}

/// The picture that the document carries; where there is none, its first lines on a sheet of paper.
final class OfficeThumbnails: ThumbnailProvider {
  override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
    try request.requireSinglePage()
    let document = try OfficeDocument(path: request.filePath)
    var reply: ThumbnailReply
    if let picture = document.picture.flatMap({ Self.pixels($0, request.maximumPixelSize) }) {
      reply = ThumbnailReply(pixels: picture)
    } else {
      let extract = try document.extract(firstPage: true)
      let language = request.locale
      var size = PageDrawing.size(in: request.maximumSize)
      // Sheets and slides are wider than high.
      if extract.form != .text {
        let turned = PageDrawing.size(in: Size(width: request.maximumSize.height, height: request.maximumSize.width))
        size = Size(width: turned.height, height: turned.width)
      }
      reply = ThumbnailReply(
        contextSize: size,
        currentContextDrawing: { context in
          try extract.draw(context, fonts: FontCatalog(language: language))
        })
      if extract.isDamaged { reply.warnings = [OfficePreviews.damage] }
    }
    reply.extensionBadge = Badge.text(fileName: request.fileName)
    return reply
  }

  /// The carried picture in the size of the request; nil where it is broken, because the text is shown then.
  static func pixels(_ bytes: [UInt8], _ box: PixelSize) -> PixelBuffer? {
    let options = ImageSource.Options(allowedFormats: ["png", "jpeg"], isCancelled: { Task.isCancelled })
    let picture = try? ImageSource(bytes: bytes, name: "thumbnail", options)
      .thumbnail(at: 0, RenderOptions(size: SizeRequest(width: box.width, height: box.height)))
    return picture?.pixels
  }
}

/// The text as HTML, and of presentations and documents without text the picture that they carry.
final class OfficePreviews: PreviewProvider {
  static let damage = "the document is damaged: text may be missing"

  /// The text; none of a damaged document that carries a picture.
  private static func extract(of document: OfficeDocument) throws -> OfficeDocument.Extract {
    do {
      return try document.extract(firstPage: false)
    } catch let error as ProviderError where error.code == .corruptInput {
      let box = PixelSize(width: 64, height: 64)
      guard let picture = document.picture, OfficeThumbnails.pixels(picture, box) != nil else { throw error }
      return OfficeDocument.Extract(form: .text, text: OfficeText(text: "", isCut: false), isDamaged: true)
    }
  }

  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    try request.requireSinglePage()
    let document = try OfficeDocument(path: request.filePath)
    let extract = try Self.extract(of: document)
    var page = HTMLPage(title: request.fileName)
    var attachments: [PreviewAttachment] = []
    if let picture = document.picture, extract.form == .slides || extract.text.isEmpty,
      let type = OfficeDocument.pictureType(picture)
    {
      attachments = [PreviewAttachment(id: "page", contentType: type, data: picture)]
      page.append("<p><img alt=\"\" src=\"cid:page\"></p>\n")
    }
    if extract.form == .sheet {
      page.append(table: extract.text.rows)
    } else {
      page.style = "pre{font:inherit;max-width:46em}\n"
      page.append("pre", extract.text.text)
    }
    if extract.text.isCut {
      page.append("p", "The document is longer; this is its beginning.", attributes: " class=\"note\"")
    }
    if extract.isDamaged {
      page.append("p", "The document is damaged: text may be missing.", attributes: " class=\"note\"")
    }
    var reply = page.reply
    reply.attachments = attachments
    if extract.isDamaged { reply.warnings = [Self.damage] }
    return reply
  }
}

extension OfficeDocument.Extract {
  /// More lines and characters than a sheet of paper has. A paragraph is one line, and is wrapped.
  private static let mostLines = 70
  private static let mostCharacters = 8_000

  /// Draws the beginning on a sheet of paper as large as the context.
  func draw(_ context: DrawingContext, fonts: FontCatalog) throws {
    PageDrawing.paper(context)
    let page = context.size
    let margin = page.height * 0.06
    let isReadable = page.height >= PageDrawing.readableHeight
    if form == .sheet, isReadable { return try TextGrid.draw(sheet: text.rows, context, fonts: fonts) }
    let lines =
      form == .sheet
      ? text.rows.prefix(Self.mostLines).map { Substring($0.joined(separator: " ")) }
      : Array(text.text.split(separator: "\n", maxSplits: Self.mostLines, omittingEmptySubsequences: false))
    guard isReadable else { return PageDrawing.bars(lines, margin: margin, context) }
    // The few words of a slide stand in large letters.
    let style = TextStyle(size: page.height / (form == .slides ? 17 : 34), color: Color(gray: 0.15))
    let shown = lines.prefix(Self.mostLines).map { $0.replacing("\t", with: "    ") }.joined(separator: "\n")
    var options = TextLayoutOptions()
    options.insertsHyphens = false
    let layout = try TextLayout(
      AttributedText(String(shown.prefix(Self.mostCharacters)), style), width: page.width - 2 * margin,
      options: options,
      fonts: fonts)
    context.draw(layout, at: Point(x: margin, y: margin))
  }
}
