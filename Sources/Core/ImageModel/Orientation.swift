/// How the stored rows must be rotated and mirrored for display: the values of the Exif and TIFF tag Orientation
/// (0x0112).
public enum Orientation: Int, Hashable, Sendable, CaseIterable {
  case up = 1
  case upMirrored = 2
  case down = 3
  case downMirrored = 4
  /// Transposed: mirrored along the diagonal from the upper left.
  case leftMirrored = 5
  /// To be rotated clockwise by 90 degrees.
  case right = 6
  /// Transversed: mirrored along the diagonal from the upper right.
  case rightMirrored = 7
  /// To be rotated clockwise by 270 degrees.
  case left = 8

  /// Whether width and height are swapped in the upright picture.
  public var swapsAxes: Bool { rawValue >= 5 }

  /// The description that Exif readers show: what to do for display.
  public var summary: String {
    switch self {
    case .up: "Horizontal (normal)"
    case .upMirrored: "Mirror horizontal"
    case .down: "Rotate 180"
    case .downMirrored: "Mirror vertical"
    case .leftMirrored: "Mirror horizontal and rotate 270 CW"
    case .right: "Rotate 90 CW"
    case .rightMirrored: "Mirror horizontal and rotate 90 CW"
    case .left: "Rotate 270 CW"
    }
  }

  /// The size of the upright picture whose stored size is given.
  public func upright(_ size: PixelSize) -> PixelSize {
    swapsAxes ? size.transposed : size
  }
}
