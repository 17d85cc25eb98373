internal import ImageModel

extension StrokeStyle {
  /// The dashes as cairo and viewers can draw them; empty for a solid line.
  ///
  /// A pattern that would repeat more than 100,000 times along the path is drawn as a solid line: no eye sees it, and
  /// each dash costs every viewer time.
  func usableDash(along path: Path) -> [Double] {
    let period = dash.reduce(0, +)
    guard !dash.isEmpty, dash.count <= 1_000, period > 0, period.isFinite, dash.allSatisfy({ $0 >= 0 }),
      path.controlLength / period < 100_000
    else { return [] }
    return dash
  }
}

extension Path {
  /// The length of the lines through all points, control points too; no shorter than the path.
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
