internal import ByteStreams
internal import ImageModel

/// The bytes of a ZIP archive around the bytes of its members, which are stored (APPNOTE.TXT 6.3.10). Sizes and offsets
/// above 4 GiB have the fields of ZIP64.
struct ZipArchive {
  struct Member: Sendable {
    /// That of a folder ends with a slash.
    var path: String
    var size: Int
    /// Seconds since 1970.
    var modified: Int
  }

  private let members: [Member]
  /// The check values of the members whose headers were made.
  private var checks: [UInt32] = []
  private let offsets: [Int]
  /// Where the central directory begins.
  private let start: Int
  /// The bytes of the whole archive.
  let length: Int

  private static let limit32 = 0xFFFF_FFFF
  private static let limit16 = 0xFFFF

  init(_ members: [Member]) {
    self.members = members
    var offset = 0
    var offsets: [Int] = []
    for member in members {
      offsets.append(offset)
      offset += Self.local(member, crc: 0).count + member.size
    }
    (self.offsets, start) = (offsets, offset)
    var size = 0
    for (member, place) in zip(members, offsets) { size += Self.central(member, crc: 0, at: place).count }
    length = offset + size + Self.ending(members.count, at: offset, size: size).count
  }

  /// The header of the next member, whose bytes follow.
  mutating func header(crc: UInt32) -> [UInt8] {
    checks.append(crc)
    return Self.local(members[checks.count - 1], crc: crc)
  }

  /// The central directory and what ends the archive.
  var end: [UInt8] {
    var bytes: [UInt8] = []
    for (index, member) in members.enumerated() where index < checks.count {
      bytes += Self.central(member, crc: checks[index], at: offsets[index])
    }
    return bytes + Self.ending(members.count, at: start, size: bytes.count)
  }

  // MARK: Records

  /// 4.3.7.
  private static func local(_ member: Member, crc: UInt32) -> [UInt8] {
    let isLarge = member.size >= limit32
    let extra: [UInt8] = isLarge ? two(1) + two(16) + eight(member.size) + eight(member.size) : []
    let size = four(isLarge ? limit32 : member.size)
    let name = name(member)
    return [0x50, 0x4B, 3, 4] + two(isLarge ? 45 : 20) + common(member, crc) + size + size + two(name.count)
      + two(extra.count) + name + extra
  }

  /// 4.3.12. The attributes say whether it is a folder.
  private static func central(_ member: Member, crc: UInt32, at offset: Int) -> [UInt8] {
    let (isLarge, isFar) = (member.size >= limit32, offset >= limit32)
    var fields: [UInt8] = []
    if isLarge { fields += eight(member.size) + eight(member.size) }
    if isFar { fields += eight(offset) }
    let extra = fields.isEmpty ? [] : two(1) + two(fields.count) + fields
    let version = fields.isEmpty ? 20 : 45
    let size = four(isLarge ? limit32 : member.size)
    let name = name(member)
    let isFolder = name.last == UInt8(ascii: "/")
    // By Unix (3): type and permissions in the upper half, MS-DOS's bit of folders in the lower one.
    let attributes = isFolder ? 0o040755 << 16 | 0x10 : 0o100644 << 16
    var bytes: [UInt8] = [0x50, 0x4B, 1, 2] + two(3 << 8 | version) + two(version)
    bytes += common(member, crc) + size + size + two(name.count) + two(extra.count)
    bytes += two(0) + two(0) + two(0) + four(attributes) + four(isFar ? limit32 : offset)
    return bytes + name + extra
  }

  /// 4.3.14 to 4.3.16.
  private static func ending(_ count: Int, at start: Int, size: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    if count >= limit16 || start >= limit32 || size >= limit32 {
      bytes += [0x50, 0x4B, 6, 6] + eight(44) + two(3 << 8 | 45) + two(45) + four(0) + four(0)
      bytes += eight(count) + eight(count) + eight(size) + eight(start)
      bytes += [0x50, 0x4B, 6, 7] + four(0) + eight(start + size) + four(1)
    }
    bytes += [0x50, 0x4B, 5, 6] + two(0) + two(0) + two(min(count, limit16)) + two(min(count, limit16))
    return bytes + four(min(size, limit32)) + four(min(start, limit32)) + two(0)
  }

  /// Flags (names are UTF-8), method (stored), time, date and check value.
  private static func common(_ member: Member, _ crc: UInt32) -> [UInt8] {
    let isText = String(validating: name(member), as: UTF8.self) != nil
    // MS-DOS has no years before 1980 and after 2107, and counts seconds in twos.
    let first = CivilTime(secondsSince1970: 315_532_800)
    var time = CivilTime(secondsSince1970: member.modified)
    if !(1980...2107).contains(time.year) { time = first }
    let clock = time.hour << 11 | time.minute << 5 | time.second / 2
    let date = (time.year - 1980) << 9 | time.month << 5 | time.day
    return two(isText ? 1 << 11 : 0) + two(0) + two(clock) + two(date) + four(Int(crc))
  }

  private static func name(_ member: Member) -> [UInt8] { PathText.bytes(member.path) }

  private static func two(_ value: Int) -> [UInt8] { little(value, 2) }
  private static func four(_ value: Int) -> [UInt8] { little(value, 4) }
  private static func eight(_ value: Int) -> [UInt8] { little(value, 8) }

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
