package import ByteStreams
package import ImageModel

/// The known content types, and the only place where a file's type is found.
package struct ContentTypeRegistry: Sendable {
  /// Searched from end to end: the lists are short, and most programs ask once a file.
  private let types: [ContentType]

  /// The number of bytes from the beginning of a file that signatures look at.
  package static let headerLength = 256

  /// A registry of types; of two with the same identifier the later counts, of two with the same extension the first.
  package init(_ types: [ContentType]) {
    self.types = types
  }

  /// A registry of the built-in types. Its tables are made once for a process: a document may be made of 10,000 files, each
  /// of which is looked at by one.
  package init() { self = Self.builtIn }

  private static let builtIn = ContentTypeRegistry(builtInTypes)

  /// The type with an identifier.
  package func type(identifier: String) -> ContentType? {
    types.last { $0.identifier == identifier }
  }

  /// The type of a file's content: by its first bytes, then by the extension of its name.
  ///
  /// - Parameters:
  ///   - header: the first bytes, `headerLength` of them where the file is that long.
  ///   - fileName: a name or path; only its extension counts, and only where no signature matches.
  /// - Returns: nil where neither says anything.
  package func type(header: [UInt8], fileName: String?) -> ContentType? {
    if let type = types.first(where: { type in type.signatures.contains { $0.matches(header) } }) { return type }
    if let type = textType(header) { return type }
    guard let fileName, let dot = fileName.lastIndex(of: "."), !fileName[dot...].contains("/") else { return nil }
    let fileExtension = fileName[fileName.index(after: dot)...].lowercased()
    return types.first { $0.fileExtensions.contains(fileExtension) }
  }

  /// The type of a text, in UTF-8 or UTF-16, by what it begins with; nil where it begins with nothing that is known.
  private func textType(_ header: [UInt8]) -> ContentType? {
    // Openings are ASCII: without the zeros all encodings of Unicode look the same.
    let mark: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF]
    let text = header.drop { mark.contains($0) }.filter { $0 != 0 }
    var rest = text.drop { $0 <= 0x20 }
    guard rest.first == 0x3C else { return nil }
    if rest.starts(with: "<?xml ".utf8), let end = rest.firstIndex(of: 0x3E) {
      rest = rest[(end + 1)...].drop { $0 <= 0x20 }
    }
    // Comments may stand before the first element (XML 1.0, 2.8).
    while rest.starts(with: "<!--".utf8) {
      var end = rest.dropFirst(4)
      while !end.isEmpty, !end.starts(with: "-->".utf8) { end = end.dropFirst() }
      rest = end.dropFirst(3).drop { $0 <= 0x20 }
    }
    return types.first { type in type.openings.contains { rest.starts(with: $0.utf8) } }
  }

  /// The type of a source.
  package func type(of source: any ByteSource, fileName: String?) throws(ImageError) -> ContentType? {
    type(header: try source.bytes(at: 0, count: Self.headerLength), fileName: fileName)
  }

  /// Whether a type is another one or a special case of it. Loops in declarations end the walk.
  package func type(_ identifier: String, conformsTo ancestor: String) -> Bool {
    var visited: Set<String> = []
    var pending = [identifier]
    while let next = pending.popLast() {
      if next == ancestor { return true }
      if visited.insert(next).inserted, let type = self.type(identifier: next) { pending += type.conformsTo }
    }
    return false
  }
}
