internal import BMPStructure
internal import GIFStructure
internal import ImageModel
internal import JPEG2000Structure
internal import MetadataModel
internal import PNMStructure
internal import QOIStructure
internal import WebPStructure

/// Reads the metadata of one format. `all` is the list of the walkers: it is apart from `BuiltInCodecs`, because
/// `imgmeta` links no codec.
struct FormatReader: Sendable {
  /// The name of the format, as `ImageFormat` has it.
  let format: String
  let read: @Sendable (inout MetadataCollector) throws(ImageError) -> Void

  /// A format whose structure says all that is listed.
  init<Structure: PictureStructure>(_ format: String, _ type: Structure.Type) {
    self.init(format) { collector throws(ImageError) in try collector.readPicture(type) }
  }

  /// A format with more in its files: several pictures, blocks that are compressed or in several places.
  init(_ format: String, _ read: @escaping @Sendable (inout MetadataCollector) throws(ImageError) -> Void) {
    (self.format, self.read) = (format, read)
  }

  static let all = [
    FormatReader("jpeg") { collector throws(ImageError) in try collector.readJPEG() },
    FormatReader("png") { collector throws(ImageError) in try collector.readPNG() },
    FormatReader("tiff") { collector throws(ImageError) in try collector.readTIFF() },
    FormatReader("webp", WebPStructure.self),
    FormatReader("gif", GIFStructure.self),
    FormatReader("heic") { collector throws(ImageError) in try collector.readHEIF() },
    FormatReader("avif") { collector throws(ImageError) in try collector.readHEIF() },
    FormatReader("bmp", BMPStructure.self),
    FormatReader("ico") { collector throws(ImageError) in try collector.readICO() },
    FormatReader("jpeg2000", JPEG2000Structure.self),
    FormatReader("raw") { collector throws(ImageError) in try collector.readRAW() },
    FormatReader("jpegxl") { collector throws(ImageError) in try collector.readJPEGXL() },
    FormatReader("pbm", PNMStructure.self),
    FormatReader("pgm", PNMStructure.self),
    FormatReader("ppm", PNMStructure.self),
    FormatReader("pam", PNMStructure.self),
    FormatReader("farbfeld", PNMStructure.self),
    FormatReader("qoi", QOIStructure.self),
    // A document, whose pictures are parts of it.
    FormatReader("pdf") { collector throws(ImageError) in try collector.readPDF() },
    // A sidecar file, which has no image.
    FormatReader("xmp") { collector throws(ImageError) in try collector.readXMP() },
    // Movies, and drawings without pixels.
    FormatReader("mpeg-4") { collector throws(ImageError) in try collector.readMovie() },
    FormatReader("3gpp") { collector throws(ImageError) in try collector.readMovie() },
    FormatReader("3gpp2") { collector throws(ImageError) in try collector.readMovie() },
    FormatReader("quicktime") { collector throws(ImageError) in try collector.readMovie() },
    FormatReader("svg") { collector throws(ImageError) in try collector.readSVG() },
  ]
}
