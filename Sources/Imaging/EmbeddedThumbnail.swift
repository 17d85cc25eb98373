internal import ByteStreams
package import ImageModel
internal import MetadataWriting

/// A JPEG file that becomes the thumbnail of Exif, without its own metadata.
package struct EmbeddedThumbnail: Hashable, Sendable, CustomStringConvertible {
  let bytes: [UInt8]

  /// The longest thumbnail. An Exif block of a JPEG file has at most 65,527 bytes; other formats hold more.
  private static let maxBytes = 1 << 20

  /// - Throws: `invalidData` for a file that is no JPEG file; `limitExceeded`; `io`.
  package init(path: String) throws(ImageError) {
    let file = try SmallFile.bytes(path, limit: Self.maxBytes)
    do throws(ImageError) { bytes = try JPEGThumbnail.plain(file) } catch { throw error.at(path: path) }
  }

  /// Equal for equal thumbnails. It is part of what `--update` compares.
  package var description: String { "thumbnail \(StableHash.fnv1a(bytes))" }
}
