internal import ByteStreams
public import ImageModel
internal import Imaging
public import PDFWriting

/// A PDF document: a list of pages and the properties of the document. Modelled after the PDFDocument of PDFKit.
///
/// ```swift
/// let document = PDFDocument()
/// document.append(try ImagePage(path: "photo.jpg"))
/// document.append(contentsOf: try PDFDocument(path: "report.pdf"))
/// document.attributes.title = "Report"
/// try document.write(to: "out.pdf")
/// ```
///
/// A document may be used by one thread at a time.
public final class PDFDocument {
  public var attributes = DocumentAttributes()
  /// The outline. Its entries keep leading to their pages when pages are inserted, removed and moved.
  public var outline: [OutlineEntry] = []
  /// The page labels in viewers; empty for 1, 2, 3.
  public var pageLabels: [PageLabelRange] = []
  /// Named destinations, in addition to those of imported pages.
  public var namedDestinations: [String: PDFDestination] = [:]
  /// The language, and how viewers open the document.
  public var viewing = ViewerSettings()
  private var pages: [PDFPage] = []
  /// The file that was opened; nil for a new document.
  private var file: PDFFile?
  /// Opens the file with a password while it is locked.
  private var reopen: ((String?) throws(ImageError) -> PDFFile)?

  /// An empty document.
  public init() {}

  /// An existing document. Its pages are read when they are written.
  ///
  /// - Throws: `ImageError` with the path: `invalidData` where the file is not a PDF, `unsupported` where the password
  ///   is missing or wrong.
  public init(path: String, password: String? = nil, limits: Limits = .standard) throws(ImageError) {
    try take(try PDFFile(path: path, password: password, limits: limits))
  }

  /// An existing document in memory.
  ///
  /// - Parameter name: what messages call it.
  /// - Throws: as `init(path:password:limits:)`.
  public init(
    data: [UInt8], name: String = "data", password: String? = nil, limits: Limits = .standard
  ) throws(ImageError) {
    do throws(ImageError) {
      try take(try PDFFile(bytes: data, name: name, password: password, limits: limits))
    } catch {
      throw error.at(path: name)
    }
  }

  /// An existing document that may need a password: then it has no pages until `unlock(withPassword:)` opens it.
  ///
  /// - Throws: `ImageError` with the path, but not for a missing password.
  public init(lockedPath path: String, limits: Limits = .standard) throws(ImageError) {
    let open = { (password: String?) throws(ImageError) -> PDFFile in
      try PDFFile(path: path, password: password, limits: limits)
    }
    do throws(ImageError) {
      try take(try open(nil))
    } catch  where error.kind == .unsupported {
      reopen = open
    }
  }

  /// Whether the file was encrypted, with or without a password.
  public var isEncrypted: Bool { file?.isEncrypted ?? isLocked }

  /// Whether the document needs a password before it can be read.
  public var isLocked: Bool { reopen != nil }

  /// What the password that opened the file permits.
  public var permissions: PDFPermissions { file?.permissions ?? .all }

  /// Opens a locked document.
  ///
  /// - Returns: whether the document is open now.
  /// - Throws: the errors of reading, but not for a wrong password.
  public func unlock(withPassword password: String) throws(ImageError) -> Bool {
    guard let reopen else { return true }
    do throws(ImageError) {
      try take(try reopen(password))
    } catch  where error.kind == .unsupported {
      return false
    }
    self.reopen = nil
    return true
  }

  private func take(_ file: PDFFile) throws(ImageError) {
    self.file = file
    for index in 0..<file.pageCount { pages.append(try ImportedPage(file, index: index)) }
    attributes = DocumentAttributes(try file.information())
    pageLabels = try file.pageLabels()
    // Names are resolved at once: they may change when documents are merged.
    let names = try file.namedDestinations()
    outline = try file.outline().map { $0.resolved(names) }
    viewing = try file.viewing()
    file.suspend()
  }

  // MARK: Pages

  public var pageCount: Int { pages.count }

  /// All pages in order.
  var allPages: [PDFPage] { pages }

  /// The files that are attached to the opened document as a whole, in the order of their names in it.
  ///
  /// - Throws: the errors of reading the file.
  public var attachments: [PDFAttachment] {
    get throws(ImageError) { try file?.attachments() ?? [] }
  }

  /// The content of an attached file.
  ///
  /// - Throws: `unsupported` for filters that cannot be decoded; `limitExceeded`; `io`.
  public func data(of attachment: PDFAttachment) throws(ImageError) -> [UInt8] {
    guard let file else { throw ImageError(.usage, "the document has no attached files") }
    let content = StreamContent()
    try file.read(attachment) { bytes throws(ImageError) in try content.append(bytes) }
    return try content.allBytes()
  }

  /// A page, counted from 0; nil out of range.
  public func page(at index: Int) -> PDFPage? { pages.indices.contains(index) ? pages[index] : nil }

  /// The index of a page; nil for a page of another document.
  public func index(for page: PDFPage) -> Int? { pages.firstIndex { $0 === page } }

  public func append(_ page: PDFPage) { insert(page, at: pageCount) }

  /// Inserts a page at an index, or at the end for a larger index.
  public func insert(_ page: PDFPage, at index: Int) {
    let index = min(max(index, 0), pageCount)
    if index < pageCount { movePages { $0 >= index ? $0 + 1 : $0 } }
    pages.insert(page, at: index)
  }

  /// Removes a page. Entries and destinations that lead to it are removed. Does nothing for an index out of range.
  public func removePage(at index: Int) {
    guard pages.indices.contains(index) else { return }
    pages.remove(at: index)
    movePages { $0 == index ? nil : $0 > index ? $0 - 1 : $0 }
  }

  /// Exchanges two pages. Page labels stay at their index. Does nothing for an index out of range.
  public func exchangePages(at one: Int, withPageAt other: Int) {
    guard pages.indices.contains(one), pages.indices.contains(other) else { return }
    pages.swapAt(one, other)
    let labels = pageLabels
    movePages { $0 == one ? other : $0 == other ? one : $0 }
    pageLabels = labels
  }

  /// Appends all pages of another document, with its outline, labels and names. The language and viewer settings that
  /// this document does not have are taken from the other one.
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
      // Where the first page of a range was removed, the range begins with the next page.
      if place(label.firstPage) == nil { label.start += 1 }
      label.firstPage = place(label.firstPage) ?? label.firstPage
      labels[label.firstPage] = label
    }
    pageLabels = labels.values.sorted { $0.firstPage < $1.firstPage }.filter { $0.firstPage < pageCount }
  }

  // MARK: Writing

  /// Writes the document. After an error, there is no file.
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

  /// The bytes of the document. They are in memory as a whole.
  ///
  /// - Throws: as `write(to:options:)`.
  public func dataRepresentation(options: WriteOptions = WriteOptions()) throws(ImageError) -> [UInt8] {
    let memory = MemoryByteSink()
    _ = try DocumentOutput.write(to: memory, options) { sink throws(ImageError) in try write(to: sink, options) }
    return memory.bytes
  }

  private func write(to sink: any ByteSink, _ options: WriteOptions) throws(ImageError) -> [Diagnostic] {
    var images = ImageEmbedder.Options(limits: options.limits)
    images.keepsMetadata = options.keepsPictureMetadata
    let writer = DocumentWriter(
      to: sink, PDFWriter.Options(version: options.version ?? .v1_7), images, sources: .init(limits: options.limits))
    var diagnostics: [Diagnostic] = []
    var used: [ObjectIdentifier: (file: PDFFile, pages: [Int])] = [:]
    var files: [ObjectIdentifier] = []
    for case let page as ImportedPage in pages {
      let key = ObjectIdentifier(page.file)
      if used[key] == nil { files.append(key) }
      used[key, default: (page.file, [])].pages.append(page.index)
    }
    for key in files {
      guard let (file, pages) = used[key] else { continue }
      _ = try writer.register(file, pages: pages)
      file.suspend()
    }
    let open = OpenFiles()
    writer.registry.didUse = { open.use($0) }
    for page in pages {
      diagnostics += try writer.append(page).diagnostics
      if let page = page as? ImportedPage { open.use(page.file) }
    }
    open.suspendAll()
    var properties = DocumentWriter.Properties()
    properties.attributes = attributes
    properties.outline = outline
    properties.pageLabels = pageLabels
    properties.namedDestinations = namedDestinations
    properties.viewing = viewing
    return try diagnostics + writer.finish(properties)
  }
}

/// Options for writing a document.
public struct WriteOptions: Sendable {
  /// The version in the header of the file. nil means 1.7, or the version that an input needs if it becomes the whole
  /// document. Encryption needs 1.7 or 2.0.
  public var version: PDFVersion?
  /// Passwords and permissions; nil writes an unencrypted file.
  public var encryption: PDFEncryption?
  /// Whether the objects of the first page come first, so that viewers can show it while the rest is loading.
  public var isLinearized = false
  /// Whether the metadata in JPEG pictures is kept: Exif including the GPS position, XMP, comments.
  public var keepsPictureMetadata = false
  /// Fails where the file exists.
  public var noClobber = false
  /// Flushes the file to the disk.
  public var sync = false
  public var limits: Limits = .standard

  public init() {}

  /// Whether libqpdf has to rewrite the file.
  package var needsFinishing: Bool { encryption != nil || isLinearized }
}

/// The result of writing a document.
public struct WriteReport: Hashable, Sendable {
  public var pageCount: Int
  public var byteCount: UInt64
  public var diagnostics: [Diagnostic] = []
}
