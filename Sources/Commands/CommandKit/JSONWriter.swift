/// Writes JSON (RFC 8259) as UTF-8, the same text for the same value.
package struct JSONWriter {
  package enum Layout: Sendable {
    /// Everything on one line, with a space behind colons and commas.
    case line
    /// One member or element a line, two spaces a level.
    case indented
  }

  private let layout: Layout
  private var text = ""

  private init(_ layout: Layout) { self.layout = layout }

  /// The text of a value, without a newline at the end.
  package static func text(_ value: JSONValue, layout: Layout = .line) -> String {
    var writer = JSONWriter(layout)
    writer.write(value, level: 0)
    return writer.text
  }

  private mutating func write(_ value: JSONValue, level: Int) {
    switch value {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .int(let value): text += String(value)
    case .uint(let value): text += String(value)
    case .double(let value): text += value.isFinite ? Self.number(value) : "null"
    case .string(let value): Self.append(string: value, to: &text)
    case .array(let elements):
      writeList("[", "]", elements, level) { writer, element in writer.write(element, level: level + 1) }
    case .object(let members):
      writeList("{", "}", members, level) { writer, member in
        Self.append(string: member.name, to: &writer.text)
        writer.text += ": "
        writer.write(member.value, level: level + 1)
      }
    }
  }

  private mutating func writeList<Element>(
    _ open: String, _ close: String, _ elements: [Element], _ level: Int,
    _ writeElement: (inout JSONWriter, Element) -> Void
  ) {
    text += open
    for (index, element) in elements.enumerated() {
      if index > 0 { text += layout == .line ? ", " : "," }
      breakLine(level + 1)
      writeElement(&self, element)
    }
    if !elements.isEmpty { breakLine(level) }
    text += close
  }

  private mutating func breakLine(_ level: Int) {
    guard layout == .indented else { return }
    text += "\n" + String(repeating: "  ", count: level)
  }

  /// The shortest decimal number that reads back as the same value; whole numbers without a fraction.
  private static func number(_ value: Double) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Appends a quoted string: control characters are escaped, everything else stays as it is (RFC 8259, section 7).
  private static func append(string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}"..."\u{2029}":
        let hex = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
