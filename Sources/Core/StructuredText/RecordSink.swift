internal import ByteStreams

/// Receives a record piece by piece: objects, arrays and values in the order of JSON.
///
///     value  = writeNull | write | beginObject { member value } endObject | beginArray { element value } endArray
///
/// Code that makes records writes into a sink, so that no tree is built for each of ten thousand records.
package protocol RecordSink {
  mutating func beginObject()
  mutating func endObject()
  mutating func beginArray()
  mutating func endArray()
  /// Called before each value of an object.
  mutating func member(_ name: String)
  /// Called before each value of an array.
  mutating func element()
  mutating func writeNull()
  mutating func write(_ value: Bool)
  mutating func write(_ value: Int64)
  mutating func write(_ value: UInt64)
  mutating func write(_ value: Double)
  mutating func write(_ value: String)
  /// A path, or a text that contains one, as `PathText` writes it.
  mutating func write(path: String)
  /// Uninterpreted bytes.
  mutating func write(_ value: [UInt8])
}

extension RecordSink {
  package mutating func write(path: String) { write(PathText.readable(path)) }

  /// Writes a complete value.
  package mutating func write(_ value: JSONValue) {
    switch value {
    case .null: writeNull()
    case .bool(let value): write(value)
    case .int(let value): write(value)
    case .uint(let value): write(value)
    case .double(let value): write(value)
    case .string(let value), .date(let value): write(value)
    case .path(let text): write(path: text)
    case .bytes(let value): write(value)
    case .array(let elements):
      beginArray()
      for value in elements {
        element()
        write(value)
      }
      endArray()
    case .object(let members):
      beginObject()
      for item in members {
        member(item.name)
        write(item.value)
      }
      endObject()
    }
  }
}
