package import ByteStreams
package import ImageModel

/// Replaces the metadata of a WebP file, and its profile. The chunks of the pictures are copied, as are chunks that
/// nobody knows and bytes after the file's end, unless they are dropped.
package struct WebPChunkRewriter {
  private let structure: WebPStructure
  private let size: UInt64
  /// New contents by the name of the chunk; an empty one removes the chunk.
  private var changed: [String: [UInt8]] = [:]
  private var dropsUnknown = false
  private var dropsTrailing = false

  /// - Throws: `invalidData` for a file that is cut short, or has too many chunks.
  package init(_ structure: WebPStructure, _ source: any ByteSource) throws(ImageError) {
    guard structure.isComplete else {
      throw ImageError(.invalidData, "the file is cut short or has too many chunks; nothing is changed", format: "WebP")
    }
    self.structure = structure
    size = source.size
  }

  /// The names of the chunks that are neither a part of a picture nor known metadata.
  package var unknownChunks: [String] { structure.chunks.filter { !Self.isKnown($0) }.map(\.name) }

  /// The number of bytes after the last chunk.
  package var trailingBytes: UInt64 { size - min(size, structure.chunks.last?.endOffset ?? size) }

  /// How many chunks of a name the file has.
  package func count(_ name: String) -> Int { structure.chunks.count { $0.name == name } }

  /// Sets the content of `ICCP`, `EXIF` or `XMP `; nil removes all chunks of the name.
  package mutating func set(_ name: String, _ content: [UInt8]?) { changed[name] = content ?? [] }

  /// Leaves out chunks that nobody knows.
  package mutating func dropUnknown() { dropsUnknown = true }

  /// Leaves out bytes after the file's end.
  package mutating func dropTrailing() { dropsTrailing = true }

  /// The new file: VP8X, the profile, the picture, Exif and XMP, in the order that the specification demands.
  package consuming func finish() -> FilePatch {
    var flags = structure.flags ?? (structure.picture.hasAlpha ? WebPFlag.alpha : 0)
    for (name, flag) in [("ICCP", WebPFlag.icc), ("EXIF", WebPFlag.exif), ("XMP ", WebPFlag.xmp)] {
      let isPresent = changed[name].map { !$0.isEmpty } ?? (count(name) > 0)
      flags = isPresent ? flags | flag : flags & ~flag
    }
    var body = FilePatch()
    if structure.flags != nil || flags & ~WebPFlag.alpha != 0 || count("ALPH") > 0 {
      body.append(WebPChunk.bytes("VP8X", Self.extendedHeader(flags, structure.size)))
    }
    append("ICCP", to: &body)
    for chunk in structure.chunks where chunk.isPicture { copy(chunk, to: &body) }
    append("EXIF", to: &body)
    append("XMP ", to: &body)
    if !dropsUnknown {
      for chunk in structure.chunks where !Self.isKnown(chunk) { copy(chunk, to: &body) }
    }
    var patch = FilePatch()
    patch.append(Array("RIFF".utf8) + UInt32(truncatingIfNeeded: body.size + 4).littleEndianBytes + Array("WEBP".utf8))
    for piece in body.pieces {
      switch piece {
      case .copy(let range): patch.copy(range)
      case .bytes(let bytes): patch.append(bytes)
      }
    }
    if !dropsTrailing, trailingBytes > 0 { patch.copy(size - trailingBytes..<size) }
    return patch
  }

  private func append(_ name: String, to body: inout FilePatch) {
    if let content = changed[name] {
      if !content.isEmpty { body.append(WebPChunk.bytes(name, content)) }
    } else {
      for chunk in structure.chunks where chunk.name == name { copy(chunk, to: &body) }
    }
  }

  private func copy(_ chunk: WebPChunk, to body: inout FilePatch) {
    body.copy(chunk.offset..<min(chunk.endOffset, size))
    // Some writers leave out the padding at the file's end.
    if chunk.endOffset > size { body.append([0]) }
  }

  private static func isKnown(_ chunk: WebPChunk) -> Bool {
    ["VP8X", "ICCP", "EXIF", "XMP "].contains(chunk.name) || chunk.isPicture
  }

  /// The content of VP8X: flags, three reserved bytes, width - 1 and height - 1 in 24 bits each.
  private static func extendedHeader(_ flags: UInt8, _ size: PixelSize) -> [UInt8] {
    [flags, 0, 0, 0] + UInt32(truncatingIfNeeded: size.width - 1).littleEndianBytes.prefix(3)
      + UInt32(truncatingIfNeeded: size.height - 1).littleEndianBytes.prefix(3)
  }
}
