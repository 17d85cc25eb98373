internal import BMPCodec
package import CodecKit
internal import GIFCodec
internal import JPEG2000Codec
internal import JPEGCodec
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
    BMPCodec.decoder,
    BMPCodec.iconDecoder(png: PNGCodec.decoder),
    RAWCodec.decoder(jpeg: JPEGCodec.decoder, tiff: TIFFCodec.decoder),
  ]

  /// The formats whose headers are read, and whose data is not decoded: it can be embedded in PDF.
  package static let headersOnly: [DecoderDescriptor] = [JPEG2000Codec.decoder]

  package static let encoders: [EncoderDescriptor] = [
    JPEGCodec.encoder,
    PNGCodec.encoder,
    TIFFCodec.encoder,
    WebPCodec.encoder,
    BMPCodec.encoder,
  ]
}
