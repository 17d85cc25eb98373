package import CodecKit
internal import ImageModel

/// PNG by libpng: the rows of `BuiltInCodecs`.
package enum PNGCodec {
  /// Reads every colour type and depth, row by row; interlaced pictures are held in memory. The frames of an animation
  /// come as they appear on the canvas.
  package static let decoder = DecoderDescriptor(
    name: "png", isCommon: { $0.compression == "deflate" },
    open: { source, limits throws(ImageError) in try PNGDecoder(source, limits: limits) })

  /// Writes the smallest colour type that loses nothing, and animations (APNG).
  package static let encoder = EncoderDescriptor(
    name: "png", holdsFrames: true, holdsPalettes: true, options: { _ in [.interlace] },
    compressions: (0...9).map(String.init),
    holds: [.calibration, .codePoints, .exif, .xmp, .photoshop, .icc, .comments, .texts, .resolution],
    accepts: PNGEncoder.accepted(for:),
    open: { sink, limits throws(ImageError) in PNGEncoder(sink, limits: limits) })
}
