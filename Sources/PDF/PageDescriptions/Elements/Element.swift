internal import Drawing
internal import ImageModel
internal import StructuredText

/// What an element is in.
enum ElementHome {
  case page
  /// It has a place in the group.
  case group
  /// It comes after the element before it, in columns and over pages.
  case flow
}

/// One element of a page, group or flow: its place and its content.
struct Element {
  /// The pages that an element is on, where other elements flow over several pages.
  enum PageChoice: String, CaseIterable { case first, following, last, every }

  private enum Kind: String, CaseIterable {
    case text, image, rectangle, ellipse, line, path, table, contents, chart, group, flow, importedPage, code,
      link

    /// What elements of the type are without a role.
    var role: ElementRole.Kind {
      switch self {
      case .text: .text("P")
      case .image, .importedPage, .code, .chart: .figure
      case .rectangle, .ellipse, .line, .path: .artifact
      case .table: .table
      case .contents: .contents
      case .group, .flow: .group
      case .link: .link
      }
    }
  }

  /// The keys of all elements.
  static let commonNames =
    [
      "type", "id", "x", "y", "width", "height", "rotation", "opacity", "for", "step", "if", "on", "below", "needs",
      "link", "bookmark",
    ] + ElementRole.names + BlockSettings.names

  var content: any ElementContent
  /// The place in the description, for messages.
  let reader: ValueReader
  var id: String?
  var x: Double?
  let y: Double?
  var width: Double?
  var height: Double?
  /// The clockwise rotation about the middle of the box, in degrees.
  var rotation: Double
  let opacity: Double
  let page: PageChoice
  /// The key of the element above this one.
  var below: String?
  /// What elements below this one refer to: its ID, or a name that no ID has.
  var key: String?
  /// The height that it needs, with what should be on the same page: it moves to a further page where less is left.
  let needs: Double
  var link: LinkTarget?
  var bookmark: Bookmark?
  /// What it is to readers who do not see the page.
  var role: ElementRole
  /// Marks the parts of an element on several pages; nil for one on a single page.
  var continuation: StructureContinuation?
  /// Whether the rest of the element is on a further page, or in a further column.
  var isOpen = false
  /// Whether a part of the element is on a page before this one, or in a column before this one.
  var hasBegun = false
  /// The top and the height of a flowing element on further pages.
  let continued: Continuation
  /// The offset of the repetition.
  var shift: Point

  struct Continuation {
    var y: Double?
    var height: Double?
  }

  /// Reads one element. `for` and `if` have been evaluated.
  init(_ reader: ValueReader, shift: Point, in home: ElementHome, _ environment: PageEnvironment) throws(ImageError) {
    try environment.count(reader)
    guard let type = reader.peek("type") else {
      guard reader.isObject else { throw reader.expected("an element, which is an object") }
      throw reader.error("an element lacks 'type'")
    }
    let kind = try type.word(Kind.self)
    func members(_ names: [String]) throws(ImageError) -> MemberReader {
      try reader.object("an element of type '\(kind.rawValue)'", Self.commonNames + names)
    }
    let object: MemberReader
    var box: Rect?
    switch kind {
    case .text:
      object = try members(TextContent.names)
      content = try TextContent(object, in: home, environment)
    case .image:
      object = try members(PictureContent.imageNames)
      content = try PictureContent(image: object, environment)
    case .importedPage:
      object = try members(PictureContent.importedNames)
      content = try PictureContent(imported: object, environment)
    case .rectangle, .ellipse:
      object = try members(kind == .ellipse ? ShapeContent.ellipseNames : ShapeContent.rectangleNames)
      content = try ShapeContent(object, isEllipse: kind == .ellipse)
    case .line:
      object = try members(["from", "to", "stroke"])
      let line = try LineContent(object)
      (content, box) = (line, line.box)
    case .path:
      object = try members(PathContent.names)
      content = try PathContent(object)
    case .table:
      object = try members(TableContent.names)
      content = try TableReader(object, in: home, environment).content()
    case .contents:
      object = try members(ContentsReader.names)
      content = try ContentsReader.content(object, in: home, environment)
    case .chart:
      object = try members(ChartContent.names)
      content = try ChartContent(object, environment)
    case .code:
      object = try members(CodeContent.names)
      content = try CodeContent(object)
    case .group:
      object = try members(["elements", "clip"])
      content = try GroupContent(object, environment)
    case .flow:
      object = try members(FlowContent.names)
      guard home == .page else { throw reader.error("a flow is an element of the page itself") }
      content = try FlowContent(object, environment)
    case .link:
      object = try members(LinkDescription.names)
      _ = try object.required("width")
      _ = try object.required("height")
      content = EmptyContent()
    }
    self.reader = reader
    self.shift = shift
    id = try object["id"]?.text("a name")
    x = try object["x"]?.length() ?? box?.minX
    y = try object["y"]?.length() ?? box?.minY
    width = try object["width"]?.extent() ?? box?.width
    height = try object["height"]?.extent() ?? box?.height
    if kind == .line, let taken = ["x", "y", "width", "height"].compactMap({ object[$0] }).first {
      throw taken.error("a line has 'from' and 'to' and no box")
    }
    rotation = try object["rotation"]?.angle() ?? 0
    opacity = try object["opacity"]?.opacity() ?? 1
    key = id
    // `true`, which is the element before it, is resolved by the list.
    below = try object["below"].flatMap { (value) throws(ImageError) -> String? in
      value.value.content == .bool(true) ? nil : try value.text("the id of an element, or true for the one before it")
    }
    needs = try object["needs"]?.distance() ?? 0
    page = try Self.choice(object, in: home)
    if page != .first, let flowing = content as? any FlowingContent, flowing.flow == .always {
      throw (object["on"] ?? reader).error(
        "an element that flows over several pages begins on the first; set 'overflow' to 'error'")
    }
    bookmark = try object["bookmark"].map { (value) throws(ImageError) in try Bookmark(value) }
    if kind == .link {
      link = try LinkDescription(object).target
      if let inner = object["link"] { throw inner.error("the element is itself a link") }
    } else {
      link = try object["link"].map { (value) throws(ImageError) in
        try LinkDescription(try value.object("a link", LinkDescription.names)).target
      }
    }
    role = try ElementRole(
      object, standard: kind.role, isRepeated: page == .every || page == .following, bookmark: bookmark,
      environment)
    var continued = Continuation()
    if let value = object["continued"] {
      let object = try value.object("the value of 'continued'", ["y", "height"])
      continued = Continuation(y: try object["y"]?.length(), height: try object["height"]?.extent())
    }
    self.continued = continued
  }

  private static func choice(_ object: MemberReader, in home: ElementHome) throws(ImageError) -> PageChoice {
    if home != .flow, let key = BlockSettings.names.compactMap({ object[$0] }).first {
      throw key.error("only the elements of a 'flow' have 'float', 'caption' and 'keepWithNext'")
    }
    if home == .flow, let below = object["below"] {
      throw below.error("the elements of a flow come one after the other")
    }
    guard let on = object["on"] else { return .first }
    switch home {
    case .page: return try on.word(PageChoice.self)
    case .group: throw on.error("the elements of a group are on the page of the group; set 'on' for the group")
    case .flow: throw on.error("the elements of a flow are where it reaches; set 'on' for elements of the page")
    }
  }

  /// A caption of another element.
  init(caption: TextContent, of element: Element) {
    self = element
    content = caption
    role = .paragraph
    (id, key, bookmark, link, height, width) = (nil, nil, nil, nil, nil, nil)
    rotation = 0
  }
}

/// The content of a link, which shows nothing.
struct EmptyContent: ElementContent {
  func size(width: Double?, height: Double?, available: Double?) -> Size {
    Size(width: width ?? 0, height: height ?? 0)
  }

  func draw(in size: Size, on context: DrawingContext) {}
}

/// The target of a link: `{"uri": "https://..."}`, `{"page": 3}`, `{"destination": "appendix"}`.
struct LinkDescription {
  static let names = ["uri", "page", "destination"]

  var target: LinkTarget

  /// Reads an object that must have exactly one of the three keys.
  init(_ object: MemberReader) throws(ImageError) {
    let given = Self.names.filter { object[$0] != nil }
    guard given.count == 1, let key = given.first, let reader = object[key] else {
      throw object.reader.error("a link has one of 'uri', 'page' and 'destination'")
    }
    switch key {
    case "uri":
      let uri = try reader.text("an address")
      // PDF requires 7-bit ASCII (ISO 32000-1, 12.6.4.7). The writer escapes the rest, but control characters are a
      // mistake.
      guard !uri.isEmpty, uri.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
        throw reader.error("an address must not be empty and has no spaces or control characters")
      }
      target = .uri(uri)
    case "page":
      target = .page(try reader.integer("a page, counted from 1", in: 1...10_000_000) - 1 + reader.scope.firstPage)
    default: target = .destination(name: try reader.text("the id of a page or an element"))
    }
  }
}
