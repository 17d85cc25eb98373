package import ImageModel

extension JPEGXLHeader {
  /// The first bytes of a codestream with another orientation, in place of its first bytes.
  ///
  /// The fields are bits without gaps. A header that has no orientation gets one, and what follows moves; the picture
  /// begins at the next byte.
  ///
  /// - Parameter codestream: its beginning, which the header was read from.
  /// - Returns: the new bytes, and how many they replace.
  /// - Throws: `unsupported` where a compressed profile would have to move.
  package func replacing(
    _ codestream: [UInt8], orientation: Orientation
  ) throws(ImageError) -> (bytes: [UInt8], count: Int) {
    var bits = BitWriter()
    let field = orientation.rawValue - 1
    if let offset = layout.orientation {
      let count = (offset + 3 + 7) / 8
      bits.copy(codestream, 0..<offset)
      bits.append(field, 3)
      bits.copy(codestream, offset + 3..<8 * count)
      return (bits.bytes, count)
    }
    guard let end = layout.end else {
      throw ImageError(
        .unsupported, "the header has no orientation, and what follows it cannot be moved",
        format: "JPEG XL")
    }
    let fields = layout.metadata + 1
    bits.copy(codestream, 0..<layout.metadata)
    // Not all fields have their defaults. The orientation is there; no intrinsic size, preview or animation.
    bits.append(0b10, 2)
    bits.append(field, 3)
    bits.append(0, 3)
    if layout.isDefault {
      // Integers of 8 bits, for which short buffers suffice; no extra channel; XYB; colours by default.
      bits.append(0b11_00_1_000, 8)
      bits.append(0b1, 1)
      bits.append(0, 2)
      bits.copy(codestream, fields..<end)
    } else {
      bits.copy(codestream, fields + 1..<layout.colors)
      bits.append(0b1, 1)
      bits.copy(codestream, layout.colors..<end)
    }
    return (bits.bytes, (end + 7) / 8)
  }
}

/// Writes bits, the lowest of a byte first. The last byte is filled with 0.
private struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var count = 0

  mutating func append(_ value: Int, _ width: Int) {
    for bit in 0..<width {
      if count % 8 == 0 { bytes.append(0) }
      if value >> bit & 1 != 0 { bytes[count / 8] |= 1 << (count % 8) }
      count += 1
    }
  }

  mutating func copy(_ source: [UInt8], _ range: Range<Int>) {
    for bit in range where bit / 8 < source.count { append(Int(source[bit / 8] >> (bit % 8) & 1), 1) }
  }
}
