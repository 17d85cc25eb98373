internal import Drawing
internal import ImageModel

/// Computes the places of elements on a page or in a group, one after the other.
struct ElementFrames {
  /// The area for elements without a place: the page within its margins, or the box of the group.
  let area: Rect
  /// Whether the right side of the area limits the width of elements.
  let isBounded: Bool
  private var frames: [String: Rect] = [:]

  init(area: Rect, isBounded: Bool = true) {
    self.area = area
    self.isBounded = isBounded
  }

  /// The frame of the element with a key; nil where it was not placed yet.
  func frame(of key: String) -> Rect? { frames[key] }

  /// The upper left corner and the available width of an element.
  ///
  /// - Parameter top: replaces the element's own y.
  func origin(_ element: Element, top: Double? = nil) throws(ImageError) -> (x: Double, y: Double, width: Double) {
    let start = try corner(element, top: top)
    guard let width = element.width ?? (isBounded ? area.maxX - start.x : nil), width > 0 else {
      throw element.reader.error("begins at or beyond the right margin; give it a 'width'")
    }
    return (start.x, start.y, width)
  }

  /// The place of an element that does not flow.
  func frame(_ element: Element, top: Double? = nil) throws(ImageError) -> Rect {
    let start = try corner(element, top: top)
    let available = isBounded ? area.maxX - start.x : nil
    let isFree = element.width != nil || element.content is LineContent || element.content is PathContent
    if let available, available <= 0, !isFree {
      throw element.reader.error("begins at or beyond the right margin; give it a 'width'")
    }
    let size = try element.content.size(width: element.width, height: element.height, available: available)
    return Rect(origin: start, size: size)
  }

  private func corner(_ element: Element, top: Double?) throws(ImageError) -> Point {
    var (x, y) = (element.x ?? area.minX, element.y ?? area.minY)
    if let below = element.below {
      guard let upper = frames[below] ?? (top == nil ? nil : area) else {
        throw (element.reader.peek("below") ?? element.reader).error(
          "there is no element '\(below)' before this one on the page")
      }
      (x, y) = (element.x ?? upper.minX, upper.maxY + (element.y ?? 0))
    }
    return Point(x: x + element.shift.x, y: (top ?? y) + element.shift.y)
  }

  /// Stores a place, for elements below it.
  mutating func remember(_ element: Element, _ frame: Rect) {
    if let key = element.key { frames[key] = frame }
  }

  /// Places elements that do not flow.
  mutating func place(_ elements: [Element]) throws(ImageError) -> [PlacedElement] {
    var placed: [PlacedElement] = []
    for element in elements {
      let frame = try frame(element)
      remember(element, frame)
      placed.append(PlacedElement(element: element, frame: frame))
    }
    return placed
  }
}

/// An element and its place on a page or in a group.
struct PlacedElement {
  var element: Element
  /// The place in points from the upper left corner of the page or group, with y pointing downwards.
  var frame: Rect

  /// Throws where readers would miss something: a text or a table that ends below the page, a picture that begins
  /// there.
  ///
  /// - Parameter page: the height of the page below the origin of the frame.
  func check(page: Double) throws(ImageError) {
    // The frame of a rotated element is not its place on the page.
    guard element.rotation == 0 else { return }
    switch element.content.allowedBelowPage {
    case .nothing where frame.maxY > page + 0.01:
      throw element.reader.error("runs off the page: it ends \((frame.maxY - page).shown) points below the page")
    case .aPart where frame.minY >= page:
      throw element.reader.error("is not on the page: it begins \((frame.minY - page).shown) points below the page")
    case .nothing, .aPart, .everything: break
    }
    if let group = element.content as? GroupContent, group.clips { return }
    for inner in element.content.inner { try inner.check(page: page - frame.minY) }
  }

  /// Draws elements on a context whose y points downwards, with their tags.
  static func draw(_ elements: [PlacedElement], on context: DrawingContext) throws(ImageError) {
    var lists = ListTags(context)
    for element in elements where element.element.opacity > 0 {
      // The rest of a list item belongs to the item that has begun.
      if !element.element.hasBegun { lists.begin(element.element.role.kind) }
      try element.drawTagged(on: context)
    }
    lists.end()
  }

  private func drawTagged(on context: DrawingContext) throws(ImageError) {
    let role = element.role
    guard role.kind != .artifact else {
      return try context.withArtifact { () throws(ImageError) in try draw(on: context) }
    }
    let tag = role.tag(isTransparent: element.opacity < 1)
    try context.withTag(tag, continuation: element.continuation, isOpen: element.isOpen) { () throws(ImageError) in
      let isLink = tag != nil && element.link != nil
      try context.withTag(isLink ? StructureTag("Link") : nil) { () throws(ImageError) in try draw(on: context) }
    }
  }

  private func draw(on context: DrawingContext) throws(ImageError) {
    let outer = context.source
    defer { context.source = outer }
    if let outer {
      context.source = { [reader = element.reader] in SourceLocation(file: outer().file, place: reader.place) }
    }
    if element.opacity < 1 {
      try context.withOpacity(element.opacity) { () throws(ImageError) in try drawOpaque(on: context) }
    } else {
      try context.withState { () throws(ImageError) in try drawOpaque(on: context) }
    }
  }

  private func drawOpaque(on context: DrawingContext) throws(ImageError) {
    context.translate(x: frame.minX, y: frame.minY)
    if element.rotation != 0 {
      context.translate(x: frame.width / 2, y: frame.height / 2)
      context.rotate(degrees: element.rotation)
      context.translate(x: -frame.width / 2, y: -frame.height / 2)
    }
    try element.content.draw(in: frame.size, on: context)
    if let link = element.link { context.link(Rect(frame.size), to: link, alternative: element.role.alternative) }
  }
}
