package import ImageModel

/// The values of fields in a file of form data, FDF (ISO 32000-1, 12.7.7).
package enum FDFFile {
  /// Whether a file begins as FDF.
  package static func isFDF(_ bytes: [UInt8]) -> Bool { bytes.starts(with: Array("%FDF-".utf8)) }

  private static let maxDepth = 32
  private static let maxFields = 100_000
  private static let maxName = 65_536

  /// The fields by their full names, with their values, in the order of the file; nil for another file.
  ///
  /// A value is a string, a name, or an array of strings. A field without a value has none here.
  ///
  /// - Throws: `limitExceeded` for more than 100,000 fields, and for fields in a loop.
  package static func fields(in bytes: [UInt8]) throws(ImageError) -> [(name: String, value: FileObject)]? {
    guard isFDF(bytes) else { return nil }
    // Fields may be objects of their own.
    var objects: [ObjectNumber: FileObject] = [:]
    var entry: FileObject?
    var parser = ObjectParser(bytes)
    while objects.count < maxFields {
      parser.skipSpace()
      guard let number = parser.integer(), let generation = parser.integer(), parser.take("obj"),
        let value = parser.value(), let own = Int32(exactly: number), let version = Int32(exactly: generation)
      else { break }
      _ = parser.take("endobj")
      objects[ObjectNumber(number: own, generation: version)] = value
      if let found = value.dictionary?["FDF"] { entry = found }
    }
    func resolve(_ object: FileObject?) -> FileObject? { object?.reference.flatMap { objects[$0] } ?? object }
    guard let list = resolve(resolve(entry)?.dictionary?["Fields"])?.array else { return nil }
    var found: [(name: String, value: FileObject)] = []
    var open = list.reversed().map { (field: $0, prefix: "", depth: 0) }
    var count = 0
    while let (field, prefix, depth) = open.popLast() {
      count += 1
      guard count <= maxFields, depth <= maxDepth, prefix.utf8.count <= maxName else {
        throw ImageError(.limitExceeded, "has too many fields, or fields in a loop", format: "FDF")
      }
      guard let field = resolve(field)?.dictionary else { continue }
      let own = resolve(field["T"])?.text
      let name = prefix + (prefix.isEmpty || own == nil ? "" : ".") + (own ?? "")
      if let value = resolve(field["V"]) { found.append((name, value)) }
      for kid in (resolve(field["Kids"])?.array ?? []).reversed().prefix(maxFields) {
        open.append((kid, name, depth + 1))
      }
    }
    return found
  }
}
