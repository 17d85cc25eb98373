package import CodecKit
internal import GIFCodec
internal import JPEG2000Codec
internal import JPEGCodec
internal import JPEGXLCodec
internal import PNGCodec
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
    JPEG2000Codec.decoder,
    JPEGXLCodec.decoder,
  ]

  package static let encoders: [EncoderDescriptor] = [
    JPEGCodec.encoder,
    PNGCodec.encoder,
    TIFFCodec.encoder,
    WebPCodec.encoder,
    JPEGXLCodec.encoder,
  ]

  package static let repackers = [JPEGXLCodec.packer, JPEGXLCodec.unpacker]
}
