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
  private struct PageProperties {
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
  private enum Pending {
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
  private var pending: [Pending] = []
  private var batch: PDFPageBatch?
  private var catalog: FontCatalog?
  /// The objects of the pages so far.
  private var references: [PDFReference] = []
  /// The destinations of links to pages that are appended later, by the indices of these pages.
  private var laterPages: [Int: PDFReference] = [:]
  package private(set) var pageCount = 0
  private var imported: [ObjectIdentifier: ImportedDocument] = [:]
  /// The form fields and layers of all files.
  private var importedCatalog = ImportedCatalog()
  /// The tags of the pages that are not imported.
  private let tags: OwnTags
  /// The page of the first heading whose level is too low for PDF/UA, counted from 0. `finish` throws where it matters.
  package var skippedHeadingPage: Int? { tags.skippedHeading?.page }
  private var documentCount = 0
  private var names = DestinationNames()
  /// The language and the viewer settings of the imported documents, by the numbers of these documents.
  private var viewing: [(number: Int, settings: ViewerSettings)] = []
  private var linkTargets = LinkTargets()
  private let sharedStreams = SharedStreams()
  /// What the inputs say about themselves, which is not true of the new document.
  private var lostDescriptions = LostDescriptions()
  /// What the only input says about itself.
  private var description: ImportedDescription?
  /// Whether the document is an input that passes through whole, and nothing else.
  private var isUnchanged = false

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

  // MARK: Pages

  /// How far beyond the last page a link may lead.
  private static let maxPages = 1_000_000

  /// The destination of a link to a page, counted from 0, which may be appended later; nil for an impossible page.
  private func destination(ofPage index: Int) -> PDFObject? {
    guard index >= 0, index < pageCount + Self.maxPages else { return nil }
    if references.indices.contains(index) { return Self.destination(references[index]) }
    let later = laterPages[index] ?? writer.reserve()
    laterPages[index] = later
    return .reference(later)
  }

  private static func destination(_ page: PDFReference) -> PDFObject { .array([.reference(page), .name("Fit")]) }

  /// Declares which pages of a file will be appended, so that links and names lead to them. Pages of other files may
  /// come between them.
  ///
  /// - Parameter pages: their indices in the file, counted from 0; twice for a page that will be appended twice.
  package func register(_ file: PDFFile, pages: [Int]) throws(ImageError) -> ImportedDocument {
    let document = try ImportedDocument(file, pages: pages, names: &names)
    document.viewing = try file.viewing()
    add(document)
    let used = Set(pages)
    tags.endPart()
    try importedCatalog.adopt(importer(of: document), pages: used.count < file.pageCount ? used : nil)
    return document
  }

  /// Declares that pages of a registered file follow that a further input takes. Links among pages that are there twice
  /// by it lead to the copies.
  package func beginCopies(of document: ImportedDocument, pages: [Int]) {
    document.beginCopies(of: pages, names: &names)
  }

  /// Declares that a file becomes the whole document: all its pages will be appended, in order, and nothing else.
  package func register(whole file: PDFFile) throws(ImageError) -> ImportedDocument {
    let document = ImportedDocument(whole: file)
    isUnchanged = file.edits.isEmpty
    add(document)
    try importedCatalog.adopt(importer(of: document))
    return document
  }

  /// Declares which pages of a file will be drawn on sheets.
  ///
  /// - Parameter pages: their indices in the file, counted from 0.
  package func register(onSheets file: PDFFile, pages: [Int]) throws(ImageError) -> ImportedDocument {
    let document = try ImportedDocument(file, pages: pages)
    add(document)
    return document
  }

  /// Removes parts of a registered file while it is copied. Call it before the first of its pages is appended.
  package func remove(_ removal: PDFRemoval, from document: ImportedDocument) throws(ImageError) {
    guard !removal.isEmpty else { return }
    isUnchanged = false
    let importer = importer(of: document)
    importer.removal = removal
    try importer.findHiddenLayers()
    try importer.countDescription()
  }

  /// Makes the pages of a registered file smaller while they are copied. Call it before the first of them is appended.
  ///
  /// - Throws: errors of reading the pages.
  package func shrink(_ document: ImportedDocument, _ options: ShrinkOptions) throws(ImageError) {
    isUnchanged = false
    try importer(of: document).shrink(options, pages: document.pages.sorted(), sharing: sharedStreams)
  }

  /// Keeps the description of a file, except where properties of the document replace it.
  ///
  /// - Parameter setsVersion: whether the document gets the version that the file needs.
  package func keepDescription(of document: ImportedDocument, setsVersion: Bool) throws(ImageError) {
    let description = try ImportedDescription(importer(of: document))
    if setsVersion, let version = description.version { writer.setVersion(version) }
    self.description = description
  }

  private func importer(of document: ImportedDocument) -> PDFImporter {
    let importer = document.importer(to: writer)
    let drawsFields = document.extent == .pages || document.extent == .whole && !document.file.edits.redrawn.isEmpty
    if drawsFields, importer.drawField == nil {
      importer.drawField = { [unowned self] field, widget, reference throws(ImageError) in
        try draw(field, on: widget, reference)
      }
    }
    return importer
  }

  /// Draws the appearance of a field. The widget is written with the batch of drawn pages.
  private func draw(
    _ field: FieldAppearance, on widget: PDFDictionary, _ reference: PDFReference
  ) throws(ImageError) {
    var record = Record()
    // The page of a batch has whole points. The appearance is scaled to the widget.
    let whole = Size(width: max(field.size.width.rounded(.up), 1), height: max(field.size.height.rounded(.up), 1))
    let drawn = try draw(whole, &record) { context in
      context.scale(x: whole.width / field.size.width, y: whole.height / field.size.height)
      try field.draw(on: context)
    }
    pending.append(.widget(widget, drawn, reference))
    fieldDiagnostics += record.diagnostics
  }

  /// Collects the parts of the document that do not belong to a page, after its pages were copied.
  private func collect(_ document: ImportedDocument) throws(ImageError) {
    viewing.append((document.number, document.viewing.moved { document.newIndices[$0] }))
    document.defineNames(in: &names)
    let isRemoved = document.usedImporter?.removal.contains(.metadata) ?? false
    if description == nil, document.extent != .drawings, !isRemoved { try lostDescriptions.add(document.file) }
    guard let importer = document.usedImporter else { return }
    if document.extent == .drawings {
      try importedCatalog.collect(importer)
    } else {
      try importedCatalog.collectDocument(importer, isOnSheets: document.extent == .sheets)
    }
  }

  /// Releases a file after its last page was appended.
  package func unregister(_ file: PDFFile) throws(ImageError) {
    if let document = imported.removeValue(forKey: ObjectIdentifier(file)) { try collect(document) }
    registry.forget(file)
    file.suspend()
  }

  /// Releases a file after a page of it failed. The form fields and layers of the pages before are kept if possible.
  package func abandon(_ file: PDFFile) {
    imported[ObjectIdentifier(file)]?.viewing = ViewerSettings()
    do throws(ImageError) {
      try unregister(file)
    } catch {
      // The failure of the page has been reported already.
      registry.forget(file)
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

  /// What was found while the fields of the current page were drawn.
  private var fieldDiagnostics: [Diagnostic] = []

  /// The pages of a batch. A page full of text takes 12 kB of memory until the batch is written. Each batch embeds its
  /// fonts again, which takes some 12 kB of the file for each font.
  private static let batchSize = 200

  /// The user unit of a page in points. PDF 1.6 introduced it for large pages.
  private func unit(of size: Size) -> Double { writer.options.version >= .v1_6 ? PageEntries.userUnit(size) : 1 }

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

  private func append(imported page: ImportedPage, _ cover: PageCover?, _ record: inout Record) throws(ImageError) {
    let document = document(of: page.file)
    let importer = importer(of: document)
    var dictionary = try importer.page(
      page.index, pageReference: importer.links.pageReference, rename: importer.links.rename,
      isCovered: cover?.hasResources ?? false)
    record.diagnostics += fieldDiagnostics
    fieldDiagnostics = []
    if cover?.hasResources ?? false { try importer.inlineResources(of: page.index, in: &dictionary) }
    if cover != nil { isUnchanged = false }
    page.addChanges(to: &dictionary)
    addAnnotations(page.links, unit: 1, to: &dictionary)
    if let text = cover?.text, let object = registry.references[text.id] {
      try CoveredPage(page.original).add(text: object, to: &dictionary, writer)
    }
    if let underlay = cover?.underlay, let object = registry.references[underlay.object.id] {
      try CoveredPage(page).add(underlay: object, in: underlay.place, to: &dictionary, writer)
    }
    if let color = cover?.background {
      try CoveredPage.add(color, behind: &dictionary, box: page.bounds(for: .media), writer)
    }
    let drawn = try cover?.draw.map { body throws(ImageError) in try draw(page.seenSize, &record, body) }
    if drawn != nil { record.diagnostics += PageEntries.diagnostics(page.seenSize, unit: unit(of: page.seenSize)) }
    let isNew = !document.hasNewIndex(page.index)
    let reference = (isNew ? importer.links.pageReference(page.index) : nil) ?? writer.reserve()
    references.append(reference)
    document.setNewIndex(pageCount, of: page.index)
    pending.append(
      drawn.map { .covered(dictionary, CoveredPage(page), $0, reference) } ?? .ready(dictionary, reference))
  }

  /// Draws a page, or the appearance of a field, into the current batch.
  private func draw(
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

  /// Attaches a file to the document.
  ///
  /// - Parameters:
  ///   - name: the name that viewers show. It is changed where another attached file has it.
  ///   - type: the MIME type; nil where it is unknown.
  ///   - relationship: what the file is to the document (ISO 32000-2, table 43).
  ///   - modificationTime: seconds since the beginning of 1970; nil leaves it out.
  package func attach(
    _ source: any ByteSource, name: String, type: String?, relationship: String, modificationTime: Int? = nil
  ) throws(ImageError) {
    isUnchanged = false
    let name = importedCatalog.attachmentName(name)
    let file = PDFObject.reference(
      try AttachedFile.write(
        source, name: name, type: type, relationship: relationship,
        modificationDate: modificationTime.map { PDFDate(secondsSince1970: $0) }, writer))
    importedCatalog.attach(file, name: name)
    importedCatalog.associate(file)
  }

  // MARK: Links

  /// Adds links to the annotations of a page.
  private func addAnnotations(_ links: [Link], unit: Double, to page: inout PDFDictionary) {
    guard !links.isEmpty else { return }
    linkTargets.add(links)
    let made = annotations(links, unit: unit)
    add(annotations: made.compactMap { $0.map { .dictionary($0) } }, to: &page)
  }

  private func annotations(_ links: [Link], unit: Double) -> [PDFDictionary?] {
    LinkAnnotations.annotations(links, unit: unit, isArchived: conformance.archive != nil) { destination(ofPage: $0) }
  }

  /// Adds the links and the tags of a page.
  private func addTags(
    _ structure: PageStructure, _ facts: PageProperties, _ reference: PDFReference, to page: inout PDFDictionary
  ) throws(ImageError) {
    guard let (part, index) = facts.tags else {
      return addAnnotations(facts.links, unit: facts.unit, to: &page)
    }
    linkTargets.add(facts.links)
    let annotations = self.annotations(facts.links, unit: facts.unit)
    let references = annotations.map { $0.map { _ in writer.reserve() } }
    let positions = try tags.write(
      structure, part: part, page: reference, index: index, links: Array(references[facts.linkCount...]))
    for case (let number, (var annotation?, let object?)) in zip(annotations, references).enumerated() {
      annotation["Contents"] = .text(facts.links[number].contents)
      annotation["StructParent"] = positions.links[number - facts.linkCount].map { .integer($0) }
      try writer.write(.dictionary(annotation), as: object)
    }
    add(annotations: references.compactMap { $0.map { .reference($0) } }, to: &page)
    page["StructParents"] = .integer(positions.page)
    if !references.isEmpty { page["Tabs"] = .name("S") }
  }

  private func add(annotations own: [PDFObject], to page: inout PDFDictionary) {
    guard !own.isEmpty else { return }
    if case .array(let others)? = page["Annots"] {
      page["Annots"] = .array(others + own)
    } else {
      page["Annots"] = .array(own)
    }
  }

  // MARK: Batches

  /// Ends the batch and writes all pending pages.
  private func flush() throws(ImageError) {
    guard !pending.isEmpty else { return }
    var importer: PDFImporter?
    if let batch {
      self.batch = nil
      let file = try PDFFile(bytes: try batch.finish(), name: "drawn pages", limits: .standard)
      importer = PDFImporter(file, to: writer, stubs: registry.references)
      importer?.completesFonts = !conformance.isEmpty
    }
    let pages = pending
    pending = []
    for page in pages {
      switch (page, importer) {
      case (.ready(let dictionary, let reference), _): _ = try writer.addPage(dictionary, as: reference)
      case (.picture(var dictionary, let structure, let facts, let reference), _):
        try addTags(structure, facts, reference, to: &dictionary)
        _ = try writer.addPage(dictionary, as: reference)
      case (.drawn(let drawn, let facts, let reference), let importer?):
        var dictionary: PDFDictionary
        if facts.unit == 1 {
          dictionary = try importer.page(
            drawn.index, pageReference: { _ in nil }, rename: { $0 },
            marksArtifacts: drawn.structure?.hasArtifacts ?? false)
          dictionary["Annots"] = nil
        } else {
          dictionary = try shrunk(drawn.index, by: facts.unit, importer)
        }
        for entry in PageEntries.entries(boxes: facts.boxes, rotation: facts.rotation, unit: facts.unit).entries {
          dictionary[entry.key] = entry.value
        }
        if let structure = drawn.structure {
          try addTags(structure, facts, reference, to: &dictionary)
        } else {
          addAnnotations(facts.links, unit: facts.unit, to: &dictionary)
        }
        _ = try writer.addPage(dictionary, as: reference)
      case (.covered(var dictionary, let covered, let drawn, let reference), let importer?):
        let (form, size) = try importer.form(drawn.index, box: .media)
        try covered.add(form, size: size, to: &dictionary, writer)
        addAnnotations(covered.links(drawn.links), unit: 1, to: &dictionary)
        _ = try writer.addPage(dictionary, as: reference)
      case (.widget(var widget, let drawn, let reference), let importer?):
        let (form, _) = try importer.form(drawn.index, box: .media)
        widget["AP"] = .dictionary(["N": .reference(form)])
        try writer.write(.dictionary(widget), as: reference)
      case (.drawn, nil), (.covered, nil), (.widget, nil): break
      }
    }
  }

  /// A page whose user unit is larger than a point. The content becomes a form XObject: a matrix before the content
  /// would not apply to its gradients, which use the coordinates of the page (ISO 32000-1, 8.7.3.1).
  private func shrunk(_ index: Int, by unit: Double, _ importer: PDFImporter) throws(ImageError) -> PDFDictionary {
    let (form, size) = try importer.form(index, box: .media)
    var content: [UInt8] = []
    for value in [size.width / unit, 0, 0, size.height / unit, 0, 0] { PDFSyntax.append(.real(value), to: &content) }
    content += Array(" cm /P Do".utf8)
    return [
      "Contents": .reference(try writer.addShared([:], content: content)),
      "Resources": .dictionary(["XObject": .dictionary(["P": .reference(form)])]),
    ]
  }

  // MARK: The end

  /// Writes the rest of the file.
  ///
  /// - Returns: warnings about links to pages and names that do not exist.
  package func finish(_ properties: Properties) throws(ImageError) -> [Diagnostic] {
    try flush()
    for document in imported.values.sorted(by: { $0.number < $1.number }) {
      try collect(document)
      document.file.suspend()
    }
    guard pageCount > 0 else { throw ImageError(.usage, "there are no pages") }
    try tags.finish()
    var catalog = try importedCatalog.entries(writer)
    if properties.replacesOutline, catalog["Outlines"] != nil {
      catalog["Outlines"] = nil
      if catalog["PageMode"] == .name("UseOutlines") { catalog["PageMode"] = nil }
    }
    for (index, destination) in laterPages.sorted(by: { $0.key < $1.key }) where references.indices.contains(index) {
      try writer.write(Self.destination(references[index]), as: destination)
    }
    let page = { [references] (index: Int) in references.indices.contains(index) ? references[index] : nil }
    let outline = try OutlineWriter(writer: writer, page: page).write(properties.outline)
    if let outline { catalog["Outlines"] = .reference(outline) }
    for (name, destination) in properties.namedDestinations { names.define(name, destination) }
    names.complete(linkTargets.names)
    let destinations = names.destinations.compactMap { name, destination in
      page(destination.page).map { (key: DocumentTrees.key(name), value: destination.object(page: $0)) }
    }
    if !destinations.isEmpty {
      var others: PDFDictionary = [:]
      if case .dictionary(let names)? = catalog["Names"] { others = names }
      others["Dests"] = try DocumentTrees.names(destinations, writer)
      catalog["Names"] = .dictionary(others)
    }
    if let labels = DocumentTrees.pageLabels(properties.pageLabels) { catalog["PageLabels"] = labels }
    let shown = (outline: outline != nil, layers: catalog["OCProperties"] != nil)
    var viewing =
      properties.viewing
      ?? self.viewing.sorted { $0.number < $1.number }.reduce(into: ViewerSettings()) {
        $0.complete(by: $1.settings)
      }
    if let language = properties.language { catalog["Lang"] = .text(language) }
    try conformance.add(to: &catalog, &viewing, tags.skippedHeading, writer)
    for entry in viewing.entries(shown, page: page).entries where catalog[entry.key] == nil {
      catalog[entry.key] = entry.value
    }
    var own = properties.attributes.information
    (own.conformance, own.invoice) = (conformance, properties.invoice)
    let faults =
      linkTargets.diagnostics(pageCount: pageCount, names) + lostDescriptions.diagnostics + importedCatalog.diagnostics
    guard let description else {
      try writer.finish(catalog: catalog, info: own)
      return faults
    }
    let (info, packet, notes) = description.merged(
      with: own, version: writer.options.version, isUnchanged: isUnchanged && !properties.isEncrypted)
    try writer.finish(catalog: catalog, info: info, packet: packet)
    return faults + notes
  }
}
