internal import Drawing
internal import ImageModel
internal import PDFWriting

/// The pages that wait for the batch of drawn pages, with their links and tags.
extension DocumentWriter {
  /// Ends the batch and writes all pending pages.
  func flush() throws(ImageError) {
    guard !pending.isEmpty else { return }
    var importer: PDFImporter?
    if let batch {
      self.batch = nil
      let file = try PDFFile(bytes: try batch.finish(), name: "drawn pages", limits: .standard)
      importer = PDFImporter(file, to: writer, stubs: registry.references)
      importer?.completesFonts = !conformance.isEmpty
      importer?.inks = inks.isEmpty ? nil : inks
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
  func shrunk(_ index: Int, by unit: Double, _ importer: PDFImporter) throws(ImageError) -> PDFDictionary {
    let (form, size) = try importer.form(index, box: .media)
    var content: [UInt8] = []
    for value in [size.width / unit, 0, 0, size.height / unit, 0, 0] { PDFSyntax.append(.real(value), to: &content) }
    content += Array(" cm /P Do".utf8)
    return [
      "Contents": .reference(try writer.addShared([:], content: content)),
      "Resources": .dictionary(["XObject": .dictionary(["P": .reference(form)])]),
    ]
  }

  /// Adds links to the annotations of a page.
  func addAnnotations(_ links: [Link], unit: Double, to page: inout PDFDictionary) {
    guard !links.isEmpty else { return }
    linkTargets.add(links)
    let made = annotations(links, unit: unit)
    add(annotations: made.compactMap { $0.map { .dictionary($0) } }, to: &page)
  }

  func annotations(_ links: [Link], unit: Double) -> [PDFDictionary?] {
    LinkAnnotations.annotations(links, unit: unit, isArchived: conformance.archive != nil) { destination(ofPage: $0) }
  }

  /// Adds the links and the tags of a page.
  func addTags(
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

  func add(annotations own: [PDFObject], to page: inout PDFDictionary) {
    guard !own.isEmpty else { return }
    if case .array(let others)? = page["Annots"] {
      page["Annots"] = .array(others + own)
    } else {
      page["Annots"] = .array(own)
    }
  }
}
