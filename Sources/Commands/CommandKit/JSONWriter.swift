/// Writes JSON (RFC 8259) as UTF-8, the same text for the same value.
package struct JSONWriter {
  package enum Layout: Sendable {
    /// Everything on one line, with a space behind colons and commas.
    case line
    /// One member or element a line, two spaces a level.
    case indented
  }

  private let layout: Layout
  private let bytes: ByteBuffer
  private var level = 0
  /// Whether the innermost open object or array has nothing yet.
  private var isFirst = true

  package init(_ layout: Layout = .line) {
    self.layout = layout
    // The record of a photograph: growing step by step would copy it several times.
    bytes = ByteBuffer(capacity: 8_192)
  }

  /// The text of a value, without a newline at the end.
  package static func text(_ value: JSONValue, layout: Layout = .line) -> String {
    var writer = JSONWriter(layout)
    writer.write(value)
    return writer.text
  }

  /// What was written so far.
  package var text: String { bytes.text }

  /// Ends a line between values.
  package mutating func newline() { bytes.append(UInt8(ascii: "\n")) }

  private mutating func breakLine() {
    guard layout == .indented else { return }
    newline()
    for _ in 0..<level { bytes.append("  " as StaticString) }
  }

  private mutating func open(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    level += 1
    isFirst = true
  }

  private mutating func close(_ bracket: Unicode.Scalar) {
    level -= 1
    if !isFirst { breakLine() }
    isFirst = false
    bytes.append(UInt8(ascii: bracket))
  }

  /// Longer values are told by their size only.
  package static let longestBytes = 256
}

extension JSONWriter: RecordSink {
  package mutating func beginObject() { open("{") }
  package mutating func endObject() { close("}") }
  package mutating func beginArray() { open("[") }
  package mutating func endArray() { close("]") }

  package mutating func element() {
    if !isFirst { if layout == .line { bytes.append(", " as StaticString) } else { bytes.append("," as StaticString) } }
    isFirst = false
    breakLine()
  }

  package mutating func member(_ name: String) {
    element()
    write(name)
    bytes.append(": " as StaticString)
  }

  package mutating func writeNull() { bytes.append("null" as StaticString) }
  package mutating func write(_ value: Bool) {
    if value { bytes.append("true" as StaticString) } else { bytes.append("false" as StaticString) }
  }

  package mutating func write(_ value: Int64) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    write(value.magnitude)
  }

  package mutating func write(_ value: UInt64) {
    // Digits from the last to the first; 2^64 has twenty.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var start = 20
      var rest = value
      repeat {
        start -= 1
        digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      bytes.append(UnsafeBufferPointer(rebasing: digits[start...]))
    }
  }

  /// The shortest decimal number that reads back as the same value; whole numbers without a fraction. What is no number
  /// becomes null.
  package mutating func write(_ value: Double) {
    guard value.isFinite else { return writeNull() }
    var text = value.description
    text.withUTF8 { digits in
      let isWhole = digits.suffix(2).elementsEqual(".0".utf8)
      bytes.append(UnsafeBufferPointer(rebasing: digits.dropLast(isWhole ? 2 : 0)))
    }
  }

  package mutating func write(_ value: [UInt8]) {
    beginObject()
    member("byteCount")
    write(Int64(value.count))
    if value.count <= Self.longestBytes {
      member("base64")
      write(Base64.text(value))
    }
    endObject()
  }

  /// A quoted string: control characters are escaped, everything else stays as it is (RFC 8259, section 7).
  package mutating func write(_ text: String) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    // Nearly all text has nothing to escape and is copied as a whole.
    let isCopied = text.withUTF8 { utf8 in
      guard Self.isPlain(utf8) else { return false }
      bytes.append(utf8)
      return true
    }
    if !isCopied { for scalar in text.unicodeScalars { write(scalar) } }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Whether no byte of a text may belong to a character that is escaped: C1 controls begin with 0xC2, line and paragraph
  /// separators with 0xE2. The loop does not end early, so that the compiler takes many bytes at once.
  private static func isPlain(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    var special: UInt8 = 0
    for byte in utf8 {
      special |= byte < 0x20 ? 1 : 0
      special |= byte == UInt8(ascii: "\"") ? 1 : 0
      special |= byte == UInt8(ascii: "\\") ? 1 : 0
      special |= byte == 0x7F ? 1 : 0
      special |= byte == 0xC2 ? 1 : 0
      special |= byte == 0xE2 ? 1 : 0
    }
    return special == 0
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": bytes.append("\\\"" as StaticString)
    case "\\": bytes.append("\\\\" as StaticString)
    case "\n": bytes.append("\\n" as StaticString)
    case "\r": bytes.append("\\r" as StaticString)
    case "\t": bytes.append("\\t" as StaticString)
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}"..."\u{2029}":
      let hex = String(scalar.value, radix: 16)
      bytes.append("\\u" + String(repeating: "0", count: 4 - hex.count) + hex)
    default: bytes.append(String(scalar))
    }
  }
}
