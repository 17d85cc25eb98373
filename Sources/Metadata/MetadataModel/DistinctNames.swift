extension Array where Element == Property {
  /// Whether no two properties have the same name, as far as a glance tells. False may also mean that it cannot tell: then only
  /// a set of all names can.
  ///
  /// Each name sets a bit of a table, which is so large that different names meet in one time of eight at most. A set of strings takes
  /// several times as long.
  package var surelyHaveDistinctNames: Bool {
    if count < 2 { return true }
    // More would need a table of more than 64 KiB.
    guard count <= 256 else { return false }
    let tableBits = 64 << (Int.bitWidth - (count * count / 16).leadingZeroBitCount)
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: tableBits / 64) { table in
      table.initialize(repeating: 0)
      for index in indices {
        guard let hash = Self.hash(self[index].name) else { return false }
        let bit = Int(truncatingIfNeeded: hash >> 32) & (tableBits - 1)
        if table[bit >> 6] & 1 << UInt64(bit & 63) != 0 { return false }
        table[bit >> 6] |= 1 << UInt64(bit & 63)
      }
      return true
    }
  }

  /// A number that is the same for equal names; nil where not only equal bytes make names equal, as in é.
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
