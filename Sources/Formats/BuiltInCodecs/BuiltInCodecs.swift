package import CodecKit
internal import JPEGCodec
internal import PNGCodec
internal import TIFFCodec

/// The formats that the suite is built with: one line each.
package enum BuiltInCodecs {
  package static let decoders: [DecoderDescriptor] = [
    JPEGCodec.decoder,
    PNGCodec.decoder,
    TIFFCodec.decoder,
  ]

  package static let encoders: [EncoderDescriptor] = [
    JPEGCodec.encoder,
    PNGCodec.encoder,
    TIFFCodec.encoder,
  ]
}
