internal import ByteStreams
internal import Drawing
internal import ImageModel
internal import Imaging
internal import PDFDocuments
internal import PDFWriting
internal import TextReading

extension PDFRun {
  // MARK: PDFs

  /// A PDF that is open until the last input that names it.
  struct OpenDocument {
    var file: PDFFile
    var document: ImportedDocument
    /// The number of the input that opened it.
    var number: Int
  }

  /// The part of the outline that is about one input.
  struct OutlinePart {
    /// The entry of the input itself, for `--outline names`.
    var input: OutlineEntry?
    var entries: [OutlineEntry] = []

    /// The entries, below that of the input.
    var all: [OutlineEntry] {
      guard var input else { return entries }
      input.children = entries
      return [input]
    }
  }

  /// Adds pages of a PDF. A file that several inputs name is imported once, so that its links, fields and attached
  /// files stay one document's.
  func addPages(_ opened: OpenedInput, _ facts: PageFacts) throws(ImageError) {
    let known = documents[uses.first(of: currentNumber)]
    let file = if let known { known.file } else { try document(of: opened) }
    let indices = try shownIndices(try opened.indices(of: file.pageCount), of: file)
    guard !indices.isEmpty || known != nil else { return }
    if known == nil { noteProtection(of: file) }
    // All pages are checked before the first one is appended.
    var pages: [ImportedPage] = []
    for index in indices {
      let page = try ImportedPage(file, index: index)
      page.rotation += opened.input.rotation
      if let margins = opened.input.crop { try page.crop(margins) }
      pages.append(page)
    }
    if imposition != nil, job.recognizedLanguages != nil {
      current.diagnostics.append(.note("--ocr does not apply to pages of PDFs on sheets"))
    }
    let document = if let known { known.document } else { try register(file, indices) }
    if known != nil { writer.beginCopies(of: document, pages: indices) }
    if imposition == nil {
      labels.add(try file.pageLabels(), of: indices, at: writer.pageCount)
    } else {
      for (offset, index) in indices.enumerated() { document.setNewIndex(pageCount + offset, of: index) }
    }
    for page in pages {
      // A page on a sheet is an XObject, which has no annotations.
      if imposition != nil {
        page.links += try document.links(on: page, claim: writer.registry.claimName)
        document.nameLinkTarget(page)
      }
      try place(page, facts)
    }
  }

  private func document(of opened: OpenedInput) throws(ImageError) -> PDFFile {
    if let sharedFile { return sharedFile }
    return try opened.document(password: nil)
  }

  /// Whether the current input, or one of the same file, is all that the document is made of.
  private var isOnlyFile: Bool { uses.all(of: currentNumber).count == job.inputs.count }

  /// Tells the writer which pages of a file the inputs take.
  private func register(_ file: PDFFile, _ indices: [Int]) throws(ImageError) -> ImportedDocument {
    var pages = indices
    for number in uses.all(of: currentNumber) where number != currentNumber {
      // Wrong pages are an error of the input that asks for them.
      let others = job.inputs[number].pages.map { try? $0.indices(of: file.pageCount) }
      pages += others.map { $0 ?? [] } ?? Array(0..<file.pageCount)
    }
    let isWhole =
      job.inputs.count == 1 && imposition == nil && indices == Array(0..<file.pageCount)
      && padded(indices.count) == indices.count
    do throws(ImageError) {
      let document =
        if isWhole {
          try writer.register(whole: file)
        } else if imposition == nil {
          try writer.register(file, pages: pages)
        } else {
          try writer.register(onSheets: file, pages: pages)
        }
      documents[uses.first(of: currentNumber)] = OpenDocument(file: file, document: document, number: currentNumber)
      let setsVersion = isWhole && job.writing.version == nil && job.writing.encryption == nil
      try writer.remove(job.removal, from: document)
      if isOnlyFile, !job.removal.contains(.metadata) {
        try writer.keepDescription(of: document, setsVersion: setsVersion)
      }
      if let shrinking = job.shrinking { try writer.shrink(document, shrinking) }
      return document
    } catch {
      writer.abandon(file)
      throw error
    }
  }

  private func noteProtection(of file: PDFFile) {
    if file.isEncrypted, !file.permissions.isSuperset(of: [.documentChanges, .documentAssembly]) {
      current.diagnostics.append(.note("its author does not permit changes; the owner password would"))
    }
    if file.isEncrypted { hasEncrypted = true }
    if file.isEncrypted, job.writing.encryption == nil {
      current.diagnostics.append(.note("it is encrypted; the new document is not (see --encrypt)"))
    }
    noteUnusedOptions("pages of PDFs")
  }

  /// Ends the use of a PDF after the last input that names it. Until then, only its file is closed.
  func closeDocument() throws(ImageError) {
    guard let open = documents[uses.first(of: currentNumber)] else { return }
    guard uses.all(of: currentNumber).last == currentNumber else {
      // Where pages are taken in turn, the next page may come from the same file.
      if !job.keepsFilesOpen || documents.count > 8 { open.file.suspend() }
      return
    }
    // The outline of a whole document is copied with its catalog.
    if open.document.extent != .whole || !job.outline.isKept {
      outlines[open.number, default: OutlinePart()].entries = try open.document.outline()
    }
    if job.layout.downsampling != nil, job.shrinking == nil, open.document.hasPictures {
      current.diagnostics.append(.note("--downsample does not change the pictures of PDFs; --shrink does"))
    }
    try writer.unregister(open.file)
    documents[uses.first(of: currentNumber)] = nil
    if job.shrinking != nil { report(shrunk: open.document.shrunkPictures) }
    current.diagnostics += open.document.removed.map { .note("removed: \($0)") }
    current.diagnostics += open.file.diagnostics
    if open.file.diagnostics.contains(where: { $0.severity == .warning }) { hasDamaged = true }
    if sharedFile != nil { open.file.beginNextDocument() }
  }

  /// Ends the use of a PDF after an input failed. With `--skip-bad` the job continues, and the file must not stay open.
  func abandonDocument() {
    guard let open = documents[uses.first(of: currentNumber)] else { return }
    guard uses.all(of: currentNumber).last == currentNumber else { return open.file.suspend() }
    // The pages of earlier inputs are complete.
    if open.number != currentNumber, (try? closeDocument()) != nil { return }
    documents[uses.first(of: currentNumber)] = nil
    // The outline of the pages that stay. The failure has been reported already.
    if let entries = try? open.document.outline() { outlines[open.number, default: OutlinePart()].entries = entries }
    writer.abandon(open.file)
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

  /// The text of an input.
  ///
  /// - Throws: `limitExceeded` for a text that is too long; `unsupported` for bytes that are no text.
  func decodedText(_ opened: OpenedInput) throws(ImageError) -> DecodedText {
    let limit = min(job.environment.limits.maxMemory / 8, job.environment.limits.maxInputBytes)
    guard opened.source.size <= UInt64(limit) else {
      throw job.environment.limits.exceeded(
        "is a text of \(opened.source.size) bytes", name: "max-memory", value: job.environment.limits.maxMemory)
    }
    let bytes = try opened.source.bytes(at: 0, count: Int(opened.source.size))
    guard DecodedText.isText(bytes) else { throw ImageError(.unsupported, "the file is not text") }
    return DecodedText(bytes)
  }

  /// The size of pages of text.
  var textPaper: Size {
    var paper = PaperSize.a4.size
    if imposition == nil, case .fixed(let size)? = job.layout.medium { paper = size }
    return PageShape(.fixed(paper), job.layout.direction == .automatic ? .asGiven : job.layout.direction)
      .size(of: paper, for: paper)
  }

  private func textPages(_ opened: OpenedInput) throws(ImageError) -> TextPages {
    let decoded = try decodedText(opened)
    let margin = job.layout.margins ?? PageMargins(Self.textMargin)
    return try TextPages(
      decoded.text, style: job.decorations.bodyStyle, size: textPaper, margins: margin, try writer.fonts(),
      decoded.note.map { [.note($0)] } ?? [], isTagged: job.conformance.isAccessible)
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
    let count: Int
    switch opened.kind {
    case .image:
      let source = try opened.image(sources)
      count = try shownIndices(try opened.indices(of: source.count), of: source).count
    case .svg: count = try opened.indices(of: 1).count
    case .pdf:
      let file = try document(of: opened)
      count = try shownIndices(try opened.indices(of: file.pageCount), of: file).count
    case .text:
      if let form = typesetForm(of: opened) {
        count = try countTypeset(opened, form)
      } else {
        count = try textPages(opened).consumeRemaining()
      }
    case .json, .plist: count = try countDescription(opened)
    }
    return padded(count)
  }
}
