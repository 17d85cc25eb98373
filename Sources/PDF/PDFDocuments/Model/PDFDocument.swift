internal import ByteStreams
public import ImageModel
internal import Imaging
internal import PDFWriting

/// A PDF document: a list of pages, and what belongs to the whole. What PDFKit's PDFDocument is on Apple's systems.
///
/// ```swift
/// let document = PDFDocument()
/// document.append(try ImagePage(path: "photo.jpg"))
/// document.append(contentsOf: try PDFDocument(path: "report.pdf"))
/// document.attributes.title = "Report"
/// try document.write(to: "out.pdf")
/// ```
///
/// A document belongs to one thread at a time.
public final class PDFDocument {
  public var attributes = DocumentAttributes()
  /// The outline; its entries follow the pages that they lead to when pages come, go and change places.
  public var outline: [OutlineEntry] = []
  /// How pages are numbered in viewers; empty for 1, 2, 3.
  public var pageLabels: [PageLabelRange] = []
  /// Places with a name, besides those of imported pages.
  public var namedDestinations: [String: PDFDestination] = [:]
  /// The language, and how viewers open the document.
  public var viewing = ViewerSettings()
  private var pages: [PDFPage] = []

  /// An empty document.
  public init() {}

  /// An existing document. Its pages are read when they are written.
  ///
  /// - Throws: `ImageError` with the path: `invalidData` for what is no PDF, `unsupported` where a password is needed or the
  ///   one that was given is wrong.
  public init(path: String, password: String? = nil, limits: Limits = .standard) throws(ImageError) {
    let file = try PDFFile(path: path, password: password, limits: limits)
    for index in 0..<file.pageCount { pages.append(try ImportedPage(file, index: index)) }
    attributes = DocumentAttributes(try file.information())
    pageLabels = try file.pageLabels()
    // Names become places at once: they may get other names when documents are put together.
    let names = try file.namedDestinations()
    outline = try file.outline().map { $0.resolved(names) }
    viewing = try file.viewing()
    file.suspend()
  }

  // MARK: Pages

  public var pageCount: Int { pages.count }

  /// A page, counted from 0; nil out of range.
  public func page(at index: Int) -> PDFPage? { pages.indices.contains(index) ? pages[index] : nil }

  /// The place of a page; nil for one of another document.
  public func index(for page: PDFPage) -> Int? { pages.firstIndex { $0 === page } }

  public func append(_ page: PDFPage) { insert(page, at: pageCount) }

  /// Puts a page before the one at an index; at the end for one beyond it.
  public func insert(_ page: PDFPage, at index: Int) {
    let index = min(max(index, 0), pageCount)
    if index < pageCount { movePages { $0 >= index ? $0 + 1 : $0 } }
    pages.insert(page, at: index)
  }

  /// Takes a page out; out of range nothing happens. What led to it leads nowhere.
  public func removePage(at index: Int) {
    guard pages.indices.contains(index) else { return }
    pages.remove(at: index)
    movePages { $0 == index ? nil : $0 > index ? $0 - 1 : $0 }
  }

  /// Lets two pages change places; out of range nothing happens. Labels stay where they are.
  public func exchangePages(at one: Int, withPageAt other: Int) {
    guard pages.indices.contains(one), pages.indices.contains(other) else { return }
    pages.swapAt(one, other)
    let labels = pageLabels
    movePages { $0 == one ? other : $0 == other ? one : $0 }
    pageLabels = labels
  }

  /// Appends all pages of another document, with its outline, labels and names. What this document does not say of its
  /// language and of viewers, the other one says.
  public func append(contentsOf other: PDFDocument) {
    let offset = pageCount
    if !other.pageLabels.isEmpty || !pageLabels.isEmpty {
      if pageLabels.isEmpty { pageLabels = [PageLabelRange(firstPage: 0, style: .decimal)] }
      let labels = other.pageLabels.isEmpty ? [PageLabelRange(firstPage: 0, style: .decimal)] : other.pageLabels
      pageLabels += labels.map { label in
        var label = label
        label.firstPage += offset
        return label
      }
    }
    outline += other.outline.map { $0.moved { $0 + offset } }
    viewing.complete(by: other.viewing.moved { $0 + offset })
    for (name, destination) in other.namedDestinations where namedDestinations[name] == nil {
      namedDestinations[name] = PDFDestination(page: destination.page + offset, view: destination.view)
    }
    pages += other.pages
  }

  private func movePages(_ place: (Int) -> Int?) {
    outline = outline.map { $0.moved(place) }
    viewing = viewing.moved(place)
    namedDestinations = namedDestinations.compactMapValues { destination in
      place(destination.page).map { PDFDestination(page: $0, view: destination.view) }
    }
    var labels: [Int: PageLabelRange] = [:]
    for var label in pageLabels {
      // The range of a page that is gone begins with the next one.
      if place(label.firstPage) == nil { label.start += 1 }
      label.firstPage = place(label.firstPage) ?? label.firstPage
      labels[label.firstPage] = label
    }
    pageLabels = labels.values.sorted { $0.firstPage < $1.firstPage }.filter { $0.firstPage < pageCount }
  }

  // MARK: Writing

  /// Writes the document: whole, or not at all.
  ///
  /// - Throws: `ImageError` with the path at fault; `usage` for a document without pages.
  @discardableResult
  public func write(to path: String, options: WriteOptions = WriteOptions()) throws(ImageError) -> WriteReport {
    let file = try AtomicFile(
      path: path, options: .init(noClobber: options.noClobber, sync: options.sync), names: TemporaryNames())
    var report = WriteReport(pageCount: pageCount, byteCount: 0)
    report.diagnostics = try DocumentOutput.write(to: file, options) { sink throws(ImageError) in
      try write(to: sink, options)
    }
    report.byteCount = file.size
    try file.commit()
    return report
  }

  private func write(to sink: any ByteSink, _ options: WriteOptions) throws(ImageError) -> [Diagnostic] {
    var images = ImageEmbedder.Options(limits: options.limits)
    images.keepsMetadata = options.keepsPictureMetadata
    let writer = try DocumentWriter(
      to: sink, PDFWriter.Options(version: options.version), images, sources: .init(limits: options.limits))
    var diagnostics: [Diagnostic] = []
    var places: [ObjectIdentifier: (file: PDFFile, pages: [Int: Int])] = [:]
    var files: [ObjectIdentifier] = []
    for (place, page) in pages.enumerated() {
      guard let page = page as? ImportedPage else { continue }
      let key = ObjectIdentifier(page.file)
      if places[key] == nil { files.append(key) }
      if places[key]?.pages[page.index] == nil { places[key, default: (page.file, [:])].pages[page.index] = place }
    }
    for key in files {
      guard let (file, pages) = places[key] else { continue }
      _ = try writer.register(file, pages: pages)
      file.suspend()
    }
    let open = OpenFiles()
    writer.objects.didUse = { open.use($0) }
    for page in pages {
      diagnostics += try writer.append(page).diagnostics
      if let page = page as? ImportedPage { open.use(page.file) }
    }
    open.suspendAll()
    var frame = DocumentWriter.Frame()
    frame.attributes = attributes
    frame.outline = outline
    frame.pageLabels = pageLabels
    frame.namedDestinations = namedDestinations
    frame.viewing = viewing
    return try diagnostics + writer.finish(frame)
  }
}

extension OutlineEntry {
  /// The entry with its pages at other places; one whose page is gone leads nowhere.
  func moved(_ place: (Int) -> Int?) -> OutlineEntry {
    var entry = self
    if case .destination(let destination)? = target {
      entry.target = place(destination.page).map { .destination(PDFDestination(page: $0, view: destination.view)) }
    }
    entry.children = children.map { $0.moved(place) }
    return entry
  }

  /// The entry with names replaced by what they stand for.
  func resolved(_ names: [String: PDFDestination]) -> OutlineEntry {
    var entry = self
    if case .named(let name)? = target, let destination = names[name] { entry.target = .destination(destination) }
    entry.children = children.map { $0.resolved(names) }
    return entry
  }
}
