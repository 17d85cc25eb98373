internal import BMPCodec
package import ByteStreams
package import CodecKit
internal import GIFCodec
internal import HEIFCodec
package import ImageModel
internal import JPEG2000Codec
internal import JPEGCodec
internal import JPEGXLCodec
internal import PNGCodec
internal import RAWCodec
internal import TIFFCodec
internal import WebPCodec

/// The formats that the suite is built with: one line each.
package enum BuiltInCodecs {
  package static let decoders: [DecoderDescriptor] = [
    JPEGCodec.decoder,
    PNGCodec.decoder,
    TIFFCodec.decoder,
    WebPCodec.decoder,
    GIFCodec.decoder,
    HEIFCodec.heicDecoder,
    HEIFCodec.avifDecoder,
    BMPCodec.decoder,
    BMPCodec.iconDecoder(png: PNGCodec.decoder),
    JPEG2000Codec.decoder,
    RAWCodec.decoder(jpeg: JPEGCodec.decoder, tiff: TIFFCodec.decoder),
    JPEGXLCodec.decoder,
  ]

  /// The same, with pictures that are developed from raw files in place of their previews.
  package static let developers = decoders.map { $0.name == RAWCodec.developer.name ? RAWCodec.developer : $0 }

  /// Of `developers`, the one for a file that looks like TIFF and has no name of a raw file: that of raw files if there
  /// is the data of a sensor.
  ///
  /// - Throws: `invalidData`, `io`.
  package static func developer(
    tiff source: any ByteSource, limits: Limits
  ) throws(ImageError) -> DecoderDescriptor {
    try RAWCodec.canDevelop(tiff: source, limits: limits) ? RAWCodec.developer : TIFFCodec.decoder
  }

  package static let encoders: [EncoderDescriptor] = [
    JPEGCodec.encoder,
    PNGCodec.encoder,
    TIFFCodec.encoder,
    WebPCodec.encoder,
    GIFCodec.encoder,
    HEIFCodec.heicEncoder,
    HEIFCodec.avifEncoder,
    BMPCodec.encoder,
    JPEGXLCodec.encoder,
  ]

  package static let repackers = [JPEGXLCodec.packer, JPEGXLCodec.unpacker]
}
