/// A value with the type that it has in the file: text that looks like a number is text, a fraction is a fraction.
public enum PropertyValue: Hashable, Sendable {
  case boolean(Bool)
  case integer(Int64)
  /// An integer beyond `Int64.max`.
  case unsigned(UInt64)
  case rational(Rational)
  case decimal(Double)
  /// Text, and also dates, in the format of the file.
  case text(String)
  /// Bytes without a known meaning.
  case bytes([UInt8])
  case array([PropertyValue])
  case structure([Property])

  /// A fraction. The denominator may be 0: Exif writes 0/0 for unknown and n/0 for infinite.
  public struct Rational: Hashable, Sendable {
    public var numerator: Int64
    public var denominator: Int64

    public init(_ numerator: Int64, _ denominator: Int64) {
      self.numerator = numerator
      self.denominator = denominator
    }

    /// The quotient; nil if the denominator is 0.
    public var value: Double? { denominator == 0 ? nil : Double(numerator) / Double(denominator) }
  }
}

extension PropertyValue {
  /// The value as a number; nil if it is not a single number.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .unsigned(let value): Double(value)
    case .rational(let value): value.value
    case .decimal(let value): value
    default: nil
    }
  }

  /// The text; nil for other values.
  public var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// Whether a tag says that its value is unknown: it is 0/0, or a list of nothing else.
  package var isUnknown: Bool {
    switch self {
    case .rational(let value): value.numerator == 0 && value.denominator == 0
    case .array(let values): !values.isEmpty && values.allSatisfy(\.isUnknown)
    default: false
    }
  }

  /// The value as plain text: numbers in decimal, array elements separated by commas, bytes as their number.
  public var plainText: String {
    switch self {
    case .boolean(let value): value ? "yes" : "no"
    case .integer(let value): String(value)
    case .unsigned(let value): String(value)
    case .decimal(let value): Self.decimalText(value)
    case .rational(let value):
      value.value.map { Self.decimalText($0) } ?? (value.numerator == 0 ? "unknown" : "infinite")
    case .text(let text): text
    case .bytes(let bytes): "\(bytes.count) byte\(bytes.count == 1 ? "" : "s")"
    case .array(let values):
      values.count > Self.maxElements
        ? values.prefix(Self.maxElements).map(\.plainText).joined(separator: ", ") + ", ... (\(values.count) values)"
        : values.map(\.plainText).joined(separator: ", ")
    case .structure(let properties):
      properties.map { "\($0.name) = \($0.value.plainText)" }.joined(separator: "; ")
    }
  }

  /// Plain text shows this many elements of an array.
  private static let maxElements = 16

  /// A decimal number, without `.0` at its end.
  private static func decimalText(_ value: Double) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
