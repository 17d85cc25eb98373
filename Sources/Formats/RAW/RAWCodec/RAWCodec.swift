package import ByteStreams
package import CodecKit
package import ImageModel
internal import RAWStructure

/// Raw files of cameras: the row of `BuiltInCodecs`, and the one that takes its place where the data of the sensor is
/// developed.
package enum RAWCodec {
  /// Develops the data of the sensor with libraw.
  package static let developer = DecoderDescriptor(
    name: "raw", contentType: "public.camera-raw-image",
    open: { source, limits throws(ImageError) in try RAWDeveloper(source, limits: limits) })

  /// Whether a TIFF file, whose name does not say that it is a raw file, has the data of a sensor.
  ///
  /// - Throws: `invalidData`, `io`.
  package static func canDevelop(tiff source: any ByteSource, limits: Limits) throws(ImageError) -> Bool {
    try RAWStructure.hasSensorData(source, limits: limits)
  }

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
