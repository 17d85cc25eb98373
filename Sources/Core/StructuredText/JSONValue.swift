/// A JSON value whose objects keep the order of their members.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case uint(UInt64)
  /// Values that JSON cannot write (infinities, NaN) become null.
  case double(Double)
  case string(String)
  /// A path, or a text that contains one, as `PathText` writes it. Bytes that are not UTF-8 become `\xNN`, or what the
  /// writer's `Encoding` says.
  case path(String)
  /// A date of a property list, `2024-05-06T07:08:09Z`; a text in JSON.
  case date(String)
  /// Uninterpreted bytes: written as an object with their count, and with their hexadecimal digits if they are few.
  case bytes([UInt8])
  case array([JSONValue])
  case object([JSONMember])

  /// An object from a literal; the order is kept.
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

/// Collects a record as a tree, for output formats that need the whole tree.
package struct JSONValueBuilder: RecordSink {
  /// The result, once everything is closed.
  package private(set) var value = JSONValue.null
  /// The open objects and arrays, the innermost last. Elements of arrays have empty names.
  private var open: [[JSONMember]] = []
  /// The names of the members whose values are open, the innermost last.
  private var names: [String] = []

  package init() {}

  private mutating func take(_ value: JSONValue) {
    if open.isEmpty {
      self.value = value
    } else {
      open[open.count - 1].append(JSONMember(names.popLast() ?? "", value))
    }
  }

  package mutating func beginObject() { open.append([]) }
  package mutating func endObject() { take(.object(open.popLast() ?? [])) }
  package mutating func beginArray() { open.append([]) }
  package mutating func endArray() { take(.array(open.popLast()?.map(\.value) ?? [])) }
  package mutating func member(_ name: String) { names.append(name) }
  package mutating func element() { names.append("") }
  package mutating func writeNull() { take(.null) }
  package mutating func write(_ value: Bool) { take(.bool(value)) }
  package mutating func write(_ value: Int64) { take(.int(value)) }
  package mutating func write(_ value: UInt64) { take(.uint(value)) }
  package mutating func write(_ value: Double) { take(.double(value)) }
  package mutating func write(_ value: String) { take(.string(value)) }
  package mutating func write(_ value: [UInt8]) { take(.bytes(value)) }
}
