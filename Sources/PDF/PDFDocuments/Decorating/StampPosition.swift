package import ImageModel

/// Where a stamp stands on a page that is larger.
package enum StampPosition: String, Hashable, Sendable, CaseIterable {
  case center, top, bottom, left, right
  case topLeft = "top-left"
  case topRight = "top-right"
  case bottomLeft = "bottom-left"
  case bottomRight = "bottom-right"

  /// The distance from the edge of the paper, in points, where there is room for it: 10 mm.
  private static let inset = 10 * 72 / 25.4

  /// Where in its room something stands: from -1 for left and lower to 1 for right and upper.
  private var direction: (x: Double, y: Double) {
    switch self {
    case .center: (0, 0)
    case .top: (0, 1)
    case .bottom: (0, -1)
    case .left: (-1, 0)
    case .right: (1, 0)
    case .topLeft: (-1, 1)
    case .topRight: (1, 1)
    case .bottomLeft: (-1, -1)
    case .bottomRight: (1, -1)
    }
  }

  /// A place in the middle of a page moved towards an edge or a corner.
  func moved(_ place: Rect, on page: Size) -> Rect {
    func way(_ whole: Double, _ part: Double) -> Double {
      // What leaves less room than the distance stays in the middle.
      max((whole - part) / 2 - Self.inset, 0)
    }
    var place = place
    place.origin.x += direction.x * way(page.width, place.width)
    place.origin.y += direction.y * way(page.height, place.height)
    return place
  }
}
