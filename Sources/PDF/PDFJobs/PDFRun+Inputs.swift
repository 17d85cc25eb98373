internal import ByteStreams
internal import Drawing
internal import ImageModel
internal import Imaging
internal import PDFDocuments

extension PDFRun {
  // MARK: PDFs

  /// Adds pages of a PDF.
  ///
  /// - Returns: the outline of the file.
  func addPages(_ opened: OpenedInput, _ facts: PageFacts) throws(ImageError) -> [OutlineEntry] {
    let file = try opened.document(password: nil)
    let indices = try opened.indices(of: file.pageCount)
    if file.isEncrypted, !file.permissions.isSuperset(of: [.documentChanges, .documentAssembly]) {
      current.diagnostics.append(.note("its author does not permit changes; the owner password would"))
    }
    if file.isEncrypted, job.writing.encryption == nil {
      current.diagnostics.append(.note("it is encrypted; the new document is not (see --encrypt)"))
    }
    // All pages are checked before the first one is appended.
    noteUnusedOptions("pages of PDFs")
    var pages: [ImportedPage] = []
    for index in indices {
      let page = try ImportedPage(file, index: index)
      page.rotation += job.layout.rotation
      pages.append(page)
    }
    var places: [Int: Int] = [:]
    for (offset, index) in indices.enumerated() where places[index] == nil { places[index] = pageCount + offset }
    let isOnly = job.inputs.count == 1
    let isWhole = isOnly && imposition == nil && indices == Array(0..<file.pageCount)
    do throws(ImageError) {
      let document: ImportedDocument
      if isWhole {
        document = try writer.register(whole: file)
      } else if imposition == nil {
        document = try writer.register(file, pages: places)
        labels.add(try file.pageLabels(), of: indices, at: writer.pageCount)
      } else {
        document = try writer.register(onSheets: file, pages: places)
      }
      let setsVersion = isWhole && job.writing.version == nil && job.writing.encryption == nil
      if isOnly { try writer.keepDescription(of: document, setsVersion: setsVersion) }
      // The outline of a whole document is copied with its catalog.
      let outline = isWhole && job.outline.isKept ? [] : try document.outline()
      for page in pages {
        // A page on a sheet is an XObject, which has no annotations.
        if imposition != nil { page.links += try document.links(on: page) }
        try place(page, facts)
      }
      try writer.unregister(file)
      current.diagnostics += file.diagnostics
      return outline
    } catch {
      // With --skip-bad the job continues, and the file must not stay open.
      writer.abandon(file)
      throw error
    }
  }

  // MARK: Text

  func addText(_ opened: OpenedInput, _ facts: PageFacts) throws(ImageError) {
    let pages = try textPages(opened)
    var facts = facts
    facts.defaultMargin = Self.textMargin
    noteRotation("text")
    current.diagnostics += pages.diagnostics
    while let page = try pages.next() { try place(page, facts) }
  }

  /// The default margin of text files, in points.
  private static let textMargin = 20 * 72 / 25.4

  private func textPages(_ opened: OpenedInput) throws(ImageError) -> TextPages {
    let limit = min(job.environment.limits.maxMemory / 8, job.environment.limits.maxInputBytes)
    guard opened.source.size <= UInt64(limit) else {
      throw job.environment.limits.exceeded(
        "is a text of \(opened.source.size) bytes", name: "max-memory", value: job.environment.limits.maxMemory)
    }
    let (text, diagnostics) = PlainText.decode(try opened.source.bytes(at: 0, count: Int(opened.source.size)))
    var paper = PaperSize.a4.size
    if imposition == nil, case .fixed(let size)? = job.layout.medium { paper = size }
    let size = PageShape(.fixed(paper), job.layout.direction == .automatic ? .asGiven : job.layout.direction)
      .size(of: paper, for: paper)
    let margin = job.layout.margins ?? PageMargins(Self.textMargin)
    return try TextPages(
      text, style: job.decorations.bodyStyle, size: size, margins: margin, try writer.fonts(), diagnostics)
  }

  // MARK: Counting

  /// Counts the pages of all inputs, for booklets and for texts with `{pages}`.
  func countPages() throws(ImageError) {
    var count = 0
    for input in job.inputs {
      do throws(ImageError) {
        guard input.source != .standardInput else {
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

  /// Sets the number of pages that there will be.
  func expect(_ count: Int) {
    expectedPageCount = count
    imposition?.pageCount = count
  }

  /// Counts the pages of a file, or of standard input that was spooled.
  func pageCount(of opened: OpenedInput) throws(ImageError) -> Int {
    switch opened.kind {
    case .image: try opened.indices(of: try opened.image(sources).count).count
    case .pdf: try opened.indices(of: try opened.document(password: nil).pageCount).count
    case .text: try textPages(opened).consumeRemaining()
    case .json, .plist: try countDescription(opened)
    }
  }
}
