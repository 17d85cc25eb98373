package import ImageModel
package import PDFDocuments
package import StructuredText

/// Builds an outline from the bookmarks of pages and their levels.
package struct DescriptionOutline {
  private var flat: [(level: Int, entry: OutlineEntry)] = []

  package init() {}

  /// Adds the bookmarks of a page.
  ///
  /// - Parameter index: the index of the page in the document, counted from 0.
  package mutating func add(_ page: DescribedPage, at index: Int) {
    for placed in page.bookmarks {
      var entry = OutlineEntry(
        title: placed.bookmark.title,
        target: .destination(PDFDestination(page: index, view: .position(left: nil, top: placed.y, zoom: nil))))
      entry.isOpen = placed.bookmark.isOpen
      flat.append((placed.bookmark.level, entry))
    }
  }

  /// The outline: the parent of an entry is the last entry before it with a lower level.
  package var entries: [OutlineEntry] {
    // The chain of open entries, the outermost first. The first one is the root.
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

/// Parses an outline: an array of entries `{"title": "Chapter", "page": 3, "open": true, "children": [...]}`.
package enum OutlineDescription {
  /// - Throws: `usage` with the place of the fault.
  package static func entries(_ value: StructuredValue) throws(ImageError) -> [OutlineEntry] {
    try entries(value, "outline")
  }

  private static func entries(_ value: StructuredValue, _ place: String) throws(ImageError) -> [OutlineEntry] {
    guard case .array(let elements) = value.content else { throw error(place, "expected a list of entries") }
    var result: [OutlineEntry] = []
    for (index, element) in elements.enumerated() { result.append(try entry(element, "\(place)[\(index)]")) }
    return result
  }

  private static func entry(_ value: StructuredValue, _ place: String) throws(ImageError) -> OutlineEntry {
    guard case .object(let object) = value.content else {
      throw error(place, "expected an entry such as {\"title\": \"One\", \"page\": 1}")
    }
    var entry = OutlineEntry(title: "")
    for member in object.members {
      let inner = "\(place).\(member.name)"
      switch (member.name, member.value.content) {
      case ("title", .string(let text)): entry.title = text
      case ("page", .number(let number, _)):
        guard let page = Int(exactly: number), page >= 1, page <= 10_000_000 else {
          throw error(inner, "expected the number of a page, from 1")
        }
        entry.target = .destination(PDFDestination(page: page - 1))
      case ("uri", .string(let text)): entry.target = .uri(text)
      case ("name", .string(let text)): entry.target = .named(text)
      case ("open", .bool(let flag)): entry.isOpen = flag
      case ("bold", .bool(let flag)): entry.isBold = flag
      case ("italic", .bool(let flag)): entry.isItalic = flag
      case ("children", _): entry.children = try entries(member.value, inner)
      case ("title", _), ("uri", _), ("name", _): throw error(inner, "expected a text")
      case ("page", _): throw error(inner, "expected the number of a page, from 1")
      case ("open", _), ("bold", _), ("italic", _): throw error(inner, "expected true or false")
      default:
        throw error(inner, "unknown key; an entry has title, page, uri, name, open, bold, italic and children")
      }
    }
    guard !entry.title.isEmpty else { throw error(place, "has no title") }
    return entry
  }

  private static func error(_ place: String, _ message: String) -> ImageError {
    ImageError(.usage, "\(place): \(message)")
  }
}

/// An entry of the document's outline: a title, or an object with `title`, `level` and `open`.
package struct Bookmark: Hashable, Sendable {
  package var title: String
  /// 1 for the top level. The parent of an entry is the last entry before it with a lower level.
  package var level = 1
  /// Whether the children are shown.
  package var isOpen = true

  init(_ reader: ValueReader) throws(ImageError) {
    guard reader.isObject else {
      title = try reader.text("a title")
      return
    }
    let object = try reader.object("a bookmark", ["title", "level", "open"])
    title = try object.required("title").text("a title")
    level = try object["level"]?.integer("a level from 1 to 20", in: 1...20) ?? 1
    isOpen = try object["open"]?.flag() ?? true
  }
}
