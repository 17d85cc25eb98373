/// Tells whether names are distinct without a set of strings, which takes several times as long.
private enum DistinctNames {
  /// More would need a table of more than 64 KiB.
  private static let mostNames = 8_192

  /// Whether no two of so many names are the same, as far as a glance tells.
  ///
  /// The table has a place for each half of a hash; names whose halves meet are looked at by whoever can tell them apart.
  static func areSurelyDistinct(_ count: Int, _ name: (Int) -> String) -> Bool {
    if count < 2 { return true }
    guard count <= mostNames else { return false }
    let places = 2 << (Int.bitWidth - (count - 1).leadingZeroBitCount)
    return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: places) { table in
      // 0 is a free place.
      table.initialize(repeating: 0)
      for index in 0..<count {
        guard let hash = hash(name(index)) else { return false }
        let half = UInt32(truncatingIfNeeded: hash >> 32) | 1
        var place = Int(truncatingIfNeeded: hash) & (places - 1)
        while table[place] != 0 {
          if table[place] == half { return false }
          place = (place + 1) & (places - 1)
        }
        table[place] = half
      }
      return true
    }
  }

  /// A number that is the same for equal names; nil where not only equal bytes make names equal, as in é.
  @inline(__always)
  private static func hash(_ name: String) -> UInt64? {
    var name = name
    return name.withUTF8 { utf8 in
      let bytes = UnsafeRawBufferPointer(utf8)
      var hash = UInt64(bytes.count)
      var seen: UInt64 = 0
      var index = 0
      func take(_ word: UInt64) {
        seen |= word
        hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 29
      }
      while index + 8 <= bytes.count {
        take(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        index += 8
      }
      var rest: UInt64 = 0
      if bytes.count >= 8 {
        rest = bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
      } else {
        for byte in bytes { rest = rest << 8 | UInt64(byte) }
      }
      take(rest)
      return seen & 0x8080_8080_8080_8080 == 0 ? hash : nil
    }
  }
}

extension Array where Element == Property {
  /// Whether no two properties have the same name, as far as a glance tells. False may also mean that it cannot tell: then only
  /// a set of all names can.
  package var surelyHaveDistinctNames: Bool { DistinctNames.areSurelyDistinct(count) { self[$0].name } }
}

extension Array where Element == String {
  /// Whether no two are the same, as far as a glance tells. False may also mean that it cannot tell.
  package var areSurelyDistinct: Bool { DistinctNames.areSurelyDistinct(count) { self[$0] } }
}
