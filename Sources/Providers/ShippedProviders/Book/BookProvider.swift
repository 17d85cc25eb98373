internal import Drawing
internal import ImageModel
package import ProviderKit
internal import ProviderSupport

extension ProviderDefinition {
  /// The provider of books in EPUB and MOBI: the cover; the contents and the first chapter.
  package static let book = ProviderDefinition(
    id: "org.cameo.book", version: "1.0", thumbnail: { BookThumbnails() }, preview: { BookPreviews() },
    prepare: { FontCatalog.load() })
}

/// The cover of the book; where it has none, one with its title and its authors.
final class BookThumbnails: ThumbnailProvider {
  override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
    try request.requireSinglePage()
    let book = try BookFile.open(request.filePath)
    var reply: ThumbnailReply
    let cover = book.cover.flatMap {
      DocumentPicture.pixels($0, fitting: request.maximumPixelSize, background: .white)
    }
    if let cover {
      reply = ThumbnailReply(pixels: cover)
    } else {
      let name = book.title ?? request.fileName
      let authors = book.authors.joined(separator: ", ")
      let language = request.locale
      let height = min(request.maximumSize.height, request.maximumSize.width * 3 / 2)
      reply = ThumbnailReply(
        contextSize: Size(width: height * 2 / 3, height: height),
        currentContextDrawing: { context in
          try Self.draw(name, authors, context, language: language)
        })
    }
    reply.title = book.title
    reply.warnings = book.warnings
    reply.extensionBadge = Badge.text(fileName: request.fileName)
    return reply
  }

  /// A cover in the colour of the title.
  private static func draw(_ title: String, _ authors: String, _ context: DrawingContext, language: String) throws {
    let page = context.size
    let cover = Path.roundedRect(Rect(page), radius: page.width * 0.03)
    context.fill(cover, .color(Palette.background(for: title)))
    // The fold beside the spine.
    context.fill(
      .rect(Rect(x: page.width * 0.06, y: 0, width: page.width * 0.015, height: page.height)),
      .color(Color(gray: 0, alpha: 0.25)))
    guard page.height >= 48 else { return }
    let fonts = try FontCatalog(language: language)
    let (x, width) = (page.width * 0.16, page.width * 0.74)
    let style = TextStyle(families: ["serif"], size: page.height / 13, weight: 700, color: .white)
    let options = TextLayoutOptions(ellipsis: .end, maximumLines: 6)
    let layout = try TextLayout(
      AttributedText(String(title.prefix(300)), style), width: width, options: options, fonts: fonts)
    context.draw(layout, at: Point(x: x, y: page.height * 0.16))
    let author = TextStyle(size: page.height / 20, color: Color(gray: 1, alpha: 0.85))
    try PageDrawing.line(
      authors, author, at: Point(x: x, y: page.height * 0.84), width: width, fonts: fonts, context)
  }
}

/// Cover, facts and contents, then the first chapter.
final class BookPreviews: PreviewProvider {
  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    try request.requireSinglePage()
    let book = try BookFile.open(request.filePath)
    var page = HTMLPage(title: book.title ?? request.fileName)
    page.style = Self.style
    var pictures = PicturePile(side: 900)
    if let cover = book.cover, let address = pictures.address("", { cover }) {
      page.append("<img class=\"cover\" alt=\"Cover\" src=\"\(address)\">")
    }
    page.append("h1", page.title)
    if !book.authors.isEmpty { page.append("p", book.authors.joined(separator: ", ")) }
    if let description = book.description {
      page.append("<div class=\"blurb\">\(SafeMarkup(description).html { _ in nil })</div>\n")
    }
    if !book.facts.isEmpty { page.append(properties: book.facts) }
    page.append(contents: book.contents)
    if let chapter = book.chapter, !chapter.isEmpty {
      let found = try book.pictures(Set(chapter.pictures.map(book.pictureName)))
      let html = chapter.html { address in
        let name = book.pictureName(address)
        return pictures.address(name) { found[name] }
      }
      page.append("<hr><div class=\"chapter\">\(html)</div>\n")
    }
    if let note = book.note { page.append("p", note, attributes: " class=\"note\"") }
    var reply = page.reply
    reply.title = book.title
    reply.attachments = pictures.attachments
    reply.warnings = book.warnings
    return reply
  }

  private static let style = """
    body{max-width:42em}img{max-width:100%}img.cover{float:right;max-width:40%;max-height:30em;margin:0 0 1em 1.5em}
    hr{clear:both;border:0;border-top:1px solid #8886;margin:2em 0}\(HTMLPage.contentsStyle)
    .chapter{font-family:serif;font-size:1.1em;line-height:1.55}

    """
}
