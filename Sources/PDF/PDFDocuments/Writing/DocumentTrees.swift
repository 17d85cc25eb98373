internal import ImageModel
internal import PDFWriting

/// Writes name trees and number trees, such as those of the catalog.
enum DocumentTrees {
  /// The maximum number of entries in a node, so that no object becomes long.
  private static let nodeSize = 64

  /// A name tree (ISO 32000-1, 7.9.6): sorted by the bytes of the names.
  static func names(
    _ values: [(key: [UInt8], value: PDFObject)], _ writer: PDFWriter
  ) throws(ImageError) -> PDFObject {
    let sorted = values.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    return try tree("Names", sorted.map { (key: .string($0.key), value: $0.value) }, writer)
  }

  /// A name tree or a number tree (7.9.7) of sorted entries, in leaves below one root.
  ///
  /// - Parameter leaf: the key of the entries, `Names` or `Nums`.
  static func tree(
    _ leaf: String, _ sorted: [(key: PDFObject, value: PDFObject)], _ writer: PDFWriter
  ) throws(ImageError) -> PDFObject {
    func flat(_ entries: ArraySlice<(key: PDFObject, value: PDFObject)>) -> PDFObject {
      .array(entries.flatMap { [$0.key, $0.value] })
    }
    guard sorted.count > nodeSize else { return .dictionary(PDFDictionary([(leaf, flat(sorted[...]))])) }
    var kids: [PDFObject] = []
    for start in stride(from: 0, to: sorted.count, by: nodeSize) {
      let entries = sorted[start..<min(start + nodeSize, sorted.count)]
      let limits = [entries.first, entries.last].compactMap { $0?.key }
      kids.append(
        .reference(try writer.add(.dictionary(PDFDictionary([("Limits", .array(limits)), (leaf, flat(entries))])))))
    }
    return .dictionary(["Kids": .array(kids)])
  }

  /// The bytes of a name in the file.
  static func key(_ name: String) -> [UInt8] {
    if case .string(let bytes) = PDFObject.text(name) { return bytes }
    return Array(name.utf8)
  }

  /// The number tree of page labels (12.4.2). It must have an entry for the first page.
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

/// Writes the outline's items as linked lists (ISO 32000-1, 12.3.3).
struct OutlineWriter {
  let writer: PDFWriter
  /// The object of a page, by its index in the document.
  let page: (Int) -> PDFReference?

  /// Writes the outline; nil where it is empty.
  func write(_ items: [OutlineEntry]) throws(ImageError) -> PDFReference? {
    guard !items.isEmpty else { return nil }
    let root = writer.reserve()
    let list = try write(items, parent: root, depth: 0)
    try writer.write(
      .dictionary([
        "Type": .name("Outlines"), "First": .reference(list.first), "Last": .reference(list.last),
        "Count": .integer(list.shown),
      ]), as: root)
    return root
  }

  /// Deeper items are left out, because viewers and the recursion here have limits.
  private static let deepest = 64

  /// Writes siblings. `shown` is the number of items that are visible at first, including those in open items.
  private func write(
    _ items: [OutlineEntry], parent: PDFReference, depth: Int
  ) throws(ImageError) -> (first: PDFReference, last: PDFReference, shown: Int) {
    var shown = 0
    let first = writer.reserve()
    var (previous, current) = (PDFReference?.none, first)
    for (index, item) in items.enumerated() {
      let next = index + 1 < items.count ? writer.reserve() : nil
      var dictionary: PDFDictionary = ["Title": .text(item.title), "Parent": .reference(parent)]
      dictionary["Prev"] = previous.map { .reference($0) }
      dictionary["Next"] = next.map { .reference($0) }
      add(item.target, or: item.entries, to: &dictionary)
      if item.isBold || item.isItalic {
        dictionary["F"] = .integer((item.isItalic ? 1 : 0) + (item.isBold ? 2 : 0))
      }
      if let color = item.color { dictionary["C"] = .array(color.map { .real($0) }) }
      if !item.children.isEmpty, depth < Self.deepest {
        let list = try write(item.children, parent: current, depth: depth + 1)
        dictionary["First"] = .reference(list.first)
        dictionary["Last"] = .reference(list.last)
        dictionary["Count"] = .integer(item.isOpen ? list.shown : -list.shown)
        if item.isOpen { shown += list.shown }
      }
      try writer.write(.dictionary(dictionary), as: current)
      shown += 1
      previous = current
      if let next { current = next }
    }
    return (first, current, shown)
  }

  private func add(_ target: PDFTarget?, or entries: PDFDictionary, to dictionary: inout PDFDictionary) {
    switch target {
    case nil: for entry in entries.entries { dictionary[entry.key] = entry.value }
    case .named(let name)?: dictionary["Dest"] = .text(name)
    case .uri(let uri)?:
      dictionary["A"] = .dictionary(["S": .name("URI"), "URI": .string(Array(uri.utf8))])
    case .destination(let destination)?:
      if let reference = page(destination.page) { dictionary["Dest"] = destination.object(page: reference) }
    }
  }
}
