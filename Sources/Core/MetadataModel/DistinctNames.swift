internal import ByteStreams

/// Tests whether names are distinct by their hashes: several times as fast as a set of strings.
private enum DistinctNames {
  /// More names would need a table of more than 64 KiB.
  private static let maxNames = 8_192

  /// Whether all `count` names are distinct, by their hashes. False may also mean that hashes collide, or that the test
  /// does not apply.
  ///
  /// The table stores one half of each hash, at an index from the other half.
  static func areSurelyDistinct(_ count: Int, _ hash: (Int) -> UInt64?) -> Bool {
    if count < 2 { return true }
    guard count <= maxNames else { return false }
    let places = 2 << (Int.bitWidth - (count - 1).leadingZeroBitCount)
    return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: places) { table in
      // 0 is a free slot.
      table.initialize(repeating: 0)
      for index in 0..<count {
        guard let hash = hash(index) else { return false }
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

  /// A hash of the bytes; nil for names that are not ASCII, which can be equal with different bytes.
  @inline(__always)
  static func hash(_ name: String) -> UInt64? {
    name.withUTF8Bytes { utf8 in
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
  /// Whether all properties have distinct names. False may also mean that this fast test cannot tell; a set of the
  /// names can.
  package var surelyHaveDistinctNames: Bool {
    DistinctNames.areSurelyDistinct(count) { DistinctNames.hash(self[$0].name) }
  }
}

extension Array where Element == String {
  /// Whether all strings are distinct. False may also mean that this fast test cannot tell.
  package var areSurelyDistinct: Bool { DistinctNames.areSurelyDistinct(count) { DistinctNames.hash(self[$0]) } }
}
