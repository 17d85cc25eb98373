/// Builds the page tree (ISO 32000-1, 7.7.3) from the left while pages are written.
///
/// The number of a node is reserved for its first kid, so that kids can refer to their parent. The node is written when
/// the next one begins. One node of each level is in memory.
struct PageTreeWriter {
  /// A node that is ready to be written.
  struct Finished {
    var reference: PDFReference
    var dictionary: PDFDictionary
  }

  private struct Level {
    var reference: PDFReference
    var kids: [PDFReference] = []
    var pageCount = 0
  }

  /// The leaves' parents first, the root last.
  private var levels: [Level] = []
  /// The number of kids of a node. With 32, a viewer reads three nodes to open page 10,000.
  private static let fanOut = 32

  private(set) var pageCount = 0

  /// Adds a page.
  ///
  /// - Returns: the parent of the page, and the nodes that are full.
  mutating func add(_ page: PDFReference, _ reserve: () -> PDFReference) -> (parent: PDFReference, full: [Finished]) {
    var full: [Finished] = []
    place(page, pages: 1, at: 0, reserve, &full)
    pageCount += 1
    return (levels[0].reference, full)
  }

  private mutating func place(
    _ kid: PDFReference, pages: Int, at index: Int, _ reserve: () -> PDFReference, _ full: inout [Finished]
  ) {
    if index == levels.count { levels.append(Level(reference: reserve())) }
    if levels[index].kids.count == Self.fanOut {
      let closed = levels[index]
      place(closed.reference, pages: closed.pageCount, at: index + 1, reserve, &full)
      full.append(Self.finished(closed, parent: levels[index + 1].reference))
      levels[index] = Level(reference: reserve())
    }
    levels[index].kids.append(kid)
    levels[index].pageCount += pages
  }

  /// Finishes the tree.
  ///
  /// - Returns: the root, which is also the last of the nodes to be written.
  mutating func finish(_ reserve: () -> PDFReference) -> (root: PDFReference, nodes: [Finished]) {
    var nodes: [Finished] = []
    if levels.isEmpty { levels.append(Level(reference: reserve())) }
    var index = 0
    while index + 1 < levels.count {
      let closed = levels[index]
      place(closed.reference, pages: closed.pageCount, at: index + 1, reserve, &nodes)
      nodes.append(Self.finished(closed, parent: levels[index + 1].reference))
      index += 1
    }
    nodes.append(Self.finished(levels[index], parent: nil))
    return (levels[index].reference, nodes)
  }

  private static func finished(_ level: Level, parent: PDFReference?) -> Finished {
    var dictionary: PDFDictionary = [
      "Type": .name("Pages"), "Count": .integer(level.pageCount), "Kids": .array(level.kids.map { .reference($0) }),
    ]
    dictionary["Parent"] = parent.map { .reference($0) }
    return Finished(reference: level.reference, dictionary: dictionary)
  }
}
