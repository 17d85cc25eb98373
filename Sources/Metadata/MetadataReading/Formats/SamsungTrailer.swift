internal import ByteStreams
internal import ImageModel
internal import MetadataModel

/// The data that Samsung's telephones append to a picture: blocks, then a directory of them, which ends the file, or
/// the box `sefd` of a HEIC file. Each entry has a type, the distance of its block from the directory, and the block's
/// length. A block repeats the type, and has a name and its data.
struct SamsungTrailer {
  /// From the first block to the end of the directory.
  let range: Range<UInt64>
  private let blocks: [(type: UInt16, range: Range<UInt64>)]

  private static let maxEntries = 1_000

  /// - Parameter end: where the directory ends.
  /// - Returns: nil if there is none.
  /// - Throws: `io`.
  init?(_ source: any ByteSource, end: UInt64) throws(ImageError) {
    guard end > 20, let footer = try source.exactBytes(at: end - 8, count: 8),
      footer.suffix(4) == Array("SEFT".utf8)[...]
    else { return nil }
    let length = Self.number(footer[..<4])
    guard length >= 12, length <= 12 + 12 * Self.maxEntries, UInt64(length) + 8 <= end,
      let directory = try source.exactBytes(at: end - 8 - UInt64(length), count: length),
      directory.starts(with: "SEFH".utf8)
    else { return nil }
    let directoryStart = end - 8 - UInt64(length)
    var (blocks, start) = ([(type: UInt16, range: Range<UInt64>)](), directoryStart)
    for entry in 0..<min(Self.number(directory[8..<12]), (length - 12) / 12) {
      let bytes = directory[(12 + 12 * entry)...].prefix(12)
      let distance = UInt64(Self.number(bytes.dropFirst(4).prefix(4)))
      guard distance <= directoryStart else { return nil }
      let (blockStart, size) = (directoryStart - distance, UInt64(Self.number(bytes.suffix(4))))
      let type = UInt16(Self.number(bytes.dropFirst(2).prefix(2)))
      blocks.append((type, blockStart..<blockStart + min(size, distance)))
      start = min(start, blockStart)
    }
    (range, self.blocks) = (start..<end, blocks)
  }

  /// Whether there is the video of a motion photo.
  var hasMotionPhoto: Bool { blocks.contains { $0.type == 0x0A30 } }

  /// The video of a motion photo: the data of its block, after type and name.
  ///
  /// - Throws: `io`.
  func video(_ source: any ByteSource) throws(ImageError) -> Range<UInt64>? {
    guard let block = blocks.first(where: { $0.type == 0x0A30 })?.range,
      let head = try source.exactBytes(at: block.lowerBound, count: min(block.count, 8)), head.count == 8,
      case let start = block.lowerBound + 8 + UInt64(Self.number(head[4..<8])), start < block.upperBound
    else { return nil }
    return start..<block.upperBound
  }

  /// The names of blocks that have a property for their name.
  private static let nameProperties: [UInt16: String] = [
    0x0001: "EmbeddedImageName", 0x0100: "EmbeddedAudioFileName", 0x0201: "SurroundShotVideoName",
    0x0A20: "DualCameraImageName", 0x0A30: "EmbeddedVideoType", 0x0AB1: "DepthMapName",
  ]

  /// The group `Samsung`: the names of what is embedded, the time in UTC, and the country's code of the network (ITU-T
  /// E.212). If a type occurs twice, the first block is used.
  ///
  /// - Returns: nil if there is no such block.
  /// - Throws: `io`.
  func properties(_ source: any ByteSource) throws(ImageError) -> PropertyGroup? {
    var group = PropertyGroup("Samsung")
    // Other blocks are not read: there may be a thousand.
    for block in blocks where [0x0A01, 0x0AA1].contains(block.type) || Self.nameProperties[block.type] != nil {
      guard let head = try source.exactBytes(at: block.range.lowerBound, count: min(block.range.count, 256)),
        head.count > 8, case let nameLength = Self.number(head[4..<8]), nameLength <= head.count - 8
      else { continue }
      let (name, data) = (head[8..<8 + nameLength], head[(8 + nameLength)...])
      let property: Property?
      switch block.type {
      case 0x0A01:
        property = Self.digits(data).map { Property("TimeStamp", .text(Self.time(milliseconds: $0))) }
      case 0x0AA1: property = Self.digits(data).map { Property("MCCData", .integer(Int64($0))) }
      default: property = Self.nameProperties[block.type].map { Property($0, .text(ExifText.text(name))) }
      }
      if let property, group[property.name] == nil { group.properties.append(property) }
    }
    return group.properties.isEmpty ? nil : group
  }

  /// A number of up to 15 decimal digits.
  private static func digits(_ data: ArraySlice<UInt8>) -> Int? {
    guard data.count <= 15, data.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(String(decoding: data, as: UTF8.self))
  }

  /// `2025:01:19 11:53:27.031+00:00`
  private static func time(milliseconds: Int) -> String {
    let time = CivilTime(secondsSince1970: milliseconds / 1000)
    let date = [CivilTime.digits(time.year, 4), CivilTime.digits(time.month), CivilTime.digits(time.day)]
    return "\(date.joined(separator: ":")) \(time.clock).\(CivilTime.digits(milliseconds % 1000, 3))+00:00"
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int { Int(bigEndianBytes: bytes.reversed()) }
}
