public import ImageModel

/// Determines the size of a picture on paper from the resolution in its file, where that is plausible.
///
/// Many files have no resolution, or a meaningless one such as 0, 1 or 65,535 dpi. For those, the resolution is
/// `fallback`. A file that has only the aspect ratio of its pixels keeps that aspect ratio.
public struct ResolutionRule: Hashable, Sendable {
  /// The resolution in dots per inch for pictures without a plausible resolution.
  public var fallback: Double
  /// Whether `fallback` applies to all pictures.
  public var overrides: Bool

  public init(fallback: Double = 96, overrides: Bool = false) {
    self.fallback = fallback
    self.overrides = overrides
  }

  /// The plausible resolutions along each axis, in dots per inch.
  public static let plausible = Resolution.plausible

  /// How the resolution of a file was judged.
  public enum Verdict: Hashable, Sendable {
    case stated
    /// The file has no resolution.
    case missing
    /// The resolution of the file is not plausible.
    case implausible
  }

  /// The dots per inch along both axes, and how the resolution of the file was judged.
  public func dotsPerInch(_ resolution: Resolution?) -> (x: Double, y: Double, verdict: Verdict) {
    guard let resolution, !overrides else { return (fallback, fallback, resolution == nil ? .missing : .stated) }
    if let dpi = resolution.dotsPerInch {
      guard Self.plausible.contains(dpi.x), Self.plausible.contains(dpi.y) else {
        return (fallback, fallback, .implausible)
      }
      return (dpi.x, dpi.y, .stated)
    }
    return (fallback, fallback * (resolution.unit == .none ? resolution.pixelAspect : 1), .missing)
  }

  /// The upright size of a picture on paper, in points.
  ///
  /// - Parameter stored: the size before the orientation is applied. The resolution is along its axes.
  public func naturalSize(stored: PixelSize, _ orientation: Orientation, _ resolution: Resolution?) -> Size {
    let dpi = dotsPerInch(resolution)
    let size = Size(width: Double(stored.width) * 72 / dpi.x, height: Double(stored.height) * 72 / dpi.y)
    return orientation.swapsAxes ? size.transposed : size
  }
}
