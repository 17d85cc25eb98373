internal import CZlibShims

/// A CRC-32 (ISO 3309), the check value of PNG's chunks (PNG third edition, 5.5).
package struct CRC32: Hashable, Sendable {
  /// The check value of the bytes so far.
  package private(set) var value: UInt32 = 0

  package init() {}

  /// The check value of some bytes.
  package static func value(of bytes: [UInt8]) -> UInt32 {
    var crc = CRC32()
    crc.update(bytes)
    return crc.value
  }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    value = bytes.withMemoryRebound(to: UInt8.self) { zlib_shim_crc32(value, $0.baseAddress, $0.count) }
  }

  package mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }
}
