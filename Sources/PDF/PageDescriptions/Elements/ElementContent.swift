internal import Drawing
internal import ImageModel

/// The content of an element, without its place on the page. All lengths are points; y points downwards.
protocol ElementContent {
  /// The size of the content.
  ///
  /// - Parameters:
  ///   - width: as the description gives it.
  ///   - height: as the description gives it.
  ///   - available: the width from the element's left side to the right side of its page or group; nil where it is
  ///     unlimited.
  func size(width: Double?, height: Double?, available: Double?) throws(ImageError) -> Size

  /// Loads content from other files, so that errors occur before anything is drawn.
  func prepare() throws(ImageError)

  /// Draws into a box at the origin.
  func draw(in size: Size, on context: DrawingContext) throws(ImageError)

  /// The inner elements, with their places in the box.
  var inner: [PlacedElement] { get }

  /// How much of the content may lie below the page, where nobody sees it.
  var allowedBelowPage: PartBelowPage { get }
}

/// How much of an element may lie below its page.
enum PartBelowPage { case nothing, aPart, everything }

extension ElementContent {
  var inner: [PlacedElement] { [] }
  var allowedBelowPage: PartBelowPage { .everything }
  func prepare() throws(ImageError) {}
}

/// Content that may continue on the next page.
protocol FlowingContent: ElementContent {
  var flow: Flow { get }

  /// Splits the content at a height.
  ///
  /// - Parameter isAtTop: whether nothing is above it. Then another page would not have more space.
  /// - Returns: the part that fits, and the rest; nil for an empty part.
  /// - Throws: where a part is too high for any page.
  func split(width: Double, height: Double, isAtTop: Bool) throws(ImageError) -> (
    fits: (any ElementContent)?, rest: (any FlowingContent)?
  )
}

/// When content continues on further pages.
enum Flow {
  case never
  /// Where it would run off the page.
  case offPage
  /// Where it reaches its height or the bottom margin.
  case always
}

/// An element of type `group`: elements that are moved, rotated, clipped and made transparent together.
final class GroupContent: ElementContent {
  private let elements: [Element]
  let clips: Bool
  private var placed: (size: Size, elements: [PlacedElement])?

  init(_ object: MemberReader, _ environment: PageEnvironment) throws(ImageError) {
    elements = try ElementList.read(try object.required("elements"), in: .group, environment).map(\.element)
    clips = try object["clip"]?.flag() ?? false
  }

  /// A side that is not given is determined by the elements.
  func size(width: Double?, height: Double?, available: Double?) throws(ImageError) -> Size {
    var frames = ElementFrames(
      area: Rect(x: 0, y: 0, width: width ?? available ?? 0, height: height ?? 0),
      isBounded: (width ?? available) != nil)
    let inner = try frames.place(elements)
    let size = Size(
      width: width ?? inner.map(\.frame.maxX).max() ?? 0, height: height ?? inner.map(\.frame.maxY).max() ?? 0)
    placed = (size, inner)
    return Size(width: max(0, size.width), height: max(0, size.height))
  }

  var inner: [PlacedElement] { placed?.elements ?? [] }

  func prepare() throws(ImageError) {
    for element in inner { try element.element.content.prepare() }
  }

  func draw(in size: Size, on context: DrawingContext) throws(ImageError) {
    if clips { context.clip(to: .rect(Rect(size))) }
    try PlacedElement.draw(inner, on: context)
  }
}
