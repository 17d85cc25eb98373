package import ByteStreams
internal import ContentTypes
package import ImageModel
package import MetadataModel

/// A block of a file's metadata that can be written to a file of its own, byte for byte.
package enum ExtractableBlock: String, CaseIterable, Sendable {
  /// The JPEG file in IFD1 of Exif; for a file of pages (TIFF), the smallest JPEG file beside its pages.
  case thumbnail
  /// The ICC profile.
  case icc
  /// The XMP packet, without the extended part.
  case xmp
  /// The TIFF stream of Exif, without JPEG's prefix.
  case exif
  /// The largest picture beside the main ones.
  case preview
  /// The video of a motion photo.
  case video

  /// The extension of a file that holds the block.
  package var fileExtension: String {
    switch self {
    case .thumbnail, .preview: "jpg"
    case .icc: "icc"
    case .xmp: "xmp"
    case .exif: "exif"
    case .video: "mp4"
    }
  }

  private var absence: String {
    switch self {
    case .thumbnail: "no embedded thumbnail"
    case .icc: "no ICC profile"
    case .xmp: "no XMP packet"
    case .exif: "no Exif block"
    case .preview: "no preview"
    case .video: "no video in the file"
    }
  }

  /// Finds the block in a file's metadata.
  ///
  /// - Throws: `unsupported` for a file without such a block.
  package func content(of metadata: ImageMetadata) throws(ImageError) -> BlockContent {
    let blocks = metadata.images.flatMap(\.blocks) + metadata.blocks
    func first(_ kind: MetadataBlock.Kind) -> BlockContent? {
      blocks.first { $0.kind == kind }.map { .bytes($0.bytes) }
    }
    let found: BlockContent? =
      switch self {
      case .thumbnail: metadata.embeddedThumbnail.map { .bytes($0) } ?? Self.smallest(metadata)
      case .icc: first(.icc)
      case .xmp: first(.xmp)
      case .exif: first(.exif)
      case .preview: Self.largest(metadata)
      case .video: metadata.video.map { .range($0) }
      }
    guard let found else {
      let hasPages = Self.hasPages(metadata) && (self == .thumbnail || self == .preview)
      throw ImageError(
        .unsupported, "there is \(absence)" + (hasPages ? " that is a JPEG file; thumb makes one of any page" : ""))
    }
    return found
  }

  /// The picture with the most bytes; the embedded thumbnail if there is no larger one.
  private static func largest(_ metadata: ImageMetadata) -> BlockContent? {
    let thumbnail = metadata.embeddedThumbnail
    let largest = metadata.previews.max { $0.range.count < $1.range.count }
    guard let largest, largest.range.count > thumbnail?.count ?? 0 else { return thumbnail.map { .bytes($0) } }
    return .range(largest.range)
  }

  private static func hasPages(_ metadata: ImageMetadata) -> Bool {
    ImageFormat.traits(of: metadata.format).contains(.hasPages)
  }

  /// The picture with the fewest bytes in a file of pages.
  private static func smallest(_ metadata: ImageMetadata) -> BlockContent? {
    guard hasPages(metadata) else { return nil }
    return metadata.previews.min { $0.range.count < $1.range.count }.map { .range($0.range) }
  }
}

/// The bytes of an extracted block.
package enum BlockContent: Sendable {
  case bytes([UInt8])
  /// A range of the file itself.
  case range(Range<UInt64>)

  /// How much of a picture is held in memory while it is copied.
  private static let pieceLength = 1 << 16

  /// Appends the bytes to a file. `source` is the file that the metadata was read from.
  package func write(to file: AtomicFile, from source: any ByteSource) throws(ImageError) {
    switch self {
    case .bytes(let bytes): try file.append(bytes)
    case .range(let range):
      var position = range.lowerBound
      while position < range.upperBound {
        let count = Int(min(range.upperBound - position, UInt64(Self.pieceLength)))
        guard let piece = try source.exactBytes(at: position, count: count) else {
          throw ImageError(.invalidData, "the data at \(range.lowerBound) ends outside the file")
        }
        try file.append(piece)
        position += UInt64(count)
      }
    }
  }
}
