internal import ImageModel
internal import PDFReading
internal import PDFWriting

/// The tags of all imported documents and of drawn pages, joined to one structure tree (ISO 32000-1, 14.7).
///
/// The trees of several documents become the children of one element of type Document. Order of calls: `(adopt -> pages
/// of the importer -> collect)* -> entries`.
final class JoinedTags {
  /// What the elements at the top of each tree refer to as their parent: the root of the new tree, or the element that
  /// holds the trees of several documents.
  private var top: PDFReference?
  private var documentCount = 0
  private var kids: [PDFObject] = []
  /// The parent tree, by positions of the new file.
  private var parents: [(position: Int, value: PDFObject)] = []
  private var nextPosition = 0
  private var identifiers: [(key: [UInt8], value: PDFObject)] = []
  private var knownIdentifiers: Set<[UInt8]> = []
  private var maps: [String: [(key: String, value: PDFObject)]] = [:]
  private var lists: [String: [PDFObject]] = [:]
  private var marks: Set<String> = []

  /// What elements at the top refer to as their parent.
  func top(_ writer: PDFWriter) -> PDFReference {
    let top = self.top ?? writer.reserve()
    self.top = top
    return top
  }

  /// Whether there are trees of several documents.
  var isShared: Bool { documentCount > 1 }

  /// Adds the tags of drawn pages, in one element.
  func add(part: PDFReference, _ writer: PDFWriter) {
    _ = top(writer)
    documentCount += 1
    kids.append(.reference(part))
    marks.insert("Marked")
  }

  /// Adds the element, or the elements of all pieces of content, of a position in the parent tree.
  func add(parent: PDFObject, at position: Int) { parents.append((position, parent)) }

  /// Adds an identifier of an element, which no other one has.
  func addIdentifier(of element: PDFReference) -> [UInt8] {
    var key = Array("element-\(element.number)".utf8)
    while !knownIdentifiers.insert(key).inserted { key.append(UInt8(ascii: "x")) }
    identifiers.append((key, .reference(element)))
    return key
  }

  /// A new position in the parent tree.
  func takePosition() -> Int {
    nextPosition += 1
    return nextPosition - 1
  }

  /// Lets an importer keep its tags. Call it before the first page of the importer.
  ///
  /// - Parameter pages: the indices of the imported pages in their file; nil for all.
  func adopt(_ importer: PDFImporter, pages: Set<Int>?) throws(ImageError) {
    try importer.file.read { reader throws(ImageError) in
      let object = try importer.file.catalog(reader)["StructTreeRoot"]
      guard let object, let root = try reader.resolve(object).dictionary else { return }
      let top = top(importer.writer)
      importer.tagPositions = .joined(self)
      if let number = object.reference { importer.references[number] = top }
      if let pages {
        let indices = importer.file.tree.indices
        let pruned = try PrunedTags(of: root, reader) { indices[$0].map { pages.contains($0) } }
        importer.leftOut.formUnion(pruned.emptied)
        importer.prunedTags = pruned
      }
    }
  }

  /// Collects the tags of an importer. Call it once, after its last page.
  func collect(_ importer: PDFImporter) throws(ImageError) {
    guard case .joined = importer.tagPositions else { return }
    try importer.file.read { reader throws(ImageError) in
      let catalog = try importer.file.catalog(reader)
      guard let root = try reader.resolve(catalog["StructTreeRoot"]).dictionary else { return }
      documentCount += 1
      var kept = try PrunedTags.kids(of: root, reader)
      if let pruned = importer.prunedTags { kept = try pruned.keptKids(of: root, reader) }
      for kid in kept { kids.append(try importer.object(kid, reader)) }
      // All tags are written first: they may refer to objects with positions of their own.
      try importer.writeQueue(reader)
      if let tree = root["ParentTree"] {
        try KeyedTree(leaf: "Nums").visit(tree, reader) { key, value throws(ImageError) in
          guard let position = key.integer.flatMap({ importer.joinedPositions[$0] }) else { return }
          parents.append((position, try importer.object(value, reader)))
        }
      }
      if let tree = root["IDTree"] {
        try KeyedTree(leaf: "Names").visit(tree, reader) { key, value throws(ImageError) in
          let element = try importer.object(value, reader)
          guard let key = key.string, element != .null else { return }
          guard knownIdentifiers.insert(key).inserted else {
            return importer.file.lose("identifiers of tags that another document has, too")
          }
          identifiers.append((key, element))
        }
      }
      for key in ["RoleMap", "ClassMap"] { try join(key, of: root, importer, reader) }
      for key in ["Namespaces", "PronunciationLexicon", "AF"] {
        for element in try reader.resolve(root[key]).array ?? [] {
          lists[key, default: []].append(try importer.object(element, reader))
        }
      }
      for entry in try reader.resolve(catalog["MarkInfo"]).dictionary?.entries ?? [] {
        if try reader.resolve(entry.value).boolean == true { marks.insert(entry.key) }
      }
      try importer.writeQueue(reader)
    }
  }

  /// Adds the entries of a dictionary of the root. If two have the same key, the first one is kept.
  private func join(
    _ key: String, of root: FileDictionary, _ importer: PDFImporter, _ reader: ObjectReader
  ) throws(ImageError) {
    guard let dictionary = try reader.resolve(root[key]).dictionary else { return }
    var known: [String: PDFObject] = [:]
    for entry in maps[key] ?? [] { known[entry.key] = entry.value }
    for entry in try importer.entries(dictionary, reader) {
      if let earlier = known[entry.key] {
        if earlier != entry.value {
          importer.file.lose("the meaning of the tag '\(entry.key)', which another document has")
        }
      } else {
        maps[key, default: []].append(entry)
      }
    }
  }

  /// The entries of the catalog; empty where no document has tags.
  func entries(_ writer: PDFWriter) throws(ImageError) -> PDFDictionary {
    guard let top, documentCount > 0 else { return [:] }
    var root: PDFDictionary = ["Type": .name("StructTreeRoot"), "K": .array(kids)]
    var reference = top
    if documentCount > 1 {
      reference = writer.reserve()
      root["K"] = .reference(top)
      try writer.write(
        .dictionary([
          "Type": .name("StructElem"), "S": .name("Document"), "P": .reference(reference), "K": .array(kids),
        ]), as: top)
    }
    let sorted = parents.sorted { $0.position < $1.position }
    root["ParentTree"] = try DocumentTrees.tree(
      "Nums", sorted.map { (key: .integer($0.position), value: $0.value) }, writer)
    root["ParentTreeNextKey"] = .integer(nextPosition)
    if !identifiers.isEmpty { root["IDTree"] = try DocumentTrees.names(identifiers, writer) }
    for (key, entries) in maps.sorted(by: { $0.key < $1.key }) { root[key] = .dictionary(PDFDictionary(entries)) }
    for (key, elements) in lists.sorted(by: { $0.key < $1.key }) { root[key] = .array(elements) }
    try writer.write(.dictionary(root), as: reference)
    var entries: PDFDictionary = ["StructTreeRoot": .reference(reference)]
    if !marks.isEmpty {
      entries["MarkInfo"] = .dictionary(PDFDictionary(marks.sorted().map { (key: $0, value: .boolean(true)) }))
    }
    return entries
  }
}
