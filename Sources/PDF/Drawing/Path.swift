public import ImageModel

/// Lines and curves for filling, stroking and clipping, in coordinates of the context that draws them.
public struct Path: Hashable, Sendable {
  /// An element of a path, as in PDF (ISO 32000-1, 8.5.2).
  public enum Element: Hashable, Sendable {
    /// Begins a new subpath at a point.
    case move(Point)
    case line(Point)
    /// A cubic Bézier curve: two control points and the end.
    case curve(Point, Point, Point)
    /// Closes the current subpath.
    case close
  }

  public private(set) var elements: [Element] = []

  /// An empty path.
  public init() {}

  public init(_ elements: [Element]) { self.elements = elements }

  public var isEmpty: Bool { elements.isEmpty }

  /// Begins a new subpath.
  public mutating func move(to point: Point) { elements.append(.move(point)) }

  /// Adds a straight line. Without a current point it begins a subpath, as `cairo_line_to` does.
  public mutating func line(to point: Point) { elements.append(.line(point)) }

  /// Adds a cubic Bézier curve.
  public mutating func curve(to end: Point, _ control1: Point, _ control2: Point) {
    elements.append(.curve(control1, control2, end))
  }

  /// Adds a quadratic Bézier curve from `start`, the current point, as an equal cubic curve.
  public mutating func quadraticCurve(from start: Point, to end: Point, _ control: Point) {
    func third(_ point: Point) -> Point {
      Point(x: point.x + (control.x - point.x) * 2 / 3, y: point.y + (control.y - point.y) * 2 / 3)
    }
    elements.append(.curve(third(start), third(end), end))
  }

  /// Closes the current subpath, as an element.
  public mutating func close() { elements.append(.close) }

  /// Adds all elements of another path.
  public mutating func append(_ other: Path) { elements += other.elements }

  /// The path with a transform applied to every point.
  public func transformed(by transform: AffineTransform) -> Path {
    Path(
      elements.map { element in
        switch element {
        case .move(let point): .move(transform.apply(to: point))
        case .line(let point): .line(transform.apply(to: point))
        case .curve(let first, let second, let end):
          .curve(transform.apply(to: first), transform.apply(to: second), transform.apply(to: end))
        case .close: .close
        }
      })
  }
}

extension Path {
  /// The distance of the control points of a quarter circle, as a fraction of the radius: (4/3)(√2 - 1).
  static let arcControl = 0.552_284_749_830_793_4

  /// A straight line between two points.
  public static func line(from start: Point, to end: Point) -> Path {
    Path([.move(start), .line(end)])
  }

  /// A rectangle.
  public static func rect(_ rect: Rect) -> Path {
    Path([
      .move(Point(x: rect.minX, y: rect.minY)), .line(Point(x: rect.maxX, y: rect.minY)),
      .line(Point(x: rect.maxX, y: rect.maxY)), .line(Point(x: rect.minX, y: rect.maxY)), .close,
    ])
  }

  /// An ellipse inscribed in a rectangle, as four curves. The error is at most 0.03 % of the radius.
  public static func ellipse(in rect: Rect) -> Path {
    roundedRect(rect, radiusX: rect.width / 2, radiusY: rect.height / 2)
  }

  /// A rectangle with round corners. The radius is limited to half of the shorter side.
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
