/// A CRC-32 (ISO 3309), the check value of PNG's chunks (PNG third edition, 5.5). It takes eight bytes at a time.
package struct CRC32: Hashable, Sendable {
  private var state: UInt32 = 0xFFFF_FFFF

  package init() {}

  /// The check value of the bytes so far.
  package var value: UInt32 { ~state }

  /// The check value of some bytes.
  package static func value(of bytes: [UInt8]) -> UInt32 {
    var crc = CRC32()
    crc.update(bytes)
    return crc.value
  }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    var crc = state
    Self.table.withUnsafeBufferPointer { table in
      var index = 0
      while index + 8 <= bytes.count {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) ^ UInt64(crc)
        crc = 0
        for place in 0..<8 {
          crc ^= table[(7 - place) << 8 | Int(truncatingIfNeeded: (word >> UInt64(8 * place)) & 0xFF)]
        }
        index += 8
      }
      while index < bytes.count {
        crc = table[Int((crc ^ UInt32(bytes[index])) & 0xFF)] ^ (crc >> 8)
        index += 1
      }
    }
    state = crc
  }

  package mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// Entry `k << 8 | byte` is the effect of a byte that is followed by `k` others.
  private static let table: [UInt32] = {
    var table = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var crc = UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
      table[byte] = crc
    }
    for index in 256..<8 * 256 {
      let shorter = table[index - 256]
      table[index] = table[Int(shorter & 0xFF)] ^ (shorter >> 8)
    }
    return table
  }()
}
