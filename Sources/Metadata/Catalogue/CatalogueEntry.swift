package import ByteStreams
internal import ContentTypes
internal import Digests
package import ImageModel
package import MetadataModel
internal import MetadataReading
internal import MetadataReports
package import TextReading

/// What decoding a picture adds to its entry.
package struct CataloguePicture: Sendable {
  /// Which of the parts a run asks for.
  package struct Parts: OptionSet, Hashable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    package static let looks = Parts(rawValue: 1)
    package static let thumbnail = Parts(rawValue: 2)
    /// What the sidecar files of pictures say.
    package static let sidecar = Parts(rawValue: 4)

    /// Whether the picture has to be decoded.
    var needsPixels: Bool { !isDisjoint(with: [.looks, .thumbnail]) }
  }

  /// 64 bits that are similar for pictures that look alike; nil for a picture without any detail.
  package var looks: UInt64?
  /// A JPEG file.
  package var thumbnail: (bytes: [UInt8], size: PixelSize)?

  package init(looks: UInt64? = nil, thumbnail: (bytes: [UInt8], size: PixelSize)? = nil) {
    self.looks = looks
    self.thumbnail = thumbnail
  }
}

/// One file as a catalogue holds it.
package struct CatalogueEntry: Sendable {
  package var path: String
  var stamp: FileStamp
  /// Whether the file was surely not changed while it was read.
  var isSettled: Bool
  /// The metadata, or why there is none.
  package var content: Result<ImageMetadata, ImageError>
  var sha256: [UInt8]
  var parts: CataloguePicture.Parts
  var picture: CataloguePicture
}

/// Reads files for a catalogue.
package struct CatalogueReader: Sendable {
  private let limits: Limits
  private let allowedFormats: Set<String>?
  private let encoding: NamedEncoding?
  private let parts: CataloguePicture.Parts
  private let draw: @Sendable (any ByteSource, String) throws(ImageError) -> CataloguePicture
  private let types = ContentTypeRegistry()

  /// - Parameters:
  ///   - allowedFormats: names of the formats that may be read. nil: all.
  ///   - encoding: of old texts; see `MetadataReader.Options`.
  ///   - parts: the parts that `draw` is asked for. If there are none, it is not called.
  ///   - draw: decodes the picture of a file with this path. An error is a warning of the entry.
  package init(
    limits: Limits, allowedFormats: Set<String>?, encoding: NamedEncoding? = nil, parts: CataloguePicture.Parts,
    draw: @escaping @Sendable (any ByteSource, String) throws(ImageError) -> CataloguePicture
  ) {
    self.limits = limits
    self.allowedFormats = allowedFormats
    self.encoding = encoding
    self.parts = parts
    self.draw = draw
  }

  /// Reads a file: its metadata, then all of its bytes for the hash. Safe to call from several threads at once.
  ///
  /// - Returns: the entry. A file that is damaged or is not an image is an entry, too, so that it is not read again.
  /// - Throws: `ImageError` if the file cannot be read, or asks for more than a limit allows.
  package func entry(path: String) throws(ImageError) -> CatalogueEntry {
    guard let stamp = Catalogue.stamp(of: path, parts) else { throw SystemCall.error("open", path: path) }
    let source = try FileByteSource(path: path)
    var content: Result<ImageMetadata, ImageError>
    do throws(ImageError) {
      var options = MetadataReader.Options(.readable)
      options.encoding = encoding
      var metadata = try MetadataReader.read(
        source, fileName: path, limits: limits, allowed: allowedFormats, options: options, types: types)
      if parts.contains(.sidecar) { try metadata.addSidecar(of: path, limits: limits, options) }
      content = .success(metadata)
    } catch {
      // Another run may have other limits, and find the disk in order.
      guard error.kind == .invalidData || error.kind == .unsupported else { throw error.at(path: path) }
      content = .failure(error.at(path: path))
    }
    var picture = CataloguePicture()
    if parts.needsPixels, case .success(var metadata) = content, !metadata.images.isEmpty {
      do throws(ImageError) {
        picture = try draw(source, path)
      } catch {
        metadata.diagnostics.append(.warning("the picture cannot be decoded: \(error.reason)"))
        content = .success(metadata)
      }
    }
    let sha256 = try SHA256.digest(of: source)
    return CatalogueEntry(
      path: path, stamp: stamp, isSettled: isSettled(path, stamp), content: content, sha256: sha256, parts: parts,
      picture: picture)
  }

  /// Whether a file is unchanged, and was last changed so long ago that a further change would have another time. File
  /// systems count time in ticks of some milliseconds.
  private func isSettled(_ path: String, _ stamp: FileStamp) -> Bool {
    Catalogue.stamp(of: path, parts) == stamp && stamp.age > 20_000_000
  }
}
