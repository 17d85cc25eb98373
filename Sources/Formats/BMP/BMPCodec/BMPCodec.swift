package import CodecKit
internal import ImageModel

/// BMP and icons in Swift alone: the rows of `BuiltInCodecs`.
package enum BMPCodec {
  /// Reads 1 to 32 bits a pixel, runs of 4 and 8 bits, bit fields, and alpha where a mask says so.
  package static let decoder = DecoderDescriptor(
    name: "bmp",
    open: { source, limits throws(ImageError) in try BMPDecoder(source, limits: limits) })

  /// Writes 8 bits of grey, 24 bits of colour, or 32 with alpha.
  package static let encoder = EncoderDescriptor(
    name: "bmp",
    holds: [.resolution],
    accepts: { $0.hasAlpha ? .rgba8 : $0.colorModel == .gray ? .gray8 : .rgb8 },
    open: { sink, limits throws(ImageError) in BMPEncoder(sink, limits: limits) })

  /// Reads icons and cursors, whose pictures are bitmaps with a mask, or PNG files.
  ///
  /// - Parameter png: the decoder of PNG.
  package static func iconDecoder(png: DecoderDescriptor) -> DecoderDescriptor {
    DecoderDescriptor(
      name: "ico",
      open: { source, limits throws(ImageError) in try ICODecoder(source, png: png, limits: limits) })
  }

  /// Writes icons of 32 bits a pixel: bitmaps with a mask, and PNG files for a side of 256 pixels.
  ///
  /// - Parameter png: the encoder of PNG.
  package static func iconEncoder(png: EncoderDescriptor) -> EncoderDescriptor {
    EncoderDescriptor(
      name: "ico", supportsSeveralImages: true, holds: [], accepts: { _ in .rgba8 },
      open: { sink, limits throws(ImageError) in ICOEncoder(sink, png: png, limits: limits) })
  }
}
