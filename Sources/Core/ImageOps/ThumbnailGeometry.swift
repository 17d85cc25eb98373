package import ImageModel

/// The geometry of a thumbnail: the resulting size and the used part of the picture.
///
/// All values describe the upright picture; `stored(as:)` converts them to the orientation of the file's rows. Sizes
/// are rounded to the nearest pixel, halves up, as Pillow and vips do; an axis never becomes 0, and along the axis that
/// limits the picture the wanted size is met exactly.
package struct ThumbnailGeometry: Hashable, Sendable {
  /// The size of the result.
  package var size: PixelSize
  /// The used part of the picture, in its pixels.
  package var box: SourceBox
  /// The size of the picture.
  package var sourceSize: PixelSize

  package init(size: PixelSize, box: SourceBox, sourceSize: PixelSize) {
    self.size = size
    self.box = box
    self.sourceSize = sourceSize
  }

  /// Computes the geometry for a picture whose upright size is `source`.
  ///
  /// - Throws: `usage` when neither axis is given, or one is outside 1...1,000,000.
  package init(source: PixelSize, _ options: RenderOptions) throws(ImageError) {
    let (wantedWidth, wantedHeight) = (options.size?.width, options.size?.height)
    guard source.width > 0, source.height > 0 else { throw ImageError(.usage, "a picture of \(source) has no pixels") }
    for axis in [wantedWidth, wantedHeight].compactMap({ $0 }) where !(1...1_000_000).contains(axis) {
      throw ImageError(.usage, "a size of \(axis) pixels is not between 1 and 1000000")
    }
    let (width, height) = (Double(source.width), Double(source.height))
    let scaleX = wantedWidth.map { Double($0) / width }
    let scaleY = wantedHeight.map { Double($0) / height }
    guard let first = scaleX ?? scaleY else { throw ImageError(.usage, "neither a width nor a height is wanted") }
    let (x, y) = (scaleX ?? first, scaleY ?? first)
    let limit = options.enlarge ? Double.infinity : 1
    sourceSize = source
    box = SourceBox(source)
    switch options.fit {
    case .stretch:
      size = Self.size(source, min(x, limit), min(y, limit))
    case .inside:
      let scale = min(x, y, limit)
      size = Self.size(source, scale, scale)
    case .cover:
      let scale = min(max(x, y), limit)
      let whole = Self.size(source, scale, scale)
      size = PixelSize(
        width: min(wantedWidth ?? .max, whole.width), height: min(wantedHeight ?? .max, whole.height))
      box.width = min(Double(size.width) / scale, width)
      box.height = min(Double(size.height) / scale, height)
      box.x = (width - box.width) * min(max(options.position.x, 0), 1)
      box.y = (height - box.height) * min(max(options.position.y, 0), 1)
    }
  }

  private static func size(_ source: PixelSize, _ x: Double, _ y: Double) -> PixelSize {
    PixelSize(width: axis(source.width, x), height: axis(source.height, y))
  }

  private static func axis(_ length: Int, _ scale: Double) -> Int {
    // The product may be a few ulps below the half that exact arithmetic gives.
    max(1, Int(min((Double(length) * scale + 0.5 + 1e-9).rounded(.down), 1e15)))
  }

  /// The same geometry for the stored rows of a file with an orientation.
  package func stored(as orientation: Orientation) -> ThumbnailGeometry {
    let (width, height) = (Double(sourceSize.width), Double(sourceSize.height))
    let (right, bottom) = (width - box.x - box.width, height - box.y - box.height)
    // The offsets of the box from the left and the top of the stored rows.
    let (x, y): (Double, Double) =
      switch orientation {
      case .up: (box.x, box.y)
      case .upMirrored: (right, box.y)
      case .down: (right, bottom)
      case .downMirrored: (box.x, bottom)
      case .leftMirrored: (box.y, box.x)
      case .right: (box.y, right)
      case .rightMirrored: (bottom, right)
      case .left: (bottom, box.x)
      }
    let swaps = orientation.swapsAxes
    return ThumbnailGeometry(
      size: swaps ? size.transposed : size,
      box: SourceBox(x: x, y: y, width: swaps ? box.height : box.width, height: swaps ? box.width : box.height),
      sourceSize: swaps ? sourceSize.transposed : sourceSize)
  }

  /// Whether the whole picture is used at its own size.
  package var isIdentity: Bool { size == sourceSize && box == SourceBox(sourceSize) }
}
