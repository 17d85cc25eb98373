internal import CPangoShims
public import ImageModel

extension DrawingContext {
  /// Draws with a state of its own: transforms, flips and clips inside do not last (`cairo_save`, `cairo_restore`).
  public func withState<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    let saved = state
    lib.cairo_save(cairo.pointer)
    defer {
      lib.cairo_restore(cairo.pointer)
      state = saved
    }
    try body()
  }

  /// Draws as if onto a glass plate of the given opacity, 0 to 1: overlapping parts do not show through each other
  /// (`cairo_push_group`, `cairo_paint_with_alpha`).
  public func withOpacity<Failure: Error>(_ opacity: Double, _ body: () throws(Failure) -> Void) throws(Failure) {
    let saved = state
    lib.cairo_save(cairo.pointer)
    lib.cairo_push_group(cairo.pointer)
    var isDone = false
    defer {
      lib.cairo_pop_group_to_source(cairo.pointer)
      if isDone, !isFinished, opacity > 0 { lib.cairo_paint_with_alpha(cairo.pointer, min(opacity, 1)) }
      lib.cairo_restore(cairo.pointer)
      state = saved
    }
    try body()
    isDone = true
  }

  /// Draws a page inside of another one: with a state of its own, and `size` says how large the inner one is.
  package func withPage(size: Size, _ body: () throws -> Void) rethrows {
    try withState { () throws in
      state.size = size
      try body()
    }
  }

  /// Moves the origin to the upper left of the page and lets y grow downwards from here on; a second call undoes it.
  ///
  /// The height that is used is that of the page: call it before other transforms.
  public func flip() {
    concatenate(AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: size.height))
    state.isFlipped.toggle()
  }

  /// Moves the origin, in points.
  public func translate(x: Double, y: Double) { concatenate(.translation(x: x, y: y)) }

  /// Enlarges what follows.
  public func scale(x: Double, y: Double) { concatenate(.scale(x: x, y: y)) }

  /// Turns what follows from the x axis towards the y axis: counterclockwise, or clockwise where the page is flipped.
  public func rotate(degrees: Double) {
    let (sine, cosine) = Trigonometry.sineAndCosine(degrees: degrees)
    concatenate(AffineTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0))
  }

  /// Applies a transform to the coordinates of what follows, before those that are in force.
  public func concatenate(_ transform: AffineTransform) {
    state.transform = transform.then(state.transform)
  }

  /// From user space to the surface; nil where nothing can be drawn with it.
  var userToDevice: AffineTransform? { isFinished ? nil : usable(state.transform.then(pageToDevice)) }

  /// The transform, unless it is flat or beyond what cairo can invert (`CAIRO_STATUS_INVALID_MATRIX`).
  func usable(_ transform: AffineTransform) -> AffineTransform? {
    let determinant = abs(transform.a * transform.d - transform.b * transform.c)
    let entries = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
    guard determinant > 1e-12, determinant < 1e18, entries.allSatisfy({ abs($0) < 1e12 }) else { return nil }
    return transform
  }

  /// Makes cairo use a transform (`cairo_set_matrix`).
  func use(_ transform: AffineTransform) {
    var matrix = transform.cairoMatrix
    lib.cairo_set_matrix(cairo.pointer, &matrix)
  }
}

extension AffineTransform {
  var cairoMatrix: cairo_matrix_t { cairo_matrix_t(xx: a, yx: b, xy: c, yy: d, x0: tx, y0: ty) }
}
