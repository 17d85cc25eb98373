package import ByteStreams
package import Drawing
package import ImageModel
package import Imaging
package import PDFWriting

/// Writes pages of any kind to a file, one after the other, and then the parts that belong to the whole document.
///
/// Order of calls: `(register | append)* -> finish`. Pictures are written at once. Drawn pages are collected in batches
/// of up to 200, so that each font is embedded once; the dictionaries of the pages after them wait. Only the object
/// number of each page stays in memory.
///
/// The other files beside this one have the copied documents, the batches of pages, and the end.
package final class DocumentWriter {
  /// The result of appending a page.
  package struct Record {
    /// The pictures that were embedded for the page. Pictures of earlier pages are not among them.
    package var pictures: [EmbeddedImage] = []
    package var diagnostics: [Diagnostic] = []
  }

  /// The parts of a document that do not belong to a single page.
  package struct Properties {
    package var attributes = DocumentAttributes()
    package var outline: [OutlineEntry] = []
    package var pageLabels: [PageLabelRange] = []
    /// Named destinations in addition to those of the pages.
    package var namedDestinations: [String: PDFDestination] = [:]
    /// The language, and how viewers open the document. nil takes each setting from the first imported document that
    /// has it.
    package var viewing: ViewerSettings?
    /// The language of the document, instead of that of an imported one.
    package var language: String?
    /// Whether `outline` replaces the outline of a document that passes through whole.
    package var replacesOutline = false
    /// Whether the document will be encrypted, which PDF/A forbids.
    package var isEncrypted = false
    /// The invoice that is attached to the document; XMP says so.
    package var invoice: ElectronicInvoice?

    package init() {}
  }

  /// The entries of a drawn page besides its content. The origin is the corner of the media box.
  struct PageProperties {
    var boxes: [PageBox: Rect]
    var rotation: Int
    var links: [Link]
    /// The page's user unit in points.
    var unit: Double
    /// The number of links before those that drawing the page recorded.
    var linkCount: Int
    /// The part of the tags that the page belongs to, and its index in the document; nil for a page without tags.
    var tags: (part: Int, index: Int)?

    /// - Parameter drawn: the links that drawing the page recorded.
    init(_ page: PDFPage, _ drawn: [Link], unit: Double) {
      self.unit = unit
      let media = page.bounds(for: .media)
      func moved(_ rect: Rect) -> Rect {
        Rect(x: rect.minX - media.minX, y: rect.minY - media.minY, width: rect.width, height: rect.height)
      }
      boxes = page.ownBoxes.mapValues(moved)
      rotation = page.rotation
      linkCount = page.links.count
      links = page.links.map { Link(rect: moved($0.rect), target: $0.target) } + drawn
      if let move = page.moveTarget { for index in links.indices { links[index].target = move(links[index].target) } }
    }
  }

  /// A page that waits for the pages before it.
  enum Pending {
    case ready(PDFDictionary, PDFReference)
    /// A page with a picture and the tags for it.
    case picture(PDFDictionary, PageStructure, PageProperties, PDFReference)
    case drawn(PDFPageBatch.Page, PageProperties, PDFReference)
    /// An imported page with a drawing over it.
    case covered(PDFDictionary, CoveredPage, PDFPageBatch.Page, PDFReference)
    /// A widget of an imported page, whose appearance is drawn.
    case widget(PDFDictionary, PDFPageBatch.Page, PDFReference)
  }

  package let writer: PDFWriter
  package let registry: XObjectRegistry
  /// The standards that the document conforms to. It has no pages of other documents then.
  package let conformance: Conformance
  private let embedder: ImageEmbedder
  var pending: [Pending] = []
  var batch: PDFPageBatch?
  private var catalog: FontCatalog?
  /// The objects of the pages so far.
  var references: [PDFReference] = []
  /// The destinations of links to pages that are appended later, by the indices of these pages.
  var laterPages: [Int: PDFReference] = [:]
  package private(set) var pageCount = 0
  var imported: [ObjectIdentifier: ImportedDocument] = [:]
  /// The form fields and layers of all files.
  var importedCatalog = ImportedCatalog()
  /// The tags of the pages that are not imported.
  let tags: OwnTags
  /// The page of the first heading whose level is too low for PDF/UA, counted from 0. `finish` throws where it matters.
  package var skippedHeadingPage: Int? { tags.skippedHeading?.page }
  var documentCount = 0
  var names = DestinationNames()
  /// The language and the viewer settings of the imported documents, by the numbers of these documents.
  var viewing: [(number: Int, settings: ViewerSettings)] = []
  var linkTargets = LinkTargets()
  let sharedStreams = SharedStreams()
  /// What the inputs say about themselves, which is not true of the new document.
  var lostDescriptions = LostDescriptions()
  /// What the only input says about itself.
  var description: ImportedDescription?
  /// Whether the document is an input that passes through whole, and nothing else.
  var isUnchanged = false
  /// What was found while the fields of the current page were drawn.
  var fieldDiagnostics: [Diagnostic] = []

  package init(
    to sink: any ByteSink, _ options: PDFWriter.Options, _ imageOptions: ImageEmbedder.Options,
    sources: ImageSource.Options, conformance: Conformance = Conformance()
  ) {
    self.conformance = conformance
    var imageOptions = imageOptions
    imageOptions.archive = conformance.archive
    writer = PDFWriter(to: sink, options)
    tags = OwnTags(importedCatalog.tags, writer)
    embedder = ImageEmbedder(writer, imageOptions)
    registry = XObjectRegistry(writer, embedder, sources)
    registry.conformance = conformance
    registry.importer = { [unowned self] file in importer(of: document(of: file)) }
    registry.release = { [unowned self] file throws(ImageError) in try unregister(file) }
    registry.nameClaim = { [unowned self] name in names.claim(name) }
  }

  /// The fonts of all drawn pages. They are loaded at the first call, because that takes longer than embedding a
  /// picture.
  package func fonts() throws(ImageError) -> FontCatalog {
    if let catalog { return catalog }
    let made = try FontCatalog()
    catalog = made
    return made
  }

  /// How far beyond the last page a link may lead.
  private static let maxPages = 1_000_000

  /// The destination of a link to a page, counted from 0, which may be appended later; nil for an impossible page.
  func destination(ofPage index: Int) -> PDFObject? {
    guard index >= 0, index < pageCount + Self.maxPages else { return nil }
    if references.indices.contains(index) { return Self.destination(references[index]) }
    let later = laterPages[index] ?? writer.reserve()
    laterPages[index] = later
    return .reference(later)
  }

  static func destination(_ page: PDFReference) -> PDFObject { .array([.reference(page), .name("Fit")]) }

  /// Appends a page.
  ///
  /// - Parameter cover: is drawn over an imported page. Other kinds of pages ignore it.
  /// - Throws: errors of reading and drawing the page, which is then not in the document.
  @discardableResult
  package func append(_ page: PDFPage, cover: PageCover? = nil) throws(ImageError) -> Record {
    var record = Record()
    page.registry = registry
    defer { page.registry = nil }
    // The user unit in points. Imported pages keep their own.
    var unit = 1.0
    switch page {
    case let page as ImagePage:
      hasOwnPages()
      unit = self.unit(of: page.placement.page)
      try conformance.check(page.placement.page, unit: unit)
      try conformance.check(alternative: page.alternative)
      try append(image: page, unit: unit, &record)
    case let page as ImportedPage: try append(imported: page, cover, &record)
    default:
      // A sheet shows pages of other documents.
      if page.moveTarget == nil { hasOwnPages() }
      try page.prepare(registry)
      let media = page.bounds(for: .media)
      unit = self.unit(of: media.size)
      try conformance.check(media.size, unit: unit)
      // The numbers of tags refer to the content of the page, which a larger unit puts into a form XObject.
      let drawn = try draw(media.size, &record, isTagged: unit == 1 && (page.isTagged || conformance.isAccessible)) {
        context in
        context.translate(x: -media.minX, y: -media.minY)
        try page.draw(with: .media, to: context)
      }
      do throws(ImageError) {
        try conformance.check(record.diagnostics)
      } catch {
        // The page is left out, so that a later one must not have the character either.
        batch?.forgetReports()
        throw error
      }
      record.diagnostics += PageEntries.diagnostics(media.size, unit: unit)
      var facts = PageProperties(page, drawn.links, unit: unit)
      if drawn.structure?.nodes.isEmpty == false { facts.tags = (tags.beginPage(), pageCount) }
      linkTargets.add(facts.links)
      pending.append(.drawn(drawn, facts, addReference()))
    }
    for (name, place) in page.namedPlaces.sorted(by: { $0.key < $1.key }) {
      names.define(
        name, PDFDestination(page: pageCount, view: .position(left: place.x / unit, top: place.y / unit, zoom: nil)))
    }
    record.pictures += registry.takeEmbedded()
    for picture in record.pictures { record.diagnostics += picture.diagnostics }
    pageCount += 1
    if batch == nil || pending.count >= Self.batchSize { try flush() }
    return record
  }

  /// Records that there are pages besides those of other documents: output intents are not meant for them.
  package func hasOwnPages() { importedCatalog.intentsDiffer = true }

  /// The pages of a batch. A page full of text takes 12 kB of memory until the batch is written. Each batch embeds its
  /// fonts again, which takes some 12 kB of the file for each font.
  private static let batchSize = 200

  /// The user unit of a page in points. PDF 1.6 introduced it for large pages.
  func unit(of size: Size) -> Double { writer.options.version >= .v1_6 ? PageEntries.userUnit(size) : 1 }

  private func append(image page: ImagePage, unit: Double, _ record: inout Record) throws(ImageError) {
    let image = try embedder.embed(try page.openSource(), page: page.index, range: page.range)
    page.close()
    record.pictures.append(image)
    record.diagnostics += PageEntries.diagnostics(page.placement.page, unit: unit)
    let content = try writer.addShared([:], content: ImagePageContent.operators(page, unit: unit))
    var dictionary = PageEntries.entries(boxes: page.ownBoxes, rotation: page.rotation, unit: unit)
    dictionary["Contents"] = .reference(content)
    dictionary["Resources"] = .dictionary([
      "XObject": .dictionary([ImagePageContent.name: .reference(image.reference)])
    ])
    if let alternative = page.alternative, !alternative.isEmpty, unit == 1 {
      var facts = PageProperties(page, [], unit: unit)
      // All links of the page belong to its tags.
      (facts.linkCount, facts.tags) = (0, (tags.beginPage(), pageCount))
      let structure = PageStructure(picture: alternative, linkCount: facts.links.count)
      pending.append(.picture(dictionary, structure, facts, addReference()))
      return
    }
    addAnnotations(page.links, unit: unit, to: &dictionary)
    pending.append(.ready(dictionary, addReference()))
  }

  /// A new object for the page that is being appended.
  private func addReference() -> PDFReference {
    references.append(writer.reserve())
    return references[references.count - 1]
  }

  /// Draws a page, or the appearance of a field, into the current batch.
  func draw(
    _ size: Size, _ record: inout Record, isTagged: Bool = false, _ body: (DrawingContext) throws -> Void
  ) throws(ImageError) -> PDFPageBatch.Page {
    do {
      let batch = try self.batch ?? PDFPageBatch(fonts: fonts())
      self.batch = batch
      let page = try batch.page(size: size, isTagged: isTagged) { context in
        context.embedder = registry
        context.embedGlyph = { [registry] in registry.glyph($0) }
        try body(context)
      }
      record.diagnostics += page.diagnostics
      return page
    } catch let error as ImageError {
      throw error
    } catch {
      throw ImageError(.usage, "cannot draw the page: \(error)")
    }
  }
}
