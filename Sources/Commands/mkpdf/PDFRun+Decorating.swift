internal import CommandKit
internal import Drawing
internal import ImageModel
internal import Imaging
internal import PDFDocuments

extension PDFRun {
  /// The strips along the edges of a page.
  func margins(_ standard: Double) -> PageMargins {
    if let margins = job.layout.margins { return margins }
    let edges = job.decorations.hasEdges ? 15 * 72 / 25.4 : 0
    return PageMargins(max(standard, edges))
  }

  /// What is drawn over a page; nil for nothing.
  func decoration(_ facts: PageFacts) throws(ImageError) -> PageDecoration? {
    let settings = job.decorations
    guard settings.hasCover else { return nil }
    var decoration = PageDecoration(style: settings.style, margins: margins(sheets == nil ? 0 : SheetMaker.margin))
    decoration.header = settings.header.map { $0?.text(facts) }
    decoration.footer = settings.footer.map { $0?.text(facts) }
    decoration.watermark = settings.watermark?.text(facts)
    decoration.stamp = try findStamp()
    return decoration.isEmpty ? nil : decoration
  }

  /// The caption of a picture; nil for none.
  func caption(_ facts: PageFacts) -> Caption? {
    guard let template = job.decorations.caption ?? sheets?.standardCaption else { return nil }
    let text = template.text(facts)
    return text.isEmpty ? nil : Caption(text, style: job.decorations.style)
  }

  /// A page with what stands on it besides its content.
  func decorated(_ page: PDFPage, _ decoration: PageDecoration?, _ caption: Caption?) throws(ImageError) -> PDFPage {
    if decoration == nil, caption == nil, job.layout.background == nil { return page }
    let (fonts, background) = (try writer.fonts(), job.layout.background)
    let media = page.bounds(for: .media)
    let result = DrawnPage(
      size: media.size, prepare: { objects throws(ImageError) in try page.prepare(objects) }
    ) { context, objects in
      page.objects = objects
      if let background { context.fill(.rect(Rect(media.size)), .color(background)) }
      try page.draw(with: .media, to: context)
      if let caption, let page = page as? ImagePage {
        try caption.draw(on: context, in: page.captionStrip, fonts)
      }
      try decoration?.draw(on: context, size: media.size, fonts)
    }
    result.rotation = page.rotation
    result.links = page.links
    result.namedPlaces = page.namedPlaces
    result.moveTarget = page.moveTarget
    return result
  }

  /// The picture or page that lies over all pages, embedded once.
  private func findStamp() throws(ImageError) -> PageDecoration.Stamp? {
    guard let path = job.decorations.stamp else { return nil }
    if let stamp { return stamp }
    let input = PageInput(file: .path(path), password: job.decorations.stampPassword)
    let opened = try OpenedInput(input, job)
    let found: PageDecoration.Stamp
    switch opened.kind {
    case .jpeg, .png, .tiff:
      let picture = try writer.objects.picture(try opened.image(sources), index: 0)
      found = .init(object: try writer.objects.upright(picture), size: picture.naturalSize(job.layout.resolution))
      _ = writer.objects.takeEmbedded()
    case .pdf:
      let page = try ImportedPage(try stampFile(opened), index: 0)
      found = .init(object: try writer.objects.page(page, box: .crop), size: page.seenSize)
    case .text, .json, .plist:
      throw ImageError(.unsupported, "a stamp is a picture or a PDF", path: path)
    }
    stamp = found
    return found
  }

  /// A stamp's PDF. Options of files do not reach it; the password of all does.
  private func stampFile(_ opened: OpenedInput) throws(ImageError) -> PDFFile {
    do throws(ImageError) {
      return try opened.document(password: nil)
    } catch {
      guard error.kind == .unsupported, opened.input.password == nil else { throw error }
      throw ImageError(
        .unsupported, "\(error.reason); --password before all files is for the stamp, too", path: opened.input.name)
    }
  }
}
