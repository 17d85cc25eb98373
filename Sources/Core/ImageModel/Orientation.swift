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

  /// One orientation after the other: the turn that `next` makes of an upright picture.
  public func then(_ next: Orientation) -> Orientation {
    let (swaps, x, y) = mirrors
    let (nextSwaps, nextX, nextY) = next.mirrors
    let whole = (swaps != nextSwaps, x != (swaps ? nextY : nextX), y != (swaps ? nextX : nextY))
    return Self.allCases.first { $0.mirrors == whole } ?? .up
  }

  /// How a pixel of the upright picture is found in the stored one: its coordinates are exchanged first if `swapsAxes`
  /// is set, and then the axes that are set run backwards.
  package var mirrors: (swapsAxes: Bool, x: Bool, y: Bool) {
    let x: [Orientation] = [.upMirrored, .down, .rightMirrored, .left]
    let y: [Orientation] = [.down, .downMirrored, .right, .rightMirrored]
    return (swapsAxes, x.contains(self), y.contains(self))
  }

  /// The size of the upright picture whose stored size is given.
  public func upright(_ size: PixelSize) -> PixelSize {
    swapsAxes ? size.transposed : size
  }
}
