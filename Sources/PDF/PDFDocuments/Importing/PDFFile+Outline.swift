package import ImageModel

extension PDFFile {
  /// Levels of an outline; deeper entries are left out.
  private static var deepestOutline: Int { 64 }
  private static var mostEntries: Int { 1_000_000 }

  /// The file's outline (bookmarks); empty where there is none.
  ///
  /// Each entry is read once: a loop ends its list, with a warning.
  package func outline() throws(ImageError) -> [OutlineEntry] {
    try read { reader throws(ImageError) in
      let root = try reader.resolve(try catalog(reader)["Outlines"]).dictionary
      guard let first = root?["First"] else { return [] }
      var visited: Set<ObjectNumber> = []
      // The lists that are being read, from the outermost to the innermost, each with the entry that comes next.
      var open: [(entries: [OutlineEntry], next: FileObject?)] = [([], first)]
      while let next = open.last?.next {
        let number = next.reference
        var item: FileDictionary?
        if let number, visited.insert(number).inserted {
          item = try reader.object(number).dictionary
        } else if number != nil {
          warn("the outline has a loop")
        }
        if let item, visited.count <= Self.mostEntries {
          open[open.count - 1].entries.append(try entry(item, reader))
          open[open.count - 1].next = item["Next"]
          if let child = item["First"] {
            if open.count < Self.deepestOutline {
              open.append(([], child))
            } else {
              warn("the outline has more than \(Self.deepestOutline) levels; deeper ones are left out")
            }
          }
        } else {
          open[open.count - 1].next = nil
        }
        while open.count > 1, let list = open.last, list.next == nil {
          open.removeLast()
          // Below the last entry of the list around it.
          let parent = open.count - 1
          if let last = open[parent].entries.indices.last { open[parent].entries[last].children = list.entries }
        }
      }
      return open.first?.entries ?? []
    }
  }

  private func entry(_ item: FileDictionary, _ reader: ObjectReader) throws(ImageError) -> OutlineEntry {
    var entry = OutlineEntry(title: try reader.resolve(item["Title"]).text ?? "")
    entry.target = try target(of: item, reader)
    entry.isOpen = (try reader.resolve(item["Count"]).integer ?? 0) > 0
    let flags = try reader.resolve(item["F"]).integer ?? 0
    entry.isItalic = flags & 1 != 0
    entry.isBold = flags & 2 != 0
    let color = try reader.resolve(item["C"]).array?.compactMap(\.number) ?? []
    if color.count == 3 { entry.color = color.map { min(max($0, 0), 1) } }
    return entry
  }
}
