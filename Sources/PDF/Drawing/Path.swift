public import ImageModel

/// Lines and curves that are filled, stroked or clipped to; in points of the context that draws them.
public struct Path: Hashable, Sendable {
  /// One step of a path, as in PDF (ISO 32000-1, 8.5.2).
  public enum Element: Hashable, Sendable {
    /// Begins a new part at a point.
    case move(Point)
    case line(Point)
    /// A cubic Bézier curve: two control points and the end.
    case curve(Point, Point, Point)
    /// Back to the beginning of the part.
    case close
  }

  public private(set) var elements: [Element] = []

  /// A path without parts.
  public init() {}

  public init(_ elements: [Element]) { self.elements = elements }

  public var isEmpty: Bool { elements.isEmpty }

  /// Begins a new part.
  public mutating func move(to point: Point) { elements.append(.move(point)) }

  /// Adds a straight line. Without a current point it begins a part, as `cairo_line_to` does.
  public mutating func line(to point: Point) { elements.append(.line(point)) }

  /// Adds a cubic Bézier curve.
  public mutating func curve(to end: Point, _ control1: Point, _ control2: Point) {
    elements.append(.curve(control1, control2, end))
  }

  /// Adds a quadratic Bézier curve from `start`, the current point, as the cubic curve of the same shape.
  public mutating func quadraticCurve(from start: Point, to end: Point, _ control: Point) {
    func third(_ point: Point) -> Point {
      Point(x: point.x + (control.x - point.x) * 2 / 3, y: point.y + (control.y - point.y) * 2 / 3)
    }
    elements.append(.curve(third(start), third(end), end))
  }

  /// Closes the current part.
  public mutating func close() { elements.append(.close) }

  /// Adds all parts of another path.
  public mutating func append(_ other: Path) { elements += other.elements }

  /// The path with every point moved by a transform.
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
