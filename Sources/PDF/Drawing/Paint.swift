public import ImageModel

/// What areas and lines are painted with.
public enum Paint: Hashable, Sendable {
  case color(Color)
  /// The colour changes along the line between two points and is constant across it; beyond the ends it stays
  /// (`cairo_pattern_create_linear`).
  case linear(from: Point, to: Point, stops: [GradientStop])
  /// The colour changes from one circle to another and stays beyond them (`cairo_pattern_create_radial`).
  case radial(
    center: Point, radius: Double, endCenter: Point, endRadius: Double, stops: [GradientStop])

  /// The colour changes from a centre outwards.
  public static func radial(center: Point, radius: Double, stops: [GradientStop]) -> Paint {
    .radial(center: center, radius: 0, endCenter: center, endRadius: radius, stops: stops)
  }

  /// Opaque black.
  public static let black = Paint.color(.black)
  /// Opaque white.
  public static let white = Paint.color(.white)
}

/// A colour at a place of a gradient.
public struct GradientStop: Hashable, Sendable {
  /// 0 at the beginning, 1 at the end; what lies outside counts as the nearer end.
  public var offset: Double
  public var color: Color

  public init(offset: Double, color: Color) {
    self.offset = offset
    self.color = color
  }
}
