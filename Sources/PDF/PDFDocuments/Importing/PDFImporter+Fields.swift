package import ImageModel
package import PDFWriting

/// The form fields that imported widgets belong to.
struct ImportedFields {
  struct Field {
    var reference: PDFReference
    var kids: [PDFReference] = []
  }

  /// Fields that are no widgets, by their numbers in the file they come from.
  var nodes: [ObjectNumber: Field] = [:]
  /// In the order in which they were met.
  var order: [ObjectNumber] = []
  var roots: [PDFReference] = []
}

extension PDFImporter {
  private static var deepestField: Int { 32 }

  /// Ties an imported widget to its field; the field is written by `formFields`.
  func addField(
    _ widget: FileDictionary, _ result: inout PDFDictionary, _ reference: PDFReference, _ reader: ObjectReader
  ) throws(ImageError) {
    // What was signed is no longer what it was.
    if try reader.resolve(widget["FT"]).name == "Sig" { result["V"] = nil }
    guard let parent = widget["Parent"]?.reference else {
      guard let name = try reader.resolve(widget["T"]).text, widget["FT"] != nil else { return }
      result["T"] = .text(renameField(name))
      fields.roots.append(reference)
      return
    }
    var kid = reference
    var next: ObjectNumber? = parent
    var depth = 0
    while let number = next, depth < Self.deepestField {
      if let known = fields.nodes[number] {
        fields.nodes[number]?.kids.append(kid)
        if depth == 0 { result["Parent"] = .reference(known.reference) }
        return
      }
      guard let dictionary = try reader.object(number).dictionary else { return }
      let field = writer.reserve()
      if depth == 0 { result["Parent"] = .reference(field) }
      fields.nodes[number] = ImportedFields.Field(reference: field, kids: [kid])
      fields.order.append(number)
      next = dictionary["Parent"]?.reference
      if next == nil || depth + 1 == Self.deepestField { fields.roots.append(field) }
      kid = field
      depth += 1
    }
  }

  /// Writes the form fields of all pages that were imported; to be called once, after the last page.
  ///
  /// - Returns: what the catalog's /AcroForm is to hold of this file: /Fields, and the defaults /DR, /DA and /Q. nil where no
  ///   imported page has fields.
  package func formFields() throws(ImageError) -> PDFDictionary? {
    guard !fields.roots.isEmpty else { return nil }
    let roots = Set(fields.roots)
    return try file.read { reader throws(ImageError) in
      for number in fields.order {
        guard let field = fields.nodes[number], let source = try reader.object(number).dictionary else { continue }
        var result = PDFDictionary(
          try entries(source, omitting: Self.left.union(["Kids", "Parent", "P"]), reader)
            .filter { NameSyntax.isPlain($0.key) })
        if try reader.resolve(source["FT"]).name == "Sig" { result["V"] = nil }
        result["Kids"] = .array(field.kids.map { .reference($0) })
        if let above = source["Parent"]?.reference, let parent = fields.nodes[above],
          !roots.contains(field.reference)
        {
          result["Parent"] = .reference(parent.reference)
        } else if let name = try reader.resolve(source["T"]).text {
          result["T"] = .text(renameField(name))
        }
        try writer.write(.dictionary(result), as: field.reference)
      }
      let form = try reader.resolve(try file.catalog(reader)["AcroForm"]).dictionary ?? FileDictionary()
      var result: PDFDictionary = ["Fields": .array(fields.roots.map { .reference($0) })]
      for key in ["DA", "Q", "NeedAppearances"] {
        if let value = form[key] { result[key] = try object(value, reader) }
      }
      // Down to its categories, so that those of several files can be put together.
      if let resources = try reader.resolve(form["DR"]).dictionary {
        var all: [(key: String, value: PDFObject)] = []
        for category in resources.entries {
          all.append((category.key, try object(try reader.resolve(category.value), reader)))
        }
        result["DR"] = .dictionary(PDFDictionary(all.filter { NameSyntax.isPlain($0.key) }))
      }
      if form["XFA"] != nil { file.note("the form's XFA part is not kept") }
      try writeQueue(reader)
      return result
    }
  }
}
