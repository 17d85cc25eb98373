internal import ByteStreams
internal import CommandKit
internal import Drawing
internal import ImageModel
internal import Imaging
internal import MetadataModel
internal import MetadataReports
internal import PDFDocuments
internal import PDFWriting

extension PDFRun {
  // MARK: Pictures

  func addImages(_ opened: OpenedInput, _ facts: inout PageFacts) throws(ImageError) {
    let source = try opened.image(sources)
    if unanswered == nil { unanswered = job.decorations.queries }
    for index in try opened.indices(of: source.count) {
      if job.decorations.needsMetadata {
        let properties = try source.readableProperties(at: index)
        (facts.file.container, facts.file.images) = (properties.container, [properties.image])
        unanswered?.removeAll { facts.file.first($0) != nil }
      }
      var page = try ImagePage(source, index: index, layout: imageLayout, sources)
      let (caption, reserve) = try caption(below: page, facts)
      if reserve > 0 { page = try ImagePage(source, index: index, layout: imageLayout, sources, reserve: reserve) }
      noteResolution(of: page)
      if let dpi = job.layout.downsampling, let smaller = try downsampled(page, source, index, dpi, facts) {
        // Whole dots are another shape by a hair: the page stays as the original makes it.
        let page = try ImagePage(
          smaller.source, index: 0, layout: imageLayout, smaller.options, reserve: reserve, natural: page.naturalSize)
        page.background = job.layout.background
        let first = current.pictures.count
        try place(page, facts, caption)
        for index in current.pictures.indices.dropFirst(first) {
          (current.pictures[index].handling, current.pictures[index].reason) = (.transcoded, smaller.reason)
        }
      } else {
        page.background = job.layout.background
        try place(page, facts, caption)
      }
    }
  }

  /// In a cell a picture has its own size, to be scaled there.
  private var imageLayout: ImagePageLayout {
    var layout = ImagePageLayout(resolution: job.layout.resolution, rotation: job.layout.rotation)
    guard sheets == nil else { return layout }
    // A direction means paper.
    let standard = job.layout.direction == .asGiven ? PageShape.Medium.content : .fixed(PaperSize.a4.size)
    layout.shape = PageShape(job.layout.medium ?? standard, job.layout.direction)
    layout.margins = margins(0)
    layout.fit = job.layout.fit ?? .into
    return layout
  }

  /// Says that a picture is not as large as its file says.
  private func noteResolution(of page: ImagePage) {
    // In a cell the picture's own size is of no account.
    guard sheets == nil, let stated = page.info.resolution?.dotsPerInch else { return }
    let rule = job.layout.resolution
    guard rule.dotsPerInch(page.info.resolution).verdict == .absurd else { return }
    func text(_ value: Double) -> String {
      Int(exactly: value).map { "\($0)" } ?? "\((value * 100).rounded() / 100)"
    }
    current.diagnostics.append(
      .note(
        "a resolution of \(text(stated.x)) x \(text(stated.y)) dpi cannot be meant; \(text(rule.fallback)) dpi is taken"
      ))
  }

  /// The caption of a picture on a page of its own, and the height that it needs.
  private func caption(below page: ImagePage, _ facts: PageFacts) throws(ImageError) -> (Caption?, Double) {
    guard sheets == nil else { return (nil, 0) }
    var facts = facts
    (facts.page, facts.pageCount) = (writer.pageCount, expectedPlaces)
    let (room, bottom) = page.captionRoom(imageLayout)
    guard let caption = try caption(facts, room: room) else { return (nil, 0) }
    return (caption, caption.height + bottom)
  }

  // MARK: PDFs

  /// - Returns: the file's outline.
  func addPages(_ opened: OpenedInput, _ facts: PageFacts) throws(ImageError) -> [OutlineEntry] {
    let file = try opened.document(password: nil)
    let indices = try opened.indices(of: file.pageCount)
    current.diagnostics += try file.losses()
    if file.isEncrypted, !file.permissions.isSuperset(of: [.documentChanges, .documentAssembly]) {
      current.diagnostics.append(.note("its author does not permit changes; the owner's password would"))
    }
    if job.inputs.count == 1 { keep(DocumentAttributes(try file.information())) }
    // All pages are looked at before one is appended.
    noteUnusedOptions("pages of PDFs")
    var pages: [ImportedPage] = []
    for index in indices {
      let page = try ImportedPage(file, index: index)
      page.rotation += job.layout.rotation
      pages.append(page)
    }
    var places: [Int: Int] = [:]
    for (offset, index) in indices.enumerated() where places[index] == nil { places[index] = placeCount + offset }
    do throws(ImageError) {
      let document: ImportedDocument
      if sheets == nil {
        document = try writer.register(file, pages: places)
        labels.add(try file.pageLabels(), of: indices, at: writer.pageCount)
      } else {
        document = try ImportedDocument(file, pages: places)
      }
      let outline = try document.outline()
      for page in pages {
        // A page on a sheet is a picture, without its annotations.
        if sheets != nil { page.links += try document.links(on: page) }
        try place(page, facts)
      }
      current.diagnostics += file.diagnostics
      try writer.unregister(file)
      return outline
    } catch {
      // With --skip-bad the work goes on, and the file must not stay open.
      writer.abandon(file)
      throw error
    }
  }

  // MARK: Text

  func addText(_ opened: OpenedInput, _ facts: PageFacts) throws(ImageError) {
    let pages = try textPages(opened)
    var facts = facts
    facts.standardMargin = Self.textMargin
    noteRotation("text")
    current.diagnostics += pages.diagnostics
    while let page = try pages.next() { try place(page, facts) }
  }

  /// What text leaves free along the edges of its pages, and headers and footers with it, in points.
  private static let textMargin = 20 * 72 / 25.4

  func textPages(_ opened: OpenedInput) throws(ImageError) -> TextPages {
    let limit = min(job.environment.limits.maxMemory / 8, job.environment.limits.maxInputBytes)
    guard opened.source.size <= UInt64(limit) else {
      throw job.environment.limits.exceeded(
        "is a text of \(opened.source.size) bytes", name: "max-memory", value: job.environment.limits.maxMemory)
    }
    let (text, diagnostics) = InputText.decode(try opened.source.bytes(at: 0, count: Int(opened.source.size)))
    var paper = PaperSize.a4.size
    if sheets == nil, case .fixed(let size)? = job.layout.medium { paper = size }
    let size = PageShape(.fixed(paper), job.layout.direction == .automatic ? .asGiven : job.layout.direction)
      .size(of: paper, for: paper)
    let margin = job.layout.margins ?? PageMargins(Self.textMargin)
    return try TextPages(
      text, style: job.decorations.bodyStyle, size: size, margins: margin, try writer.fonts(), diagnostics)
  }

  // MARK: Counting

  /// Finds out how many pages there will be, for texts that say so.
  func countPages() throws(ImageError) {
    var count = 0
    for input in job.inputs {
      do throws(ImageError) {
        guard input.file != .standardInput else {
          throw ImageError(
            .usage, "{pages} needs files where there are several inputs: standard input is read only once")
        }
        let opened = try OpenedInput(input, job)
        count += try pageCount(of: opened)
      } catch {
        guard job.skipsBad, error.kind != .usage || error.path != nil else { throw error.at(path: input.name) }
      }
    }
    expect(count)
  }

  /// Takes down how many pages there will be.
  func expect(_ count: Int) {
    expectedPlaces = count
    sheets?.placeCount = count
  }

  /// Counts the pages of a file, or of standard input that was taken in whole.
  func pageCount(of opened: OpenedInput) throws(ImageError) -> Int {
    switch opened.kind {
    case .jpeg, .png, .tiff: try opened.indices(of: try opened.image(sources).count).count
    case .pdf: try opened.indices(of: try opened.document(password: nil).pageCount).count
    case .text: try textPages(opened).countAll()
    case .json, .plist: try countDescription(opened)
    }
  }
}
