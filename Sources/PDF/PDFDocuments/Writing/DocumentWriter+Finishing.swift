package import ImageModel
internal import PDFWriting

extension DocumentWriter {
  /// What belongs to the document as a whole.
  package struct Frame {
    package var attributes = DocumentAttributes()
    package var outline: [OutlineEntry] = []
    package var pageLabels: [PageLabelRange] = []
    /// Names besides those that pages define.
    package var namedDestinations: [String: PDFDestination] = [:]
    /// The language, and how viewers open the document; nil for what the documents say whose pages it has: of each thing, the
    /// first one that says it.
    package var viewing: ViewerSettings?

    package init() {}
  }

  /// Writes the rest of the file.
  ///
  /// - Returns: what a user should know: links to pages that never came.
  package func finish(_ frame: Frame) throws(ImageError) -> [Diagnostic] {
    try flush()
    for document in imported.values.sorted(by: { $0.number < $1.number }) {
      try collect(document)
      document.file.suspend()
    }
    guard pageCount > 0 else { throw ImageError(.usage, "there are no pages") }
    var catalog: PDFDictionary = [:]
    let page = { (index: Int) in index < self.pageCount ? self.reference(ofPage: index) : nil }
    if let outline = try OutlineWriter(writer: writer, page: page).write(frame.outline) {
      catalog["Outlines"] = .reference(outline)
    }
    for (name, destination) in frame.namedDestinations { names.define(name, destination) }
    names.complete(targetNames)
    let destinations = names.destinations.compactMap { name, destination in
      page(destination.page).map { (name: name, value: destination.object(page: $0)) }
    }
    if !destinations.isEmpty {
      catalog["Names"] = .dictionary(["Dests": try DocumentTrees.names(destinations, writer)])
    }
    for entry in importedCatalog.entries.entries { catalog[entry.key] = entry.value }
    catalog["PageLabels"] = DocumentTrees.pageLabels(frame.pageLabels)
    let shown = (outline: catalog["Outlines"] != nil, layers: catalog["OCProperties"] != nil)
    for entry in (frame.viewing ?? viewing).entries(shown, page: page).entries { catalog[entry.key] = entry.value }
    try writer.finish(catalog: catalog, info: frame.attributes.information)
    return brokenLinks
  }
}
