package import CodecKit
internal import ImageModel

/// PNG by libpng: the rows of `BuiltInCodecs`.
package enum PNGCodec {
  /// Reads every colour type and depth, row by row; interlaced pictures are held in memory.
  package static let decoder = DecoderDescriptor(
    name: "png", contentType: "public.png",
    open: { source, limits throws(ImageError) in try PNGDecoder(source, limits: limits) })

  /// Writes the smallest colour type that loses nothing.
  package static let encoder = EncoderDescriptor(
    name: "png", contentType: "public.png", fileExtension: "png", supportsSeveralImages: false,
    compressions: (0...9).map(String.init),
    holds: [.calibration, .codePoints, .exif, .xmp, .photoshop, .icc, .comments, .texts, .resolution],
    accepts: PNGEncoder.accepted(for:),
    open: { sink, limits throws(ImageError) in PNGEncoder(sink, limits: limits) })
}
