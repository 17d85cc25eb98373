/// One field of a directory, its value not yet read.
package struct IFDEntry: Hashable, Sendable {
  package var tag: UInt16
  /// The type as it stands in the file; it need not be one that is known.
  package var rawType: UInt16
  /// The number of values, as the file declares it.
  package var count: UInt64
  /// Where the value lies, counted from the beginning of the source; inside the entry for short values.
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
  /// Where the next directory of the chain is said to be, counted as the file does; 0 at the end.
  package var next: UInt64

  package init(offset: UInt64, entries: [IFDEntry], next: UInt64) {
    self.offset = offset
    self.entries = entries
    self.next = next
  }

  /// The first field with a tag.
  package subscript(tag: UInt16) -> IFDEntry? { entries.first { $0.tag == tag } }
}

/// The values of a field, by what they are rather than by how wide they are stored.
package enum IFDValue: Hashable, Sendable {
  case unsigned([UInt64])
  case signed([Int64])
  case rationals([Rational])
  case floats([Double])
  /// ASCII or UTF-8 as it stands, without the NUL bytes at its end.
  case text([UInt8])
  case bytes([UInt8])

  /// A fraction as it stands in the file: the denominator may be 0.
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
