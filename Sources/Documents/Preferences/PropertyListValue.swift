internal import StructuredText

/// A value that property lists and JSON can hold.
///
/// JSON has no bytes and no dates: there they are texts, bytes in base64. Property lists have no null.
public enum PropertyListValue: Hashable, Sendable {
  /// A member of a list or an object that says nothing.
  case null
  case bool(Bool)
  case integer(Int)
  case real(Double)
  case text(String)
  /// A date and time in UTC: `2024-05-06T07:08:09Z`.
  case date(String)
  case data([UInt8])
  case list([PropertyListValue])
  case dictionary([String: PropertyListValue])

  /// The kind of the value, for messages: `a text`.
  public var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .integer, .real: "a number"
    case .text: "a text"
    case .date: "a date"
    case .data: "bytes"
    case .list: "a list"
    case .dictionary: "an object"
    }
  }

  /// A value of a file.
  init(_ value: StructuredValue) {
    switch value.content {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .number(let number, let text): self = Int(text).map { .integer($0) } ?? .real(number)
    case .string(let text): self = value.isDate ? .date(text) : .text(text)
    case .bytes(let bytes): self = .data(bytes)
    case .array(let elements): self = .list(elements.map { PropertyListValue($0) })
    case .object(let object):
      var members: [String: PropertyListValue] = [:]
      for member in object.members { members[member.name] = PropertyListValue(member.value) }
      self = .dictionary(members)
    }
  }

  /// The value as JSON. The members of objects are sorted by their names.
  ///
  /// - Parameter hasBytes: whether bytes stay bytes, for a property list.
  func json(hasBytes: Bool) -> JSONValue {
    switch self {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .integer(let number): .int(Int64(number))
    case .real(let number): .double(number)
    case .text(let text): .string(text)
    case .date(let text): .date(text)
    case .data(let bytes): hasBytes ? .bytes(bytes) : .string(Base64.text(bytes))
    case .list(let elements): .array(elements.map { $0.json(hasBytes: hasBytes) })
    case .dictionary(let members):
      .object(members.sorted { $0.key < $1.key }.map { JSONMember($0.key, $0.value.json(hasBytes: hasBytes)) })
    }
  }

  /// Whether there is a null in it, which no property list can hold.
  var hasNull: Bool {
    switch self {
    case .null: true
    case .list(let elements): elements.contains { $0.hasNull }
    case .dictionary(let members): members.values.contains { $0.hasNull }
    default: false
    }
  }

  /// Whether a file can hold it: no number is infinite or NaN.
  var isFinite: Bool {
    switch self {
    case .real(let number): number.isFinite
    case .list(let elements): elements.allSatisfy(\.isFinite)
    case .dictionary(let members): members.values.allSatisfy(\.isFinite)
    default: true
    }
  }
}

extension PropertyListValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .real(value) }
  public init(stringLiteral value: String) { self = .text(value) }
  public init(arrayLiteral elements: PropertyListValue...) { self = .list(elements) }
  public init(dictionaryLiteral elements: (String, PropertyListValue)...) {
    self = .dictionary(Dictionary(elements) { _, last in last })
  }
}
