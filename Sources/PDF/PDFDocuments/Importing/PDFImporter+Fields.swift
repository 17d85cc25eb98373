package import ImageModel
internal import PDFReading
package import PDFWriting

/// The form fields of imported pages.
struct ImportedFields {
  struct Field {
    var reference: PDFReference
    var kids: [PDFReference] = []
    /// Whether the field is a widget, too, which is on several pages. Its entries are divided then.
    var isWidget = false
  }

  /// The fields that are not widgets, by their object numbers in the source file.
  var nodes: [ObjectNumber: Field] = [:]
  /// The keys of `nodes` in the order in which they were found.
  var order: [ObjectNumber] = []
  var roots: [PDFReference] = []
  /// The imported widgets.
  var widgets: Set<ObjectNumber> = []
}

extension PDFImporter {
  private static var maxFieldDepth: Int { 32 }

  /// The entries of a field that is a widget, too, which belong to the field (ISO 32000-1, 12.7.3 and 12.7.4).
  private static let fieldKeys: Set<String> = [
    "FT", "T", "TU", "TM", "Ff", "V", "DV", "DA", "DR", "Q", "DS", "RV", "MaxLen", "Opt", "TI", "I", "Lock", "SV",
  ]

  /// Connects an imported widget to its field, which `formFields` writes.
  func addField(
    _ widget: Annotation, _ result: inout PDFDictionary, page: Int, _ reader: ObjectReader
  ) throws(ImageError) {
    if let number = widget.number { fields.widgets.insert(number) }
    if let parent = try parent(of: widget.source, widget.number, reader),
      let field = try connect(widget.reference, to: parent, reader)
    {
      result["Parent"] = .reference(field)
      return
    }
    guard widget.source["T"] != nil, widget.source["FT"] != nil else { return }
    if let number = widget.number, repeatedPages.contains(page) {
      // One field with a widget on each copy of the page.
      let field = try connect(widget.reference, to: number, isWidget: true, reader)
      result = PDFDictionary(result.entries.filter { !Self.fieldKeys.contains($0.key) })
      result["Parent"] = field.map { .reference($0) }
    } else {
      try completeRoot(&result, of: widget.source, reader)
      fields.roots.append(widget.reference)
    }
  }

  /// The field above a field or widget. Some files only have the way down.
  func parent(
    of dictionary: FileDictionary, _ number: ObjectNumber?, _ reader: ObjectReader
  ) throws(ImageError) -> ObjectNumber? {
    if let parent = dictionary["Parent"]?.reference { return parent }
    guard let number else { return nil }
    return try form(reader).parents[number]
  }

  func form(_ reader: ObjectReader) throws(ImageError) -> FormTree {
    if let formTree { return formTree }
    let tree = try FormTree(catalog: try file.catalog(reader), reader)
    formTree = tree
    return tree
  }

  /// Connects a widget or field to the field above it, and that to the fields above it.
  ///
  /// - Returns: the field in the new file; nil where it is not a dictionary.
  private func connect(
    _ kid: PDFReference, to parent: ObjectNumber, isWidget: Bool = false, _ reader: ObjectReader
  ) throws(ImageError) -> PDFReference? {
    var kid = kid
    var next: ObjectNumber? = parent
    var first: PDFReference?
    var depth = 0
    while let number = next, depth < Self.maxFieldDepth {
      if let known = fields.nodes[number] {
        fields.nodes[number]?.kids.append(kid)
        return first ?? known.reference
      }
      guard let dictionary = try reader.object(number).dictionary else { return first }
      let field = writer.reserve()
      first = first ?? field
      fields.nodes[number] = ImportedFields.Field(reference: field, kids: [kid], isWidget: isWidget && depth == 0)
      fields.order.append(number)
      next = try self.parent(of: dictionary, number, reader)
      if next == nil || depth + 1 == Self.maxFieldDepth { fields.roots.append(field) }
      kid = field
      depth += 1
    }
    return first
  }

  /// Gives a field at the top its name in the new file, and the defaults of its form, which are not those of the forms
  /// of other documents.
  private func completeRoot(
    _ result: inout PDFDictionary, of source: FileDictionary, _ reader: ObjectReader
  ) throws(ImageError) {
    if let name = try reader.resolve(source["T"]).text { result["T"] = .text(renameField(name)) }
    let form = try form(reader).form
    for key in ["DA", "Q"] where source[key] == nil {
      guard let value = form[key] else { continue }
      result[key] = try object(value, reader)
      try renameResources(of: FileDictionary(entries: [.init(key: key, value: value)]), in: &result, reader)
    }
  }

  /// Gives the default appearance and resources of a field or annotation the new names of the form's resources.
  func renameResources(
    of source: FileDictionary, in result: inout PDFDictionary, _ reader: ObjectReader
  ) throws(ImageError) {
    guard !renamedResources.isEmpty else { return }
    if let appearance = try reader.resolve(source["DA"]).string {
      result["DA"] = .string(DefaultAppearance.renamed(appearance, renamedResources))
    }
    if let resources = try defaultResources(source["DR"], reader) { result["DR"] = .dictionary(resources) }
  }

  /// Default resources with their new names. The categories are direct objects, so that those of several files can be
  /// merged.
  private func defaultResources(
    _ object: FileObject?, _ reader: ObjectReader
  ) throws(ImageError) -> PDFDictionary? {
    guard let resources = try reader.resolve(object).dictionary else { return nil }
    var categories: [(key: String, value: PDFObject)] = []
    for category in resources.entries {
      let value = try reader.resolve(category.value)
      guard let dictionary = value.dictionary else {
        categories.append((category.key, try self.object(value, reader)))
        continue
      }
      let entries = try entries(dictionary, reader).map { (key: renamedResources[$0.key] ?? $0.key, value: $0.value) }
      categories.append((category.key, .dictionary(PDFDictionary(entries))))
    }
    return PDFDictionary(categories)
  }

  /// Writes the form fields of all imported pages, and those that have no widget on any page of the file. Call it once,
  /// after the last page.
  ///
  /// - Returns: the entries of this file for /AcroForm in the catalog: /Fields, the order of calculations /CO, the
  ///   default resources /DR, and /NeedAppearances. nil where there are no fields.
  package func formFields() throws(ImageError) -> PDFDictionary? {
    try file.read { reader throws(ImageError) in
      try addHiddenFields(reader)
      guard !fields.roots.isEmpty else { return nil }
      let roots = Set(fields.roots)
      for number in fields.order {
        guard let field = fields.nodes[number], let source = try reader.object(number).dictionary else { continue }
        var result = try entries(ofField: source, reader)
        if field.isWidget { result = PDFDictionary(result.entries.filter { Self.fieldKeys.contains($0.key) }) }
        result["Kids"] = .array(field.kids.map { .reference($0) })
        if roots.contains(field.reference) {
          try completeRoot(&result, of: source, reader)
        } else if let above = try parent(of: source, number, reader), let parent = fields.nodes[above] {
          result["Parent"] = .reference(parent.reference)
        }
        try writer.write(.dictionary(result), as: field.reference)
      }
      let form = try form(reader).form
      var result: PDFDictionary = ["Fields": .array(fields.roots.map { .reference($0) })]
      if try reader.resolve(form["NeedAppearances"]).boolean == true { result["NeedAppearances"] = .boolean(true) }
      if let resources = try defaultResources(form["DR"], reader) { result["DR"] = .dictionary(resources) }
      let calculated = (try reader.resolve(form["CO"]).array ?? []).compactMap(\.reference)
        .compactMap { fields.nodes[$0]?.reference ?? references[$0] }
      if !calculated.isEmpty { result["CO"] = .array(calculated.map { .reference($0) }) }
      if form["XFA"] != nil { file.lose("the XFA part of the form") }
      try writeQueue(reader)
      return result
    }
  }

  private func entries(ofField source: FileDictionary, _ reader: ObjectReader) throws(ImageError) -> PDFDictionary {
    let omitted = try omittedKeys(of: source, reader).union(["Kids", "Parent", "P"])
    var result = PDFDictionary(try entries(source, omitting: omitted, reader))
    try renameResources(of: source, in: &result, reader)
    return result
  }

  /// Adds the fields without a widget on any page of the file, such as values that only scripts use and invisible
  /// signatures. Fields whose widgets are on pages that are left out are left out, too.
  private func addHiddenFields(_ reader: ObjectReader) throws(ImageError) {
    guard keepsHiddenFields else { return }
    let form = try form(reader)
    var hidden = form.leaves.filter { !fields.widgets.contains($0) && fields.nodes[$0] == nil }
    guard !hidden.isEmpty else { return }
    var seen: Set<ObjectNumber> = []
    for index in 0..<file.pageCount {
      let annotations = try reader.resolve(try file.dictionary(ofPage: index, reader)["Annots"]).array ?? []
      seen.formUnion(annotations.compactMap(\.reference))
    }
    hidden.removeAll { seen.contains($0) }
    for number in hidden {
      guard let source = try reader.object(number).dictionary else { continue }
      var result = try entries(ofField: source, reader)
      let reference = writer.reserve()
      if references[number] == nil { references[number] = reference }
      if let parent = form.parents[number] {
        result["Parent"] = try connect(reference, to: parent, reader).map { .reference($0) }
      } else {
        try completeRoot(&result, of: source, reader)
        fields.roots.append(reference)
      }
      try writer.write(.dictionary(result), as: reference)
    }
  }
}
