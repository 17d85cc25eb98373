internal import Drawing
internal import ImageModel
internal import PDFDocuments
internal import StructuredText

/// A page in the description: its geometry, and its elements, which are read when the page is made.
///
/// A page that is repeated over data has one of these for each record.
struct DescribedPageReader {
  static let names = PageGeometry.names + ["elements", "id", "bookmark", "for", "if"]

  let reader: ValueReader
  let geometry: PageGeometry
  private let object: MemberReader
  /// The indices of the elements that say which pages they are on. All others are on the first page.
  private let choosing: [Int]

  /// - Parameter defaults: the geometry of the document.
  init(_ reader: ValueReader, defaults: PageGeometry) throws(ImageError) {
    object = try reader.object("a page", Self.names)
    self.reader = reader
    geometry = try defaults.reading(object)
    guard case .array(let elements)? = object["elements"]?.value.content else {
      choosing = []
      return
    }
    choosing = elements.indices.filter { elements[$0].member("on") != nil }
  }

  /// Reads the elements of the page with a number.
  func elements(
    number: Int, _ environment: PageEnvironment, where isWanted: (Element.PageChoice) -> Bool
  ) throws(ImageError) -> [OrderedElement] {
    var scope = reader.scope
    scope.page = number
    return try ElementList.read(
      object["elements"]?.with(scope), in: .page, environment, at: isWanted(.first) ? nil : choosing,
      where: isWanted)
  }

  /// The ID and the bookmark, for the first page that it makes.
  func names(number: Int) throws(ImageError) -> (id: String?, bookmark: Bookmark?) {
    var scope = reader.scope
    scope.page = number
    return (
      try object["id"]?.with(scope).text("a name"),
      try object["bookmark"].map { (value) throws(ImageError) in try Bookmark(value.with(scope)) }
    )
  }

  /// The same page with a known number of all pages.
  func with(pages: Scope.PageTotal, defaults: PageGeometry) throws(ImageError) -> DescribedPageReader {
    var scope = reader.scope
    scope.pages = pages
    return try DescribedPageReader(reader.with(scope), defaults: defaults)
  }

  /// Whether it may make several pages: it has a table, a flow, a text that may continue, or an element below another
  /// one.
  var mayFlow: Bool {
    guard case .array(let elements)? = reader.value.member("elements")?.content else { return false }
    return elements.contains { element in
      if element.member("below") != nil { return true }
      guard case .string(let type)? = element.member("type")?.content else { return false }
      guard type == "text" else { return ["table", "flow", "contents"].contains(type) }
      return element.member("overflow").map { $0.content == .string("continue") } ?? (element.member("height") == nil)
    }
  }
}

/// The size, margins and background of a page, from the page itself or from the document.
struct PageGeometry {
  enum Orientation: String, CaseIterable { case portrait, landscape }

  static let names = ["size", "orientation", "margin", "background", "bleed", "marks"]
  private static let maxBleed = 200.0

  private var size = Size(width: 210 * LengthUnit.mm.points, height: 297 * LengthUnit.mm.points)
  private var orientation: Orientation?
  private(set) var margin = PageMargins(20 * LengthUnit.mm.points)
  /// The background of the whole page.
  private(set) var background: FillDescription?
  /// What is around the page for printers.
  private(set) var edge = PageEdge()

  /// A4 with margins of 20 mm.
  init() {}

  /// The geometry with the values of an object applied.
  func reading(_ object: MemberReader) throws(ImageError) -> PageGeometry {
    var geometry = self
    if let size = object["size"] {
      geometry.size = try Self.size(size)
      geometry.orientation = nil
    }
    if let orientation = object["orientation"] { geometry.orientation = try orientation.word(Orientation.self) }
    if let margin = object["margin"] { geometry.margin = try margin.margins() }
    if let background = object["background"] { geometry.background = try FillDescription(background) }
    if let bleed = object["bleed"] {
      geometry.edge.bleed = try bleed.distance()
      guard geometry.edge.bleed <= Self.maxBleed else { throw bleed.error("is more than \(Int(Self.maxBleed)) points") }
    }
    if let marks = object["marks"] { geometry.edge.hasMarks = try marks.flag() }
    let (page, margin) = (geometry.pageSize, geometry.margin)
    guard margin.left + margin.right < page.width, margin.top + margin.bottom < page.height else {
      throw (object["margin"] ?? object.reader).error("the margins leave no space on the page")
    }
    return geometry
  }

  /// The size of the page with its orientation applied.
  var pageSize: Size {
    switch orientation {
    case .portrait? where size.width > size.height, .landscape? where size.width < size.height: size.transposed
    default: size
    }
  }

  /// The area within the margins; y points downwards.
  var area: Rect {
    Rect(pageSize).inset(
      left: margin.left, top: margin.top, right: margin.right, bottom: margin.bottom, yGrowsUp: false)
  }

  private static func size(_ reader: ValueReader) throws(ImageError) -> Size {
    let what = "a page size such as \"A4\", \"Letter\", \"210x297mm\" or [width, height]"
    let size: Size
    if reader.isList {
      let sides = try reader.point()
      size = Size(width: sides.x, height: sides.y)
    } else {
      let text = try reader.text(what)
      guard let known = PaperText.size(text) else {
        throw reader.error("expected \(what), not '\(text.prefix(60))'")
      }
      size = known
    }
    // PDF viewers support pages of 3 to 14,400 units (ISO 32000-1, annex C).
    guard (3...14_400).contains(size.width), (3...14_400).contains(size.height) else {
      throw reader.error("a page has from 3 to 14400 points along each side")
    }
    return size
  }
}

/// What is around a page for printers: a part of its content that is cut off, and marks where to cut.
struct PageEdge {
  private static let (markLength, markDistance) = (12.0, 4.0)

  /// How far the content reaches beyond the page.
  var bleed = 0.0
  var hasMarks = false

  /// The width of the edge on all sides.
  var width: Double { bleed + (hasMarks ? Self.markDistance + Self.markLength : 0) }

  /// Draws the marks around a page at the origin, whose y points downwards.
  func drawMarks(around size: Size, on context: DrawingContext) {
    guard hasMarks else { return }
    let (near, far) = (bleed + Self.markDistance, bleed + Self.markDistance + Self.markLength)
    var path = Path()
    for (x, sideways) in [(0, -1.0), (size.width, 1.0)] {
      for (y, upwards) in [(0, -1.0), (size.height, 1.0)] {
        path.append(.line(from: Point(x: x + sideways * near, y: y), to: Point(x: x + sideways * far, y: y)))
        path.append(.line(from: Point(x: x, y: y + upwards * near), to: Point(x: x, y: y + upwards * far)))
      }
    }
    context.stroke(path, .black, StrokeStyle(width: 0.25))
  }
}
