package import ImageModel

/// What a conversion does with a picture, for everything in Exif and XMP that describes the picture's pixels: sizes,
/// areas, the names of people in them.
package struct PictureChange: Hashable, Sendable {
  /// The size of the source's rows, as they are stored.
  package var source: PixelSize
  /// The orientation of these rows.
  package var stored: Orientation
  /// How they are turned.
  package var turn = Orientation.up
  /// How the upright, turned picture is rotated by an angle: from places in it to those in the result, both in parts of
  /// width and height.
  package var rotation = AffineTransform.identity
  /// The part of the turned picture that is used, in parts of its width and height. It may reach over the edge.
  package var part = PictureChange.whole
  /// The size of the new picture.
  package var size: PixelSize
  package var becomesSRGB = false
  package var becomesGray = false
  /// Whether tones are changed, or something is drawn over the picture.
  package var isRetouched = false
  /// The MIME type of the new file; nil if it is not known.
  package var contentType: String?

  package static let whole = Rect(x: 0, y: 0, width: 1, height: 1)

  /// A picture that at most gets another size.
  package init(source: PixelSize, stored: Orientation = .up, size: PixelSize? = nil) {
    self.source = source
    self.stored = stored
    self.size = size ?? source
  }

  /// Whether the sizes that the metadata names are those of other pixels: of a sensor's, or of a preview's.
  package var isDeveloped = false

  /// Whether the picture has another size than the metadata may say.
  var resizes: Bool { moves || size != source || isDeveloped }

  /// Whether something in the picture is at another place of it.
  var moves: Bool { turn != .up || rotation != .identity || part != Self.whole }

  /// Whether pixels and colours stay as they are.
  var isNone: Bool { !resizes && !becomesSRGB && !becomesGray && !isRetouched }

  /// Whether a small version of the source no longer shows the same.
  var replacesThumbnail: Bool { resizes || becomesGray || isRetouched }

  /// From places in the source to those in the new picture, both in parts of width and height.
  ///
  /// - Parameter isUpright: whether the places are those of the source as it is shown, not as it is stored.
  func transform(isUpright: Bool) -> AffineTransform {
    var transform = AffineTransform.identity
    if isUpright {
      let back = Orientation.allCases.first { stored.then($0) == .up } ?? .up
      transform = back.transform
    }
    return transform.then(turn.transform).then(rotation).then(.translation(x: -part.minX, y: -part.minY))
      .then(.scale(x: 1 / part.width, y: 1 / part.height))
  }

  /// Of an area with less than this part left in the picture nobody can tell what it showed.
  private static let leastPart = 0.25

  /// An area of the source in the new picture, both in parts of width and height; nil if hardly anything of it is left.
  func area(_ area: Rect, isUpright: Bool = false) -> Rect? {
    let moved = transform(isUpright: isUpright).apply(to: area)
    guard moved.width.isFinite, moved.height.isFinite, area.width >= 0, area.height >= 0 else { return nil }
    // What a writer placed beyond the border stays there if the picture is only scaled.
    guard moves else { return moved }
    let (left, top) = (max(0, moved.minX), max(0, moved.minY))
    let (width, height) = (min(1, moved.maxX) - left, min(1, moved.maxY) - top)
    // A point has no width and height.
    guard width >= moved.width * Self.leastPart, height >= 0,
      width * height >= moved.width * moved.height * Self.leastPart
    else { return nil }
    return Rect(x: left, y: top, width: width, height: height)
  }
}

extension Orientation {
  /// From places in stored rows to those in the upright picture, both in parts of width and height.
  fileprivate var transform: AffineTransform {
    let (swaps, x, y) = mirrors
    let mirrored = AffineTransform(a: x ? -1 : 1, b: 0, c: 0, d: y ? -1 : 1, tx: x ? 1 : 0, ty: y ? 1 : 0)
    return swaps ? mirrored.then(AffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)) : mirrored
  }
}
