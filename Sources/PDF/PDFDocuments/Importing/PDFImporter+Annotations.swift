package import ImageModel
package import PDFWriting

extension PDFImporter {
  private static var maxAnnotations: Int { 100_000 }

  /// Writes the annotations of a page; nil where none is left.
  func annotations(
    _ list: FileObject, page index: Int, _ reader: ObjectReader
  ) throws(ImageError) -> PDFObject? {
    let elements = try reader.resolve(list).array ?? []
    guard elements.count <= Self.maxAnnotations else {
      throw ImageError(
        .limitExceeded, "page \(index + 1) has more than \(Self.maxAnnotations) annotations", format: "PDF")
    }
    // All objects are reserved first, because annotations refer to each other.
    var kept: [(source: FileDictionary, target: AnnotationTarget, reference: PDFReference)] = []
    var dropped = 0
    for element in elements {
      if let number = element.reference, annotationReferences[number] != nil { continue }
      guard let annotation = try reader.resolve(element).dictionary else { continue }
      let target = try target(of: annotation, reader)
      if case .missing = target, annotation["Subtype"]?.name == "Link" {
        dropped += 1
        if let number = element.reference { leftOut.insert(number) }
        continue
      }
      let reference = writer.reserve()
      if let number = element.reference {
        annotationReferences[number] = reference
        // Where a page is imported twice, other objects refer to its first copy.
        if references[number] == nil { references[number] = reference }
      }
      kept.append((annotation, target, reference))
    }
    if dropped > 0 {
      file.note("page \(index + 1): links to pages that are not in the document are left out (\(dropped))")
    }
    for (source, target, reference) in kept {
      try writer.write(.dictionary(try annotation(source, target, reference, page: index, reader)), as: reference)
    }
    return kept.isEmpty ? nil : .array(kept.map { .reference($0.reference) })
  }

  private func annotation(
    _ source: FileDictionary, _ target: AnnotationTarget, _ reference: PDFReference, page index: Int,
    _ reader: ObjectReader
  ) throws(ImageError) -> PDFDictionary {
    let subtype = source["Subtype"]?.name
    var omitted = try omittedKeys(of: source, reader).union(["P", "IRT", "Popup", "Parent"])
    if case .unchanged = target {} else { omitted.formUnion(["A", "Dest"]) }
    var result = PDFDictionary(try entries(source, omitting: omitted, reader))
    // Only annotations of the same page: those of other pages would be copied without their page.
    for key in ["IRT", "Popup", "Parent"] {
      guard let number = source[key]?.reference, let other = annotationReferences[number] else { continue }
      result[key] = .reference(other)
    }
    if subtype == "Widget" { try addField(source, &result, reference, reader) }
    // A link does not need a reference to its page.
    if subtype != "Link" { result["P"] = links.pageReference(index).map { .reference($0) } }
    if case .entry(let key, let value) = target { result[key] = value }
    return result
  }

  // MARK: Targets

  /// The target of an annotation in the new file.
  private enum AnnotationTarget {
    /// A page that is not in the new file.
    case missing
    /// A page, in the entry /Dest or /A.
    case entry(key: String, PDFObject)
    /// A target outside the file, or none: the entries are copied.
    case unchanged
  }

  private func target(of annotation: FileDictionary, _ reader: ObjectReader) throws(ImageError) -> AnnotationTarget {
    if annotation["Dest"] != nil {
      return try destination(of: annotation, reader).map { .entry(key: "Dest", $0) } ?? .missing
    }
    guard let action = try reader.resolve(annotation["A"]).dictionary,
      try reader.resolve(action["S"]).name == "GoTo"
    else { return .unchanged }
    guard let destination = try destination(of: annotation, reader) else { return .missing }
    guard action["Next"] != nil else { return .entry(key: "Dest", destination) }
    var entries = try entries(action, omitting: ["D", "SD"], reader)
    entries.append(("D", destination))
    return .entry(key: "A", .dictionary(PDFDictionary(entries)))
  }

  private func destination(of annotation: FileDictionary, _ reader: ObjectReader) throws(ImageError) -> PDFObject? {
    switch try file.target(of: annotation, reader) {
    case .destination(let destination)?: links.pageReference(destination.page).map { destination.object(page: $0) }
    case .named(let name)?:
      try file.destination(named: name).flatMap { links.pageReference($0.page) }.map { _ in .text(links.rename(name)) }
    default: nil
    }
  }
}

/// The form fields that imported widgets belong to.
struct ImportedFields {
  struct Field {
    var reference: PDFReference
    var kids: [PDFReference] = []
  }

  /// The fields that are not widgets, by their object numbers in the source file.
  var nodes: [ObjectNumber: Field] = [:]
  /// The keys of `nodes` in the order in which they were found.
  var order: [ObjectNumber] = []
  var roots: [PDFReference] = []
}

extension PDFImporter {
  private static var maxFieldDepth: Int { 32 }

  /// Connects an imported widget to its field, which `formFields` writes.
  func addField(
    _ widget: FileDictionary, _ result: inout PDFDictionary, _ reference: PDFReference, _ reader: ObjectReader
  ) throws(ImageError) {
    guard let parent = widget["Parent"]?.reference else {
      guard let name = try reader.resolve(widget["T"]).text, widget["FT"] != nil else { return }
      result["T"] = .text(renameField(name))
      fields.roots.append(reference)
      return
    }
    var kid = reference
    var next: ObjectNumber? = parent
    var depth = 0
    while let number = next, depth < Self.maxFieldDepth {
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
      if next == nil || depth + 1 == Self.maxFieldDepth { fields.roots.append(field) }
      kid = field
      depth += 1
    }
  }

  /// Writes the form fields of all imported pages. Call it once, after the last page.
  ///
  /// - Returns: the entries of this file for /AcroForm in the catalog: /Fields, the order of calculations /CO, and the
  ///   defaults /DR, /DA and /Q. nil where no imported page has fields.
  package func formFields() throws(ImageError) -> PDFDictionary? {
    guard !fields.roots.isEmpty else { return nil }
    let roots = Set(fields.roots)
    return try file.read { reader throws(ImageError) in
      for number in fields.order {
        guard let field = fields.nodes[number], let source = try reader.object(number).dictionary else { continue }
        var result = PDFDictionary(
          try entries(source, omitting: omittedKeys(of: source, reader).union(["Kids", "Parent", "P"]), reader))
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
      // The categories are direct objects, so that those of several files can be merged.
      if let resources = try reader.resolve(form["DR"]).dictionary {
        var all: [(key: String, value: PDFObject)] = []
        for category in resources.entries {
          all.append((category.key, try object(try reader.resolve(category.value), reader)))
        }
        result["DR"] = .dictionary(PDFDictionary(all))
      }
      let calculated = (try reader.resolve(form["CO"]).array ?? []).compactMap(\.reference)
        .compactMap { fields.nodes[$0]?.reference ?? references[$0] }
      if !calculated.isEmpty { result["CO"] = .array(calculated.map { .reference($0) }) }
      if form["XFA"] != nil { file.lose("the XFA part of the form") }
      try writeQueue(reader)
      return result
    }
  }
}
