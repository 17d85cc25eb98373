internal import ImageModel

/// The pages of a file in their order, with what they inherit from the nodes above them (ISO 32000-1, 7.7.3).
///
/// Each node is entered once, which ends loops; nothing is called recursively, so that no depth harms.
struct FilePageTree: Sendable {
  enum Place: Hashable, Sendable {
    case object(ObjectNumber)
    /// A page that stands in its parent's array itself, which is wrong and happens.
    case direct(FileDictionary)
  }

  struct Page: Sendable {
    var place: Place
    /// The index of what it inherits.
    var node: Int
  }

  /// Pages beyond this number are an attack: a million references take six megabytes.
  private static let mostPages = 1_000_000
  private static let inheritable = ["Resources", "MediaBox", "CropBox", "Rotate"]

  private(set) var pages: [Page] = []
  /// What the pages below each node inherit.
  private(set) var inherited: [FileDictionary] = []
  /// The numbers of all nodes that are no pages.
  private(set) var nodes: Set<ObjectNumber> = []
  /// The index of each page that is an object of its own.
  private(set) var indices: [ObjectNumber: Int] = [:]
  private(set) var warnings: [String] = []

  /// - Throws: `invalidData` where the catalog leads to no page tree; what reading an object throws.
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
      // A page that was met already is no node.
      if indices[number] != nil { return try add(.object(number), below: node) }
      if nodes.contains(number) { return warnings.append("the page tree has a loop at object \(number.number)") }
    }
    guard let dictionary = try reader.resolve(kid).dictionary else {
      return warnings.append("the page tree has an entry that is no page")
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
    guard pages.count < Self.mostPages else {
      throw ImageError(.limitExceeded, "has more than \(Self.mostPages) pages", format: "PDF")
    }
    if case .object(let number) = place, indices[number] == nil { indices[number] = pages.count }
    pages.append(Page(place: place, node: node))
  }

  /// Adds what is inherited below a node and returns its index.
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
