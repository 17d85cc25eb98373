internal import ImageModel

/// The pages of a file in order, and the entries that they inherit (ISO 32000-1, 7.7.3).
///
/// Each node is visited once, which ends loops. The traversal is not recursive, so that no depth overflows the stack.
struct PageTree: Sendable {
  enum Place: Hashable, Sendable {
    case object(ObjectNumber)
    /// A page that is a direct object in the array of its parent, which is invalid but occurs.
    case direct(FileDictionary)
  }

  struct Page: Sendable {
    var place: Place
    /// The index of the entries that it inherits.
    var node: Int
  }

  /// More pages than this are an attack: a million references take six megabytes.
  private static let maxPages = 1_000_000
  private static let inheritable = ["Resources", "MediaBox", "CropBox", "Rotate"]

  private(set) var pages: [Page] = []
  /// The entries that the pages below each node inherit.
  private(set) var inherited: [FileDictionary] = []
  /// The object numbers of all nodes that are not pages.
  private(set) var nodes: Set<ObjectNumber> = []
  /// The index of each page that is an indirect object.
  private(set) var indices: [ObjectNumber: Int] = [:]
  private(set) var warnings: [String] = []

  /// - Throws: `invalidData` where the catalog has no page tree; the errors of reading an object.
  init(catalog: FileDictionary, _ reader: ObjectReader) throws(ImageError) {
    guard let root = catalog["Pages"], let dictionary = try reader.resolve(root).dictionary else {
      throw ImageError(.invalidData, "there is no page tree", format: "PDF")
    }
    if let number = root.reference { nodes.insert(number) }
    var open: [(kids: [FileObject], next: Int, node: Int)] = []
    if dictionary["Kids"] == nil, dictionary["Type"]?.name == "Page" {
      try add(root.reference.map { .object($0) } ?? .direct(dictionary), below: addNode(FileDictionary(), nil))
      return
    }
    open.append((try kids(of: dictionary, reader), 0, addNode(dictionary, nil)))
    while let (kids, next, node) = open.last {
      guard next < kids.count else {
        open.removeLast()
        continue
      }
      open[open.count - 1].next += 1
      try visit(kids[next], below: node, &open, reader)
    }
    if pages.isEmpty { warnings.append("the page tree has no pages") }
  }

  private mutating func visit(
    _ kid: FileObject, below node: Int, _ open: inout [(kids: [FileObject], next: Int, node: Int)],
    _ reader: ObjectReader
  ) throws(ImageError) {
    if let number = kid.reference {
      // The same page may occur several times.
      if indices[number] != nil { return try add(.object(number), below: node) }
      if nodes.contains(number) { return warnings.append("the page tree has a loop at object \(number.number)") }
    }
    guard let dictionary = try reader.resolve(kid).dictionary else {
      return warnings.append("the page tree has an entry that is not a page")
    }
    if dictionary["Kids"] != nil, dictionary["Type"]?.name != "Page" {
      if let number = kid.reference { nodes.insert(number) }
      open.append((try kids(of: dictionary, reader), 0, addNode(dictionary, node)))
    } else {
      try add(kid.reference.map { .object($0) } ?? .direct(dictionary), below: node)
    }
  }

  private mutating func kids(of node: FileDictionary, _ reader: ObjectReader) throws(ImageError) -> [FileObject] {
    guard let kids = try reader.resolve(node["Kids"]).array else {
      warnings.append("a node of the page tree has no list of kids")
      return []
    }
    return kids
  }

  private mutating func add(_ place: Place, below node: Int) throws(ImageError) {
    guard pages.count < Self.maxPages else {
      throw ImageError(.limitExceeded, "has more than \(Self.maxPages) pages", format: "PDF")
    }
    if case .object(let number) = place, indices[number] == nil { indices[number] = pages.count }
    pages.append(Page(place: place, node: node))
  }

  /// Adds the entries that pages below a node inherit, and returns their index.
  private mutating func addNode(_ node: FileDictionary, _ parent: Int?) -> Int {
    var entries: [FileDictionary.Entry] = []
    for key in Self.inheritable {
      guard let value = node[key] ?? parent.flatMap({ inherited[$0][key] }) else { continue }
      entries.append(.init(key: key, value: value))
    }
    inherited.append(FileDictionary(entries: entries))
    return inherited.count - 1
  }
}

/// Reads a name tree or a number tree (ISO 32000-1, 7.9.6 and 7.9.7).
///
/// Each node is visited once, the traversal is not recursive, and keys need not be sorted.
struct KeyedTree {
  /// The key of the pairs in the leaves: `Names` or `Nums`.
  var leaf: String

  private static let maxEntries = 1_000_000

  /// Calls `take` with all pairs. Values are not resolved.
  ///
  /// - Throws: `limitExceeded` for more than a million entries; the errors of `take`.
  func visit(
    _ root: FileObject, _ reader: ObjectReader, _ take: (FileObject, FileObject) throws(ImageError) -> Void
  ) throws(ImageError) {
    var open = [root]
    var visited: Set<ObjectNumber> = []
    var count = 0
    while let object = open.popLast() {
      if let number = object.reference, !visited.insert(number).inserted { continue }
      guard let node = try reader.resolve(object).dictionary else { continue }
      let pairs = try reader.resolve(node[leaf]).array ?? []
      let kids = try reader.resolve(node["Kids"]).array ?? []
      count += pairs.count / 2 + kids.count
      guard count <= Self.maxEntries else {
        throw ImageError(.limitExceeded, "a tree of names has more than \(Self.maxEntries) entries", format: "PDF")
      }
      for index in stride(from: 0, to: pairs.count - 1, by: 2) {
        try take(try reader.resolve(pairs[index]), pairs[index + 1])
      }
      open.append(contentsOf: kids.reversed())
    }
  }
}
