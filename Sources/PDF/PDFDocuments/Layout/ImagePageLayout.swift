public import ImageModel

/// The place of a picture on its page.
public struct ImagePageLayout: Hashable, Sendable {
  public var shape: PageShape
  public var margins: PageMargins
  public var fit: PageFit
  public var resolution: ResolutionRule
  /// The clockwise rotation of the picture in degrees, in addition to the orientation in its file: 0, 90, 180 or 270.
  public var rotation: Int

  public init(
    shape: PageShape = PageShape(), margins: PageMargins = .none, fit: PageFit = .inside,
    resolution: ResolutionRule = ResolutionRule(), rotation: Int = 0
  ) {
    self.shape = shape
    self.margins = margins
    self.fit = fit
    self.resolution = resolution
    self.rotation = rotation
  }

  /// A page and the place of the picture on it, in points. The origin is at the lower left.
  public struct Placement: Hashable, Sendable {
    public var page: Size
    /// The page without its margins.
    public var frame: Rect
    public var picture: Rect
    /// Whether the picture exceeds the frame and is clipped.
    public var isClipped: Bool

    /// The minimum distance of a caption from the edges of the page, in points.
    private static let inset = 6.0

    /// The distance of a caption from the sides and the bottom of the frame, where the margins are narrow.
    package var captionInset: (side: Double, bottom: Double) {
      let narrow = min(frame.minX, page.width - frame.maxX)
      return (min(max(Self.inset - narrow, 0), frame.width / 10), max(Self.inset - frame.minY, 0))
    }

    /// The place of a caption: directly below the visible part of the picture.
    ///
    /// - Parameter reserve: the height that was reserved for the caption.
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
  ///   - natural: the upright size of the picture at its own resolution.
  ///   - reserve: the height below the picture that is reserved for a caption.
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
      throw ImageError(.usage, "a page of \(page.inPoints) has no space above its caption")
    }
    frame.origin.y += reserve
    frame.size.height -= reserve
    let picture = fit.place(natural, in: frame)
    return Placement(page: page, frame: frame, picture: picture, isClipped: PageFit.exceeds(picture, frame))
  }
}

extension Orientation {
  /// The orientation with an additional clockwise rotation.
  public func turned(clockwise degrees: Int) -> Orientation {
    // Each orientation with 90 degrees more.
    let next: [Orientation: Orientation] = [
      .up: .right, .right: .down, .down: .left, .left: .up, .upMirrored: .rightMirrored, .rightMirrored: .downMirrored,
      .downMirrored: .leftMirrored, .leftMirrored: .upMirrored,
    ]
    let quarters = ((degrees / 90) % 4 + 4) % 4
    return (0..<quarters).reduce(self) { orientation, _ in next[orientation] ?? orientation }
  }
}
