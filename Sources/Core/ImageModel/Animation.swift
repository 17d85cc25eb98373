/// The timing of an animation, whose frames are the images of its file.
public struct Animation: Hashable, Sendable {
  /// How long each frame is shown, in seconds.
  public var durations: [Double]
  /// How often all frames are shown; 0 is for ever.
  public var loopCount: Int

  public init(durations: [Double], loopCount: Int) {
    self.durations = durations
    self.loopCount = loopCount
  }
}

/// What happens to a frame's rectangle on the canvas before the next frame is drawn.
package enum FrameDisposal: UInt8, Hashable, Sendable {
  case none
  /// It becomes transparent.
  case clear
  /// It becomes what it was before the frame.
  case restore
}

/// A rectangle of whole pixels.
package struct PixelRect: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var size: PixelSize

  package init(x: Int, y: Int, size: PixelSize) {
    self.x = x
    self.y = y
    self.size = size
  }

  /// The rectangle of some columns and rows.
  package init(columns: Range<Int>, rows: Range<Int>) {
    self.init(x: columns.lowerBound, y: rows.lowerBound, size: PixelSize(width: columns.count, height: rows.count))
  }

  package var columns: Range<Int> { x..<x + size.width }
  package var rows: Range<Int> { y..<y + size.height }
}
