internal import Drawing
package import ImageModel
internal import PDFWriting

/// The documents whose pages are copied: each is registered, its pages are appended, and it is released.
extension DocumentWriter {
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

  func importer(of document: ImportedDocument) -> PDFImporter {
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
  func draw(
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
  func collect(_ document: ImportedDocument) throws(ImageError) {
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

  func document(of file: PDFFile) -> ImportedDocument {
    if let known = imported[ObjectIdentifier(file)] { return known }
    let document = ImportedDocument(file)
    add(document)
    return document
  }

  func add(_ document: ImportedDocument) {
    documentCount += 1
    document.number = documentCount
    imported[ObjectIdentifier(document.file)] = document
  }

  func append(imported page: ImportedPage, _ cover: PageCover?, _ record: inout Record) throws(ImageError) {
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
}
