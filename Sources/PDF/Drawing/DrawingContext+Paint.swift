internal import CPangoShims
internal import ImageModel

extension DrawingContext {
  /// Makes a paint cairo's source; its points are in user space, whose transform is in force.
  ///
  /// - Returns: false where it paints nothing: a gradient without stops or with coordinates that are no numbers.
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

  /// Takes over a gradient.
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
  /// The colour with components from 0 to 1; what is no number counts as 0.
  var clamped: Color {
    func clamp(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
    return Color(red: clamp(red), green: clamp(green), blue: clamp(blue), alpha: clamp(alpha))
  }
}
