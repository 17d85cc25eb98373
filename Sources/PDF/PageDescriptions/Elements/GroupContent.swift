internal import Drawing
internal import ImageModel

/// An element of type `group`: elements that are moved, turned, clipped and made transparent together.
final class GroupContent: ElementContent {
  private let elements: [Element]
  private let clips: Bool
  private var placed: (size: Size, elements: [PlacedElement])?

  init(_ object: ObjectReader, _ environment: PageEnvironment) throws(ImageError) {
    elements = try ElementList.read(try object.required("elements"), isInGroup: true, environment).map(\.element)
    clips = try object["clip"]?.flag() ?? false
  }

  /// What is not given is as large as the elements reach.
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
    for element in inner { try element.draw(on: context) }
  }
}
