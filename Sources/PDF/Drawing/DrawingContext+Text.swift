internal import CCairo
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
    cairo_save(cairo)
    use(transform)
    setSource(.black)
    let reach = 2_000_000.0
    text.draw(on: cairo) { line in
      let place = transform.apply(to: line)
      return place.minX > -reach && place.minY > -reach && place.maxX < reach && place.maxY < reach
    }
    cairo_new_path(cairo)
    cairo_restore(cairo)
  }
}
