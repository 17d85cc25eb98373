public import ImageModel

extension DrawingContext {
  /// Draws the lines of a page.
  ///
  /// - Parameter origin: the upper left corner, in both directions of the axes.
  public func draw(_ page: TextFlow.Page, at origin: Point) {
    for part in page.parts {
      draw(part.layout, at: Point(x: origin.x, y: isFlipped ? origin.y + part.y : origin.y - part.y))
    }
  }
}
