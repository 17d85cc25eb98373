/// Keeps a record as a tree, for forms that are made of the tree.
package struct JSONValueBuilder: RecordSink {
  /// What was written, when it is complete.
  package private(set) var value = JSONValue.null
  /// The objects and arrays that are not complete, the innermost last; elements of arrays have no names.
  private var open: [[JSONMember]] = []
  /// The names of the members whose values are not complete, the innermost last.
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
