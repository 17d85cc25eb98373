public import ImageModel

/// How a picture is fitted into the frame of its page, which is the page without its margins. The picture is centred in
/// the frame. docs/mkpdf.md shows each way.
public enum PageFit: String, Hashable, Sendable, CaseIterable {
  /// Enlarged or reduced to the largest size that fits into the frame.
  case inside
  /// Scaled to cover the whole frame; the parts outside the frame are clipped.
  case cover
  /// Stretched to the width and height of the frame, without keeping the aspect ratio.
  case stretch
  /// The natural size, reduced where it does not fit.
  case shrink
  /// The natural size, enlarged where it is smaller than the frame. A larger picture keeps its size and is clipped.
  case enlarge

  /// Reads a name. Those of img2pdf are understood, too: `into`, `fill` (it covers) and `exact` (it stretches).
  public init?(rawValue: String) {
    switch rawValue {
    case "inside", "into": self = .inside
    case "cover", "fill": self = .cover
    case "stretch", "exact": self = .stretch
    case "shrink": self = .shrink
    case "enlarge": self = .enlarge
    default: return nil
    }
  }

  /// The place of a picture, in the coordinates of the frame.
  ///
  /// - Parameter natural: the size of the picture at its own resolution.
  public func place(_ natural: Size, in frame: Rect) -> Rect {
    let (x, y) = (frame.width / natural.width, frame.height / natural.height)
    let scale: Double
    switch self {
    case .stretch: return frame
    case .inside: scale = min(x, y)
    case .cover: scale = max(x, y)
    case .shrink: scale = min(x, y, 1)
    case .enlarge: scale = max(min(x, y), 1)
    }
    let size = Size(width: natural.width * scale, height: natural.height * scale)
    return Rect(
      origin: Point(x: frame.center.x - size.width / 2, y: frame.center.y - size.height / 2), size: size)
  }

  /// Whether a placed picture exceeds the frame and must be clipped.
  static func exceeds(_ place: Rect, _ frame: Rect) -> Bool {
    // A thousandth of a point is a rounding error.
    place.width > frame.width + 0.001 || place.height > frame.height + 0.001
  }
}

/// The position of a smaller box in a larger one.
package enum BoxAnchor: String, Hashable, Sendable, CaseIterable {
  case center, top, bottom, left, right
  case topLeft = "top-left"
  case topRight = "top-right"
  case bottomLeft = "bottom-left"
  case bottomRight = "bottom-right"

  /// The distance of a stamp from the edge of the paper, in points: 10 mm, where there is enough space.
  private static let inset = 10 * 72 / 25.4

  /// The position along each axis, from -1 for left and bottom to 1 for right and top.
  package var direction: (x: Double, y: Double) {
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

  /// Moves a place in the middle of a page towards an edge or a corner.
  func moved(_ place: Rect, on page: Size) -> Rect {
    func way(_ whole: Double, _ part: Double) -> Double {
      // Where there is less space than the distance, the place stays in the middle.
      max((whole - part) / 2 - Self.inset, 0)
    }
    var place = place
    place.origin.x += direction.x * way(page.width, place.width)
    place.origin.y += direction.y * way(page.height, place.height)
    return place
  }
}
