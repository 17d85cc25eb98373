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

  /// The name of the part that an entry of a dictionary belongs to, if that part is removed.
  func removedPart(
    _ entry: FileDictionary.Entry, of dictionary: FileDictionary, _ reader: ObjectReader
  ) throws(ImageError) -> String? {
    switch entry.key {
    case "Thumb" where removal.contains(.thumbnails): return "thumbnails"
    case "Metadata" where removal.contains(.metadata): return "XMP metadata of parts"
    case "PieceInfo" where removal.contains(.metadata): return "private data of programs"
    case "LastModified" where removal.contains(.metadata): return "dates of pages"
    case "T", "M", "CreationDate", "NM":
      guard removal.contains(.metadata), Self.comments.contains(dictionary["Subtype"]?.name ?? "") else { return nil }
      return "authors, dates and identifiers of comments"
    case "AA", "JS", "JavaScript": return removal.contains(.scripts) ? "scripts and actions of events" : nil
    case "A", "PA", "OpenAction", "Next":
      guard removal.contains(.scripts), let action = try reader.resolve(entry.value).dictionary,
        Self.programActions.contains(try reader.resolve(action["S"]).name ?? "")
      else { return nil }
      return "scripts and actions of events"
    case "AF", "EmbeddedFiles", "Collection": return removal.contains(.attachments) ? "attached files" : nil
    case "OC", "OCProperties": return removal.contains(.layers) ? "layers and references to them" : nil
    default: return nil
    }
  }

  /// The dictionary of a page without the annotations that are removed.
  func pageDictionary(_ index: Int, _ reader: ObjectReader) throws(ImageError) -> FileDictionary {
    var page = try file.dictionary(ofPage: index, reader)
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
    guard removal.contains(.metadata), try reader.resolve(dictionary["Filter"]).name == "DCTDecode",
      let stripped = try PictureMetadata.stripped(PieceSource(pieces), limits: file.limits)
    else { return pieces }
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
