/// The tables of a font, and the file that they make (OpenType 1.9, "Organization of an OpenType font").
struct SFNTTables {
  /// `glyf`, `OS/2` as four bytes.
  typealias Tag = [UInt8]

  /// `00 01 00 00` for outlines of TrueType, `OTTO` for CFF.
  let flavor: [UInt8]
  private(set) var tables: [(tag: Tag, bytes: [UInt8])] = []

  init(flavor: [UInt8]) { self.flavor = flavor }

  subscript(tag: String) -> [UInt8]? { tables.first { $0.tag.elementsEqual(tag.utf8) }?.bytes }

  mutating func append(_ tag: Tag, _ bytes: [UInt8]) { tables.append((tag, bytes)) }

  mutating func replace(_ tag: String, with bytes: [UInt8]) {
    tables.removeAll { $0.tag.elementsEqual(tag.utf8) }
    append(Array(tag.utf8), bytes)
  }

  /// The whole file. Its checksums are 0: programs that draw do not compare them.
  var file: [UInt8] {
    let sorted = tables.sorted { $0.tag.lexicographicallyPrecedes($1.tag) }
    let count = sorted.count
    // The search range is 16 times the largest power of two within the count.
    var power = 0
    while 2 << power <= count { power += 1 }
    var file = flavor + Self.number(count, 2) + Self.number(16 << power, 2) + Self.number(power, 2)
    file += Self.number(16 * count - (16 << power), 2)
    var place = 12 + 16 * count
    for (tag, bytes) in sorted {
      file += tag + Self.number(0, 4) + Self.number(place, 4) + Self.number(bytes.count, 4)
      place += (bytes.count + 3) / 4 * 4
    }
    for (_, bytes) in sorted { file += bytes + [UInt8](repeating: 0, count: -bytes.count & 3) }
    return file
  }

  /// A number with the most significant byte first.
  static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
