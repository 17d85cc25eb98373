package import CodecKit
internal import ImageModel

/// TIFF by the system's libtiff: every compression that it was built with, classic files and BigTIFF.
package enum TIFFCodec {
  package static let decoder = DecoderDescriptor(
    name: "tiff", contentType: "public.tiff"
  ) { source, limits throws(ImageError) in
    try TIFFDecoder(source, limits: limits)
  }

  package static let encoder = EncoderDescriptor(
    name: "tiff", contentType: "public.tiff", fileExtension: "tif", supportsSeveralImages: true,
    takesQuality: { $0 == "jpeg" || $0 == "webp" }, compressions: EncodingScheme.names,
    checkCompression: { name throws(ImageError) in _ = try EncodingScheme(named: name) },
    holds: [.exif, .xmp, .photoshop, .icc, .resolution], accepts: TIFFEncoder.nearestFormat(to:),
    keepsSamples: { !["jpeg", "webp"].contains($0.compression?.lowercased()) }
  ) { sink, limits throws(ImageError) in
    TIFFEncoder(sink, limits: limits)
  }
}
