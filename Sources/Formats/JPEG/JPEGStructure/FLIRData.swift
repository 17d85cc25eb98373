internal import ImageModel

/// What infrared cameras of FLIR add to a JPEG file: records, in pieces in several APP1 segments. One holds the
/// position.
package struct FLIRData {
  package static let signature = Array("FLIR\0".utf8)
  /// The signature, a byte of unknown meaning, the piece's number, and the number of the last piece.
  private static let headerLength = 8
  /// Real files have about ten.
  private static let maxRecords = 1_000

  /// The contents of the segments.
  private var contents: [[UInt8]]
  /// The indices of the segments in the order of their pieces.
  private var order: [Int]
  /// The ranges of the records with a position in the joined pieces; nil if the records cannot be found, or overlap.
  private let positions: [Range<Int>]?

  /// - Parameter contents: of all segments that begin with the signature.
  package init(_ contents: [[UInt8]]) {
    self.contents = contents
    // Some programs number all pieces 0.
    order = contents.indices.filter { contents[$0].count >= Self.headerLength }
      .sorted { (contents[$0][6], $0) < (contents[$1][6], $1) }
    positions = Self.positions(in: order.flatMap { contents[$0].dropFirst(Self.headerLength) })
  }

  /// Whether the records can be found.
  package var isReadable: Bool { positions != nil }

  private static func positions(in bytes: [UInt8]) -> [Range<Int>]? {
    guard bytes.starts(with: "FFF\0".utf8) || bytes.starts(with: "AFF\0".utf8) else { return nil }
    func number(_ start: Int, _ count: Int, bigEndian: Bool) -> Int? {
      guard start >= 0, start + count <= bytes.count else { return nil }
      let part = bytes[start..<start + count]
      return bigEndian ? Int(bigEndianBytes: part) : Int(bigEndianBytes: part.reversed())
    }
    // The version tells the byte order.
    let isBigEndian = number(0x14, 4, bigEndian: true).map { (100..<200).contains($0) } ?? false
    func number(_ start: Int, _ count: Int) -> Int? { number(start, count, bigEndian: isBigEndian) }
    guard let directory = number(0x18, 4), let count = number(0x1C, 4), count <= maxRecords else { return nil }
    var (positions, total): ([Range<Int>], Int) = ([], 0)
    for index in 0..<count {
      let entry = directory + 0x20 * index
      guard let type = number(entry, 2), let start = number(entry + 0x0C, 4), let length = number(entry + 0x10, 4)
      else {
        return nil
      }
      // GPSInfo.
      guard type == 0x2B, length > 0 else { continue }
      total += length
      guard start + length <= bytes.count, total <= bytes.count else { return nil }
      positions.append(start..<start + length)
    }
    return positions
  }

  /// The first record with a position that counts: latitude and longitude in degrees, altitude in metres, geodetic
  /// datum.
  package var position: (latitude: Double, longitude: Double, altitude: Double, datum: String)? {
    let bytes = order.flatMap { contents[$0].dropFirst(Self.headerLength) }
    for range in positions ?? [] where range.count >= 0x68 {
      let record = Array(bytes[range])
      func number(_ start: Int, _ count: Int) -> UInt64 {
        UInt64(bigEndianBytes: record[start..<start + count].reversed())
      }
      let latitude = Double(bitPattern: number(0x10, 8))
      let longitude = Double(bitPattern: number(0x18, 8))
      let altitude = Double(Float(bitPattern: UInt32(truncatingIfNeeded: number(0x20, 4))))
      guard number(0, 4) != 0, abs(latitude) <= 90, abs(longitude) <= 180, altitude.isFinite else { continue }
      let datum = String(decoding: record[0x58..<0x68].prefix { (0x20..<0x7F).contains($0) }, as: UTF8.self)
      return (latitude, longitude, altitude, datum)
    }
    return nil
  }

  /// The segments' contents without positions: zeros take their place. nil if there is none.
  package func withoutPosition() -> [[UInt8]]? {
    var result = contents
    var start = 0
    for index in order {
      let length = contents[index].count - Self.headerLength
      for range in positions ?? [] {
        let part = range.clamped(to: start..<start + length)
        for position in part { result[index][position - start + Self.headerLength] = 0 }
      }
      start += length
    }
    return result == contents ? nil : result
  }
}
