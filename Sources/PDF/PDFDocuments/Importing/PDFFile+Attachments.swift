internal import ByteStreams
package import ImageModel
internal import PDFReading

/// A file that is attached to a document (ISO 32000-1, 7.11.4).
public struct PDFAttachment: Hashable, Sendable {
  /// The name of the file; with a number where an earlier one has the same: `data-2.xml`.
  public var name: String
  public var description: String?
  /// The MIME type.
  public var type: String?
  /// The size, as the document states it.
  public var byteCount: Int?
  let stream: ObjectNumber
}

extension PDFFile {
  /// The files that are attached to the document as a whole, in the order of their names in it. Annotations on pages
  /// may have more.
  package func attachments() throws(ImageError) -> [PDFAttachment] {
    try read { reader throws(ImageError) in
      guard let tree = try reader.resolve(try catalog(reader)["Names"]).dictionary?["EmbeddedFiles"] else { return [] }
      var found: [PDFAttachment] = []
      var names = UniqueNames()
      try KeyedTree(leaf: "Names").visit(tree, reader) { key, value throws(ImageError) in
        guard let file = try reader.resolve(value).dictionary,
          let streams = try reader.resolve(file["EF"]).dictionary,
          let stream = (streams["UF"] ?? streams["F"])?.reference,
          case .stream(let dictionary) = try reader.object(stream)
        else { return }
        let name = try reader.resolve(file["UF"] ?? file["F"]).text ?? key.text ?? ""
        let size = try reader.resolve(try reader.resolve(dictionary["Params"]).dictionary?["Size"]).integer
        found.append(
          PDFAttachment(
            name: names.add(file: name), description: try reader.resolve(file["Desc"]).text,
            type: try reader.resolve(dictionary["Subtype"]).name, byteCount: size, stream: stream))
      }
      return found
    }
  }

  /// Reads the content of an attached file.
  ///
  /// - Throws: `unsupported` for filters that cannot be decoded, `limitExceeded`, the errors of `take`.
  package func read(
    _ attachment: PDFAttachment, _ take: @escaping (UnsafeRawBufferPointer) throws(ImageError) -> Void
  ) throws(ImageError) {
    try read { reader throws(ImageError) in
      try reader.readStream(attachment.stream, decoded: true, limit: UInt64(limits.maxInputBytes), take)
    }
  }
}
