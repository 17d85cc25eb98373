package import ImageModel

/// How a reduction is divided between the decoder, a box filter and the kernel.
///
/// A decoder that scales (JPEG by its DCT, TIFF by its pyramid) is asked for about twice the wanted size. For a wanted
/// shrink of 15.6 or more it delivers 1/8, from 7.8 on 1/4, from 3.9 on 1/2. A box filter does the rest of the
/// reduction, down to not less than `boxGap` times the wanted size. The kernel does the last step.
/// docs/decisions/0005-resize-plan.md has the measurements.
package struct ResizePlan: Hashable, Sendable {
  /// How many times the wanted size a decoder has to deliver. It is a little less than 2, because 12-megapixel pictures
  /// are 4000 or 4032 pixels wide, and thumbnails 256, 512 or 1024.
  static let decoderGap = 1.95
  /// How many times the wanted size the box filter leaves.
  static let boxGap = 4.0

  /// The wanted size and the used part of the picture, both in the orientation of the stored rows.
  package var geometry: ThumbnailGeometry

  /// A plan for a picture with an orientation; `geometry` describes the upright picture.
  ///
  /// With `.up` the geometry describes the stored rows.
  package init(_ geometry: ThumbnailGeometry, orientation: Orientation = .up) {
    self.geometry = geometry.stored(as: orientation)
  }

  /// The size to request from the decoder; nil for the full size.
  package var minimumSize: PixelSize? {
    let full = geometry.sourceSize
    let width = Self.minimum(geometry.size.width, box: geometry.box.width, full: full.width)
    let height = Self.minimum(geometry.size.height, box: geometry.box.height, full: full.height)
    return width >= full.width && height >= full.height ? nil : PixelSize(width: width, height: height)
  }

  private static func minimum(_ wanted: Int, box: Double, full: Int) -> Int {
    let pixels = decoderGap * Double(wanted) * Double(full) / box
    // A reduction by exactly the limit must allow the smaller scale, although the division may have rounded up.
    return pixels >= Double(full) ? full : max(1, Int((pixels - 1e-6).rounded(.up)))
  }

  /// The part of a decoder's rows that is used.
  func box(in delivered: SourceBox) -> SourceBox {
    let (x, y) = scale(of: delivered)
    return SourceBox(
      x: delivered.x + geometry.box.x * x, y: delivered.y + geometry.box.y * y, width: geometry.box.width * x,
      height: geometry.box.height * y)
  }

  /// The scale at which a decoder delivers: 1/8 for a JPEG file whose DCT blocks become single pixels.
  func scale(of delivered: SourceBox) -> (x: Double, y: Double) {
    (delivered.width / Double(geometry.sourceSize.width), delivered.height / Double(geometry.sourceSize.height))
  }

  /// The factors of the box filter for rows in which `box` is the used part.
  func reduction(of box: SourceBox) -> (x: Int, y: Int) {
    (
      Self.factor(box.width / Double(geometry.size.width)), Self.factor(box.height / Double(geometry.size.height))
    )
  }

  private static func factor(_ shrink: Double) -> Int {
    max(1, Int(min(shrink / boxGap + 1e-9, Double(BoxReducer.maximumFactor))))
  }
}
