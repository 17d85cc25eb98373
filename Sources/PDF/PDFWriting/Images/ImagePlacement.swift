package import ImageModel

/// Places an image on a page. PDF draws every image into the unit square, with its first row at the top.
package enum ImagePlacement {
  /// The matrix (for `cm`) that shows an image upright in a rectangle of the page, whose y points upwards.
  ///
  /// - Parameters:
  ///   - orientation: how the stored rows must be turned.
  ///   - rect: the place of the upright picture.
  package static func matrix(orientation: Orientation, in rect: Rect) -> AffineTransform {
    let (x, y, w, h) = (rect.minX, rect.minY, rect.width, rect.height)
    switch orientation {
    case .up: return AffineTransform(a: w, b: 0, c: 0, d: h, tx: x, ty: y)
    case .upMirrored: return AffineTransform(a: -w, b: 0, c: 0, d: h, tx: x + w, ty: y)
    case .down: return AffineTransform(a: -w, b: 0, c: 0, d: -h, tx: x + w, ty: y + h)
    case .downMirrored: return AffineTransform(a: w, b: 0, c: 0, d: -h, tx: x, ty: y + h)
    case .leftMirrored: return AffineTransform(a: 0, b: -h, c: -w, d: 0, tx: x + w, ty: y + h)
    case .right: return AffineTransform(a: 0, b: -h, c: w, d: 0, tx: x, ty: y + h)
    case .rightMirrored: return AffineTransform(a: 0, b: h, c: w, d: 0, tx: x, ty: y)
    case .left: return AffineTransform(a: 0, b: h, c: -w, d: 0, tx: x + w, ty: y)
    }
  }

  /// Operators that draw the image with a resource name: `612 0 0 792 0 0 cm/I Do`. The graphics state is changed.
  package static func operators(_ matrix: AffineTransform, name: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for number in [matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty] {
      PDFSyntax.append(.real(number), to: &bytes)
    }
    bytes += Array(" cm".utf8)
    PDFSyntax.append(.name(name), to: &bytes)
    return bytes + Array(" Do".utf8)
  }
}
