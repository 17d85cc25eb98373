internal import ByteStreams
package import ImageModel

/// Values by their names, a layer for each origin. For a name, the value of the strongest origin is used.
package struct LayeredValues<Value: Sendable>: Sendable {
  private var layers: [ValueOrigin: [String: Value]] = [:]

  package init() {}

  /// The values of one origin.
  package subscript(origin: ValueOrigin) -> [String: Value] {
    get { layers[origin] ?? [:] }
    set { layers[origin] = newValue }
  }

  /// The value that is used, and its origin; nil if no layer has one.
  package func found(_ name: String) -> (value: Value, origin: ValueOrigin)? {
    for origin in ValueOrigin.allCases.reversed() {
      if let value = layers[origin]?[name] { return (value, origin) }
    }
    return nil
  }

  /// The names of all layers.
  package var names: Set<String> { layers.values.reduce(into: []) { $0.formUnion($1.keys) } }
}

/// What `--print-config` prints: each value that is used, and where it comes from.
package struct ConfigurationReport: Sendable {
  private var rows: [(name: String, key: String, value: JSONValue, origin: ValueOrigin)] = []

  package init() {}

  /// - Parameters:
  ///   - name: for people.
  ///   - key: the member of a file.
  package mutating func add(_ name: String, key: String, _ value: JSONValue, _ origin: ValueOrigin) {
    rows.append((name, key, value, origin))
  }

  /// One line for each value: name, value, origin.
  package var text: String {
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { row in
      let name = row.name + String(repeating: " ", count: width - row.name.count)
      let value = row.value.shown
      return "\(name)  \(value.isEmpty ? "-" : value)  (\(row.origin.rawValue))\n"
    }.joined()
  }

  /// An object with a member for each value: its value and its origin.
  package var json: JSONValue {
    .object(
      rows.map { row in
        JSONMember(row.key, .object(["value": row.value, "origin": .string(row.origin.rawValue)]))
      })
  }
}

extension JSONValue {
  /// The value for people, on one line: texts without quotes, lists with commas, nothing for null.
  package var shown: String {
    switch self {
    case .string(let text), .date(let text): text
    case .path(let text): PathText.readable(text)
    case .bytes(let bytes): PathText.text(bytes)
    case .array(let values): values.map(\.shown).joined(separator: ", ")
    case .int(let number): "\(number)"
    case .uint(let number): "\(number)"
    case .double(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
    case .bool(let flag): "\(flag)"
    case .object(let members): members.map { "\($0.name): \($0.value.shown)" }.joined(separator: ", ")
    case .null: ""
    }
  }
}
