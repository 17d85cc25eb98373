package import ImageModel

/// The pages of a file in order, and the entries that they inherit (ISO 32000-1, 7.7.3).
///
/// Each node is visited once, which ends loops. The traversal is not recursive, so that no depth overflows the stack.
package struct PageTree: Sendable {
  package enum Place: Hashable, Sendable {
    case object(ObjectNumber)
    /// A page that is a direct object in the array of its parent, which is invalid but occurs.
    case direct(FileDictionary)
  }

  package struct Page: Sendable {
    package var place: Place
    /// The index of the entries that it inherits.
    package var node: Int
  }

  /// More pages than this are an attack: a million references take six megabytes.
  private static let maxPages = 1_000_000
  private static let inheritable = ["Resources", "MediaBox", "CropBox", "Rotate"]

  package private(set) var pages: [Page] = []
  /// The entries that the pages below each node inherit.
  package private(set) var inherited: [FileDictionary] = []
  /// The object numbers of all nodes that are not pages.
  package private(set) var nodes: Set<ObjectNumber> = []
  /// The index of each page that is an indirect object.
  package private(set) var indices: [ObjectNumber: Int] = [:]
  package private(set) var warnings: [String] = []

  /// - Throws: `invalidData` where the catalog has no page tree; the errors of reading an object.
  package init(catalog: FileDictionary, _ reader: some ObjectSource) throws(ImageError) {
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
    _ reader: some ObjectSource
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

  private mutating func kids(of node: FileDictionary, _ reader: some ObjectSource) throws(ImageError) -> [FileObject] {
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

  /// The dictionary of a page with the entries that it inherits. nil for a page that does not exist.
  package func dictionary(ofPage index: Int, _ reader: some ObjectSource) throws(ImageError) -> FileDictionary? {
    guard pages.indices.contains(index) else { return nil }
    let page = pages[index]
    var dictionary: FileDictionary
    switch page.place {
    case .direct(let direct): dictionary = direct
    case .object(let number): dictionary = try reader.object(number).dictionary ?? FileDictionary()
    }
    for entry in inherited[page.node].entries where dictionary[entry.key] == nil {
      dictionary.entries.removeAll { $0.key == entry.key }
      dictionary.entries.append(entry)
    }
    return dictionary
  }
}
