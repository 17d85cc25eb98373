internal import ByteStreams
internal import ImageModel
internal import PDFWriting

/// A file that becomes a part of a document (ISO 32000-1, 7.11.4; ISO 32000-2, 14.13).
enum AttachedFile {
  /// Writes a file.
  ///
  /// - Parameter modificationDate: of the file; nil leaves it out.
  /// - Returns: the file specification.
  /// - Throws: `io`.
  static func write(
    _ source: any ByteSource, name: String, type: String?, relationship: String, modificationDate: PDFDate?,
    _ writer: PDFWriter
  ) throws(ImageError) -> PDFReference {
    let stream = writer.reserve()
    var parameters: PDFDictionary = ["Size": .integer(Int(clamping: source.size))]
    parameters["ModDate"] = modificationDate.map { .text($0.pdfText) }
    var dictionary: PDFDictionary = ["Type": .name("EmbeddedFile"), "Params": .dictionary(parameters)]
    dictionary["Subtype"] = type.map { .name($0) }
    try writer.writeStream(dictionary, as: stream) { body throws(ImageError) in
      var place: UInt64 = 0
      while place < source.size {
        let piece = try source.bytes(at: place, count: 1 << 18)
        guard !piece.isEmpty else { throw ImageError(.io, "was changed while it was being read") }
        try piece.withRawBytes { bytes throws(ImageError) in try body.append(bytes) }
        place += UInt64(piece.count)
      }
    }
    return try writer.add(
      .dictionary([
        "Type": .name("Filespec"), "F": .text(name), "UF": .text(name),
        "EF": .dictionary(["F": .reference(stream), "UF": .reference(stream)]), "AFRelationship": .name(relationship),
      ]))
  }
}
