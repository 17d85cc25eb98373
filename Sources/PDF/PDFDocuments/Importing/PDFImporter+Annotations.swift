internal import ImageModel
internal import PDFWriting

extension PDFImporter {
  private static var mostAnnotations: Int { 100_000 }

  /// The annotations of a page, written one by one; nil where none is left.
  func annotations(
    _ list: FileObject, page index: Int, _ reader: ObjectReader
  ) throws(ImageError) -> PDFObject? {
    let elements = try reader.resolve(list).array ?? []
    guard elements.count <= Self.mostAnnotations else {
      throw ImageError(
        .limitExceeded, "page \(index + 1) has more than \(Self.mostAnnotations) annotations", format: "PDF")
    }
    // All of them get their numbers first, for they refer to each other.
    var kept: [(source: FileDictionary, way: Way, reference: PDFReference)] = []
    var dropped = 0
    for element in elements {
      if let number = element.reference, annotationReferences[number] != nil { continue }
      guard let annotation = try reader.resolve(element).dictionary else { continue }
      let way = try way(of: annotation, reader)
      if case .nowhere = way, annotation["Subtype"]?.name == "Link" {
        dropped += 1
        continue
      }
      let reference = writer.reserve()
      if let number = element.reference { annotationReferences[number] = reference }
      kept.append((annotation, way, reference))
    }
    if dropped > 0 { file.note("page \(index + 1): links to pages that are not there are left out (\(dropped))") }
    for (source, way, reference) in kept {
      try writer.write(.dictionary(try annotation(source, way, reference, page: index, reader)), as: reference)
    }
    return kept.isEmpty ? nil : .array(kept.map { .reference($0.reference) })
  }

  private func annotation(
    _ source: FileDictionary, _ way: Way, _ reference: PDFReference, page index: Int, _ reader: ObjectReader
  ) throws(ImageError) -> PDFDictionary {
    let subtype = source["Subtype"]?.name
    var omitted = Self.left.union(["P", "IRT", "Popup", "Parent"])
    if case .elsewhere = way {} else { omitted.formUnion(["A", "Dest"]) }
    var result = PDFDictionary(
      try entries(source, omitting: omitted, reader).filter { NameSyntax.isPlain($0.key) })
    // Other annotations of the same page; those of other pages would come without their page.
    for key in ["IRT", "Popup", "Parent"] {
      guard let number = source[key]?.reference, let other = annotationReferences[number] else { continue }
      result[key] = .reference(other)
    }
    if subtype == "Widget" { try addField(source, &result, reference, reader) }
    // A link needs no way back to its page.
    if subtype != "Link" { result["P"] = links.pageReference(index).map { .reference($0) } }
    if case .to(let key, let value) = way { result[key] = value }
    return result
  }

  // MARK: Ways

  /// Where an annotation leads in the new file.
  private enum Way {
    /// To a page that is not in it, or that never was.
    case nowhere
    /// To a page: /Dest or /A.
    case to(key: String, PDFObject)
    /// Out of the file, or no way at all: entries stay as they are.
    case elsewhere
  }

  private func way(of annotation: FileDictionary, _ reader: ObjectReader) throws(ImageError) -> Way {
    if annotation["Dest"] != nil {
      return try destination(of: annotation, reader).map { .to(key: "Dest", $0) } ?? .nowhere
    }
    guard let action = try reader.resolve(annotation["A"]).dictionary,
      try reader.resolve(action["S"]).name == "GoTo"
    else { return .elsewhere }
    guard let destination = try destination(of: annotation, reader) else { return .nowhere }
    guard action["Next"] != nil else { return .to(key: "Dest", destination) }
    var entries = try entries(action, omitting: ["D", "SD"], reader)
    entries.append(("D", destination))
    return .to(key: "A", NameSyntax.object(entries))
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
