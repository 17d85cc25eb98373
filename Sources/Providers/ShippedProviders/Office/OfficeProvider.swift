internal import Drawing
internal import ImageModel
internal import Imaging
package import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport

extension ProviderDefinition {
  /// Office documents: their pages, where LibreOffice is installed; else, of Office Open XML and OpenDocument, the
  /// picture of the first page that they carry, or their text.
  package static let office = ProviderDefinition(
    id: "org.cameo.office", version: "1.0", thumbnail: { OfficeThumbnails() }, preview: { OfficePreviews() },
    prepare: {
      OfficePages.prepare()
      FontCatalog.load()
    })
}

/// A page; without LibreOffice the picture that the document carries, or else its first lines on a sheet of paper.
final class OfficeThumbnails: ThumbnailProvider {
  override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
    let document = try OfficeDocument.opened(request.filePath, request.contentType)
    let box = request.maximumPixelSize
    let carried = document?.picture.flatMap { Self.pixels($0, box) }
    // A carried picture is there at once, but most are small.
    let isLarge = carried.map { $0.size.width == box.width || $0.size.height == box.height } ?? false
    var pages = OfficeResult<ThumbnailReply>()
    if !isLarge || request.page ?? 1 != 1 { pages = try await OfficePages.thumbnail(for: request) }
    if let page = pages.value { return page }
    guard let document else { throw OfficePages.failure(of: request.contentType, isLate: pages.isLate) }
    try request.requireSinglePage()
    var reply: ThumbnailReply
    if let carried {
      reply = ThumbnailReply(pixels: carried)
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
      reply.warnings = extract.warnings
    }
    reply.extensionBadge = Badge.text(fileName: request.fileName)
    reply.isProvisional = pages.isLate
    return reply
  }

  /// The carried picture in the size of the request, on white paper; nil where it is broken or has one colour only,
  /// because the text is shown then. Programs without a renderer write an empty page.
  static func pixels(_ bytes: [UInt8], _ box: PixelSize) -> PixelBuffer? {
    let options = ImageSource.Options(allowedFormats: ["png", "jpeg"], isCancelled: { Task.isCancelled })
    var render = RenderOptions(size: SizeRequest(width: box.width, height: box.height))
    render.background = .white
    let picture = try? ImageSource(bytes: bytes, name: "thumbnail", options).thumbnail(at: 0, render)
    return picture.map(\.pixels).flatMap { isOfOneColor($0) ? nil : $0 }
  }

  /// Whether all pixels have the same colour, but for what JPEG does to one.
  private static func isOfOneColor(_ picture: PixelBuffer) -> Bool {
    let (bytes, step) = (picture.bytes, picture.format.bytesPerPixel)
    for channel in 0..<step {
      let places = stride(from: channel, to: bytes.count, by: step)
      if places.contains(where: { abs(Int(bytes[$0]) - Int(bytes[channel])) > maxNoise }) { return false }
    }
    return true
  }

  private static let maxNoise = 4
}

/// The pages as PDF; without LibreOffice, and for callers that prefer it, the text as HTML. Of presentations and
/// documents without text that has the picture that they carry.
final class OfficePreviews: PreviewProvider {
  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    let opened = try OfficeDocument.opened(request.filePath, request.contentType)
    let pages = try await OfficePages.preview(for: request, hasHTML: opened != nil)
    if var reply = pages.value {
      reply.title = reply.title ?? opened?.flatTitle
      return reply
    }
    guard let document = opened else { throw OfficePages.failure(of: request.contentType, isLate: pages.isLate) }
    try request.requireSinglePage()
    var extract: OfficeDocument.Extract
    var picture: PreviewAttachment?
    do {
      extract = try document.extract(firstPage: false)
      if extract.form == .slides || extract.text.isEmpty { picture = Self.picture(of: document) }
    } catch let error as ProviderError where error.code == .corruptInput {
      // A damaged document may still carry a picture.
      picture = Self.picture(of: document)
      guard picture != nil else { throw error }
      extract = OfficeDocument.Extract(form: .text, damage: error)
    }
    var page = HTMLPage(title: request.fileName)
    page.style =
      "pre{font:inherit;max-width:46em}img{background:#fff}"
      + "caption{text-align:left;font-weight:600;padding:.25em .7em}\n"
    if picture != nil { page.append("<p><img alt=\"\" src=\"cid:page\"></p>\n") }
    if extract.form == .sheet, !extract.text.isEmpty {
      page.append(table: extract.text.rows, caption: extract.sheetName.map(DocumentArchive.shown))
    } else if !extract.text.isEmpty {
      page.append("pre", extract.text.text)
    }
    for note in extract.notes(hasPicture: picture != nil) {
      page.append("p", note, attributes: " class=\"note\"")
    }
    var reply = page.reply
    reply.attachments = picture.map { [$0] } ?? []
    reply.warnings = extract.warnings
    reply.isProvisional = pages.isLate
    return reply
  }

  /// The carried picture; nil where there is none, or it is broken.
  private static func picture(of document: OfficeDocument) -> PreviewAttachment? {
    guard let picture = document.picture, let type = OfficeDocument.pictureType(picture),
      OfficeThumbnails.pixels(picture, PixelSize(width: 64, height: 64)) != nil
    else { return nil }
    return PreviewAttachment(id: "page", contentType: type, data: picture)
  }
}

extension OfficeDocument.Extract {
  /// What the page says about the document below its text.
  fileprivate func notes(hasPicture: Bool) -> [String] {
    var notes: [String] = []
    if otherSheetCount > 0 {
      notes.append(
        otherSheetCount == 1 ? "1 other sheet is not shown." : "\(otherSheetCount) other sheets are not shown.")
    }
    if text.isCut {
      notes.append(
        form == .sheet && text.isEmpty
          ? "The document is longer; its beginning has no cells." : "The document is longer; this is its beginning.")
    } else if text.isEmpty, damage == nil, !hasPicture {
      switch form {
      case .text: notes.append("The document has no text.")
      case .sheet: notes.append(hidesAllSheets ? "All sheets are hidden." : "The sheets have no cells.")
      case .slides: notes.append(text.slideCount == 0 ? "The presentation has no slides." : "The slides have no text.")
      }
    }
    return notes + warnings.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }
  }
}

extension OfficeDocument.Extract {
  /// More lines and characters than a sheet of paper has. A paragraph is one line, and is wrapped.
  private static let maxLines = 70
  private static let maxCharacters = 8_000

  /// Draws the beginning on a sheet of paper as large as the context.
  func draw(_ context: DrawingContext, fonts: FontCatalog) throws {
    PageDrawing.paper(context)
    let page = context.size
    let margin = page.height * 0.06
    let isReadable = page.height >= PageDrawing.readableHeight
    if form == .sheet, isReadable { return try TextGrid.draw(sheet: text.rows, context, fonts: fonts) }
    let lines =
      form == .sheet
      ? text.rows.prefix(Self.maxLines).map { Substring($0.joined(separator: " ")) }
      : Array(text.text.split(separator: "\n", maxSplits: Self.maxLines, omittingEmptySubsequences: false))
    guard isReadable else { return PageDrawing.bars(lines, margin: margin, context) }
    // The few words of a slide are shown in large letters.
    let size = max(form == .slides ? page.height / 17 : 0, PageDrawing.letterSize(page.height))
    let style = TextStyle(size: size, color: Color(gray: 0.15))
    let shown = lines.prefix(Self.maxLines).map { $0.replacing("\t", with: "    ") }.joined(separator: "\n")
    let layout = try TextLayout(
      AttributedText(String(shown.prefix(Self.maxCharacters)), style), width: page.width - 2 * margin,
      fonts: fonts)
    context.draw(layout, at: Point(x: margin, y: margin))
  }
}
