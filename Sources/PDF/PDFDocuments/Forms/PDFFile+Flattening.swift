internal import Drawing
package import ImageModel
internal import PDFReading
internal import PDFWriting

extension PDFFile {
  private static var maxWidgets: Int { 100_000 }

  /// Makes all fields a part of the content of their pages, and removes the form. The file does not change; what is
  /// imported of it does.
  ///
  /// - Returns: the number of fields that were drawn. Fields without an appearance are removed, with a warning.
  package func flattenFields() throws(ImageError) -> Int {
    var edits = edits
    var (count, bareCount) = (0, 0)
    try read { reader throws(ImageError) in
      let catalog = try self.catalog(reader)
      guard catalog["AcroForm"] != nil else { return }
      if try reader.resolve(catalog["AcroForm"]).dictionary?["XFA"] != nil {
        note("the form's XFA part is left out: it has its own values")
      }
      var visited: Set<ObjectNumber> = []
      for page in tree.pages {
        // A page may occur several times.
        guard case .object(let number) = page.place, visited.insert(number).inserted else { continue }
        let (drawn, bare) = try flatten(page: number, inherited: tree.inherited[page.node], &edits, reader)
        count += drawn
        bareCount += bare
      }
      if let number = catalogNumber {
        var catalog = catalog
        catalog.set("AcroForm", nil)
        edits.set(number, catalog)
      }
    }
    self.edits = edits
    if bareCount > 0 { warn("\(bareCount) field\(bareCount == 1 ? " has" : "s have") no appearance to be drawn") }
    return count
  }

  private func flatten(
    page number: ObjectNumber, inherited: FileDictionary, _ edits: inout ObjectEdits, _ reader: ObjectReader
  ) throws(ImageError) -> (drawn: Int, bare: Int) {
    guard var page = try reader.object(number).dictionary, page["Annots"] != nil else { return (0, 0) }
    var resources = try reader.resolve(page["Resources"] ?? inherited["Resources"]).dictionary ?? FileDictionary()
    var objects = try reader.resolve(resources["XObject"]).dictionary ?? FileDictionary()
    // Those of an earlier flattening are among them.
    let taken = Set(objects.entries.map(\.key))
    var kept: [FileObject] = []
    var forms: [(name: String, number: ObjectNumber)] = []
    var operators = "Q"
    var bareCount = 0
    for element in (try reader.resolve(page["Annots"]).array ?? []).prefix(Self.maxWidgets) {
      let annotation = try reader.resolve(element).dictionary
      guard let annotation, try reader.resolve(annotation["Subtype"]).name == "Widget" else {
        kept.append(element)
        continue
      }
      guard try isShown(annotation, reader) else { continue }
      guard let (form, matrix) = try appearance(of: annotation, reader) else {
        // A check box that is off has no appearance, and an empty signature field shows nothing.
        let kind = try reader.resolve(annotation["FT"]).name
        if kind == "Tx" || kind == "Ch" { bareCount += 1 }
        continue
      }
      guard let matrix else { continue }
      var name = "CameoField\(forms.count)"
      while taken.contains(name) { name += "x" }
      forms.append((name, form))
      let numbers = [matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty].map { PDFSyntax.text(of: $0) }
      operators += " q \(numbers.joined(separator: " ")) cm /\(name) Do Q"
    }
    page.set("Annots", kept.isEmpty ? nil : .array(kept))
    if !forms.isEmpty {
      // The content's graphics state must not apply to the fields.
      let contents = page["Contents"]
      let parts = try reader.resolve(contents).array ?? [contents].compactMap { $0 }
      let (start, end) = (edits.add(stream: Array("q\n".utf8)), edits.add(stream: Array("\n\(operators)\n".utf8)))
      page.set("Contents", .array([.reference(start)] + parts + [.reference(end)]))
      for (name, form) in forms { objects.entries.append(.init(key: name, value: .reference(form))) }
      resources.set("XObject", .dictionary(objects))
      page.set("Resources", .dictionary(resources))
    }
    edits.set(number, page)
    return (forms.count, bareCount)
  }
}
