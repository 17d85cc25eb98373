package import ByteStreams
package import ImageModel
internal import PDFWriting

/// What belongs to the whole document.
extension DocumentWriter {
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
