internal import ImageModel

/// The style of a stroke. Lengths are in coordinates of the context (ISO 32000-1, 8.4.3).
public struct StrokeStyle: Hashable, Sendable {
  /// The shape of the ends of an open subpath.
  public enum Cap: String, Hashable, Sendable, CaseIterable { case butt, round, square }
  /// The shape of the corners.
  public enum Join: String, Hashable, Sendable, CaseIterable { case miter, round, bevel }

  /// The width of the line. Nothing is drawn where it is not positive.
  public var width: Double
  public var cap: Cap
  public var join: Join
  /// The maximum length of a mitred corner, as a multiple of the width. Longer corners are bevelled.
  public var miterLimit: Double
  /// Alternating lengths of dashes and gaps. The line is solid where the list is empty, sums to 0 or has a negative
  /// number.
  public var dash: [Double]
  /// The offset in the dash pattern at which the line begins.
  public var dashPhase: Double

  public init(
    width: Double = 1, cap: Cap = .butt, join: Join = .miter, miterLimit: Double = 10, dash: [Double] = [],
    dashPhase: Double = 0
  ) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.dash = dash
    self.dashPhase = dashPhase
  }
}

extension StrokeStyle {
  /// The dash pattern where it is valid; empty for a solid line.
  ///
  /// A pattern that would repeat more than 100,000 times along the path is drawn as a solid line: it would not be
  /// visible, and each dash costs viewers time.
  func usableDash(along path: Path) -> [Double] {
    let period = dash.reduce(0, +)
    guard !dash.isEmpty, dash.count <= 1_000, period > 0, period.isFinite, dash.allSatisfy({ $0 >= 0 }),
      path.controlLength / period < 100_000
    else { return [] }
    return dash
  }
}

extension Path {
  /// The length of the polyline through all points and control points. The path is not longer.
  var controlLength: Double {
    var (length, current, start) = (0.0, Point.zero, Point.zero)
    func go(to point: Point) {
      let (dx, dy) = (point.x - current.x, point.y - current.y)
      length += (dx * dx + dy * dy).squareRoot()
      current = point
    }
    for element in elements {
      switch element {
      case .move(let point): (current, start) = (point, point)
      case .line(let point): go(to: point)
      case .curve(let first, let second, let end):
        go(to: first)
        go(to: second)
        go(to: end)
      case .close: go(to: start)
      }
    }
    return length
  }
}
