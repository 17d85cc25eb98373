package import StructuredText

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
    case .text(let text): return text
    case .integer(let value): return String(value)
    default:
      let text = ByteBuffer()
      write(to: text)
      return text.text
    }
  }

  /// Appends the plain text.
  package func write(to text: ByteBuffer) {
    switch self {
    case .boolean(let value): text.append((value ? "yes" : "no") as StaticString)
    case .integer(let value): text.append(value)
    case .unsigned(let value): text.append(value)
    case .decimal(let value): text.append(value)
    case .rational(let value):
      if let quotient = value.value {
        text.append(quotient)
      } else {
        text.append((value.numerator == 0 ? "unknown" : "infinite") as StaticString)
      }
    case .text(let value): text.append(value)
    case .bytes(let bytes):
      text.append(Int64(bytes.count))
      text.append((bytes.count == 1 ? " byte" : " bytes") as StaticString)
    case .array(let values):
      for index in values.indices.prefix(Self.maxElements) {
        if index > 0 { text.append(", " as StaticString) }
        values[index].write(to: text)
      }
      if values.count > Self.maxElements { text.append(", ... (\(values.count) values)") }
    case .structure(let properties):
      for index in properties.indices {
        if index > 0 { text.append("; " as StaticString) }
        text.append(properties[index].name)
        text.append(" = " as StaticString)
        properties[index].value.write(to: text)
      }
    }
  }

  /// Plain text shows this many elements of an array.
  private static let maxElements = 16
}
