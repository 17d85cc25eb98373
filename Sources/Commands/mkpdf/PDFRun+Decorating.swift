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
    let standard = sheets == nil ? facts.standardMargin : SheetMaker.margin
    var decoration = PageDecoration(style: settings.style, margins: margins(standard))
    decoration.header = settings.header.map { $0?.text(facts) }
    decoration.footer = settings.footer.map { $0?.text(facts) }
    decoration.watermark = settings.watermark?.text(facts)
    decoration.stamp = try findStamp()
    return decoration.isEmpty ? nil : decoration
  }

  /// The caption of a picture; nil for none.
  ///
  /// - Parameter room: as of `Caption`.
  func caption(_ facts: PageFacts, room: Size) throws(ImageError) -> Caption? {
    guard let template = job.decorations.caption ?? sheets?.standardCaption else { return nil }
    let text = template.text(facts)
    return text.isEmpty ? nil : try Caption(text, style: job.decorations.style, room: room, try writer.fonts())
  }

  /// The caption of a page in a cell; nil for none.
  func caption(inCell page: Size, _ facts: PageFacts) throws(ImageError) -> Caption? {
    guard let sheets else { return nil }
    return try caption(facts, room: try sheets.captionRoom(of: page, margins: margins(sheets.standardMargin)))
  }

  /// A page with what stands on it besides its content.
  func decorated(_ page: PDFPage, _ decoration: PageDecoration?, _ caption: Caption?) throws(ImageError) -> PDFPage {
    if decoration == nil, caption == nil, job.layout.background == nil { return page }
    let (fonts, background, cuts) = (try writer.fonts(), job.layout.background, cuts)
    let media = page.bounds(for: .media)
    let result = DrawnPage(
      size: media.size, prepare: { objects throws(ImageError) in try page.prepare(objects) }
    ) { context, objects in
      page.objects = objects
      if let background { context.fill(.rect(Rect(media.size)), .color(background)) }
      try page.draw(with: .media, to: context)
      if let caption, let page = page as? ImagePage {
        try caption.draw(on: context, in: page.captionStrip)
      }
      cuts.add(edges: try decoration?.draw(on: context, size: media.size, fonts) ?? 0)
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
    var found: PageDecoration.Stamp
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
    found.fit = job.decorations.stampFit
    found.position = job.decorations.stampPosition
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
