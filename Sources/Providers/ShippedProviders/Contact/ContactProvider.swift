internal import Drawing
internal import ImageModel
package import ProviderKit
internal import ProviderSupport

extension ProviderDefinition {
  /// The provider of contacts.
  package static let contact = ProviderDefinition(
    id: "org.cameo.contact", version: "1.0", thumbnail: { ContactThumbnails() }, preview: { ContactPreviews() },
    prepare: { FontCatalog.load([TextStyle(), TextStyle(weight: 700)]) })
}

/// A card with picture and name; of several contacts, the first ones below each other.
final class ContactThumbnails: ThumbnailProvider {
  private static let maxCards = 4

  override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
    try request.requireSinglePage()
    let file = try ContactFile(path: request.filePath)
    let cards = Array(file.cards.prefix(Self.maxCards))
    let box = request.maximumPixelSize
    let pictures = cards.map { card in
      card.picture.flatMap { DocumentPicture.pixels($0, fitting: box, background: .white) }
    }
    // Cards are wider than high.
    let width = min(request.maximumSize.width, request.maximumSize.height * 1.25)
    let language = request.locale
    var reply = ThumbnailReply(
      contextSize: Size(width: width, height: width * 0.8),
      currentContextDrawing: { context in
        try Self.draw(cards, pictures, context, language: language)
      })
    reply.title = file.cards.count == 1 ? file.cards[0].title : nil
    reply.extensionBadge = Badge.text(fileName: request.fileName)
    return reply
  }

  private static func draw(
    _ cards: [ContactCard], _ pictures: [PixelBuffer?], _ context: DrawingContext, language: String
  ) throws {
    let page = context.size
    let line = max(0.5, page.height / 200)
    let paper = Path.roundedRect(
      Rect(x: line / 2, y: line / 2, width: page.width - line, height: page.height - line), radius: page.height * 0.06)
    context.fill(paper, .white)
    context.stroke(paper, .color(Color(gray: 0.72)), StrokeStyle(width: line))
    context.clip(to: paper)
    let fonts = page.height >= PageDrawing.readableHeight ? try FontCatalog(language: language) : nil
    let margin = page.height * 0.08
    if cards.count == 1 {
      let side = page.height * 0.42
      try draw(cards[0], pictures[0], Rect(x: margin, y: margin, width: side, height: side), fonts, context)
      guard let fonts else { return }
      let x = margin * 1.8 + side
      let width = page.width - x - margin
      let name = TextLayoutOptions(ellipsis: .end, maximumLines: 2)
      let size = page.height * 0.105
      let layout = try TextLayout(
        AttributedText(String(cards[0].title.prefix(200)), TextStyle(size: size, weight: 700, color: Color(gray: 0.1))),
        width: width, options: name, fonts: fonts)
      context.draw(layout, at: Point(x: x, y: margin))
      var y = margin + layout.size.height + size * 0.2
      let small = TextStyle(size: size * 0.62, color: Color(gray: 0.35))
      for text in [cards[0].role, cards[0].organisation] where !text.isEmpty && text != cards[0].title {
        y += try PageDrawing.line(text, small, at: Point(x: x, y: y), width: width, fonts: fonts, context)
      }
      y = max(y, margin + side) + size * 0.35
      for fact in cards[0].facts where y < page.height - margin {
        y += try PageDrawing.line(
          fact.value, TextStyle(size: size * 0.62, color: Color(gray: 0.15)), at: Point(x: margin, y: y),
          width: page.width - 2 * margin, fonts: fonts, context)
      }
      return
    }
    let side = (page.height - 2 * margin) / Double(maxCards) * 0.86
    for (index, card) in cards.enumerated() {
      let y = margin + Double(index) * (page.height - 2 * margin) / Double(maxCards)
      try draw(card, pictures[index], Rect(x: margin, y: y, width: side, height: side), fonts, context)
      guard let fonts else { continue }
      try PageDrawing.line(
        card.title, TextStyle(size: side * 0.42, weight: 700, color: Color(gray: 0.15)),
        at: Point(x: margin * 1.6 + side, y: y + side * 0.22), width: page.width - side - margin * 2.6, fonts: fonts,
        context)
    }
  }

  /// The picture in a disc, or the initials.
  private static func draw(
    _ card: ContactCard, _ picture: PixelBuffer?, _ box: Rect, _ fonts: FontCatalog?, _ context: DrawingContext
  ) throws {
    if let picture {
      try context.withState { () throws(ImageError) in
        context.clip(to: .ellipse(in: box))
        let (width, height) = (Double(picture.size.width), Double(picture.size.height))
        let factor = max(box.width / width, box.height / height)
        let size = Size(width: width * factor, height: height * factor)
        let origin = Point(x: box.minX - (size.width - box.width) / 2, y: box.minY - (size.height - box.height) / 2)
        try context.draw(picture, in: Rect(origin: origin, size: size))
      }
      return
    }
    context.fill(.ellipse(in: box), .color(Palette.background(for: card.title)))
    guard let fonts, !card.initials.isEmpty else { return }
    let style = TextStyle(size: box.height * 0.4, weight: 700, color: .white)
    let layout = try TextLayout(AttributedText(card.initials, style), fonts: fonts)
    context.draw(
      layout,
      at: Point(
        x: box.minX + (box.width - layout.textWidth) / 2, y: box.minY + (box.height - layout.size.height) / 2))
  }
}

/// A card for each contact.
final class ContactPreviews: PreviewProvider {
  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    try request.requireSinglePage()
    let file = try ContactFile(path: request.filePath)
    let only = file.cards.count == 1 ? file.cards[0] : nil
    var page = HTMLPage(title: only?.title ?? request.fileName)
    page.style = """
      .card{display:flow-root;border:1px solid #8885;border-radius:.6em;padding:1em;margin:1em 0;max-width:40em}
      h2{font-size:1.2em;margin:0}.card p{margin:.2em 0 .8em}.card img{float:right;width:7em;height:7em;\
      object-fit:cover;border-radius:50%}.text{white-space:pre-wrap}

      """
    if only == nil { page.append("h1", page.title) }
    var pictures = PicturePile(side: 320)
    for (index, card) in file.cards.enumerated() {
      page.append("<div class=\"card\">")
      if let address = pictures.address("\(index)", { card.picture }) {
        page.append("<img alt=\"\" src=\"\(address)\">")
      }
      page.append("h2", card.title)
      let roles = [card.role, card.organisation].filter { !$0.isEmpty && $0 != card.title }
      if !roles.isEmpty { page.append("p", roles.joined(separator: ", ")) }
      if !card.facts.isEmpty { page.append(properties: card.facts) }
      if !card.note.isEmpty { page.append("p", card.note, attributes: " class=\"text\"") }
      page.append("</div>\n")
    }
    if file.isCut { page.append("p", "There are more contacts; these are the first.", attributes: " class=\"note\"") }
    var reply = page.reply
    reply.title = only?.title
    reply.attachments = pictures.attachments
    return reply
  }
}
