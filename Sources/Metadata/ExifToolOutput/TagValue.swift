internal import MetadataModel
internal import StructuredText

/// Values as ExifTool writes them with `-n`: numbers with 15 digits, fractions with 10, lists of numbers as one text.
enum TagValue {
  /// The text that ExifTool prints for binary data.
  static func binary(_ count: Int) -> JSONValue { .string("(Binary data \(count) bytes, use -b option to extract)") }

  /// The value of a property; nil for structures, which ExifTool flattens.
  static func json(_ value: PropertyValue) -> JSONValue? {
    switch value {
    case .boolean(let value): return .bool(value)
    case .integer(let value): return .int(value)
    case .unsigned(let value): return .uint(value)
    case .decimal(let value): return number(value, digits: 15)
    case .rational(let value): return rational(value)
    case .text(let text): return .string(text)
    case .bytes(let bytes): return binary(bytes.count)
    case .structure: return nil
    case .array(let values):
      let parts = values.compactMap { json($0).map(plain) }
      return .string(parts.joined(separator: " "))
    }
  }

  /// A list of texts. A single text is written without a list.
  static func list(_ values: [JSONValue]) -> JSONValue { values.count == 1 ? values[0] : .array(values) }

  /// n/0 is `inf`, 0/0 is `undef`.
  static func rational(_ value: PropertyValue.Rational) -> JSONValue {
    guard let quotient = value.value else { return .string(value.numerator == 0 ? "undef" : "inf") }
    return number(quotient, digits: 10)
  }

  /// A number with this many significant digits, as C's `%g` writes it.
  static func number(_ value: Double, digits: Int) -> JSONValue {
    guard value.isFinite else { return .string(value.isNaN ? "NaN" : value < 0 ? "-Inf" : "Inf") }
    return .double(rounded(value, digits: digits))
  }

  /// A number rounded to significant digits.
  static func rounded(_ value: Double, digits: Int) -> Double { Double(text(value, digits: digits)) ?? value }

  /// The text of a value in a list of numbers.
  static func plain(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): text
    case .double(let value): text(value, digits: 15)
    default: JSONWriter.text(value)
    }
  }

  /// `%.*g` of C.
  static func text(_ value: Double, digits: Int) -> String { SignificantDigits.text(value, digits) }

  /// The value as a number; also of a text that reads as one.
  static func double(_ value: JSONValue?) -> Double? {
    switch value {
    case .int(let value)?: Double(value)
    case .uint(let value)?: Double(value)
    case .double(let value)?: value
    case .string(let text)?: Double(text)
    default: nil
    }
  }

  static func string(_ value: JSONValue?) -> String? {
    switch value {
    case .string(let text)?, .path(let text)?: text
    default: nil
    }
  }
}
