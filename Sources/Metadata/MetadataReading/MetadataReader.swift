package import ByteStreams
package import ContentTypes
package import ImageModel
package import MetadataModel
package import TextReading

/// Reads the metadata of image files without decoding a pixel.
///
/// The orientation comes from Exif (JPEG, PNG), from XMP where Exif in PNG has none, or from the page's own field
/// (TIFF). The resolution of a JPEG file comes from Exif, else from JFIF, as in libvips, ImageMagick and ExifTool; that
/// of a PNG file from pHYs, else from Exif, because Exif in PNG may be out of date (PNG third edition, 11.3.4.5); that
/// of a TIFF page from its own fields.
package enum MetadataReader {
  /// How much is read.
  package enum Detail: Int, Comparable, Sendable {
    /// Size, orientation, resolution and the embedded thumbnail. No properties, and no compressed blocks but XMP.
    case essentials
    /// All properties with their values.
    case values
    /// Readable texts and titles as well.
    case readable

    package static func < (one: Detail, other: Detail) -> Bool { one.rawValue < other.rawValue }
  }

  package struct Options: Hashable, Sendable {
    package var detail = Detail.values
    /// Whether readable properties get titles as well.
    package var titles = true
    /// Whether the tags of maker notes are listed.
    package var makerNotes = false
    /// Whether the tags of ICC profiles are listed.
    package var profileTags = false
    /// The encoding of texts in Exif and IPTC that are not UTF-8 and whose encoding is not declared. nil: Latin-1 in
    /// Exif, Windows-1252 in IPTC.
    package var encoding: NamedEncoding?

    package init(_ detail: Detail = .values) {
      self.detail = detail
    }
  }

  /// The formats whose metadata is read, by the names that options use. Those of
  /// `withoutImages` have no image that can be decoded.
  package static let formats = ContentTypeRegistry.formatNames + withoutImages

  /// The formats of files that are not images.
  package static let withoutImages = ContentTypeRegistry.formatNamesWithoutImages

  /// The names in the list of walkers.
  package static let readable = FormatReader.all.map(\.format)

  /// The number of bytes that are read first. They contain the file's type and, in most photographs, all metadata.
  private static let headLength = 16_384

  /// Reads a file's metadata.
  ///
  /// - Parameters:
  ///   - fileName: determines the format if the content does not.
  ///   - allowed: names of the formats that may be read. nil: all.
  ///   - types: finds the file's type. A caller that reads many files creates it once.
  ///   - structure: the structure that a decoder of the source has read with the same limits.
  /// - Throws: `unsupported` for formats that are not read or not allowed; `invalidData` for a file without a header;
  ///   `io`. All other damage is a warning in the result's diagnostics.
  package static func read(
    _ source: any ByteSource, fileName: String?, limits: Limits, allowed: Set<String>? = nil,
    options: Options = Options(), types: ContentTypeRegistry = ContentTypeRegistry(),
    structure: (any ImageStructure)? = nil
  ) throws(ImageError) -> ImageMetadata {
    guard source.size > 0 else { throw ImageError(.invalidData, "the file is empty") }
    let head = try source.bytes(at: 0, count: structure == nil ? headLength : ContentTypeRegistry.headerLength)
    let signature = Array(head.prefix(ContentTypeRegistry.headerLength))
    guard let type = types.type(header: signature, fileName: fileName) else {
      throw ImageError(.unsupported, "the content is of no known type")
    }
    let name = types.formatName(of: type)
    guard formats.contains(name) else {
      throw ImageError(.unsupported, "\(type.name) files are not read; formats are \(formats.joined(separator: ", "))")
    }
    guard allowed?.contains(name) ?? true else {
      throw ImageError(.unsupported, "\(type.name) files are not allowed here (--allow)")
    }
    let metadata = ImageMetadata(format: name, contentType: type.identifier, byteCount: source.size)
    var collector = MetadataCollector(
      source, metadata, limits: limits, options: options, head: head, lent: structure)
    guard let reader = FormatReader.all.first(where: { $0.format == name }) else {
      throw ImageError(.unsupported, "metadata of \(type.name) files is not read")
    }
    try reader.read(&collector)
    // A cursor has the format of icons, but another kind in its header. The names are ExifTool's.
    let isCursor = ImageFormat.traits(of: name).contains(.hasCursors) && head.dropFirst(2).first == 2
    return collector.finish(
      formatName: isCursor ? "CUR" : type.name, mimeType: isCursor ? "image/x-cursor" : type.mimeTypes.first)
  }
}
