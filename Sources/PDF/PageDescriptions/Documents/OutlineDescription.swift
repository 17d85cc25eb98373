package import ImageModel
package import PDFDocuments
package import StructuredText

/// An outline as a value: an array of entries `{"title": "Chapter", "page": 3, "open": true, "children": [...]}`.
package enum OutlineDescription {
  /// - Throws: `usage` with the place of what is wrong.
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
        throw error(inner, "unknown; an entry has title, page, uri, name, open, bold, italic and children")
      }
    }
    guard !entry.title.isEmpty else { throw error(place, "has no title") }
    return entry
  }

  private static func error(_ place: String, _ message: String) -> ImageError {
    ImageError(.usage, "\(place): \(message)")
  }
}
