internal import ByteStreams
internal import Drawing
internal import ImageModel
internal import Imaging
internal import MetadataModel
internal import PDFDocuments
internal import PDFWriting
internal import PageDescriptions

/// Makes the document of one job, input by input.
final class PDFRun {
  let job: PDFJob
  let writer: DocumentWriter
  let sources: ImageSource.Options
  let outputName: String
  private let report: (Int, InputReport) throws(ImageError) -> Void
  /// The number of pages so far, before they are arranged on sheets.
  var pageCount = 0
  /// The number of pages that there will be, before they are arranged on sheets; nil if nothing needs it.
  var expectedPageCount: Int?
  /// Arranges pages on sheets; nil where each page is a page of the document.
  var imposition: Imposition?
  /// The stamps and the letterheads of pages, once they are loaded.
  var stamps: Overlay?
  var underlays: Overlay?
  /// The parts of the outline, by the numbers of their inputs.
  var outlines: [Int: OutlinePart] = [:]
  /// Which inputs name the same file.
  let uses: InputUses
  /// The only input, where it is open already and serves several documents.
  var sharedFile: PDFFile?
  /// The PDFs that are open, by the number of the first input that names them.
  var documents: [Int: OpenDocument] = [:]
  var labels = PageLabelMerger()
  /// The attributes that an input has.
  private var ownAttributes: DocumentAttributes?
  /// The language that an input declares.
  private var ownLanguage: String?
  /// The only input as it was typeset to count its pages, and notes on it.
  var counted: (description: PageDescription, notes: [Diagnostic])?
  /// The invoice among the attached files.
  var invoice: ElectronicInvoice?
  /// The report of the current input.
  var current = InputReport()
  private(set) var currentNumber = 0
  /// Is called after each page.
  var progress: ((_ pages: Int, _ input: Int) -> Void)?
  /// Whether an input is a page description, so that the data is used.
  var hasDescription = false
  /// Whether an input is Markdown, so that `--contents` is used.
  var hasMarkdown = false
  /// Whether an input is Markdown or a table, so that `--style` is used.
  var hasTypeset = false
  let truncations = TruncationLog()
  /// Finds the text of scans, once it is needed.
  var recognition: TextRecognition?
  /// The first page of each input that has pages, counted from 0.
  private var firstPages: [(page: Int, name: String)] = []
  /// The size of the last page, as viewers show it.
  var lastSize = Size(width: 0, height: 0)
  /// Whether pages of PDFs are in the document, which have a language and a title of their own.
  private var hasPDF = false
  /// Whether a PDF is encrypted.
  var hasEncrypted = false
  /// Whether a PDF is damaged.
  var hasDamaged = false
  /// The properties that texts refer to and no picture has had so far.
  var unanswered: [PropertyQuery]

  init(
    _ job: PDFJob, _ sink: any ByteSink, outputName: String,
    _ report: @escaping (Int, InputReport) throws(ImageError) -> Void
  ) throws(ImageError) {
    self.job = job
    self.outputName = outputName
    self.report = report
    unanswered = job.decorations.queries
    uses = InputUses(job.inputs)
    var images = ImageEmbedder.Options(limits: job.environment.limits)
    images.keepsMetadata = job.writing.keepsPictureMetadata
    sources = ImageSource.Options(
      limits: job.environment.limits, allowedFormats: Self.formats(job.allowed),
      isCancelled: job.environment.isCancelled)
    writer = DocumentWriter(
      to: sink, PDFWriter.Options(version: job.writing.version ?? .v1_7), images, sources: sources,
      conformance: job.conformance)
    imposition = Imposition(job)
    if let path = job.output.path { writer.registry.output = FileIdentity(path: path) }
  }

  private static func formats(_ kinds: Set<InputKind>?) -> Set<String>? {
    kinds.map { Set($0.compactMap(\.imageFormat)) }
  }

  /// The result of a run.
  struct Result {
    /// The number of pages.
    var count: Int
    /// The diagnostics that do not belong to a single input.
    var diagnostics: [Diagnostic]
    /// Whether the document is an input, made smaller and not changed otherwise.
    var isOnlyShrunk: Bool
  }

  func perform() throws(ImageError) -> Result {
    // A single input that cannot be read twice is counted when it is opened.
    let isStandardInput = job.inputs.count == 1 && job.inputs[0].source == .standardInput
    if !isStandardInput, job.decorations.needsPageCount || job.needsPageCount { try countPages() }
    for (number, input) in job.inputs.enumerated() {
      (current, currentNumber) = (InputReport(), number)
      let first = pageCount
      do throws(ImageError) {
        try add(input, number: number)
        try closeDocument()
      } catch {
        abandonDocument()
        guard job.skipsBad, error.path != outputName else {
          let error = error.at(path: input.name)
          if error.path != outputName {
            current.error = error
            try report(number, current)
          }
          throw error
        }
        if let earlier = current.error { current.diagnostics.append(.warning(earlier.reason)) }
        current.error = error.at(path: input.name)
        if pageCount > first {
          let count = pageCount - first
          current.diagnostics.append(
            .note("\(count == 1 ? "its first page stays" : "its first \(count) pages stay") in the document"))
        }
      }
      // A sheet that is not full yet reports its pictures with the input that completes it.
      try report(number, current)
    }
    current = InputReport()
    try finishSheets()
    guard writer.pageCount > 0 else {
      let hint =
        job.inputs.isEmpty ? ": no files were found; -r takes those with the suffix of an image, --ext adds others" : ""
      throw ImageError(.invalidData, "there are no pages to make" + hint)
    }
    try attachFiles()
    let properties = try documentProperties()
    let diagnostics =
      outlineFaults(properties.outline) + labelFaults + unansweredNotes + unusedData + unusedContents
      + (try finish(properties))
      + truncations.diagnostics
    return Result(
      count: writer.pageCount, diagnostics: current.diagnostics + diagnostics + batesNote + recognitionNote,
      isOnlyShrunk: job.onlyShrinks && hasPDF && !hasEncrypted && !hasDamaged)
  }

  /// Finishes the document. The error about a heading names the input that has it.
  private func finish(_ properties: DocumentWriter.Properties) throws(ImageError) -> [Diagnostic] {
    do throws(ImageError) {
      return try writer.finish(properties)
    } catch {
      guard job.conformance.isAccessible, error.kind == .unsupported, let page = writer.skippedHeadingPage,
        let input = firstPages.last(where: { $0.page <= page })
      else { throw error }
      throw error.at(path: input.name)
    }
  }

  /// The numbers of the pages, for the next document of a case.
  private var batesNote: [Diagnostic] {
    guard let bates = job.decorations.bates else { return [] }
    return [.note("Bates numbers \(bates.text(page: 0)) to \(bates.text(page: writer.pageCount - 1))")]
  }

  /// Entries of an outline file that lead to pages beyond the end.
  private func outlineFaults(_ entries: [OutlineEntry]) -> [Diagnostic] {
    entries.flatMap { entry -> [Diagnostic] in
      var faults: [Diagnostic] = []
      if case .destination(let destination)? = entry.target, destination.page >= writer.pageCount {
        faults = [
          .warning(
            "the outline entry '\(entry.title)' leads to page \(destination.page + 1) of \(writer.pageCount)")
        ]
      }
      return faults + outlineFaults(entry.children)
    }
  }

  private func documentProperties() throws(ImageError) -> DocumentWriter.Properties {
    var properties = DocumentWriter.Properties()
    properties.attributes = job.attributes.completed(by: ownAttributes)
    try checkTitle(properties.attributes.title, language: job.language ?? ownLanguage)
    properties.language = job.language ?? (hasPDF ? nil : ownLanguage ?? job.ownLanguage)
    if properties.attributes.title == nil, !hasPDF { properties.attributes.title = ownTitle }
    properties.isEncrypted = job.writing.encryption != nil
    properties.invoice = invoice
    properties.replacesOutline = !job.outline.isKept
    switch job.outline {
    case .none: break
    case .kept, .names:
      let outline = outlines.sorted { $0.key < $1.key }.flatMap(\.value.all)
      properties.outline = outline.map { imposition?.moved($0) ?? $0 }
    case .entries(let entries): properties.outline = entries
    }
    let stated = job.pageLabels?.filter { $0.firstPage < writer.pageCount }
    properties.pageLabels = stated ?? (imposition == nil ? labels.ranges(pageCount: writer.pageCount) : [])
    return properties
  }

  /// The title of a document that has none: the name of the only input, or that of the output.
  private var ownTitle: String? {
    if job.inputs.count == 1 { return job.inputs[0].source.stem.map(PathText.readable) }
    guard let path = job.output.path else { return nil }
    return PDFInput.Source.path(path).stem.map(PathText.readable)
  }

  // MARK: Inputs

  private func add(_ input: PDFInput, number: Int) throws(ImageError) {
    let opened = try OpenedInput(input, job)
    if let identity = opened.source.identity, identity == writer.registry.output {
      throw ImageError(.usage, "the output is also an input: \(input.name)", path: outputName)
    }
    current.kind = opened.kind
    // The size of a pipe is known when it has been read.
    defer { current.byteCount = opened.source.size }
    let first = pageCount
    var entries: [OutlineEntry] = []
    if expectedPageCount == nil, job.decorations.needsPageCount, opened.kind != .json, opened.kind != .plist {
      expect(try pageCount(of: opened))
    }
    var facts = PageFacts(input, number: number, time: job.time)
    switch opened.kind {
    case .image:
      labels.addNumbered(at: writer.pageCount)
      try addImages(opened, &facts)
    case .svg:
      labels.addNumbered(at: writer.pageCount)
      try addDrawing(opened, facts)
    case .pdf:
      try checkCopying("a PDF", path: input.name)
      hasPDF = true
      try addPages(opened, facts)
    case .text:
      labels.addNumbered(at: writer.pageCount)
      if let form = typesetForm(of: opened) {
        entries = try addTypeset(opened, form, facts)
      } else {
        try addText(opened, facts)
      }
    case .json, .plist:
      hasDescription = true
      entries = try addDescription(opened, facts)
    }
    if input.alternative != nil, opened.kind.imageFormat == nil {
      current.diagnostics.append(.note("--alt applies to pictures"))
    }
    guard pageCount > first else { return }
    firstPages.append((first, input.name))
    try pad(after: facts, count: pageCount - first)
    var part = OutlinePart(entries: entries)
    if case .names = job.outline {
      part.input = OutlineEntry(
        title: PathText.readable(input.stem), target: .destination(PDFDestination(page: first)))
    }
    outlines[number] = part
  }

  /// Keeps the attributes of a page description. The first ones win.
  func keep(_ attributes: DocumentAttributes, language: String?) {
    if ownAttributes == nil { (ownAttributes, ownLanguage) = (attributes, language) }
  }

  // MARK: Pages

  /// Appends a page to the document, or adds it to the current sheet.
  ///
  /// - Parameter caption: of a picture on its own page. Captions in cells are laid out here.
  func place(_ page: PDFPage, _ facts: PageFacts, _ caption: Caption? = nil) throws(ImageError) {
    let facts = onNextPage(facts)
    if imposition != nil {
      // Pictures are written at once, so that at most one of their files is open.
      page.registry = writer.registry
      if !(page is ImportedPage) { writer.hasOwnPages() }
      try page.prepare(writer.registry)
      let pictures = writer.registry.takeEmbedded()
      current.pictures += pictures
      for picture in pictures { current.diagnostics += picture.diagnostics }
      var object: EmbeddedObject?
      if let page = page as? ImportedPage { object = try writer.registry.page(page, box: .crop) }
      let caption = try self.caption(inCell: page.seenSize, facts)
      if caption?.isTruncated ?? false { truncations.add(captionOf: facts.input.name) }
      imposition?.add(SheetCell(page, caption: caption, object: object))
      pageCount += 1
      progress?(pageCount, currentNumber)
      let full = imposition?.takeFullSheet()
      // A sheet with several pages of an input is reported once.
      let sheet = InputReport.Page(index: facts.page, size: imposition?.paper ?? page.seenSize)
      if current.pages.last != sheet { current.pages.append(sheet) }
      lastSize = page.seenSize
      if let full { try append(sheet: full, facts) }
      return
    }
    if caption?.isTruncated ?? false { truncations.add(captionOf: facts.input.name) }
    let record = try append(page, facts, caption)
    pageCount += 1
    progress?(pageCount, currentNumber)
    current.pages.append(.init(index: facts.page, size: page.seenSize))
    lastSize = page.seenSize
    current.pictures += record.pictures
    current.diagnostics += record.diagnostics
  }

  /// The facts with the number and the label of the page that is placed next.
  func onNextPage(_ facts: PageFacts) -> PageFacts {
    var facts = facts
    facts.page = imposition?.sheetIndex(ofPage: pageCount) ?? writer.pageCount
    facts.pageCount = expectedPageCount.map { imposition?.sheetCount(ofPages: $0) ?? $0 }
    facts.label = label(ofPage: facts.page)
    facts.bates = job.decorations.bates?.text(page: facts.page)
    return facts
  }

  /// The label of a page, counted from 0. Sheets are only labelled by `--page-labels`.
  func label(ofPage index: Int) -> String {
    if let rules = job.pageLabels { return PageLabelRange.label(of: index, in: rules).text }
    return imposition == nil ? labels.label(of: index) : String(index + 1)
  }

  /// Appends a page with its decoration.
  private func append(
    _ page: PDFPage, _ facts: PageFacts, _ caption: Caption?
  ) throws(ImageError) -> DocumentWriter.Record {
    let decoration = try decoration(facts)
    switch page {
    case let page as ImportedPage:
      let size = page.seenSize
      var cover = PageCover(
        background: job.layout.background, underlay: decoration?.underlay.map { ($0.object, $0.place(on: size)) })
      cover.text = try recognizedText(on: page)
      if let decoration, decoration.hasCover {
        let (fonts, truncations) = (try writer.fonts(), truncations)
        cover.draw = { context in truncations.add(edges: try decoration.draw(on: context, size: size, fonts)) }
      }
      return try writer.append(page, cover: cover.isEmpty ? nil : cover)
    case let page as ImagePage where decoration == nil && caption == nil && page.recognizedText == nil:
      return try writer.append(page)
    default: return try writer.append(decorated(page, decoration, caption))
    }
  }
}

/// Notes on options that had no effect.
extension PDFRun {
  /// Label rules for pages beyond the end.
  var labelFaults: [Diagnostic] {
    (job.pageLabels ?? []).filter { $0.firstPage >= writer.pageCount }.map { rule in
      .warning("--page-labels has a rule for page \(rule.firstPage + 1) of \(writer.pageCount)")
    }
  }

  /// Properties that texts refer to and no picture has.
  var unansweredNotes: [Diagnostic] { unanswered.map { .note("no picture has '\($0.text)'") } }

  /// Data that no page description uses.
  var unusedData: [Diagnostic] {
    job.data == nil || hasDescription ? [] : [.note("--data has no effect: no input is a page description")]
  }

  /// A list of headings that no text has, and a look that no text gets.
  var unusedContents: [Diagnostic] {
    var notes: [Diagnostic] = []
    if job.hasContents, !hasMarkdown { notes.append(.note("--contents has no effect: no input is Markdown")) }
    if let design = job.textDesign, design != .text, !hasTypeset {
      notes.append(.note("--style has no effect: no input is Markdown or a table"))
    }
    return notes
  }

  /// Adds a note that `--rotate` has no effect on a kind of pages.
  func noteRotation(_ pages: String) {
    guard job.inputs[currentNumber].rotation != 0 else { return }
    current.diagnostics.append(.note("--rotate does not turn \(pages)"))
  }

  /// Adds a note that options for the paper have no effect on pages that have a size of their own.
  ///
  /// - Parameter pages: the kind of pages, for the message.
  func noteUnusedOptions(_ pages: String) {
    guard imposition == nil else { return }
    var names: [String] = []
    // Such pages behave as with `--paper image` in any case.
    if case .fixed? = job.layout.medium { names.append("--paper") }
    switch job.layout.direction {
    case .asGiven: break
    case .landscape: names.append("--landscape")
    case .portrait: names.append("--portrait")
    case .automatic: names.append("--auto-orient")
    }
    if job.layout.fit != nil { names.append("--fit") }
    // Headers and footers are drawn in the margins.
    if job.layout.margins != nil, !job.decorations.hasEdges { names.append("--margin") }
    guard let last = names.popLast() else { return }
    let list = names.isEmpty ? last : names.joined(separator: ", ") + " and " + last
    current.diagnostics.append(
      .note("\(list) \(names.isEmpty ? "does" : "do") not change \(pages); --nup 1x1 puts them on paper"))
  }
}
