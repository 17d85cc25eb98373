internal import Drawing
internal import ImageModel
internal import PDFWriting

extension DocumentWriter {
  /// What a drawn page's dictionary says besides its content; the origin is the corner of the media box.
  struct DrawnFacts {
    var boxes: [PageBox: Rect]
    var rotation: Int
    var links: [Link]
    /// The points of the page's unit.
    var unit: Double

    /// - Parameter drawn: links that the page drew itself.
    init(_ page: PDFPage, _ drawn: [Link], unit: Double) {
      self.unit = unit
      let media = page.bounds(for: .media)
      func moved(_ rect: Rect) -> Rect {
        Rect(x: rect.minX - media.minX, y: rect.minY - media.minY, width: rect.width, height: rect.height)
      }
      boxes = page.ownBoxes.mapValues(moved)
      rotation = page.rotation
      links = page.links.map { Link(rect: moved($0.rect), target: $0.target) } + drawn
      if let move = page.moveTarget { for index in links.indices { links[index].target = move(links[index].target) } }
    }
  }

  /// Ends the batch and writes all pages that have come.
  func flush() throws(ImageError) {
    guard !pending.isEmpty else { return }
    var importer: PDFImporter?
    if let batch {
      self.batch = nil
      let file = try PDFFile(bytes: try batch.finish(), name: "drawn pages", limits: .standard)
      importer = PDFImporter(file, to: writer, stubs: objects.references)
    }
    let pages = pending
    pending = []
    for page in pages {
      switch (page, importer) {
      case (.ready(let dictionary, let reference), _): _ = try writer.addPage(dictionary, as: reference)
      case (.drawn(let drawn, let facts, let reference), let importer?):
        var dictionary: PDFDictionary
        if facts.unit == 1 {
          dictionary = try importer.page(drawn.index, pageReference: { _ in nil }, rename: { $0 })
          dictionary["Annots"] = nil
        } else {
          dictionary = try shrunk(drawn.index, by: facts.unit, importer)
        }
        for entry in PageEntries.entries(boxes: facts.boxes, rotation: facts.rotation, unit: facts.unit).entries {
          dictionary[entry.key] = entry.value
        }
        addAnnotations(facts.links, unit: facts.unit, to: &dictionary)
        _ = try writer.addPage(dictionary, as: reference)
      case (.covered(var dictionary, let covered, let drawn, let reference), let importer?):
        let (form, size) = try importer.form(drawn.index, box: .media)
        try covered.add(form, size: size, to: &dictionary, writer)
        addAnnotations(covered.links(drawn.links), unit: 1, to: &dictionary)
        _ = try writer.addPage(dictionary, as: reference)
      case (.drawn, nil), (.covered, nil): break
      }
    }
  }

  /// A page whose unit is more than a point: what was drawn in points becomes a form, since a matrix in front of the content
  /// would not reach its gradients, which hold to the coordinates of the page (ISO 32000-1, 8.7.3.1).
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
}
