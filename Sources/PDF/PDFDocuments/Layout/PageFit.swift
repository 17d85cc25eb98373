public import ImageModel

/// How a picture is put into the frame of its page, which is the page without its margins. The picture stands in the
/// middle of the frame. docs/mkpdf.md shows each.
public enum PageFit: String, Hashable, Sendable, CaseIterable {
  /// As large as fits whole, whether that makes it larger or smaller than its own size.
  case into
  /// So large that it covers the whole frame; what goes beyond the frame is cut off.
  case fill
  /// Stretched to the frame's width and height, whatever becomes of its shape.
  case exact
  /// Its own size, made smaller where that does not fit.
  case shrink
  /// Its own size, made larger where it leaves room on all sides; a larger one keeps its size and is cut off at the frame.
  case enlarge

  /// The place of a picture, in the coordinates of the frame.
  ///
  /// - Parameter natural: the size of the picture at its own resolution.
  public func place(_ natural: Size, in frame: Rect) -> Rect {
    let (x, y) = (frame.width / natural.width, frame.height / natural.height)
    let scale: Double
    switch self {
    case .exact: return frame
    case .into: scale = min(x, y)
    case .fill: scale = max(x, y)
    case .shrink: scale = min(x, y, 1)
    case .enlarge: scale = max(min(x, y), 1)
    }
    let size = Size(width: natural.width * scale, height: natural.height * scale)
    return Rect(
      origin: Point(x: frame.center.x - size.width / 2, y: frame.center.y - size.height / 2), size: size)
  }

  /// Whether a placed picture goes beyond the frame, and must be clipped to it.
  static func exceeds(_ place: Rect, _ frame: Rect) -> Bool {
    // A thousandth of a point is rounding.
    place.width > frame.width + 0.001 || place.height > frame.height + 0.001
  }
}
