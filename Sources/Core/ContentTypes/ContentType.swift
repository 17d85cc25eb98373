/// A kind of content: what Uniform Type Identifiers are on Apple's systems and MIME types elsewhere.
package struct ContentType: Hashable, Sendable {
  /// A reverse-domain identifier, unique: `public.jpeg`.
  package var identifier: String
  /// The name that users know: `JPEG`.
  package var name: String
  /// Identifiers of the types that this one is a special case of.
  package var conformsTo: [String]
  /// File-name extensions without the dot, lower case, the preferred one first.
  package var fileExtensions: [String]
  /// MIME types, the preferred one first.
  package var mimeTypes: [String]
  /// Byte patterns, any of which identifies the type.
  package var signatures: [Signature]
  /// What a text of the type begins with (ASCII), after a byte-order mark, white space and an XML declaration.
  package var openings: [String]

  package init(
    _ identifier: String, name: String, conformsTo: [String] = ["public.data"], fileExtensions: [String] = [],
    mimeTypes: [String] = [], signatures: [Signature] = [], openings: [String] = []
  ) {
    self.identifier = identifier
    self.name = name
    self.conformsTo = conformsTo
    self.fileExtensions = fileExtensions
    self.mimeTypes = mimeTypes
    self.signatures = signatures
    self.openings = openings
  }

  /// Bytes that stand at a fixed place near the beginning of a file.
  package struct Signature: Hashable, Sendable {
    package var offset: Int
    package var bytes: [UInt8]

    package init(_ bytes: [UInt8], at offset: Int = 0) {
      self.offset = offset
      self.bytes = bytes
    }

    package init(_ text: String, at offset: Int = 0) {
      self.init(Array(text.utf8), at: offset)
    }

    func matches(_ header: [UInt8]) -> Bool {
      header.count >= offset + bytes.count && header[offset..<offset + bytes.count].elementsEqual(bytes)
    }
  }
}
