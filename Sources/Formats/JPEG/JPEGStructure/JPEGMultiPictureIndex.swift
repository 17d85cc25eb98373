internal import ByteStreams
internal import ImageModel

/// The index of further pictures after the first (CIPA DC-007, 5.2.3): entries of 16 bytes with sizes and offsets.
enum JPEGMultiPictureIndex {
  private static let entryTag = 0xB002

  /// The segment with sizes and offsets that fit the rewritten file.
  ///
  /// Offsets count from the byte-order mark after `MPF\0`; that of the first picture is 0. Only the first picture
  /// grows.
  ///
  /// - Parameters:
  ///   - headerMoved: the number of bytes by which the segment itself has moved towards the end.
  ///   - growth: the number of bytes by which the first picture has grown and everything after it has moved.
  /// - Throws: `invalidData` for an index that cannot be read: its pictures would be lost.
  static func corrected(
    _ segment: JPEGSegment, in source: any ByteSource, headerMoved: Int64, growth: Int64, limits: Limits
  ) throws(ImageError) -> [UInt8] {
    var bytes = try source.bytes(at: segment.offset, count: segment.contentLength + 4)
    let base = 8
    let damaged = ImageError(
      .invalidData, "the index of further pictures (MPF) is damaged and cannot be corrected", format: "JPEG")
    guard bytes.count == segment.contentLength + 4, bytes.count >= base + 8 else { throw damaged }
    let isBigEndian = bytes[base] == 0x4D
    guard isBigEndian || bytes[base] == 0x49 else { throw damaged }
    func number(_ place: Int, _ count: Int) -> Int? {
      guard place >= base, place + count <= bytes.count else { return nil }
      let part = bytes[place..<place + count]
      return isBigEndian ? Int(bigEndianBytes: part) : Int(bigEndianBytes: part.reversed())
    }
    func put(_ value: UInt32, at place: Int) {
      bytes.replaceSubrange(place..<place + 4, with: (isBigEndian ? value : value.byteSwapped).bigEndianBytes)
    }
    guard let first = number(base + 4, 4), let count = number(base + first, 2), first <= bytes.count else {
      throw damaged
    }
    for index in 0..<count {
      let entry = base + first + 2 + 12 * index
      guard let tag = number(entry, 2), let length = number(entry + 4, 4), let offset = number(entry + 8, 4) else {
        throw damaged
      }
      guard tag == entryTag else { continue }
      guard length % 16 == 0, base + offset + length <= bytes.count else { throw damaged }
      for picture in stride(from: base + offset, to: base + offset + length, by: 16) {
        guard let size = number(picture + 4, 4), let place = number(picture + 8, 4) else { throw damaged }
        if place == 0 {
          if size > 0 { put(UInt32(clamping: Int64(size) + growth), at: picture + 4) }
        } else {
          put(UInt32(clamping: Int64(place) + growth - headerMoved), at: picture + 8)
        }
      }
    }
    return bytes
  }
}
