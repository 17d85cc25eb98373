internal import ByteStreams
package import CodecKit
internal import ImageModel
internal import RAWStructure

/// Raw files of cameras: the row of `BuiltInCodecs`.
package enum RAWCodec {
  /// Develops the data of the sensor with libraw.
  private static let developer = DecoderDescriptor(
    name: "raw",
    open: { source, limits throws(ImageError) in try RAWDeveloper(source, limits: limits) })

  /// Shows a JPEG file in the raw file.
  ///
  /// - Parameters:
  ///   - jpeg: the decoder of JPEG.
  ///   - tiff: the decoder of TIFF, for previews that are not JPEG files.
  package static func decoder(jpeg: DecoderDescriptor, tiff: DecoderDescriptor) -> DecoderDescriptor {
    var decoder = DecoderDescriptor(
      name: "raw",
      open: { source, limits throws(ImageError) in
        try RAWDecoder(source, jpeg: jpeg, tiff: tiff, limits: limits)
      })
    decoder.developer = { _, _ throws(ImageError) in developer }
    return decoder
  }

  /// The decoder of TIFF for files of any name: data of a sensor in them, which their names do not promise, can be
  /// developed.
  package static func developing(tiff: DecoderDescriptor) -> DecoderDescriptor {
    var decoder = tiff
    decoder.developer = { source, limits throws(ImageError) in
      try RAWStructure.hasSensorData(source, limits: limits) ? developer : nil
    }
    return decoder
  }
}
