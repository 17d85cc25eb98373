internal import Drawing
internal import ImageModel

/// A page with all its elements in their places.
struct LaidOutPage {
  let size: Size
  let background: FillDescription?
  /// In the order in which they are painted.
  let elements: [PlacedElement]

  /// Gets the pictures and pages of other files.
  func prepare() throws(ImageError) {
    for element in elements { try element.element.content.prepare() }
  }

  /// Draws the page; the origin of the context is the page's lower left corner, and its y grows upwards.
  ///
  /// - Parameter file: the name of the description, for messages.
  func draw(on context: DrawingContext, named file: String) throws(ImageError) {
    context.source = { DrawnSource(file: file, place: "the page") }
    defer { context.source = nil }
    try context.withState { () throws(ImageError) in
      // `flip` turns at the height of the context's own page, which may be a sheet with many pages.
      context.translate(x: 0, y: size.height - context.size.height)
      context.flip()
      if let background { context.fill(.rect(Rect(size)), background.paint(in: Rect(size))) }
      for element in elements { try element.draw(on: context) }
    }
  }

  /// The bookmarks of the elements, with the height of each from the page's top.
  var bookmarks: [(bookmark: Bookmark, top: Double)] {
    all.compactMap { element, top in element.bookmark.map { ($0, top) } }
  }

  /// The ids of the elements, with the height of each from the page's top.
  var ids: [(id: String, top: Double)] { all.compactMap { element, top in element.id.map { ($0, top) } } }

  /// All elements, those in groups after their group.
  private var all: [(element: Element, top: Double)] {
    var result: [(Element, Double)] = []
    func add(_ placed: PlacedElement, _ offset: Double) {
      result.append((placed.element, offset + placed.frame.minY))
      for inner in placed.element.content.inner { add(inner, offset + placed.frame.minY) }
    }
    for element in elements { add(element, 0) }
    return result
  }
}
