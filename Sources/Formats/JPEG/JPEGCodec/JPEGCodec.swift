package import CodecKit
internal import ImageModel

/// JPEG through libjpeg: the rows for `BuiltInCodecs`.
package enum JPEGCodec {
  package static let decoder = DecoderDescriptor(name: "jpeg") {
    source, limits throws(ImageError) in
    try JPEGDecoder(source, limits: limits)
  }

  /// Gray, YCbCr and CMYK of 8 bits. CMYK is stored without conversion to YCCK (Adobe transform 0) and inverted, as all
  /// programs expect it.
  package static let encoder = EncoderDescriptor(
    name: "jpeg", isLossy: true, options: { _ in [.quality, .subsampling, .progressive, .blocks] },
    holds: [.exif, .xmp, .photoshop, .icc, .comments, .resolution],
    accepts: { format in
      PixelFormat(.uint8, format.colorModel == .lab ? .rgb : format.colorModel)
    },
    open: { sink, limits throws(ImageError) in JPEGEncoder(sink, limits: limits) })
}
