/// One field of a directory, its value not yet read.
package struct IFDEntry: Hashable, Sendable {
  package var tag: UInt16
  /// The type as stored in the file, possibly unknown.
  package var rawType: UInt16
  /// The number of values, as the file declares it.
  package var count: UInt64
  /// The offset of the value, counted from the beginning of the source; inside the entry for short values.
  package var valueOffset: UInt64

  package init(tag: UInt16, rawType: UInt16, count: UInt64, valueOffset: UInt64) {
    self.tag = tag
    self.rawType = rawType
    self.count = count
    self.valueOffset = valueOffset
  }

  package var type: IFDFieldType? { IFDFieldType(rawValue: rawType) }
}

/// A directory: its fields in the order of the file.
package struct IFD: Hashable, Sendable {
  /// Where the directory begins, counted from the beginning of the source.
  package var offset: UInt64
  package var entries: [IFDEntry]
  /// The declared offset of the next directory of the chain, counted as in the file; 0 at the end.
  package var next: UInt64

  package init(offset: UInt64, entries: [IFDEntry], next: UInt64) {
    self.offset = offset
    self.entries = entries
    self.next = next
  }

  /// The first field with a tag.
  package subscript(tag: UInt16) -> IFDEntry? { entries.first { $0.tag == tag } }
}

/// The values of a field by kind, independent of their stored width.
package enum IFDValue: Hashable, Sendable {
  case unsigned([UInt64])
  case signed([Int64])
  case rationals([Rational])
  case floats([Double])
  /// ASCII or UTF-8 as stored, without the NUL bytes at its end.
  case text([UInt8])
  case bytes([UInt8])

  /// A fraction as stored in the file. The denominator may be 0.
  package struct Rational: Hashable, Sendable {
    package var numerator: Int64
    package var denominator: Int64

    package init(_ numerator: Int64, _ denominator: Int64) {
      self.numerator = numerator
      self.denominator = denominator
    }

    /// The quotient; nil where the denominator is 0.
    package var value: Double? { denominator == 0 ? nil : Double(numerator) / Double(denominator) }
  }

  /// The first value as an integer, where it is one that fits.
  package var firstInteger: Int? {
    switch self {
    case .unsigned(let values): values.first.flatMap { Int(exactly: $0) }
    case .signed(let values): values.first.flatMap { Int(exactly: $0) }
    case .bytes(let values): values.first.map { Int($0) }
    default: nil
    }
  }

  /// All values as integers, where they are integers that fit.
  package var integers: [Int]? {
    switch self {
    case .unsigned(let values):
      let integers = values.compactMap { Int(exactly: $0) }
      return integers.count == values.count ? integers : nil
    case .signed(let values): return values.map { Int($0) }
    case .bytes(let values): return values.map { Int($0) }
    default: return nil
    }
  }

  /// The first value as a number, where it is one.
  package var firstNumber: Double? {
    switch self {
    case .unsigned(let values): values.first.map { Double($0) }
    case .signed(let values): values.first.map { Double($0) }
    case .rationals(let values): values.first?.value
    case .floats(let values): values.first
    case .bytes(let values): values.first.map { Double($0) }
    case .text: nil
    }
  }
}

/// The type of a field's values, with the numbers of TIFF 6.0, section 2, and of BigTIFF.
package enum IFDFieldType: UInt16, Hashable, Sendable {
  case byte = 1
  case ascii = 2
  case short = 3
  case long = 4
  case rational = 5
  case signedByte = 6
  case undefined = 7
  case signedShort = 8
  case signedLong = 9
  case signedRational = 10
  case float = 11
  case double = 12
  /// A LONG that is the offset of a directory (TIFF Technical Note 1).
  case ifd = 13
  /// UTF-8 text (Exif 3.0, 4.6.2).
  case utf8 = 129
  case long8 = 16
  case signedLong8 = 17
  case ifd8 = 18

  /// The size of one value in bytes.
  package var byteCount: Int {
    switch self {
    case .byte, .ascii, .signedByte, .undefined, .utf8: 1
    case .short, .signedShort: 2
    case .long, .signedLong, .float, .ifd: 4
    case .rational, .signedRational, .double, .long8, .signedLong8, .ifd8: 8
    }
  }
}

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
