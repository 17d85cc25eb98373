internal import CPangoShims
internal import ImageModel

extension DrawingContext {
  /// Paints the inside of a path (`cairo_fill`).
  public func fill(_ path: Path, _ paint: Paint, rule: FillRule = .nonZero) {
    guard let transform = userToDevice, add(path, transform), setSource(paint, transform) else { return }
    lib.cairo_set_fill_rule(cairo.pointer, rule.cairo)
    lib.cairo_fill(cairo.pointer)
  }

  /// Paints a line along a path (`cairo_stroke`).
  public func stroke(_ path: Path, _ paint: Paint, _ style: StrokeStyle = StrokeStyle()) {
    guard style.width > 0, style.width < 1e7, let transform = userToDevice, add(path, transform),
      setSource(paint, transform)
    else { return }
    lib.cairo_set_line_width(cairo.pointer, style.width)
    lib.cairo_set_line_cap(cairo.pointer, style.cap.cairo)
    lib.cairo_set_line_join(cairo.pointer, style.join.cairo)
    lib.cairo_set_miter_limit(cairo.pointer, style.miterLimit >= 1 ? min(style.miterLimit, 1e6) : 1)
    let dash = style.usableDash(along: path)
    lib.cairo_set_dash(cairo.pointer, dash, Int32(dash.count), style.dashPhase.isFinite ? style.dashPhase : 0)
    lib.cairo_stroke(cairo.pointer)
  }

  /// Lets what follows show only inside of a path, besides earlier clips (`cairo_clip`); `withState` ends it.
  ///
  /// A path that cannot be drawn shows nothing.
  public func clip(to path: Path, rule: FillRule = .nonZero) {
    guard !isFinished else { return }
    if let transform = userToDevice { _ = add(path, transform) } else { lib.cairo_new_path(cairo.pointer) }
    lib.cairo_set_fill_rule(cairo.pointer, rule.cairo)
    lib.cairo_clip(cairo.pointer)
  }

  /// Makes a path cairo's current one, in the coordinates of the surface, and leaves the transform in force.
  ///
  /// - Returns: false where there is nothing to draw, and no path then.
  private func add(_ path: Path, _ transform: AffineTransform) -> Bool {
    let cairo = cairo.pointer
    lib.cairo_new_path(cairo)
    lib.cairo_identity_matrix(cairo)
    defer { use(transform) }
    for element in path.elements {
      switch element {
      case .move(let point):
        guard let point = device(point, transform) else { return abandonPath() }
        lib.cairo_move_to(cairo, point.x, point.y)
      case .line(let point):
        guard let point = device(point, transform) else { return abandonPath() }
        lib.cairo_line_to(cairo, point.x, point.y)
      case .curve(let first, let second, let end):
        guard let first = device(first, transform), let second = device(second, transform),
          let end = device(end, transform)
        else { return abandonPath() }
        lib.cairo_curve_to(cairo, first.x, first.y, second.x, second.y, end.x, end.y)
      case .close: lib.cairo_close_path(cairo)
      }
    }
    return !path.isEmpty
  }

  private func abandonPath() -> Bool {
    lib.cairo_new_path(cairo.pointer)
    return false
  }

  /// A point of the surface within the reach of cairo's 24 bits before the binary point; nil where it is no number.
  private func device(_ point: Point, _ transform: AffineTransform) -> Point? {
    let moved = transform.apply(to: point)
    guard moved.x.isFinite, moved.y.isFinite else { return nil }
    let reach = 4_000_000.0
    return Point(x: min(max(moved.x, -reach), reach), y: min(max(moved.y, -reach), reach))
  }
}

extension FillRule {
  var cairo: cairo_fill_rule_t { self == .nonZero ? CAIRO_FILL_RULE_WINDING : CAIRO_FILL_RULE_EVEN_ODD }
}

extension StrokeStyle.Cap {
  var cairo: cairo_line_cap_t {
    switch self {
    case .butt: CAIRO_LINE_CAP_BUTT
    case .round: CAIRO_LINE_CAP_ROUND
    case .square: CAIRO_LINE_CAP_SQUARE
    }
  }
}

extension StrokeStyle.Join {
  var cairo: cairo_line_join_t {
    switch self {
    case .miter: CAIRO_LINE_JOIN_MITER
    case .round: CAIRO_LINE_JOIN_ROUND
    case .bevel: CAIRO_LINE_JOIN_BEVEL
    }
  }
}
