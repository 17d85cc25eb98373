internal import ImageModel
internal import StructuredText

/// A page as the description has it: its geometry, and its elements still to be read.
///
/// A page that is repeated over data has one of these for each record; elements are read when the page is made.
struct DescribedPageReader {
  static let names = ["size", "orientation", "margin", "background", "elements", "id", "bookmark", "for", "if"]

  let reader: ValueReader
  let geometry: PageGeometry
  private let object: ObjectReader

  /// - Parameter defaults: the geometry that the document gives.
  init(_ reader: ValueReader, defaults: PageGeometry) throws(ImageError) {
    object = try reader.object("a page", Self.names)
    self.reader = reader
    geometry = try defaults.reading(object)
  }

  /// Reads the elements that stand on a page with a number.
  func elements(
    number: Int, _ environment: PageEnvironment, where isWanted: (Element.PageChoice) -> Bool
  ) throws(ImageError) -> [OrderedElement] {
    var scope = reader.scope
    scope.page = number
    return try ElementList.read(object["elements"]?.with(scope), isInGroup: false, environment, where: isWanted)
  }

  /// The page's name and its entry of the outline, for the first of the pages that it makes.
  func names(number: Int) throws(ImageError) -> (id: String?, bookmark: Bookmark?) {
    var scope = reader.scope
    scope.page = number
    return (
      try object["id"]?.with(scope).text("a name"),
      try object["bookmark"].map { (value) throws(ImageError) in try Bookmark(value.with(scope)) }
    )
  }

  /// The same page when the number of all pages is known.
  func with(pages: Scope.PageTotal, defaults: PageGeometry) throws(ImageError) -> DescribedPageReader {
    var scope = reader.scope
    scope.pages = pages
    return try DescribedPageReader(reader.with(scope), defaults: defaults)
  }

  /// Whether the page may make more than one: it has a table, a text that goes on, or an element below another.
  var mayFlow: Bool {
    guard case .array(let elements)? = reader.value.member("elements")?.content else { return false }
    return elements.contains { element in
      if element.member("below") != nil { return true }
      guard case .string(let type)? = element.member("type")?.content else { return false }
      return type == "table" || element.member("overflow")?.content == .string("continue")
    }
  }
}
