package import ByteStreams
package import Drawing
package import ImageModel
package import Imaging
package import PDFWriting

/// Writes pages to a file one after the other, whatever their kind, and then what belongs to the document as a whole.
///
/// Order of calls: `(register | append)* -> finish`. Pictures are written at once. Drawn pages are collected, up to 200 of
/// them, so that each font is embedded once; pages that follow them wait, by their dictionaries. What stays in memory is
/// a number a page.
package final class DocumentWriter {
  /// What came of a page.
  package struct Record {
    /// The pictures that were embedded for it; none where an earlier page had them already.
    package var pictures: [EmbeddedImage] = []
    package var diagnostics: [Diagnostic] = []
  }

  /// A page that waits for those before it.
  enum Pending {
    case ready(PDFDictionary, PDFReference)
    case drawn(PDFPageBatch.Page, DrawnFacts, PDFReference)
    /// A page of another file with a drawing over it.
    case covered(PDFDictionary, CoveredPage, PDFPageBatch.Page, PDFReference)
  }

  package let writer: PDFWriter
  package let objects: PlacedObjects
  let limits: Limits
  private let embedder: ImageEmbedder
  var pending: [Pending] = []
  var batch: PDFPageBatch?
  private var catalog: FontCatalog?
  /// The numbers of pages, also of those that something refers to before they come.
  private var references: [PDFReference] = []
  /// How many pages have been appended.
  package private(set) var pageCount = 0
  var imported: [ObjectIdentifier: ImportedDocument] = [:]
  /// Form fields and layers of all files.
  var importedCatalog = ImportedCatalog()
  private var documentCount = 0
  var names = DestinationNames()
  /// What the documents whose pages were appended say of their language and of viewers.
  var viewing = ViewerSettings()
  /// The number behind the last page that a link of ours leads to.
  private var furthestTarget = 0
  /// Where the first link to that page was written, and the first one to each name.
  private var furthestSource: String?
  private var targetSources: [String: String] = [:]
  /// The names that links of ours lead to.
  private(set) var targetNames: Set<String> = []

  package init(
    to sink: any ByteSink, _ options: PDFWriter.Options, _ imageOptions: ImageEmbedder.Options,
    sources: ImageSource.Options
  ) throws(ImageError) {
    writer = try PDFWriter(to: sink, options)
    embedder = ImageEmbedder(writer, imageOptions)
    limits = sources.limits
    objects = PlacedObjects(writer, embedder, sources)
    objects.importer = { [unowned self] file in document(of: file).importer(to: writer) }
    objects.nameClaim = { [unowned self] name in names.claim(name) }
  }

  /// The fonts of all drawn pages, which are looked for when the first one is wanted: it takes longer than a picture does.
  package func fonts() throws(ImageError) -> FontCatalog {
    if let catalog { return catalog }
    let made = try FontCatalog()
    catalog = made
    return made
  }

  // MARK: Pages

  /// The most pages ahead that a link may lead to.
  private static let mostPages = 1_000_000

  /// The object of a page, counted from 0, which need not have come yet; nil for one that cannot be.
  package func reference(ofPage index: Int) -> PDFReference? {
    guard index >= 0, index < pageCount + Self.mostPages else { return nil }
    while references.count <= index { references.append(writer.reserve()) }
    return references[index]
  }

  /// The number of the page that is being appended.
  private var nextReference: PDFReference { reference(ofPage: pageCount) ?? writer.reserve() }

  /// Says which pages of another file will be appended, and where, so that links and names lead to them.
  ///
  /// - Parameter pages: the pages' places in this document by those in the file, both counted from 0.
  package func register(_ file: PDFFile, pages: [Int: Int]) throws(ImageError) -> ImportedDocument {
    let document = try ImportedDocument(file, pages: pages, names: &names)
    document.viewing = try file.viewing().moved { pages[$0] }
    add(document)
    try importedCatalog.adopt(document.importer(to: writer))
    return document
  }

  /// Takes up form fields and layers of the pages that were copied.
  func collect(_ document: ImportedDocument) throws(ImageError) {
    viewing.complete(by: document.viewing)
    if let importer = document.usedImporter { try importedCatalog.collect(importer) }
  }

  /// Lets go of a file whose pages have all been appended.
  package func unregister(_ file: PDFFile) throws(ImageError) {
    if let document = imported.removeValue(forKey: ObjectIdentifier(file)) { try collect(document) }
    objects.forget(file)
    file.suspend()
  }

  /// Lets go of a file one of whose pages failed. The fields and layers of pages before it are kept where they can be read.
  package func abandon(_ file: PDFFile) {
    imported[ObjectIdentifier(file)]?.viewing = ViewerSettings()
    do throws(ImageError) {
      try unregister(file)
    } catch {
      // What is wrong with the file was said by the failure that came first.
      objects.forget(file)
      file.suspend()
    }
  }

  private func document(of file: PDFFile) -> ImportedDocument {
    if let known = imported[ObjectIdentifier(file)] { return known }
    let document = ImportedDocument(file)
    add(document)
    return document
  }

  private func add(_ document: ImportedDocument) {
    documentCount += 1
    document.number = documentCount
    imported[ObjectIdentifier(document.file)] = document
  }

  /// Appends a page.
  ///
  /// - Parameter cover: is drawn over an imported page; other kinds draw all by themselves.
  /// - Throws: what reading and drawing the page throws; the page is not in the document then.
  @discardableResult
  package func append(_ page: PDFPage, cover: PageCover? = nil) throws(ImageError) -> Record {
    var record = Record()
    page.objects = objects
    defer { page.objects = nil }
    // The points of the page's unit, where it is a page of ours.
    var unit = 1.0
    switch page {
    case let page as ImagePage:
      unit = self.unit(of: page.placement.page)
      try append(image: page, unit: unit, &record)
    case let page as ImportedPage: try append(imported: page, cover, &record)
    default:
      try page.prepare(objects)
      let media = page.bounds(for: .media)
      unit = self.unit(of: media.size)
      let drawn = try draw(media.size, &record) { context in
        context.translate(x: -media.minX, y: -media.minY)
        try page.draw(with: .media, to: context)
      }
      let facts = DrawnFacts(page, drawn.links, unit: unit)
      noteTargets(facts.links)
      pending.append(.drawn(drawn, facts, nextReference))
    }
    for (name, place) in page.namedPlaces.sorted(by: { $0.key < $1.key }) {
      names.define(
        name, PDFDestination(page: pageCount, view: .position(left: place.x / unit, top: place.y / unit, zoom: nil)))
    }
    record.pictures += objects.takeEmbedded()
    for picture in record.pictures { record.diagnostics += picture.diagnostics }
    pageCount += 1
    if batch == nil || pending.count >= Self.batchSize { try flush() }
    return record
  }

  /// Pages that wait for one batch to be written. A page full of text takes 12 kB of memory until then; a font that is
  /// embedded once more takes some 12 kB of the file for each batch.
  private static let batchSize = 200

  /// The points of a page's unit: large pages came with PDF 1.6.
  private func unit(of size: Size) -> Double { writer.options.version >= .v1_6 ? PageEntries.userUnit(size) : 1 }

  private func append(image page: ImagePage, unit: Double, _ record: inout Record) throws(ImageError) {
    let image = try embedder.embed(try page.openSource(), page: page.index)
    page.close()
    record.pictures.append(image)
    record.diagnostics += PageEntries.diagnostics(page.placement.page, unit: unit)
    let content = try writer.addShared([:], content: ImagePageContent.operators(page, unit: unit))
    var dictionary = PageEntries.entries(boxes: page.ownBoxes, rotation: page.rotation, unit: unit)
    dictionary["Contents"] = .reference(content)
    dictionary["Resources"] = .dictionary([
      "XObject": .dictionary([ImagePageContent.name: .reference(image.reference)])
    ])
    addAnnotations(page.links, unit: unit, to: &dictionary)
    pending.append(.ready(dictionary, nextReference))
  }

  private func append(imported page: ImportedPage, _ cover: PageCover?, _ record: inout Record) throws(ImageError) {
    let document = document(of: page.file)
    var dictionary = try document.importer(to: writer).page(
      page.index, pageReference: { [unowned self] index in document.pages[index].flatMap { reference(ofPage: $0) } },
      rename: { document.adopted[$0] ?? $0 }, isCovered: cover?.draw != nil)
    if cover?.draw != nil { try document.importer(to: writer).inlineResources(of: page.index, in: &dictionary) }
    page.addChanges(to: &dictionary)
    addAnnotations(page.links, unit: 1, to: &dictionary)
    if let color = cover?.background {
      try CoveredPage.add(color, behind: &dictionary, box: page.bounds(for: .media), writer)
    }
    guard let body = cover?.draw else { return pending.append(.ready(dictionary, nextReference)) }
    let drawn = try draw(page.seenSize, &record, body)
    pending.append(.covered(dictionary, CoveredPage(page), drawn, nextReference))
  }

  /// Draws into the batch, which is begun where there is none.
  private func draw(
    _ size: Size, _ record: inout Record, _ body: (DrawingContext) throws -> Void
  ) throws(ImageError) -> PDFPageBatch.Page {
    do {
      let batch = try self.batch ?? PDFPageBatch(fonts: fonts())
      self.batch = batch
      let page = try batch.page(size: size) { context in
        context.embedder = objects
        try body(context)
      }
      record.diagnostics += page.diagnostics + PageEntries.diagnostics(size, unit: unit(of: size))
      return page
    } catch let error as ImageError {
      throw error
    } catch {
      throw ImageError(.usage, "cannot draw the page: \(error)")
    }
  }

  // MARK: Links

  /// Adds links to what annotations the page has.
  func addAnnotations(_ links: [Link], unit: Double, to page: inout PDFDictionary) {
    guard !links.isEmpty else { return }
    noteTargets(links)
    let own = LinkAnnotations.objects(links, unit: unit) { reference(ofPage: $0) }
    if case .array(let others)? = page["Annots"] {
      page["Annots"] = .array(others + own)
    } else {
      page["Annots"] = .array(own)
    }
  }

  private func noteTargets(_ links: [Link]) {
    for link in links {
      switch link.target {
      case .page(let index):
        if index + 1 > furthestTarget { (furthestTarget, furthestSource) = (index + 1, link.source) }
      case .destination(let name):
        if targetNames.insert(name).inserted { targetSources[name] = link.source }
      case .uri: break
      }
    }
  }

  private static func link(_ source: String?) -> String { source.map { "a link of \($0)," } ?? "a link" }

  /// The most names that are told one by one.
  private static let mostBrokenNames = 20

  /// What is wrong with links to pages and names, now that all pages have come.
  var brokenLinks: [Diagnostic] {
    var faults: [Diagnostic] = []
    if furthestTarget > pageCount {
      faults.append(.warning("\(Self.link(furthestSource)) leads to page \(furthestTarget) of \(pageCount)"))
    }
    let unknown = targetNames.filter { name in names.destinations[name].map { $0.page >= pageCount } ?? true }.sorted()
    for name in unknown.prefix(Self.mostBrokenNames) {
      let link = Self.link(targetSources[name])
      faults.append(.warning("\(link) leads to the destination '\(names.original(of: name))', which is not there"))
    }
    if unknown.count > Self.mostBrokenNames {
      faults.append(.warning("\(unknown.count - Self.mostBrokenNames) more destinations of links are not there"))
    }
    return faults
  }
}
