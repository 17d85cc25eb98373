internal import Drawing
internal import ImageModel

/// An element whose place on a page, or in its group, is known.
struct PlacedElement {
  var element: Element
  /// In points from the upper left corner of the page or group, y growing downwards.
  var frame: Rect

  /// Draws it on a context whose y grows downwards.
  func draw(on context: DrawingContext) throws(ImageError) {
    guard element.opacity > 0 else { return }
    let outer = context.source
    defer { context.source = outer }
    if let outer {
      context.source = { [reader = element.reader] in DrawnSource(file: outer().file, place: reader.place) }
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
    if let link = element.link { context.link(Rect(frame.size), to: link) }
  }
}
