package import ImageModel

/// What a page of an existing PDF says about its geometry.
package struct PDFFilePage: Hashable, Sendable {
  /// The boxes that the page or the nodes above it declare, in its own units, corners in order. The media box is always
  /// there: US Letter where the file has none (7.7.3.3 demands one; all viewers take Letter).
  package var boxes: [PageBox: Rect]
  /// Degrees clockwise by which the page is turned before it is shown: 0, 90, 180 or 270.
  package var rotation: Int
  /// The size of a unit in points (ISO 32000-1, 14.11.1).
  package var userUnit: Double

  /// A box, or what stands in for it (ISO 32000-1, 14.11.2), cut to the media box.
  package func bounds(for box: PageBox) -> Rect {
    let media = boxes[.media] ?? Self.letter
    guard box != .media else { return media }
    let declared = boxes[box] ?? (box == .crop ? media : bounds(for: .crop))
    return declared.intersection(media) ?? media
  }

  /// The size of a box as it is seen: turned, and in points.
  package func seenSize(of box: PageBox) -> Size {
    let size = bounds(for: box).size
    let turned = rotation % 180 == 0 ? size : size.transposed
    return Size(width: turned.width * userUnit, height: turned.height * userUnit)
  }

  /// Maps a box of the page to the unit square, so that the page stands upright in it.
  func unitSquareMatrix(of box: PageBox) -> AffineTransform {
    let rect = bounds(for: box)
    let plain = AffineTransform.translation(x: -rect.minX, y: -rect.minY)
      .then(.scale(x: 1 / rect.width, y: 1 / rect.height))
    // In the unit square, turned clockwise.
    return switch rotation {
    case 90: plain.then(AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 1))
    case 180: plain.then(AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 1, ty: 1))
    case 270: plain.then(AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1, ty: 0))
    default: plain
    }
  }

  static let letter = Rect(x: 0, y: 0, width: 612, height: 792)
}

extension Rect {
  /// What lies in both; nil where that has no area.
  func intersection(_ other: Rect) -> Rect? {
    let (left, right) = (max(minX, other.minX), min(maxX, other.maxX))
    let (bottom, top) = (max(minY, other.minY), min(maxY, other.maxY))
    guard left < right, bottom < top else { return nil }
    return Rect(x: left, y: bottom, width: right - left, height: top - bottom)
  }
}

extension PageBox {
  /// The box's key in a page's dictionary.
  package var key: String {
    switch self {
    case .media: "MediaBox"
    case .crop: "CropBox"
    case .bleed: "BleedBox"
    case .trim: "TrimBox"
    case .art: "ArtBox"
    }
  }
}
