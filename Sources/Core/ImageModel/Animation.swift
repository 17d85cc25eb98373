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
  /// It gets back the pixels from before the frame.
  case restore
}
