public import ImageModel

/// How large a picture is on paper: by the resolution that its file says, where that can be believed.
///
/// Many files say nothing, and many say nonsense: 1 dpi, or 0, or 65,535, for a program had to write some number. Then
/// the picture has `fallback` dots an inch. A file that gives the shape of its pixels only keeps that shape.
public struct ResolutionRule: Hashable, Sendable {
  /// Dots an inch for pictures whose files say nothing that can be believed.
  public var fallback: Double
  /// Whether `fallback` is for all pictures, whatever their files say.
  public var overrides: Bool

  public init(fallback: Double = 96, overrides: Bool = false) {
    self.fallback = fallback
    self.overrides = overrides
  }

  /// What is believed, along each axis, in dots an inch.
  public static let credible = 10.0...10_000.0

  /// What a file's resolution comes to.
  public enum Verdict: Hashable, Sendable {
    case stated
    /// The file says nothing.
    case missing
    /// The file says something that nobody can mean.
    case absurd
  }

  /// Dots an inch along both axes, and what the file's own word was worth.
  public func dotsPerInch(_ resolution: Resolution?) -> (x: Double, y: Double, verdict: Verdict) {
    guard let resolution, !overrides else { return (fallback, fallback, resolution == nil ? .missing : .stated) }
    if let dpi = resolution.dotsPerInch {
      guard Self.credible.contains(dpi.x), Self.credible.contains(dpi.y) else { return (fallback, fallback, .absurd) }
      return (dpi.x, dpi.y, .stated)
    }
    let aspect = resolution.y / resolution.x
    guard resolution.unit == .none, aspect.isFinite, (0.1...10).contains(aspect) else {
      return (fallback, fallback, .missing)
    }
    return (fallback, fallback * aspect, .missing)
  }

  /// The size on paper, in points, of a picture that is to be turned by its orientation.
  ///
  /// - Parameter stored: its size before it is turned, along whose axes the resolution is measured.
  public func naturalSize(stored: PixelSize, _ orientation: Orientation, _ resolution: Resolution?) -> Size {
    let dpi = dotsPerInch(resolution)
    let size = Size(width: Double(stored.width) * 72 / dpi.x, height: Double(stored.height) * 72 / dpi.y)
    return orientation.swapsAxes ? size.transposed : size
  }
}
