/// Turns values into the bytes that a file stores for them.
package struct IFDValueBytes {
  package let isBigEndian: Bool

  package init(isBigEndian: Bool) {
    self.isBigEndian = isBigEndian
  }

  /// The bytes of values in a type; nil where a value does not fit into it.
  package func bytes(_ value: IFDValue, as type: IFDFieldType) -> [UInt8]? {
    switch (value, type) {
    case (.bytes(let bytes), .byte), (.bytes(let bytes), .undefined): return bytes
    case (.text(let text), .ascii), (.text(let text), .utf8): return text.last == 0 ? text : text + [0]
    case (.text(let text), .undefined): return text
    case (.unsigned(let values), .undefined), (.unsigned(let values), .byte): return packed(values, as: UInt8.self)
    case (.unsigned(let values), .short): return packed(values, as: UInt16.self)
    case (.unsigned(let values), .long), (.unsigned(let values), .ifd): return packed(values, as: UInt32.self)
    case (.unsigned(let values), .long8), (.unsigned(let values), .ifd8): return packed(values, as: UInt64.self)
    case (.signed(let values), .signedByte): return packed(values, as: Int8.self)
    case (.signed(let values), .signedShort): return packed(values, as: Int16.self)
    case (.signed(let values), .signedLong): return packed(values, as: Int32.self)
    case (.signed(let values), .signedLong8): return packed(values, as: Int64.self)
    case (.rationals(let values), .rational):
      return packed(values.flatMap { [$0.numerator, $0.denominator] }, as: UInt32.self)
    case (.rationals(let values), .signedRational):
      return packed(values.flatMap { [$0.numerator, $0.denominator] }, as: Int32.self)
    case (.floats(let values), .float): return packed(values.map { UInt64(Float($0).bitPattern) }, as: UInt32.self)
    case (.floats(let values), .double): return packed(values.map(\.bitPattern), as: UInt64.self)
    default: return nil
    }
  }

  private func packed<T: FixedWidthInteger>(_ values: [some FixedWidthInteger], as type: T.Type) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(values.count * MemoryLayout<T>.size)
    for value in values {
      guard let value = T(exactly: value) else { return nil }
      withUnsafeBytes(of: isBigEndian ? value.bigEndian : value.littleEndian) { bytes += $0 }
    }
    return bytes
  }
}
