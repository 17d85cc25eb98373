package import CodecKit
internal import ImageModel

/// Raw files of cameras: the row of `BuiltInCodecs`, and the one that takes its place where the data of the sensor is
/// developed.
package enum RAWCodec {
  /// Develops the data of the sensor with libraw.
  package static let developer = DecoderDescriptor(
    name: "raw", contentType: "public.camera-raw-image",
    open: { source, limits throws(ImageError) in try RAWDeveloper(source, limits: limits) })

  /// Shows a JPEG file in the raw file.
  ///
  /// - Parameters:
  ///   - jpeg: the decoder of JPEG.
  ///   - tiff: the decoder of TIFF, for previews that are not JPEG files.
  package static func decoder(jpeg: DecoderDescriptor, tiff: DecoderDescriptor) -> DecoderDescriptor {
    DecoderDescriptor(
      name: "raw", contentType: "public.camera-raw-image",
      open: { source, limits throws(ImageError) in
        try RAWDecoder(source, jpeg: jpeg, tiff: tiff, limits: limits)
      })
  }
}
