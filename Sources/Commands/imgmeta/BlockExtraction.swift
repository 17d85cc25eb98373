internal import ByteStreams
internal import CommandKit
internal import ImageModel
internal import MetadataModel

/// Writes one block of a file's metadata as it lies in the file, into a file of its own.
struct BlockExtraction: Sendable {
  /// What is taken out.
  enum Part: String, CaseIterable, Sendable {
    /// The JPEG file in IFD1 of Exif; of a TIFF file the smallest JPEG file beside its pages.
    case thumbnail
    /// The ICC profile.
    case icc
    /// The XMP packet; the extended part is joined to it only in the properties, not here.
    case xmp
    /// The TIFF stream of Exif, without JPEG's prefix.
    case exif
    /// The largest picture beside the main ones.
    case preview

    /// The extension of a file that holds it.
    var fileExtension: String {
      switch self {
      case .thumbnail, .preview: "jpg"
      case .icc: "icc"
      case .xmp: "xmp"
      case .exif: "exif"
      }
    }

    var words: String {
      switch self {
      case .thumbnail: "no embedded thumbnail"
      case .icc: "no ICC profile"
      case .xmp: "no XMP packet"
      case .exif: "no Exif block"
      case .preview: "no preview"
      }
    }
  }

  var part: Part
  var names: TemporaryNames
  /// Whether a file that exists is left alone.
  var noClobber = false
  /// Whether missing directories are made.
  var parents = false

  /// - Parameters:
  ///   - source: the file that the metadata was read from.
  ///   - target: where the block goes.
  /// - Throws: `unsupported` where the file has no such block; `io`; `usage` where the output is the input.
  func write(
    _ metadata: ImageMetadata, of source: any ByteSource, input: InputFile, to target: OutputTarget
  ) throws(ImageError) {
    let content = try content(metadata)
    let file: AtomicFile
    switch target {
    case .path(let path) where noClobber && SystemCall.status(of: path)?.isRegularFile ?? false: return
    case .standardOutput: file = try AtomicFile(standardOutputNamed: "standard output", names: names)
    case .path(let path):
      if case .path(let own) = input, let identity = FileIdentity(path: own), FileIdentity(path: path) == identity {
        throw ImageError(.usage, "the output is the input itself", path: path)
      }
      try OutputFolder.prepare(for: path, parents: parents)
      file = try AtomicFile(path: path, options: .init(noClobber: noClobber), names: names)
    case .named: throw ImageError(.usage, "-o: {page}, {width} and {height} have no meaning here")
    }
    switch content {
    case .bytes(let bytes): try file.append(bytes)
    case .range(let range): try copy(range, of: source, to: file)
    }
    try file.commit()
  }

  private enum Content {
    case bytes([UInt8])
    /// Bytes of the file itself.
    case range(Range<UInt64>)
  }

  private func content(_ metadata: ImageMetadata) throws(ImageError) -> Content {
    let blocks = metadata.images.flatMap(\.blocks) + metadata.blocks
    func first(_ kind: MetadataBlock.Kind) -> Content? { blocks.first { $0.kind == kind }.map { .bytes($0.bytes) } }
    let found: Content? =
      switch part {
      case .thumbnail: metadata.embeddedThumbnail.map { .bytes($0) } ?? smallest(metadata)
      case .icc: first(.icc)
      case .xmp: first(.xmp)
      case .exif: first(.exif)
      case .preview: preview(metadata)
      }
    guard let found else {
      let isTIFF = metadata.format == "tiff" && (part == .thumbnail || part == .preview)
      throw ImageError(
        .unsupported, "there is \(part.words)" + (isTIFF ? " that is a JPEG file; thumb makes one of any page" : ""))
    }
    return found
  }

  /// The picture of the most bytes; the embedded thumbnail where there is no other.
  private func preview(_ metadata: ImageMetadata) -> Content? {
    let thumbnail = metadata.embeddedThumbnail
    let largest = metadata.previews.max { $0.range.count < $1.range.count }
    guard let largest, largest.range.count > thumbnail?.count ?? 0 else { return thumbnail.map { .bytes($0) } }
    return .range(largest.range)
  }

  /// The picture of the fewest bytes in a TIFF file.
  private func smallest(_ metadata: ImageMetadata) -> Content? {
    guard metadata.format == "tiff" else { return nil }
    return metadata.previews.min { $0.range.count < $1.range.count }.map { .range($0.range) }
  }

  /// How much is held in memory of a picture that is copied.
  private static let pieceLength = 1 << 16

  private func copy(
    _ range: Range<UInt64>, of source: any ByteSource, to file: AtomicFile
  ) throws(ImageError) {
    var position = range.lowerBound
    while position < range.upperBound {
      let count = Int(min(range.upperBound - position, UInt64(Self.pieceLength)))
      guard let piece = try source.exactBytes(at: position, count: count) else {
        throw ImageError(.invalidData, "the preview at \(range.lowerBound) ends outside the file")
      }
      try file.append(piece)
      position += UInt64(count)
    }
  }
}
