internal import ImageModel
internal import PDFWriting

/// The catalog's trees of names and of page labels.
enum DocumentTrees {
  /// The most entries of one node, so that no object becomes long.
  private static let nodeSize = 64

  /// A name tree (ISO 32000-1, 7.9.6): sorted by the names' bytes, in leaves below one root.
  static func names(
    _ values: [(name: String, value: PDFObject)], _ writer: PDFWriter
  ) throws(ImageError) -> PDFObject {
    let sorted = values.map { entry in (key: key(entry.name), value: entry.value) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
    func flat(_ entries: ArraySlice<(key: [UInt8], value: PDFObject)>) -> PDFObject {
      .array(entries.flatMap { [.string($0.key), $0.value] })
    }
    guard sorted.count > nodeSize else { return .dictionary(["Names": flat(sorted[...])]) }
    var kids: [PDFObject] = []
    for start in stride(from: 0, to: sorted.count, by: nodeSize) {
      let entries = sorted[start..<min(start + nodeSize, sorted.count)]
      let limits = [entries.first, entries.last].compactMap { $0.map { PDFObject.string($0.key) } }
      kids.append(.reference(try writer.add(.dictionary(["Limits": .array(limits), "Names": flat(entries)]))))
    }
    return .dictionary(["Kids": .array(kids)])
  }

  /// The bytes of a name as they stand in the file.
  private static func key(_ name: String) -> [UInt8] {
    if case .string(let bytes) = PDFObject.text(name) { return bytes }
    return Array(name.utf8)
  }

  /// The number tree of page labels (12.4.2). It must say something of the first page.
  static func pageLabels(_ labels: [PageLabelRange]) -> PDFObject? {
    guard !labels.isEmpty else { return nil }
    var sorted = labels.sorted { $0.firstPage < $1.firstPage }
    if sorted[0].firstPage > 0 { sorted.insert(PageLabelRange(firstPage: 0, style: .decimal), at: 0) }
    var entries: [PDFObject] = []
    for label in sorted {
      var dictionary: PDFDictionary = [:]
      dictionary["S"] = label.style.map { .name($0.rawValue) }
      if !label.prefix.isEmpty { dictionary["P"] = .text(label.prefix) }
      if label.start != 1 { dictionary["St"] = .integer(label.start) }
      entries += [.integer(label.firstPage), .dictionary(dictionary)]
    }
    return .dictionary(["Nums": .array(entries)])
  }
}
