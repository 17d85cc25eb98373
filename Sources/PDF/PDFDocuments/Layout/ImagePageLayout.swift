public import ImageModel

/// Where a picture stands on its page.
public struct ImagePageLayout: Hashable, Sendable {
  public var shape: PageShape
  public var margins: PageMargins
  public var fit: PageFit
  public var resolution: ResolutionRule
  /// By how much the picture is turned clockwise, besides what its file says: 0, 90, 180 or 270 degrees.
  public var rotation: Int

  public init(
    shape: PageShape = PageShape(), margins: PageMargins = .none, fit: PageFit = .into,
    resolution: ResolutionRule = ResolutionRule(), rotation: Int = 0
  ) {
    self.shape = shape
    self.margins = margins
    self.fit = fit
    self.resolution = resolution
    self.rotation = rotation
  }

  /// A page and the place of the picture on it; lengths in points, the origin at the lower left.
  public struct Placement: Hashable, Sendable {
    public var page: Size
    /// The page without its margins.
    public var frame: Rect
    public var picture: Rect
    /// Whether the picture goes beyond the frame and is cut off there.
    public var isClipped: Bool

    /// The least distance of a caption from the edges of the page, in points.
    private static let inset = 6.0

    /// How far a caption stays away from the sides of the frame, where the margins are narrow, and from its lower end.
    package var captionInset: (side: Double, bottom: Double) {
      let narrow = min(frame.minX, page.width - frame.maxX)
      return (min(max(Self.inset - narrow, 0), frame.width / 10), max(Self.inset - frame.minY, 0))
    }

    /// Where a caption stands: directly below what is seen of the picture.
    ///
    /// - Parameter reserve: the height that was kept free for it.
    package func captionStrip(reserve: Double) -> Rect {
      let side = captionInset.side
      return Rect(
        x: frame.minX + side, y: max(picture.minY, frame.minY) - reserve, width: frame.width - 2 * side, height: reserve
      )
    }
  }

  /// Lays a picture out.
  ///
  /// - Parameters:
  ///   - natural: the picture's size at its own resolution, as it is to be seen.
  ///   - reserve: height below the picture that stays free, for a caption.
  /// - Throws: `usage` where the page is smaller than its margins.
  public func placement(of natural: Size, reserve: Double = 0) throws(ImageError) -> Placement {
    let page: Size
    switch shape.medium {
    case .content:
      page = Size(
        width: natural.width + margins.left + margins.right,
        height: natural.height + margins.top + margins.bottom + reserve)
      let frame = Rect(
        x: margins.left, y: margins.bottom + reserve, width: natural.width, height: natural.height)
      return Placement(page: page, frame: frame, picture: frame, isClipped: false)
    case .fixed(let paper): page = shape.size(of: paper, for: natural)
    }
    var frame = try margins.frame(of: page)
    guard frame.height - reserve >= 1 else {
      throw ImageError(.usage, "a page of \(page.inPoints) has no room above its caption")
    }
    frame.origin.y += reserve
    frame.size.height -= reserve
    let picture = fit.place(natural, in: frame)
    return Placement(page: page, frame: frame, picture: picture, isClipped: PageFit.exceeds(picture, frame))
  }
}

extension Orientation {
  /// The orientation that turns a picture clockwise by a number of degrees more.
  public func turned(clockwise degrees: Int) -> Orientation {
    // Each step leads from a value to the one that is turned by 90 degrees more.
    let next: [Orientation: Orientation] = [
      .up: .right, .right: .down, .down: .left, .left: .up, .upMirrored: .rightMirrored, .rightMirrored: .downMirrored,
      .downMirrored: .leftMirrored, .leftMirrored: .upMirrored,
    ]
    let quarters = ((degrees / 90) % 4 + 4) % 4
    return (0..<quarters).reduce(self) { orientation, _ in next[orientation] ?? orientation }
  }
}
