package import ByteStreams
package import ContentTypes
package import ImageModel
internal import JPEGStructure
package import MetadataModel
internal import PNGStructure
internal import TIFFStructure

/// Reads what files say about their images, without decoding a pixel.
///
/// Orientation comes from Exif (JPEG, PNG) or the page's own field (TIFF). The resolution of a JPEG is Exif's, then JFIF's, as
/// libvips, ImageMagick and ExifTool have it; that of a PNG is pHYs's, then Exif's, for Exif in PNG may be out of date (PNG third
/// edition, 11.3.4.5); that of a TIFF page its own fields'.
package enum MetadataReader {
  /// How much is wanted.
  package enum Detail: Int, Comparable, Sendable {
    /// Size, orientation, resolution, the embedded thumbnail; no properties, and no blocks that would have to be inflated.
    case essentials
    /// All properties with their values.
    case values
    /// Titles and readable texts as well.
    case readable

    package static func < (one: Detail, other: Detail) -> Bool { one.rawValue < other.rawValue }
  }

  /// What is wanted of a file.
  package struct Options: Hashable, Sendable {
    package var detail = Detail.values
    /// Whether maker notes that libexif knows are read tag by tag.
    package var makerNotes = false
    /// Whether the tags of ICC profiles are listed.
    package var profileTags = false

    package init(_ detail: Detail = .values) {
      self.detail = detail
    }
  }

  /// The formats whose metadata is read, by the names that options use. `xmp` is a sidecar file, which has no image.
  package static let formats = ["jpeg", "png", "tiff", "xmp"]

  /// What is read at first: all metadata of most photographs, and the type of the file with it.
  private static let headLength = 16_384

  /// Reads a file's metadata.
  ///
  /// - Parameters:
  ///   - fileName: hints at the format where the content says nothing.
  ///   - allowed: names of the formats that may be read; nil allows all.
  ///   - types: finds the file's type; someone who reads many files makes it once.
  ///   - decoder: what has opened the source with the same limits, and may lend what it has read of it.
  /// - Throws: `unsupported` for formats that are not read or not allowed; `invalidData` where the container has no header;
  ///   `io`. All other damage is a warning in the result's diagnostics.
  package static func read(
    _ source: any ByteSource, fileName: String?, limits: Limits, allowed: Set<String>? = nil,
    options: Options = Options(), types: ContentTypeRegistry = ContentTypeRegistry(),
    decoder: Any? = nil
  ) throws(ImageError) -> ImageMetadata {
    guard source.size > 0 else { throw ImageError(.invalidData, "the file is empty") }
    let head = try source.bytes(at: 0, count: decoder == nil ? headLength : ContentTypeRegistry.headerLength)
    let signature = Array(head.prefix(ContentTypeRegistry.headerLength))
    guard let type = types.type(header: signature, fileName: fileName) else {
      throw ImageError(.unsupported, "the content is of no known type")
    }
    let name = type.name.lowercased()
    guard formats.contains(name) else {
      throw ImageError(.unsupported, "\(type.name) files are not read; formats are \(formats.joined(separator: ", "))")
    }
    guard allowed?.contains(name) ?? true else {
      throw ImageError(.unsupported, "\(type.name) files are not allowed here (--allow)")
    }
    let metadata = ImageMetadata(format: name, contentType: type.identifier, byteCount: source.size)
    var collector = MetadataCollector(source, metadata, limits: limits, options: options)
    switch name {
    case "jpeg": try collector.readJPEG(head: head, decoder: decoder)
    case "png": try collector.readPNG()
    case "xmp": try collector.readXMP()
    default: try collector.readTIFF()
    }
    return collector.finish(formatName: type.name, mimeType: type.mimeTypes.first)
  }
}
