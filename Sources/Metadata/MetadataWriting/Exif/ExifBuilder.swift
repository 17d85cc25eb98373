internal import ByteStreams
package import ImageModel
internal import TIFFStructure

/// Makes small Exif blocks: TIFF streams without the `Exif\0\0` prefix.
package enum ExifBuilder {
  /// A new block with only a few parts of another one.
  ///
  /// - Parameters:
  ///   - block: a TIFF stream with Exif directories.
  ///   - orientation: written unless it is `.up`.
  ///   - gps: whether the GPS directory is copied.
  /// - Returns: nil if there is nothing to write.
  /// - Throws: `ImageError` if the header of the block cannot be read, or the first directory when `gps` needs it.
  static func block(
    from block: [UInt8], orientation: Orientation, gps: Bool, limits: Limits
  ) throws(ImageError) -> [UInt8]? {
    var tree = IFDTree()
    if orientation != .up { tree.set(.short(TIFFTag.orientation, UInt16(orientation.rawValue))) }
    var reader = try IFDReader(MemoryByteSource(block), limits: limits)
    if gps, let directory = self.gps(try reader.directory(at: reader.firstOffset), &reader) {
      tree.set(.directory(IFDPointerTag.gps, directory))
    }
    return tree.fields.isEmpty ? nil : try IFDWriter(bigEndian: reader.isBigEndian).stream([tree])
  }

  /// The fields of the GPS directory that can be read.
  private static func gps(_ main: IFD, _ reader: inout IFDReader) -> IFDTree? {
    guard let pointer = main[IFDPointerTag.gps],
      let offset = try? reader.value(of: pointer, maxBytes: 64).firstInteger, offset > 0,
      let directory = try? reader.directory(at: UInt64(offset))
    else { return nil }
    let fields = directory.entries.compactMap { entry -> IFDField? in
      guard let type = entry.type, let bytes = try? reader.rawBytes(of: entry) else { return nil }
      return IFDField(entry.tag, .raw(type: type, bytes: bytes))
    }
    return fields.isEmpty ? nil : IFDTree(fields)
  }

  /// The largest block that fits into a JPEG segment, without its prefix.
  private static let maxBlock = 65_527

  /// A block with a JPEG thumbnail as its second directory (Exif 2.32, 4.5.5 and 4.6.3). The thumbnail is appended;
  /// nothing else moves.
  ///
  /// - Parameters:
  ///   - block: a TIFF stream without a second directory, or nil for a new one.
  /// - Returns: nil if the result would be too large for a JPEG segment.
  /// - Throws: `ImageError` if the first directory of the block cannot be read.
  package static func embedThumbnail(
    _ jpeg: [UInt8], in block: [UInt8]?, limits: Limits
  ) throws(ImageError) -> [UInt8]? {
    var bytes: [UInt8]
    if let block { bytes = block } else { bytes = try IFDWriter().stream([IFDTree([.short(TIFFTag.orientation, 1)])]) }
    var reader = try IFDReader(MemoryByteSource(bytes), limits: limits)
    let main = try reader.directory(at: reader.firstOffset)
    let nextPointer = Int(main.offset) + 2 + 12 * main.entries.count
    guard main.next == 0, nextPointer + 4 <= bytes.count, !reader.isBigTIFF else { return nil }
    if bytes.count % 2 == 1 { bytes.append(0) }
    let place = bytes.count
    let writer = IFDWriter(bigEndian: reader.isBigEndian)
    func directory(thumbnailAt offset: Int) throws(ImageError) -> [UInt8] {
      let tree = IFDTree([
        .short(TIFFTag.compression, 6), .long(TIFFTag.jpegInterchangeFormat, UInt32(offset)),
        .long(TIFFTag.jpegInterchangeFormatLength, UInt32(jpeg.count)),
      ])
      return try writer.directory(tree, at: UInt64(place)).bytes
    }
    // The length of the directory does not depend on the offset in it.
    let offset = place + (try directory(thumbnailAt: 0).count)
    guard offset + jpeg.count <= maxBlock else { return nil }
    bytes += try directory(thumbnailAt: offset) + jpeg
    for index in 0..<4 {
      let shift = reader.isBigEndian ? 24 - 8 * index : 8 * index
      bytes[nextPointer + index] = UInt8(truncatingIfNeeded: place >> shift)
    }
    return bytes
  }
}
