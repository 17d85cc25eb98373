internal import Drawing
internal import ImageModel
package import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport
internal import TextReading

extension ProviderDefinition {
  /// The provider of HTML: its text, its structure and the pictures that it contains, without scripts and styles.
  package static let web = ProviderDefinition(
    id: "org.cameo.web", version: "1.0", thumbnail: { WebThumbnails() }, preview: { WebPreviews() },
    prepare: { FontCatalog.load([TextStyle(), TextStyle(weight: 700)]) })
}

/// A page in HTML or XHTML, or its beginning.
struct WebPage {
  let markup: SafeMarkup
  /// Whether the file is longer than what was read.
  let isCut: Bool

  private static let maxBytes = 4 << 20

  /// - Throws: `unsupportedType` for a file that is not text, and what reading throws.
  init(path: String) throws {
    let (bytes, isWhole) = try DocumentFile.beginning(of: path, atMost: Self.maxBytes)
    guard DecodedText.isText(bytes) else {
      throw ProviderError(.unsupportedType, "the file is not text, although its type says so")
    }
    markup = SafeMarkup(MarkupText.text(bytes, isWhole: isWhole))
    isCut = !isWhole || markup.isCut
  }
}

/// The beginning of the page below a bar with its title, as browsers have it.
final class WebThumbnails: ThumbnailProvider {
  private static let maxBlocks = 60

  override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
    try request.requireSinglePage()
    let page = try WebPage(path: request.filePath)
    let side = request.maximumPixelSize.width
    let blocks = page.markup.blocks(limit: Self.maxBlocks) { address in
      DataAddress.bytes(address).flatMap {
        DocumentPicture.pixels($0, fitting: PixelSize(width: side, height: side))
      }
    }
    let title = page.markup.title ?? request.fileName
    let language = request.locale
    var reply = ThumbnailReply(
      contextSize: PageDrawing.size(in: request.maximumSize),
      currentContextDrawing: { context in
        try Self.draw(title, blocks, context, language: language)
      })
    reply.title = page.markup.title
    reply.extensionBadge = Badge.text(fileName: request.fileName)
    return reply
  }

  private static func draw(
    _ title: String, _ blocks: [SheetBlock], _ context: DrawingContext, language: String
  ) throws {
    PageDrawing.paper(context)
    let page = context.size
    let bar = page.height * 0.085
    context.fill(.rect(Rect(x: 0, y: 0, width: page.width, height: bar)), .color(Color(gray: 0.88)))
    let field = Rect(x: bar * 1.6, y: bar * 0.2, width: page.width - bar * 2, height: bar * 0.6)
    context.fill(.roundedRect(field, radius: bar * 0.3), .white)
    for (index, color) in [
      Color(red: 0.93, green: 0.42, blue: 0.37), Color(red: 0.96, green: 0.75, blue: 0.31),
      Color(red: 0.38, green: 0.77, blue: 0.33),
    ].enumerated() {
      let dot = bar * 0.26
      context.fill(
        .ellipse(in: Rect(x: bar * (0.3 + 0.42 * Double(index)), y: (bar - dot) / 2, width: dot, height: dot)),
        .color(color))
    }
    guard page.height >= PageDrawing.readableHeight else { return }
    let fonts = try FontCatalog(language: language)
    let size = PageDrawing.letterSize(page.height)
    try PageDrawing.line(
      title, TextStyle(size: bar * 0.38, color: Color(gray: 0.3)),
      at: Point(x: field.minX + bar * 0.3, y: field.minY + bar * 0.07), width: field.width - bar * 0.6, fonts: fonts,
      context)
    let margin = page.height * 0.05
    var sheet = BlockSheet(context, margin: margin, top: bar + margin * 0.7, size: size, fonts: fonts)
    try sheet.draw(blocks)
  }
}

final class WebPreviews: PreviewProvider {
  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    try request.requireSinglePage()
    let document = try WebPage(path: request.filePath)
    var page = HTMLPage(title: document.markup.title ?? request.fileName)
    page.style =
      "body{max-width:56em}img{max-width:100%}blockquote{margin-left:1em;padding-left:1em;"
      + "border-left:.25em solid #8886}\n"
    var pictures = PicturePile()
    page.append(document.markup.html { address in pictures.address(address) { DataAddress.bytes(address) } })
    if document.markup.isEmpty {
      page.append("p", "The page has no text of its own: a program makes it.", attributes: " class=\"note\"")
    }
    if document.isCut {
      page.append("p", "The document is longer; this is its beginning.", attributes: " class=\"note\"")
    }
    var reply = page.reply
    reply.title = document.markup.title
    reply.attachments = pictures.attachments
    return reply
  }
}
