package import MetadataModel
package import TIFFStructure

extension PropertyValue {
  /// The value of a field by its type alone, for any tag. Text ends at the first NUL.
  package init(_ value: IFDValue) {
    self =
      switch value {
      case .text(let bytes): .text(ExifText.text(bytes))
      case .bytes(let bytes): .bytes(bytes)
      case .unsigned(let values): Self.one(values) { Int64(exactly: $0).map { .integer($0) } ?? .unsigned($0) }
      case .signed(let values): Self.one(values) { .integer($0) }
      case .floats(let values): Self.one(values) { .decimal($0) }
      case .rationals(let values): Self.one(values) { .rational(.init($0.numerator, $0.denominator)) }
      }
  }

  private static func one<T>(_ values: [T], _ make: (T) -> PropertyValue) -> PropertyValue {
    values.count == 1 ? make(values[0]) : .array(values.map(make))
  }
}
