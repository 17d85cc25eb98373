internal import ByteStreams
internal import ImageModel

/// The data that Samsung's telephones append to a picture: blocks, then a directory of them, which ends the file. Each
/// entry has a type, the distance of its block from the directory, and the block's length.
struct SamsungTrailer {
  /// From the first block to the end of the directory.
  let range: Range<UInt64>
  /// The types of the blocks.
  let types: [UInt16]

  static let motionPhoto: UInt16 = 0x0A30

  private static let maxEntries = 1_000

  /// - Parameter end: where the directory ends.
  /// - Returns: nil if there is none.
  /// - Throws: `io`.
  init?(_ source: any ByteSource, end: UInt64) throws(ImageError) {
    func number(_ bytes: ArraySlice<UInt8>) -> Int { Int(bigEndianBytes: bytes.reversed()) }
    guard end > 20, let footer = try source.exactBytes(at: end - 8, count: 8),
      footer.suffix(4) == Array("SEFT".utf8)[...]
    else { return nil }
    let length = number(footer[..<4])
    guard length >= 12, length <= 12 + 12 * Self.maxEntries, UInt64(length) + 8 <= end,
      let directory = try source.exactBytes(at: end - 8 - UInt64(length), count: length),
      directory.starts(with: "SEFH".utf8)
    else { return nil }
    let directoryStart = end - 8 - UInt64(length)
    var (types, start) = ([UInt16](), directoryStart)
    for entry in 0..<min(number(directory[8..<12]), (length - 12) / 12) {
      let bytes = directory[12 + 12 * entry..<24 + 12 * entry]
      let distance = UInt64(number(bytes[bytes.startIndex + 4..<bytes.startIndex + 8]))
      guard distance <= directoryStart else { return nil }
      types.append(UInt16(number(bytes[bytes.startIndex + 2..<bytes.startIndex + 4])))
      start = min(start, directoryStart - distance)
    }
    (range, self.types) = (start..<end, types)
  }
}
