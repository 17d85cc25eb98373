package import CodecKit
internal import ImageModel

/// TIFF by the system's libtiff: every compression that it was built with, classic files and BigTIFF.
package enum TIFFCodec {
  package static let decoder = DecoderDescriptor(
    name: "tiff"
  ) { source, limits throws(ImageError) in
    try TIFFDecoder(source, limits: limits)
  }

  package static let encoder = EncoderDescriptor(
    name: "tiff", supportsSeveralImages: true,
    options: { compression in
      switch compression {
      case "jpeg": [.tiles, .bigTIFF, .quality, .subsampling]
      case "webp": [.tiles, .bigTIFF, .quality]
      default: [.tiles, .bigTIFF]
      }
    }, compressions: EncodingScheme.names,
    checkCompression: { name throws(ImageError) in _ = try EncodingScheme(named: name) },
    holds: [.exif, .xmp, .photoshop, .icc, .resolution], accepts: TIFFEncoder.nearestFormat(to:),
    keepsSamples: { !["jpeg", "webp"].contains($0.compression?.lowercased()) }
  ) { sink, limits throws(ImageError) in
    TIFFEncoder(sink, limits: limits)
  }
}
