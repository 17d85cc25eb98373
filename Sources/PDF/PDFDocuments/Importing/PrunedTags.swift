internal import ImageModel
internal import PDFReading

/// The tags (structure elements, ISO 32000-1, 14.7.2) of a document of which only some pages are imported.
///
/// An element whose content is only on pages that are left out is left out, too. Elements without any content, such as
/// empty cells of a table, stay with their parent.
struct PrunedTags {
  /// The elements that are left out.
  private(set) var emptied: Set<ObjectNumber> = []
  /// The elements that stay and lose a part of their content.
  private var mixed: Set<ObjectNumber> = []
  /// Whether a page is imported; nil for an object that is not a page.
  private let isKept: (ObjectNumber) -> Bool?

  /// An element whose kids are being visited.
  private struct Visit {
    var number: ObjectNumber?
    var page: ObjectNumber?
    var kids: [FileObject]
    var next = 0
    var hasKept = false
    var hasLost = false
  }

  /// Visits each element once. The traversal is not recursive, so that no depth overflows the stack.
  init(
    of root: FileDictionary, _ reader: ObjectReader, isKept: @escaping (ObjectNumber) -> Bool?
  ) throws(ImageError) {
    self.isKept = isKept
    var open = [Visit(kids: try Self.kids(of: root, reader))]
    var visited: Set<ObjectNumber> = []
    // A list that many elements share would take quadratic time.
    var visitedLists: Set<ObjectNumber> = []
    while var visit = open.popLast() {
      guard visit.next < visit.kids.count else {
        close(visit, below: &open)
        continue
      }
      let kid = visit.kids[visit.next]
      visit.next += 1
      if let page = try contentPage(kid, of: visit.page, reader) {
        if isKept(page) == true { visit.hasKept = true }
        if isKept(page) == false { visit.hasLost = true }
      }
      open.append(visit)
      guard let element = try Self.element(kid, reader) else { continue }
      if let number = kid.reference, !visited.insert(number).inserted { continue }
      if let list = element["K"]?.reference, !visitedLists.insert(list).inserted { continue }
      open.append(
        Visit(number: kid.reference, page: element["Pg"]?.reference, kids: try Self.kids(of: element, reader)))
    }
  }

  private mutating func close(_ visit: Visit, below open: inout [Visit]) {
    if let number = visit.number, visit.hasLost {
      if visit.hasKept { mixed.insert(number) } else { emptied.insert(number) }
    }
    guard let parent = open.indices.last else { return }
    if visit.hasKept { open[parent].hasKept = true }
    if visit.hasLost { open[parent].hasLost = true }
  }

  /// An element without the content that is left out; other objects unchanged.
  func pruned(
    _ element: FileDictionary, _ number: ObjectNumber, _ reader: ObjectReader
  ) throws(ImageError) -> FileDictionary {
    guard mixed.contains(number) else { return element }
    var result = element
    result.entries.removeAll { $0.key == "K" }
    result.entries.append(.init(key: "K", value: .array(try keptKids(of: element, reader))))
    return result
  }

  /// The kids of an element, or of the root, that stay.
  func keptKids(of element: FileDictionary, _ reader: ObjectReader) throws(ImageError) -> [FileObject] {
    var kept: [FileObject] = []
    for kid in try Self.kids(of: element, reader) {
      if let number = kid.reference, emptied.contains(number) { continue }
      if let page = try contentPage(kid, of: element["Pg"]?.reference, reader), isKept(page) == false { continue }
      kept.append(kid)
    }
    return kept
  }

  /// The entry /K, which is one kid or an array.
  static func kids(of element: FileDictionary, _ reader: ObjectReader) throws(ImageError) -> [FileObject] {
    guard let kids = element["K"] else { return [] }
    return try reader.resolve(kids).array ?? [kids]
  }

  /// The page of a kid that is content: a marked-content identifier, or a reference to content or to an object; nil for
  /// elements.
  private func contentPage(
    _ kid: FileObject, of page: ObjectNumber?, _ reader: ObjectReader
  ) throws(ImageError) -> ObjectNumber? {
    if kid.integer != nil { return page }
    guard let item = try reader.resolve(kid).dictionary, Self.isContent(item) else { return nil }
    return item["Pg"]?.reference ?? page
  }

  private static func isContent(_ item: FileDictionary) -> Bool {
    item["Type"]?.name == "MCR" || item["Type"]?.name == "OBJR"
  }

  private static func element(_ kid: FileObject, _ reader: ObjectReader) throws(ImageError) -> FileDictionary? {
    guard let item = try reader.resolve(kid).dictionary, !isContent(item) else { return nil }
    return item
  }
}
