/// Writes JSON (RFC 8259) as UTF-8, the same text for the same value.
package struct JSONWriter {
  package enum Layout: Sendable {
    /// Everything on one line, with a space behind colons and commas.
    case line
    /// One member or element a line, two spaces a level.
    case indented
  }

  private let layout: Layout
  private var bytes: [UInt8] = []

  private init(_ layout: Layout) { self.layout = layout }

  /// The text of a value, without a newline at the end.
  package static func text(_ value: JSONValue, layout: Layout = .line) -> String {
    var writer = JSONWriter(layout)
    writer.write(value, level: 0)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private mutating func write(_ value: JSONValue, level: Int) {
    switch value {
    case .null: write("null")
    case .bool(let value): write(value ? "true" : "false")
    case .int(let value): write(String(value))
    case .uint(let value): write(String(value))
    case .double(let value): write(value.isFinite ? Self.number(value) : "null")
    case .string(let value): write(quoted: value)
    case .bytes(let value): write(Self.object(value), level: level)
    case .array(let elements):
      writeList("[", "]", elements, level) { writer, element in writer.write(element, level: level + 1) }
    case .object(let members):
      writeList("{", "}", members, level) { writer, member in
        writer.write(quoted: member.name)
        writer.write(": ")
        writer.write(member.value, level: level + 1)
      }
    }
  }

  /// Longer values are told by their size only.
  package static let longestBytes = 256

  private static func object(_ value: [UInt8]) -> JSONValue {
    let count = JSONValue.int(Int64(value.count))
    guard value.count <= longestBytes else { return .object(["byteCount": count]) }
    return .object(["byteCount": count, "base64": .string(Base64.text(value))])
  }

  private mutating func write(_ text: String) { bytes += text.utf8 }

  private mutating func writeList<Element>(
    _ open: String, _ close: String, _ elements: [Element], _ level: Int,
    _ writeElement: (inout JSONWriter, Element) -> Void
  ) {
    write(open)
    var isFirst = true
    for element in elements {
      if !isFirst { write(layout == .line ? ", " : ",") }
      isFirst = false
      breakLine(level + 1)
      writeElement(&self, element)
    }
    if !elements.isEmpty { breakLine(level) }
    write(close)
  }

  private mutating func breakLine(_ level: Int) {
    guard layout == .indented else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes += repeatElement(UInt8(ascii: " "), count: 2 * level)
  }

  /// The shortest decimal number that reads back as the same value; whole numbers without a fraction.
  private static func number(_ value: Double) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Appends a quoted string: control characters are escaped, everything else stays as it is (RFC 8259, section 7).
  private mutating func write(quoted text: String) {
    bytes.append(UInt8(ascii: "\""))
    // Nearly all text has nothing to escape and is copied as a whole.
    if text.utf8.allSatisfy(Self.isPlain) {
      bytes += text.utf8
    } else {
      for scalar in text.unicodeScalars { write(scalar) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Whether a byte of UTF-8 surely belongs to a character that is not escaped: C1 controls begin with 0xC2, line and
  /// paragraph separators with 0xE2.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != 0x7F && byte != 0xC2
      && byte != 0xE2
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": write("\\\"")
    case "\\": write("\\\\")
    case "\n": write("\\n")
    case "\r": write("\\r")
    case "\t": write("\\t")
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}"..."\u{2029}":
      let hex = String(scalar.value, radix: 16)
      write("\\u" + String(repeating: "0", count: 4 - hex.count) + hex)
    default: bytes += UTF8.encode(scalar).map { Array($0) } ?? []
    }
  }
}
