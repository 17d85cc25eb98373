internal import BMPCodec
package import CodecKit
internal import ContentTypes
internal import GIFCodec
internal import HEIFCodec
internal import JPEG2000Codec
internal import JPEGCodec
internal import JPEGXLCodec
internal import PNGCodec
internal import PNMCodec
internal import QOICodec
internal import RAWCodec
internal import TIFFCodec
internal import WebPCodec

/// The codecs that the suite is built with. `ImageFormat.all` is the list of the formats.
package enum BuiltInCodecs {
  /// One line for each format, in any order. A decoder that needs that of another format gets it here.
  private static let codecs: [(decoder: DecoderDescriptor, encoder: EncoderDescriptor?)] = [
    (JPEGCodec.decoder, JPEGCodec.encoder),
    (PNGCodec.decoder, PNGCodec.encoder),
    (RAWCodec.developing(tiff: TIFFCodec.decoder), TIFFCodec.encoder),
    (WebPCodec.decoder, WebPCodec.encoder),
    (GIFCodec.decoder, GIFCodec.encoder),
    (HEIFCodec.heicDecoder, HEIFCodec.heicEncoder),
    (HEIFCodec.avifDecoder, HEIFCodec.avifEncoder),
    (BMPCodec.decoder, BMPCodec.encoder),
    (BMPCodec.iconDecoder(png: PNGCodec.decoder), BMPCodec.iconEncoder(png: PNGCodec.encoder)),
    (JPEG2000Codec.decoder, nil),
    (RAWCodec.decoder(jpeg: JPEGCodec.decoder, tiff: TIFFCodec.decoder), nil),
    (JPEGXLCodec.decoder, JPEGXLCodec.encoder),
    PNMCodec.pbm,
    PNMCodec.pgm,
    PNMCodec.ppm,
    PNMCodec.pam,
    PNMCodec.farbfeld,
    (QOICodec.decoder, QOICodec.encoder),
  ]

  /// The names of the formats in the list.
  package static let names = codecs.map(\.decoder.name)

  /// In the order of the formats.
  package static let decoders = sorted(codecs.map(\.decoder), \.name)
  package static let encoders = sorted(codecs.compactMap(\.encoder), \.name)

  package static let repackers = [JPEGXLCodec.packer, JPEGXLCodec.unpacker]

  private static func sorted<Descriptor>(_ descriptors: [Descriptor], _ name: (Descriptor) -> String) -> [Descriptor] {
    ImageFormat.all.compactMap { format in descriptors.first { name($0) == format.name } }
  }
}
