internal import CPangoShims
public import ImageModel

extension DrawingContext {
  /// Draws text upright (`pango_cairo_show_layout_line`).
  ///
  /// - Parameter origin: the upper left corner of the layout, in both directions of the axes.
  public func draw(_ text: TextLayout, at origin: Point) {
    for diagnostic in text.diagnostics { report(diagnostic) }
    let local = AffineTransform(a: 1, b: 0, c: 0, d: isFlipped ? 1 : -1, tx: origin.x, ty: origin.y)
    guard !isFinished, let transform = usable(local.then(state.transform).then(pageToDevice)) else { return }
    let cairo = cairo.pointer
    lib.cairo_save(cairo)
    use(transform)
    setSource(.black)
    // Lines beyond the page would only make the file larger. Letters may reach out of their line, but not by two heights.
    let page = pageToDevice.apply(to: Rect(pageSize))
    text.draw(on: cairo) { line in
      // FreeType fails at letters of some 65,000 pixels, and cairo then draws nothing more at all.
      guard transform.apply(to: Rect(x: 0, y: 0, width: line.height, height: line.height)).height < 20_000 else {
        return false
      }
      let reach = 2 * line.height
      let place = transform.apply(
        to: Rect(
          x: line.minX - reach, y: line.minY - reach, width: line.width + 2 * reach, height: line.height + 2 * reach))
      return place.minX < page.maxX && place.maxX > page.minX && place.minY < page.maxY && place.maxY > page.minY
    }
    lib.cairo_new_path(cairo)
    lib.cairo_restore(cairo)
  }
}
