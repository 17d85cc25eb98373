package import CodecKit
internal import ImageModel

/// Raw files of cameras, of which a JPEG file in them is shown: the row of `BuiltInCodecs`.
package enum RAWCodec {
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
