internal import Drawing
internal import ImageModel
internal import Imaging
internal import PDFDocuments

extension PDFRun {
  /// The margins of a page.
  ///
  /// - Parameter standard: where the options do not set one, in points.
  func margins(_ standard: Double) -> PageMargins {
    if let margins = job.layout.margins { return margins }
    let edges = job.decorations.hasEdges ? 15 * 72 / 25.4 : 0
    return PageMargins(max(standard, edges))
  }

  /// What is drawn on a page besides its content; nil where there is nothing.
  func decoration(_ facts: PageFacts) throws(ImageError) -> PageDecoration? {
    let settings = job.decorations
    guard settings.hasCover else { return nil }
    let standard = imposition == nil ? facts.defaultMargin : Imposition.contactSheetMargin
    var decoration = PageDecoration(style: settings.style, margins: margins(standard))
    decoration.header = settings.header.map { $0?.text(facts) }
    decoration.footer = settings.footer.map { $0?.text(facts) }
    if isOn(settings.watermarkPages, facts) { decoration.watermark = settings.watermark?.text(facts) }
    if let path = settings.stamp, isOn(settings.stampPages, facts) {
      if stamps == nil { stamps = try loadOverlay(path, settings.stampSelection) }
      decoration.stamp = stamps?.next()
      decoration.stamp?.fit = settings.stampFit
      decoration.stamp?.position = settings.stampPosition
    }
    if let path = settings.underlay, isOn(settings.underlayPages, facts) {
      if underlays == nil { underlays = try loadOverlay(path, settings.underlaySelection) }
      decoration.underlay = underlays?.next()
      decoration.underlay?.fit = settings.underlayFit
    }
    return decoration.isEmpty ? nil : decoration
  }

  /// Whether a page is in a list of pages of the document; nil is the list of all.
  private func isOn(_ pages: PageRanges?, _ facts: PageFacts) -> Bool {
    pages?.contains(facts.page, of: facts.pageCount ?? PageRanges.maxPages) ?? true
  }

  /// The caption of a picture; nil for none.
  ///
  /// - Parameter area: as for `Caption`.
  func caption(_ facts: PageFacts, area: Size) throws(ImageError) -> Caption? {
    guard let template = job.decorations.caption else { return nil }
    let text = template.text(facts)
    return text.isEmpty ? nil : try Caption(text, style: job.decorations.style, area: area, try writer.fonts())
  }

  /// The caption of a page in a cell; nil for none.
  func caption(inCell page: Size, _ facts: PageFacts) throws(ImageError) -> Caption? {
    guard let imposition else { return nil }
    return try caption(facts, area: try imposition.captionArea(of: page, margins: margins(imposition.defaultMargin)))
  }

  /// A page with its background, decoration and caption.
  func decorated(_ page: PDFPage, _ decoration: PageDecoration?, _ caption: Caption?) throws(ImageError) -> PDFPage {
    let hasText = (page as? ImagePage)?.recognizedText != nil
    if decoration == nil, caption == nil, job.layout.background == nil, !hasText { return page }
    let (fonts, background, truncations) = (try writer.fonts(), job.layout.background, truncations)
    let media = page.bounds(for: .media)
    // The background is drawn here, below the letterhead.
    (page as? ImagePage)?.background = nil
    let result = DrawnPage(
      size: media.size, prepare: { registry throws(ImageError) in try page.prepare(registry) }
    ) { context, registry in
      page.registry = registry
      try context.withArtifact { () throws in
        if let background { context.fill(.rect(Rect(media.size)), .color(background)) }
        if let underlay = decoration?.underlay {
          try context.draw(underlay.object, in: underlay.place(on: media.size))
        }
      }
      try page.draw(with: .media, to: context)
      if let caption, let page = page as? ImagePage {
        try context.withTag(StructureTag("P")) { () throws in try caption.draw(on: context, in: page.captionStrip) }
      }
      try context.withArtifact { () throws in
        truncations.add(edges: try decoration?.draw(on: context, size: media.size, fonts) ?? 0)
      }
    }
    result.rotation = page.rotation
    result.links = page.links
    result.namedPlaces = page.namedPlaces
    result.moveTarget = page.moveTarget
    result.isTagged = page.isTagged
    return result
  }

  /// The pictures or pages of a file that are drawn over pages or below them, each embedded once.
  ///
  /// - Parameter selection: which pages of the file; nil for the first.
  private func loadOverlay(_ path: String, _ selection: PageRanges?) throws(ImageError) -> Overlay {
    let input = PDFInput(
      .path(path), name: path, pages: selection ?? PageRanges("1"), password: job.decorations.stampPassword)
    let opened = try OpenedInput(input, job)
    var overlay = Overlay()
    switch opened.kind {
    case .image:
      let source = try opened.image(sources)
      for index in try opened.indices(of: source.count) {
        let picture = try writer.registry.picture(source, index: index)
        overlay.stamps.append(
          .init(object: try writer.registry.upright(picture), size: picture.naturalSize(job.layout.resolution)))
      }
      _ = writer.registry.takeEmbedded()
    case .svg:
      let drawing = try drawing(of: opened)
      for _ in try opened.indices(of: 1) { overlay.stamps.append(.init(object: drawing, size: drawing.size)) }
    case .pdf:
      try checkCopying("a page of a PDF", path: path)
      let file = try stampFile(opened)
      for index in try opened.indices(of: file.pageCount) {
        let page = try ImportedPage(file, index: index)
        overlay.stamps.append(.init(object: try writer.registry.page(page, box: .crop), size: page.seenSize))
      }
      current.diagnostics += file.diagnostics.map { Diagnostic($0.severity, "\(path): \($0.message)") }
    case .text, .json, .plist:
      throw ImageError(.unsupported, "a stamp must be a picture or a PDF", path: path)
    }
    return overlay
  }

  /// The PDF of a stamp. Only the password that applies to all files applies to it.
  private func stampFile(_ opened: OpenedInput) throws(ImageError) -> PDFFile {
    do throws(ImageError) {
      return try opened.document(password: nil)
    } catch {
      guard error.kind == .unsupported, opened.input.password == nil else { throw error }
      throw ImageError(
        .unsupported, "\(error.reason); --password before all files applies to the stamp, too", path: opened.input.name)
    }
  }
}

/// The pictures or pages of a file that are drawn on one page of the document after the other.
struct Overlay {
  var stamps: [PageDecoration.Stamp] = []
  private var index = 0

  /// The one for the next page. The last one is used again and again.
  mutating func next() -> PageDecoration.Stamp? {
    defer { index = min(index + 1, stamps.count - 1) }
    return stamps.isEmpty ? nil : stamps[index]
  }
}

/// Counts the texts that were truncated to fit. Pages are drawn later than they are made, so it is a shared object.
final class TruncationLog {
  private var captions = 0
  private var edges = 0
  private var first: String?

  func add(captionOf name: String) {
    captions += 1
    if first == nil { first = name }
  }

  func add(edges count: Int) { edges += count }

  /// One note for all captions, and one for all headers and footers.
  var diagnostics: [Diagnostic] {
    var notes: [Diagnostic] = []
    if captions > 0, let first {
      notes.append(
        .note(
          captions == 1
            ? "the caption of \(first) was too long and is truncated"
            : "\(captions) captions were too long and are truncated; the first is that of \(first)"))
    }
    if edges > 0 {
      notes.append(
        .note(
          edges == 1
            ? "a header or footer was too long and is truncated"
            : "\(edges) headers and footers were too long and are truncated"))
    }
    return notes
  }
}
