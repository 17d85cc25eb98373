internal import ByteStreams
package import ImageModel
internal import TIFFStructure

/// Puts a small JPEG picture into an Exif block, as its second directory (Exif 2.32, 4.5.5 and 4.6.3).
package enum ExifThumbnail {
  /// The largest block that fits into a JPEG segment, its prefix left out.
  private static let maxBlock = 65_527

  /// The block with the picture at its end; nothing that is there is moved.
  ///
  /// - Parameters:
  ///   - block: a TIFF stream without a second directory, or nil for a new one.
  /// - Returns: nil where the result would be too large for a JPEG segment.
  /// - Throws: what is wrong with the block's first directory.
  package static func embed(
    _ jpeg: [UInt8], in block: [UInt8]?, limits: Limits
  ) throws(ImageError) -> [UInt8]? {
    var bytes: [UInt8]
    if let block { bytes = block } else { bytes = try ExifBuilder.block(orientation: .up) }
    var reader = try IFDReader(MemoryByteSource(bytes), limits: limits)
    let main = try reader.directory(at: reader.firstOffset)
    let nextPointer = Int(main.offset) + 2 + 12 * main.entries.count
    guard main.next == 0, nextPointer + 4 <= bytes.count, !reader.isBigTIFF else { return nil }
    if bytes.count % 2 == 1 { bytes.append(0) }
    let place = bytes.count
    let writer = IFDWriter(bigEndian: reader.isBigEndian)
    // The directory's own length does not depend on where the picture lies.
    let length = try writer.directory(directory(offset: 0, count: 0), at: UInt64(place)).bytes.count
    let picture = place + length
    guard picture + jpeg.count <= maxBlock else { return nil }
    bytes += try writer.directory(directory(offset: picture, count: jpeg.count), at: UInt64(place)).bytes
    bytes += jpeg
    for index in 0..<4 {
      let shift = reader.isBigEndian ? 24 - 8 * index : 8 * index
      bytes[nextPointer + index] = UInt8(truncatingIfNeeded: place >> shift)
    }
    return bytes
  }

  private static func directory(offset: Int, count: Int) -> IFDTree {
    IFDTree([
      .short(TIFFTag.compression, 6), .long(TIFFTag.jpegInterchangeFormat, UInt32(offset)),
      .long(TIFFTag.jpegInterchangeFormatLength, UInt32(count)),
    ])
  }
}
