/// A running hash of 128 bits for the identifier of a file (ISO 32000-1, 14.4). It tells files apart; it is no protection
/// against somebody who wants two files to have the same one.
struct StructureHash {
  private var one: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var two: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private var count: UInt64 = 0

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    count &+= UInt64(bytes.count)
    var index = 0
    while index + 8 <= bytes.count {
      mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
      index += 8
    }
    var tail: UInt64 = 0
    while index < bytes.count {
      tail = tail << 8 | UInt64(bytes[index])
      index += 1
    }
    mix(tail ^ count)
  }

  mutating func update(_ number: UInt64) { mix(number) }

  private mutating func mix(_ word: UInt64) {
    // Multiplied to the full 128 bits, each half of the product goes to one lane (the idea of wyhash).
    let product = (one ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    one = product.high ^ (two &+ word)
    two = product.low ^ (two << 23 | two >> 41)
  }

  /// 64 bits for what has come so far.
  var value: UInt64 { words.0 }

  /// 16 bytes for what has come so far.
  var bytes: [UInt8] {
    [words.0, words.1].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) }
    }
  }

  private var words: (UInt64, UInt64) {
    var copy = self
    copy.mix(count)
    copy.mix(0x1656_67B1_9E37_79F9)
    copy.mix(copy.two)
    return (copy.one, copy.two)
  }
}
