internal import ImageModel
internal import PDFReading
internal import PDFWriting

/// Leaving out parts of the document that is copied.
extension PDFImporter {
  /// The types of annotations that are comments (ISO 32000-1, table 169), of which the title is the author.
  private static let comments: Set<String> = [
    "Text", "FreeText", "Line", "Square", "Circle", "Polygon", "PolyLine", "Highlight", "Underline", "Squiggly",
    "StrikeOut", "Stamp", "Caret", "Ink", "FileAttachment", "Sound", "Redact",
  ]
  private static let programActions: Set<String> = ["JavaScript", "Launch", "ImportData"]

  /// The events of pages, annotations, fields and the document that run actions (tables 194 to 197).
  private static let events: Set<String> = [
    "O", "C", "E", "X", "D", "U", "Fo", "Bl", "PO", "PC", "PV", "PI", "K", "F", "V", "WC", "WS", "DS", "WP", "DP",
  ]

  /// The name of the part that an entry of a dictionary belongs to, if that part is removed.
  ///
  /// Resources, destinations and the like may have any names, also those of such entries: the value decides, too.
  func removedPart(
    _ entry: FileDictionary.Entry, of dictionary: FileDictionary, _ reader: ObjectReader
  ) throws(ImageError) -> String? {
    if removal.contains(.metadata), let part = try metadataPart(entry, of: dictionary, reader) { return part }
    if removal.contains(.scripts), try isScript(entry, of: dictionary, reader) {
      return "scripts and actions of events"
    }
    switch entry.key {
    case "AF" where removal.contains(.attachments):
      let value = try reader.resolve(entry.value)
      let first = value.array == nil ? value : try reader.resolve(value.array?.first)
      guard let file = first.dictionary, file["EF"] != nil || ["Filespec", "F"].contains(file["Type"]?.name) else {
        return nil
      }
      return "attached files"
    case "EmbeddedFiles", "Collection": return removal.contains(.attachments) ? "attached files" : nil
    case "OC" where removal.contains(.layers):
      let layer = try reader.resolve(entry.value).dictionary
      return ["OCG", "OCMD"].contains(try reader.resolve(layer?["Type"]).name) ? "layers and references to them" : nil
    case "OCProperties": return removal.contains(.layers) ? "layers and references to them" : nil
    default: return nil
    }
  }

  private func metadataPart(
    _ entry: FileDictionary.Entry, of dictionary: FileDictionary, _ reader: ObjectReader
  ) throws(ImageError) -> String? {
    switch entry.key {
    case "Metadata":
      guard case .stream(let stream) = try reader.resolve(entry.value) else { return nil }
      let isDrawn = ["Image", "Form"].contains(try reader.resolve(stream["Subtype"]).name)
      return isDrawn ? nil : "XMP metadata of parts"
    case "PieceInfo": return "private data of programs"
    case "LastModified": return "dates of pages"
    case "T", "M", "CreationDate", "NM":
      guard dictionary["Rect"] != nil, let type = try reader.resolve(dictionary["Subtype"]).name,
        // The title of a field is its name.
        type != "Widget" || entry.key != "T"
      else { return nil }
      return Self.comments.contains(type)
        ? "authors, dates and identifiers of comments" : "titles, dates and identifiers of links, fields and media"
    default: return nil
    }
  }

  private func isScript(
    _ entry: FileDictionary.Entry, of dictionary: FileDictionary, _ reader: ObjectReader
  ) throws(ImageError) -> Bool {
    switch entry.key {
    case "AA":
      for event in try reader.resolve(entry.value).dictionary?.entries ?? [] where Self.events.contains(event.key) {
        if try reader.resolve(try reader.resolve(event.value).dictionary?["S"]).name != nil { return true }
      }
      return false
    case "JS":
      let isText = try reader.resolve(entry.value).string != nil
      let isAction = try reader.resolve(dictionary["S"]).name != nil
      return isText || isAction
    case "JavaScript":
      let value = try reader.resolve(entry.value).dictionary
      return value != nil && value?["Type"] == nil
    // The scripts of three-dimensional models, and of forms in XFA.
    case "OnInstantiate": return true
    case "XFA": return dictionary["Fields"] != nil
    case "A", "PA", "OpenAction", "Next":
      let value = try reader.resolve(entry.value)
      // There may be several next actions.
      for action in value.array ?? [value] {
        let type = try reader.resolve(try reader.resolve(action).dictionary?["S"]).name
        if let type, Self.programActions.contains(type) { return true }
      }
      return false
    default: return false
    }
  }

  /// The dictionary of a page without the annotations that are removed.
  func pageDictionary(_ index: Int, _ reader: ObjectReader) throws(ImageError) -> FileDictionary {
    var page = try file.dictionary(ofPage: index, reader)
    if removal.contains(.thumbnails), page["Thumb"] != nil {
      page.entries.removeAll { $0.key == "Thumb" }
      removed.add("thumbnails")
    }
    guard !removal.isDisjoint(with: [.annotations, .links, .attachments, .layers]),
      let all = try reader.resolve(page["Annots"]).array
    else { return page }
    var kept: [FileObject] = []
    for element in all {
      guard let part = try removedPart(ofAnnotation: element, reader) else {
        kept.append(element)
        continue
      }
      // A page that is drawn on several sheets counts once.
      if let number = element.reference, !leftOut.insert(number).inserted { continue }
      removed.add(part)
    }
    page.entries.removeAll { $0.key == "Annots" }
    if !kept.isEmpty { page.entries.append(FileDictionary.Entry(key: "Annots", value: .array(kept))) }
    return page
  }

  private func removedPart(ofAnnotation element: FileObject, _ reader: ObjectReader) throws(ImageError) -> String? {
    guard let annotation = try reader.resolve(element).dictionary else { return nil }
    let type = try reader.resolve(annotation["Subtype"]).name ?? ""
    if removal.contains(.layers), try isHidden(annotation["OC"], reader) { return "hidden annotations" }
    switch type {
    case "Link": return removal.contains(.links) ? "links" : nil
    case "Widget": return nil
    case "FileAttachment" where removal.contains(.attachments): return "attached files"
    default: return removal.contains(.annotations) ? "comments" : nil
    }
  }

  /// The data of a stream, without the metadata of a JPEG where metadata is removed.
  func withoutMetadata(
    _ pieces: [PDFStreamPiece], _ dictionary: FileDictionary, _ reader: ObjectReader
  ) throws(ImageError) -> [PDFStreamPiece] {
    guard removal.contains(.metadata) else { return pieces }
    let filter = try reader.resolve(dictionary["Filter"])
    var filters = filter.name.map { [$0] } ?? []
    for element in filter.array ?? [] { filters.append(try reader.resolve(element).name ?? "") }
    guard filters == ["DCTDecode"] || filters == ["DCT"] else {
      if !Set(filters).isDisjoint(with: ["DCTDecode", "DCT", "JPXDecode"]) {
        file.note("metadata in JPEG 2000 pictures, and in JPEG pictures with further filters, is not removed")
      }
      return pieces
    }
    guard let stripped = try PictureMetadata.stripped(PieceSource(pieces), limits: file.limits) else { return pieces }
    removed.add("metadata of pictures")
    return stripped
  }

  /// Counts the parts of the description of the document, which the new one does not get.
  func countDescription() throws(ImageError) {
    guard removal.contains(.metadata) else { return }
    let info = try file.read { reader throws(ImageError) in
      try reader.resolve(try reader.trailer()["Info"]).dictionary?.entries.map(\.key) ?? []
    }
    if !info.isEmpty { removed.add("entries of Info: \(info.sorted().joined(separator: ", "))", count: info.count) }
    if try file.metadataPacket() != nil { removed.add("XMP metadata of the document") }
  }
}
