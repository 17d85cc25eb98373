internal import Drawing
internal import ImageModel
package import ProviderKit
internal import ProviderSupport

extension ProviderDefinition {
  /// The provider of mails, and of the first mail of a mailbox.
  package static let mail = ProviderDefinition(
    id: "org.cameo.mail", version: "1.0", thumbnail: { MailThumbnails() }, preview: { MailPreviews() },
    prepare: { FontCatalog.load([TextStyle(), TextStyle(weight: 700)]) })
}

/// Sender and subject, and the beginning of the text below them.
final class MailThumbnails: ThumbnailProvider {
  private static let maxBlocks = 40
  private static let maxPictures = 2

  override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
    try request.requireSinglePage()
    let mail = try MailMessage(path: request.filePath)
    let box = PixelSize(width: request.maximumPixelSize.width, height: request.maximumPixelSize.width)
    var blocks: [SheetBlock]
    switch mail.body {
    case .html(let markup):
      blocks = markup.blocks(limit: Self.maxBlocks) { address in
        mail.picture(at: address).flatMap { DocumentPicture.pixels($0, fitting: box) }
      }
    case .plain(let text): blocks = Self.paragraphs(text)
    }
    for part in mail.attachedPictures.prefix(Self.maxPictures) {
      if let picture = DocumentPicture.pixels(mail.file(part), fitting: box) {
        blocks.append(SheetBlock(content: .picture(picture)))
      }
    }
    let language = request.locale
    var reply = ThumbnailReply(
      contextSize: PageDrawing.size(in: request.maximumSize),
      currentContextDrawing: { context in
        try Self.draw(mail, blocks, context, language: language)
      })
    reply.title = mail.subject
    reply.extensionBadge = Badge.text(fileName: request.fileName)
    return reply
  }

  /// A block for each line, so that quotations stand out.
  private static func paragraphs(_ text: String) -> [SheetBlock] {
    text.split(separator: "\n", maxSplits: maxBlocks, omittingEmptySubsequences: true).prefix(maxBlocks).map { line in
      let depth = line.prefix { $0 == ">" || $0 == " " }.count { $0 == ">" }
      var block = SheetBlock.paragraph(String((depth > 0 ? line.drop { $0 == ">" || $0 == " " } : line).prefix(600)))
      block.quoteDepth = min(depth, 4)
      return block
    }
  }

  private static func draw(
    _ mail: MailMessage, _ blocks: [SheetBlock], _ context: DrawingContext, language: String
  ) throws {
    PageDrawing.paper(context)
    let page = context.size
    let margin = page.height * 0.06
    let color = Palette.background(for: mail.sender)
    let disc = page.height * 0.13
    context.fill(.ellipse(in: Rect(x: margin, y: margin, width: disc, height: disc)), .color(color))
    guard page.height >= PageDrawing.readableHeight else {
      return PageDrawing.bars(
        ["", "", "", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaaaaa"], margin: margin, context)
    }
    let fonts = try FontCatalog(language: language)
    let letter = mail.sender.first { $0.isLetter || $0.isNumber }.map { String($0).uppercased() } ?? "@"
    let initial = try TextLayout(
      AttributedText(letter, TextStyle(size: disc * 0.55, weight: 700, color: .white)), fonts: fonts)
    context.draw(
      initial,
      at: Point(x: margin + (disc - initial.textWidth) / 2, y: margin + (disc - initial.size.height) / 2))
    let size = max(page.height / 32, PageDrawing.letterSize(page.height))
    let x = margin + disc + size * 0.7
    let width = page.width - margin - x
    let name = try PageDrawing.line(
      mail.sender.isEmpty ? "Mail" : mail.sender, TextStyle(size: size * 1.25, weight: 700, color: Color(gray: 0.1)),
      at: Point(x: x, y: margin), width: width, fonts: fonts, context)
    let options = TextLayoutOptions(ellipsis: .end, maximumLines: 2)
    let subject = try TextLayout(
      AttributedText(String(mail.subject.prefix(300)), TextStyle(size: size * 1.1, color: Color(gray: 0.25))),
      width: width, options: options, fonts: fonts)
    context.draw(subject, at: Point(x: x, y: margin + name))
    let bottom = max(margin + disc, margin + name + subject.size.height) + size * 0.5
    context.stroke(
      .line(from: Point(x: margin, y: bottom), to: Point(x: page.width - margin, y: bottom)),
      .color(Color(gray: 0.8)), StrokeStyle(width: max(0.4, page.height / 500)))
    var top = bottom + size * 0.6
    if !mail.attachments.isEmpty {
      let count = mail.attachments.count
      let text = count == 1 ? "1 attachment: \(mail.attachments[0].name)" : "\(count) attachments"
      top +=
        try PageDrawing.line(
          text, TextStyle(size: size, slant: .italic, color: Color(gray: 0.45)), at: Point(x: margin, y: top),
          width: page.width - 2 * margin, fonts: fonts, context) + size * 0.4
    }
    var sheet = BlockSheet(context, margin: margin, top: top, size: size, fonts: fonts)
    try sheet.draw(blocks)
  }
}

/// The headers as a table, then the text, then the attachments.
final class MailPreviews: PreviewProvider {
  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    try request.requireSinglePage()
    let mail = try MailMessage(path: request.filePath)
    var page = HTMLPage(title: mail.subject.isEmpty ? request.fileName : mail.subject)
    page.style = """
      body{max-width:56em}img{max-width:100%}pre{font:inherit;white-space:pre-wrap}pre q{color:#777;quotes:none}
      .mail{margin:1.5em 0}blockquote{margin:0;padding-left:1em;border-left:.25em solid #8886}

      """
    page.append("h1", page.title)
    page.append(properties: mail.facts)
    var pictures = PicturePile()
    page.append("<div class=\"mail\">")
    switch mail.body {
    case .plain(let text): Self.append(text, &page)
    case .html(let markup):
      page.append(
        markup.html { address in pictures.address(address) { mail.picture(at: address) } })
      if markup.isCut { page.append("p", "The mail is longer; this is its beginning.", attributes: " class=\"note\"") }
    }
    if mail.isEmpty { page.append("p", "The mail has no text.", attributes: " class=\"note\"") }
    page.append("</div>\n")
    for (index, part) in mail.attachedPictures.enumerated() {
      if let address = pictures.address("attached \(index)", { mail.file(part) }) {
        page.append("<p><img alt=\"\" src=\"\(address)\"></p>\n")
      }
    }
    if !mail.attachments.isEmpty {
      page.append(
        table: [["Attachment", "Type", "Size"]]
          + mail.attachments.map { [$0.name, $0.type, ArchiveListing.readable($0.byteCount)] })
    }
    if let count = mail.mailCount, count > 1 {
      let others = count == 2 ? "1 other mail" : "\(count - 1) other mails"
      page.append("p", "The mailbox has \(others)\(mail.isCut ? ", and more" : "").", attributes: " class=\"note\"")
    }
    var reply = page.reply
    reply.title = mail.subject.isEmpty ? nil : page.title
    reply.attachments = pictures.attachments
    return reply
  }

  /// Text as it is, with quoted lines in grey.
  private static func append(_ text: String, _ page: inout HTMLPage) {
    page.append("<pre>")
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(">") { page.append("q", line) } else { page.append(text: line) }
      page.append("\n")
    }
    page.append("</pre>")
  }
}
