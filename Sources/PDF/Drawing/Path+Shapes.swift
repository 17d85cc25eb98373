public import ImageModel

extension Path {
  /// The share of a radius at which the control points of a quarter of a circle lie: (4/3)(√2 - 1).
  static let arcControl = 0.552_284_749_830_793_4

  /// A straight line between two points.
  public static func line(from start: Point, to end: Point) -> Path {
    Path([.move(start), .line(end)])
  }

  /// A closed part along the sides of a rectangle.
  public static func rect(_ rect: Rect) -> Path {
    Path([
      .move(Point(x: rect.minX, y: rect.minY)), .line(Point(x: rect.maxX, y: rect.minY)),
      .line(Point(x: rect.maxX, y: rect.maxY)), .line(Point(x: rect.minX, y: rect.maxY)), .close,
    ])
  }

  /// An ellipse that touches the sides of a rectangle: four curves, within 0.03 % of the radius of the true shape.
  public static func ellipse(in rect: Rect) -> Path {
    roundedRect(rect, radiusX: rect.width / 2, radiusY: rect.height / 2)
  }

  /// A rectangle with round corners; the radius is at most half of the shorter side.
  public static func roundedRect(_ rect: Rect, radius: Double) -> Path {
    let limit = min(abs(rect.width), abs(rect.height)) / 2
    let used = min(max(radius, 0), limit)
    return used > 0 ? roundedRect(rect, radiusX: used, radiusY: used) : .rect(rect)
  }

  private static func roundedRect(_ rect: Rect, radiusX: Double, radiusY: Double) -> Path {
    let (left, right, low, high) = (rect.minX, rect.maxX, rect.minY, rect.maxY)
    let (cx, cy) = (radiusX * (1 - arcControl), radiusY * (1 - arcControl))
    func point(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }
    return Path([
      .move(point(left + radiusX, low)),
      .line(point(right - radiusX, low)),
      .curve(point(right - cx, low), point(right, low + cy), point(right, low + radiusY)),
      .line(point(right, high - radiusY)),
      .curve(point(right, high - cy), point(right - cx, high), point(right - radiusX, high)),
      .line(point(left + radiusX, high)),
      .curve(point(left + cx, high), point(left, high - cy), point(left, high - radiusY)),
      .line(point(left, low + radiusY)),
      .curve(point(left, low + cy), point(left + cx, low), point(left + radiusX, low)),
      .close,
    ])
  }

  /// Lines through points, closed or open.
  public static func polygon(_ points: [Point], isClosed: Bool = true) -> Path {
    guard let first = points.first else { return Path() }
    return Path([.move(first)] + points.dropFirst().map { .line($0) } + (isClosed ? [.close] : []))
  }
}
