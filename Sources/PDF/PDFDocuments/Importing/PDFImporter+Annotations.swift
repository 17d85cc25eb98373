internal import ImageModel
internal import PDFReading
internal import PDFWriting

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
    var kept: [Annotation] = []
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
      kept.append(Annotation(number: element.reference, source: annotation, target: target, reference: reference))
    }
    if dropped > 0 {
      file.note("page \(index + 1): links to pages that are not in the document are left out (\(dropped))")
    }
    for annotation in kept {
      let entries = try entries(annotation, page: index, reader)
      if let drawField, annotation.source["Subtype"]?.name == "Widget",
        let appearance = try fieldAppearance(of: annotation, reader)
      {
        try drawField(appearance, entries, annotation.reference)
      } else {
        try writer.write(.dictionary(entries), as: annotation.reference)
      }
    }
    return kept.isEmpty ? nil : .array(kept.map { .reference($0.reference) })
  }

  /// An annotation of the page that is being imported.
  struct Annotation {
    /// nil for a direct object.
    var number: ObjectNumber?
    var source: FileDictionary
    fileprivate var target: AnnotationTarget
    /// The object in the new file.
    var reference: PDFReference
  }

  /// Draws a part of a field whose value was changed. Returns false for other objects, which are copied.
  func drawEdited(
    _ number: ObjectNumber, _ source: FileDictionary, as reference: PDFReference, _ reader: ObjectReader
  ) throws(ImageError) -> Bool {
    guard let drawField, file.edits.redrawn.contains(number) else { return false }
    let widget = Annotation(number: number, source: source, target: .unchanged, reference: reference)
    guard let appearance = try fieldAppearance(of: widget, reader) else { return false }
    let omitted = try omittedKeys(of: source, reader).union(["AP"])
    try drawField(appearance, PDFDictionary(try entries(source, omitting: omitted, reader)), reference)
    return true
  }

  private func entries(
    _ annotation: Annotation, page index: Int, _ reader: ObjectReader
  ) throws(ImageError) -> PDFDictionary {
    let (source, target) = (annotation.source, annotation.target)
    let subtype = source["Subtype"]?.name
    var omitted = try omittedKeys(of: source, reader).union(["P", "IRT", "Popup", "Parent"])
    if case .unchanged = target {} else { omitted.formUnion(["A", "Dest"]) }
    var result = PDFDictionary(try entries(source, omitting: omitted, reader))
    // Only annotations of the same page: those of other pages would be copied without their page.
    for key in ["IRT", "Popup", "Parent"] {
      guard let number = source[key]?.reference, let other = annotationReferences[number] else { continue }
      result[key] = .reference(other)
    }
    try renameResources(of: source, in: &result, reader)
    if subtype == "Widget" { try addField(annotation, &result, page: index, reader) }
    // A link does not need a reference to its page.
    if subtype != "Link" { result["P"] = links.pageReference(index).map { .reference($0) } }
    if case .entry(let key, let value) = target { result[key] = value }
    return result
  }

  // MARK: Targets

  /// The target of an annotation in the new file.
  fileprivate enum AnnotationTarget {
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
