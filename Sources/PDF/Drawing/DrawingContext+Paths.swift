internal import CPangoShims
internal import ImageModel

extension DrawingContext {
  /// Fills a path (`cairo_fill`).
  public func fill(_ path: Path, _ paint: Paint, rule: FillRule = .nonZero) {
    mark(isShape: true)
    guard let transform = userToDevice, add(path, transform), setSource(paint, transform) else { return }
    lib.cairo_set_fill_rule(cairo.pointer, rule.cairo)
    lib.cairo_fill(cairo.pointer)
  }

  /// Strokes a path (`cairo_stroke`).
  public func stroke(_ path: Path, _ paint: Paint, _ style: StrokeStyle = StrokeStyle()) {
    mark(isShape: true)
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

  /// Clips the following calls to a path, in addition to earlier clips (`cairo_clip`). The end of `withState` restores
  /// the clip.
  ///
  /// An invalid path clips everything.
  public func clip(to path: Path, rule: FillRule = .nonZero) {
    guard !isFinished else { return }
    if let transform = userToDevice { _ = add(path, transform) } else { lib.cairo_new_path(cairo.pointer) }
    lib.cairo_set_fill_rule(cairo.pointer, rule.cairo)
    lib.cairo_clip(cairo.pointer)
  }

  /// Makes a path cairo's current path, in the coordinates of the surface, and sets the transform.
  ///
  /// - Returns: false where there is nothing to draw. The current path is then empty.
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

  /// A point on the surface, clamped to the range of cairo's 24 integer bits; nil where it is not a number.
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

extension DrawingContext {
  /// Sets cairo's source. The points of the paint are in user space, whose transform is set.
  ///
  /// - Returns: false where the paint is invalid: a gradient without stops or with coordinates that are not numbers.
  func setSource(_ paint: Paint, _ transform: AffineTransform) -> Bool {
    switch paint {
    case .color(let color):
      setSource(color)
      return true
    case .linear(let start, let end, let stops):
      return setSource(
        lib.cairo_pattern_create_linear(start.x, start.y, end.x, end.y), [start.x, start.y, end.x, end.y], stops)
    case .radial(let center, let radius, let endCenter, let endRadius, let stops):
      guard radius >= 0, endRadius >= 0 else { return false }
      return setSource(
        lib.cairo_pattern_create_radial(center.x, center.y, radius, endCenter.x, endCenter.y, endRadius),
        [center.x, center.y, radius, endCenter.x, endCenter.y, endRadius], stops)
    }
  }

  func setSource(_ color: Color) {
    let color = color.clamped
    lib.cairo_set_source_rgba(cairo.pointer, color.red, color.green, color.blue, color.alpha)
  }

  /// Takes ownership of a gradient and sets it as the source.
  private func setSource(_ pattern: OpaquePointer?, _ coordinates: [Double], _ stops: [GradientStop]) -> Bool {
    guard let pattern else { return false }
    defer { lib.cairo_pattern_destroy(pattern) }
    guard !stops.isEmpty, coordinates.allSatisfy({ abs($0) < 1e7 }) else { return false }
    for stop in stops {
      let color = stop.color.clamped
      let offset = stop.offset.isFinite ? min(max(stop.offset, 0), 1) : 0
      lib.cairo_pattern_add_color_stop_rgba(pattern, offset, color.red, color.green, color.blue, color.alpha)
    }
    lib.cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    lib.cairo_set_source(cairo.pointer, pattern)
    return true
  }
}

extension Color {
  /// The colour with components clamped to 0...1. NaN becomes 0.
  var clamped: Color {
    func clamp(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
    return Color(red: clamp(red), green: clamp(green), blue: clamp(blue), alpha: clamp(alpha))
  }
}
