extension Array where Element == UInt8 {
  /// Calls a function with the array's bytes. Unlike the standard `withUnsafeBytes` it keeps the type of the thrown
  /// error.
  package func withRawBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws(ImageError) -> Result
  ) throws(ImageError) -> Result {
    try withUnsafeBufferPointer { buffer throws(ImageError) in try body(UnsafeRawBufferPointer(buffer)) }
  }
}

extension FixedWidthInteger {
  /// The number with these bytes, the most significant first. If there are too many bytes, only the last ones count.
  @inlinable package init(bigEndianBytes bytes: some Sequence<UInt8>) {
    self = bytes.reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
  }

  /// The number's bytes, the most significant first.
  package var bigEndianBytes: [UInt8] { Swift.withUnsafeBytes(of: bigEndian) { Array($0) } }
}

/// Latin-1 (ISO 8859-1), in which each byte is the Unicode character with the same number.
package enum Latin1 {
  /// Decodes bytes.
  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(bytes.underestimatedCount)
    for byte in bytes {
      if byte < 0x80 {
        encoded.append(byte)
      } else {
        encoded.append(0xC0 | byte >> 6)
        encoded.append(0x80 | byte & 0x3F)
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}

extension UInt8 {
  /// Whether the byte is a letter or digit of ASCII.
  package var isASCIILetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
