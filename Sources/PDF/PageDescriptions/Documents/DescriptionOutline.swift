package import PDFDocuments

/// Puts the bookmarks of pages into a tree by their levels.
package struct DescriptionOutline {
  private var flat: [(level: Int, entry: OutlineEntry)] = []

  package init() {}

  /// Adds the bookmarks of a page.
  ///
  /// - Parameter index: the page's place in the document, counted from 0.
  package mutating func add(_ page: DescribedPage, at index: Int) {
    for placed in page.bookmarks {
      var entry = OutlineEntry(
        title: placed.bookmark.title,
        target: .destination(PDFDestination(page: index, view: .position(left: nil, top: placed.y, zoom: nil))))
      entry.isOpen = placed.bookmark.isOpen
      flat.append((placed.bookmark.level, entry))
    }
  }

  /// The tree: an entry lies in the last one before it that has a lower level.
  package var entries: [OutlineEntry] {
    // The chain of entries that are still open, outermost first; the first one stands for the whole.
    var chain: [(level: Int, entry: OutlineEntry)] = [(0, OutlineEntry(title: ""))]
    func closeLast() {
      let closed = chain.removeLast().entry
      chain[chain.count - 1].entry.children.append(closed)
    }
    for (level, entry) in flat {
      while chain.count > 1, chain[chain.count - 1].level >= level { closeLast() }
      chain.append((level, entry))
    }
    while chain.count > 1 { closeLast() }
    return chain[0].entry.children
  }
}
