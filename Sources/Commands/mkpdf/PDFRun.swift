internal import ByteStreams
internal import CommandKit
internal import Drawing
internal import ImageModel
internal import Imaging
internal import MetadataModel
internal import MetadataReports
internal import PDFDocuments
internal import PDFWriting

/// The work of one job, input by input.
final class PDFRun {
  let job: PDFJob
  let writer: DocumentWriter
  let sources: ImageSource.Options
  let outputName: String
  private let report: (Int, InputReport) throws(ImageError) -> Void
  /// Pages or cells so far: places before they are arranged on sheets.
  var placeCount = 0
  /// How many places there will be, where a text asks for it.
  var expectedPlaces: Int?
  /// What is waiting for a sheet.
  var sheets: SheetMaker?
  /// The stamp of all pages, once it was asked for.
  var stamp: PageDecoration.Stamp?
  private var outline: [OutlineEntry] = []
  var labels = MergedLabels()
  /// What an input says of the document.
  private var ownAttributes: DocumentAttributes?
  /// The report of the input that is being worked on.
  var current = InputReport()
  private var currentNumber = 0
  /// Is told each page.
  var progress: ((_ pages: Int, _ input: Int) -> Void)?
  /// Whether an input is a page description, so that there is something for data to fill.
  var hasDescription = false
  /// What had no room.
  let cuts = CutTexts()
  /// The properties that texts ask for and no picture has had; nil before the first picture.
  var unanswered: [PropertyQuery]?

  init(
    _ job: PDFJob, _ sink: any ByteSink, outputName: String,
    _ report: @escaping (Int, InputReport) throws(ImageError) -> Void
  ) throws(ImageError) {
    self.job = job
    self.outputName = outputName
    self.report = report
    var images = ImageEmbedder.Options(limits: job.environment.limits)
    images.keepsMetadata = job.writing.keepsPictureMetadata
    sources = ImageSource.Options(
      limits: job.environment.limits, allowedFormats: Self.formats(job.allowed),
      isCancelled: job.environment.isCancelled)
    writer = try DocumentWriter(to: sink, PDFWriter.Options(version: job.writing.version), images, sources: sources)
    sheets = SheetMaker(job)
    if case .path(let path) = job.output { writer.objects.output = FileIdentity(path: path) }
  }

  private static func formats(_ kinds: Set<InputKind>?) -> Set<String>? {
    kinds.map { Set($0.filter(\.isImage).map(\.rawValue)) }
  }

  /// - Returns: the number of pages, and what belongs to no single input.
  func perform() throws(ImageError) -> (count: Int, diagnostics: [Diagnostic]) {
    // One input that cannot be read twice says how many pages there are when it is opened.
    let isStandardInput = job.inputs.count == 1 && job.inputs[0].file == .standardInput
    if !isStandardInput, job.decorations.needsPageCount || job.needsPageCount { try countPages() }
    for (number, input) in job.inputs.enumerated() {
      (current, currentNumber) = (InputReport(), number)
      let first = placeCount
      do throws(ImageError) {
        try add(input, number: number)
      } catch {
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
        if placeCount > first {
          let count = placeCount - first
          current.diagnostics.append(
            .note("\(count == 1 ? "its first page stays" : "its first \(count) pages stay") in the document"))
        }
      }
      // A sheet that is not full yet reports its pictures with the inputs that it is filled by.
      try report(number, current)
    }
    current = InputReport()
    try finishSheets()
    guard writer.pageCount > 0 else {
      let hint = job.inputs.isEmpty ? ": -r takes files with the suffix of an image; --ext names others" : ""
      throw ImageError(.invalidData, "there is nothing to make a page of" + hint)
    }
    let frame = frame()
    let diagnostics =
      outlineFaults(frame.outline) + labelFaults + unansweredNotes + unusedData + (try writer.finish(frame))
      + cuts.diagnostics
    return (writer.pageCount, current.diagnostics + diagnostics)
  }

  /// Entries of an outline's file that lead to pages which are not there.
  private func outlineFaults(_ entries: [OutlineEntry]) -> [Diagnostic] {
    entries.flatMap { entry -> [Diagnostic] in
      var faults: [Diagnostic] = []
      if case .destination(let destination)? = entry.target, destination.page >= writer.pageCount {
        faults = [
          .warning(
            "the outline's entry '\(entry.title)' leads to page \(destination.page + 1) of \(writer.pageCount)")
        ]
      }
      return faults + outlineFaults(entry.children)
    }
  }

  private func frame() -> DocumentWriter.Frame {
    var frame = DocumentWriter.Frame()
    frame.attributes = job.attributes.completed(by: ownAttributes)
    switch job.outline {
    case .none: break
    case .kept, .names: frame.outline = outline.map { sheets?.moved($0) ?? $0 }
    case .entries(let entries): frame.outline = entries
    }
    let stated = job.pageLabels?.filter { $0.firstPage < writer.pageCount }
    frame.pageLabels = stated ?? (sheets == nil ? labels.ranges(pageCount: writer.pageCount) : [])
    return frame
  }

  // MARK: Inputs

  private func add(_ input: PageInput, number: Int) throws(ImageError) {
    let opened = try OpenedInput(input, job)
    if let identity = opened.source.identity, identity == writer.objects.output {
      throw ImageError(.usage, "the output is an input, too: \(input.name)", path: outputName)
    }
    current.kind = opened.kind
    // What comes from a pipe is counted when it has come.
    defer { current.byteCount = opened.source.size }
    let first = placeCount
    var entries: [OutlineEntry] = []
    if expectedPlaces == nil, job.decorations.needsPageCount, opened.kind != .json, opened.kind != .plist {
      expect(try pageCount(of: opened))
    }
    var facts = PageFacts(file: PageFacts.file(input.file, number: number), page: 0)
    switch opened.kind {
    case .jpeg, .png, .tiff:
      labels.addNumbered(at: writer.pageCount)
      try addImages(opened, &facts)
    case .pdf: entries = try addPages(opened, facts)
    case .text:
      labels.addNumbered(at: writer.pageCount)
      try addText(opened, facts)
    case .json, .plist:
      hasDescription = true
      entries = try addDescription(opened, facts)
    }
    guard placeCount > first else { return }
    if case .names = job.outline {
      var entry = OutlineEntry(
        title: PathText.readable(OpenedInput.stem(input)), target: .destination(PDFDestination(page: first)))
      entry.children = entries
      outline.append(entry)
    } else {
      outline += entries
    }
  }

  /// Keeps what a PDF, where it is the only input, or a description says of the document.
  func keep(_ attributes: DocumentAttributes) {
    if ownAttributes == nil { ownAttributes = attributes }
  }

  // MARK: Pages

  /// Puts a page into the document, or into a cell.
  ///
  /// - Parameter caption: of a picture on a page of its own; cells have theirs laid out here.
  func place(_ page: PDFPage, _ facts: PageFacts, _ caption: Caption? = nil) throws(ImageError) {
    var facts = facts
    facts.page = sheets == nil ? writer.pageCount : sheets?.index(ofPlace: placeCount) ?? 0
    facts.pageCount = expectedPlaces.map { sheets?.sheetCount(ofPlaces: $0) ?? $0 }
    if var sheets {
      // Pictures go into the file at once, so that no more than one of their files is open.
      page.objects = writer.objects
      try page.prepare(writer.objects)
      current.pictures += writer.objects.takeEmbedded()
      var object: EmbeddedObject?
      if let page = page as? ImportedPage { object = try writer.objects.page(page, box: .crop) }
      let caption = try self.caption(inCell: page.seenSize, facts)
      if caption?.isCut ?? false { cuts.add(captionOf: facts.file.name) }
      sheets.add(SheetCell(page, caption: caption, object: object))
      placeCount += 1
      progress?(placeCount, currentNumber)
      let full = sheets.takeFullSheet()
      self.sheets = sheets
      // A sheet that holds several pages of an input is one page of it.
      let sheet = InputReport.Page(index: facts.page, size: sheets.paper)
      if current.pages.last != sheet { current.pages.append(sheet) }
      if let full { try append(sheet: full, facts) }
      return
    }
    if caption?.isCut ?? false { cuts.add(captionOf: facts.file.name) }
    let record = try append(page, facts, caption)
    placeCount += 1
    progress?(placeCount, currentNumber)
    current.pages.append(.init(index: facts.page, size: Self.seenSize(page)))
    current.pictures += record.pictures
    current.diagnostics += record.diagnostics
  }

  static func seenSize(_ page: PDFPage) -> Size { SheetCell(page).naturalSize }

  /// Draws what stands on the page besides its content, and appends it.
  private func append(
    _ page: PDFPage, _ facts: PageFacts, _ caption: Caption?
  ) throws(ImageError) -> DocumentWriter.Record {
    let decoration = try decoration(facts)
    switch page {
    case let page as ImportedPage:
      guard let decoration else {
        return try writer.append(page, cover: job.layout.background.map { PageCover(background: $0) })
      }
      let (size, fonts, cuts) = (page.seenSize, try writer.fonts(), cuts)
      return try writer.append(
        page,
        cover: PageCover(background: job.layout.background) { context in
          cuts.add(edges: try decoration.draw(on: context, size: size, fonts))
        })
    case let page as ImagePage where decoration == nil && caption == nil: return try writer.append(page)
    default: return try writer.append(decorated(page, decoration, caption))
    }
  }
}
