internal import ByteStreams

/// A JSON value whose objects keep the order of their members.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case uint(UInt64)
  /// Values that JSON cannot write (infinities, NaN) become null.
  case double(Double)
  case string(String)
  /// Bytes without a meaning: an object with their number, and their digits where they are few.
  case bytes([UInt8])
  case array([JSONValue])
  case object([JSONMember])

  /// A path, or a text that names one: bytes of names that are no UTF-8 become `\xNN`.
  package static func path(_ text: String) -> JSONValue { .string(PathText.readable(text)) }

  /// An object from a literal that keeps its order.
  package static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(members.map { JSONMember($0.key, $0.value) })
  }
}

/// One name and value of a JSON object.
package struct JSONMember: Hashable, Sendable {
  package var name: String
  package var value: JSONValue

  package init(_ name: String, _ value: JSONValue) {
    self.name = name
    self.value = value
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int64) { self = .int(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
}
