public import Drawing
public import ImageModel
internal import PDFWriting

/// A page of an existing PDF. It is copied with its links, fonts and annotations.
public final class ImportedPage: PDFPage {
  let file: PDFFile
  /// The page in its file, counted from 0.
  let index: Int
  /// The geometry of the page in its file.
  let original: PDFFilePage

  /// - Throws: `ImageError` with the file's path.
  package init(_ file: PDFFile, index: Int) throws(ImageError) {
    self.file = file
    self.index = index
    original = try file.page(index)
    super.init(size: original.bounds(for: .media).size)
    // Boxes may exceed the media box; nothing is shown there.
    for box in original.boxes.keys { setBounds(original.bounds(for: box), for: box) }
    rotation = original.rotation
  }

  /// The size in points as a viewer shows the page: the rotated crop box in user units.
  public override var seenSize: Size {
    let size = bounds(for: .crop).size.turned(by: rotation)
    return Size(width: size.width * original.userUnit, height: size.height * original.userUnit)
  }

  public override func draw(with box: PageBox, to context: DrawingContext) throws {
    guard let registry else {
      throw ImageError(.unsupported, "a page of a PDF cannot be drawn on an image", path: file.name)
    }
    // Where the box was changed, it may include a part that the original box hides.
    let box = bounds(for: box) == original.bounds(for: box) ? box : .media
    let object = try registry.page(self, box: box)
    // The form XObject is already upright. `draw` must draw the page unrotated, so the rotation of the page is undone.
    let place = original.bounds(for: box)
    try context.withState {
      context.translate(x: place.center.x, y: place.center.y)
      context.rotate(degrees: Double(original.rotation))
      let upright = place.size.turned(by: original.rotation)
      try context.draw(
        object, in: Rect(x: -upright.width / 2, y: -upright.height / 2, width: upright.width, height: upright.height))
    }
  }

  /// Cuts off the edges of the page: the crop box becomes smaller. What is outside is hidden, not removed.
  ///
  /// - Parameter margins: in points, of the page as viewers show it.
  /// - Throws: `usage` where nothing of the page would be left.
  package func crop(_ margins: PageMargins) throws(ImageError) {
    do throws(ImageError) {
      _ = try margins.frame(of: seenSize)
    } catch {
      throw ImageError(.usage, "page \(index + 1): \(error.reason)", path: file.name)
    }
    let seen = [margins.top, margins.right, margins.bottom, margins.left].map { $0 / original.userUnit }
    // The edges of the page in the same order, clockwise from its top. The page is turned clockwise.
    let turns = rotation / 90
    let sides = (0..<4).map { seen[($0 + turns) % 4] }
    let box = bounds(for: .crop)
    setBounds(
      Rect(
        x: box.minX + sides[3], y: box.minY + sides[2], width: box.width - sides[1] - sides[3],
        height: box.height - sides[0] - sides[2]), for: .crop)
  }

  package override func prepare(_ registry: XObjectRegistry) throws(ImageError) {
    _ = try registry.page(self, box: .crop)
  }
}

/// The geometry of a page of an existing PDF.
package struct PDFFilePage: Hashable, Sendable {
  /// The boxes that the page declares or inherits, in user units, with normalized corners. The media box always exists:
  /// US Letter where the file has none (7.7.3.3 requires one; all viewers assume Letter).
  package var boxes: [PageBox: Rect]
  /// The clockwise rotation of the page in degrees: 0, 90, 180 or 270.
  package var rotation: Int
  /// The size of a user unit in points (ISO 32000-1, 14.11.1).
  package var userUnit: Double

  /// A box, or its default (ISO 32000-1, 14.11.2), clipped to the media box.
  package func bounds(for box: PageBox) -> Rect {
    let media = boxes[.media] ?? Self.letter
    guard box != .media else { return media }
    let declared = boxes[box] ?? (box == .crop ? media : bounds(for: .crop))
    return declared.intersection(media) ?? media
  }

  /// The size of a box as a viewer shows it: rotated, and in points.
  package func seenSize(of box: PageBox) -> Size {
    let size = bounds(for: box).size
    let turned = rotation % 180 == 0 ? size : size.transposed
    return Size(width: turned.width * userUnit, height: turned.height * userUnit)
  }

  /// The transform from a box of the page to the unit square, in which the page is upright.
  func unitSquareMatrix(of box: PageBox) -> AffineTransform {
    let rect = bounds(for: box)
    let plain = AffineTransform.translation(x: -rect.minX, y: -rect.minY)
      .then(.scale(x: 1 / rect.width, y: 1 / rect.height))
    // Rotated clockwise within the unit square.
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
  /// The intersection; nil where it has no area.
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
