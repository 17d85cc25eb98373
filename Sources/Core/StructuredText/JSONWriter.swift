internal import ByteStreams

/// Writes JSON (RFC 8259) as UTF-8, the same text for the same value.
package struct JSONWriter {
  package enum Layout: Sendable {
    /// Everything on one line, with a space after colons and commas.
    case line
    /// One member or element per line, two spaces per level.
    case indented
  }

  package enum Encoding: Sendable {
    /// UTF-8. Bytes of paths that are not UTF-8 become `\xNN`.
    case utf8
    /// ASCII: other characters are escaped. A byte of a path that is not UTF-8 becomes a lone surrogate, U+DC00 plus
    /// the byte, as in Python's `surrogateescape`; `JSONParser` reads it back.
    case ascii
  }

  private let layout: Layout
  private let encoding: Encoding
  private let bytes: ByteBuffer
  private var level = 0
  /// Whether the innermost open object or array is still empty.
  private var isFirst = true

  package init(_ layout: Layout = .line, _ encoding: Encoding = .utf8) {
    self.layout = layout
    self.encoding = encoding
    // Enough for the record of a photograph, which would otherwise be copied several times while it grows.
    bytes = ByteBuffer(capacity: 8_192)
  }

  /// The text of a value, without a newline at the end.
  package static func text(
    _ value: JSONValue, layout: Layout = .line, encoding: Encoding = .utf8
  ) -> String {
    var writer = JSONWriter(layout, encoding)
    writer.write(value)
    return writer.text
  }

  /// The text so far.
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

  /// Of longer values only the size is written.
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
    // Most of a record is names, and few need escaping.
    if layout == .line, isPlain(name) {
      bytes.append(comma: !isFirst, member: name)
      isFirst = false
      return
    }
    element()
    write(name)
    bytes.append(": " as StaticString)
  }

  package mutating func writeNull() { bytes.append("null" as StaticString) }
  package mutating func write(_ value: Bool) {
    if value { bytes.append("true" as StaticString) } else { bytes.append("false" as StaticString) }
  }

  package mutating func write(_ value: Int64) { bytes.append(value) }
  package mutating func write(_ value: UInt64) { bytes.append(value) }

  /// The shortest decimal number that reads back as the same value. Whole numbers have no fraction. Infinities and NaN
  /// become null.
  package mutating func write(_ value: Double) { if value.isFinite { bytes.append(value) } else { writeNull() } }

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
    // Nearly all text has nothing to escape and is copied as a whole.
    if isPlain(text) {
      bytes.append(quoted: text)
    } else if encoding == .utf8 {
      text.withUTF8Bytes { write(escaping: $0) }
    } else {
      writeASCII(text, isPath: false)
    }
  }

  package mutating func write(path: String) {
    if encoding == .ascii { writeASCII(path, isPath: true) } else { write(PathText.readable(path)) }
  }

  private func writeASCII(_ text: String, isPath: Bool) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      if isPath, let byte = PathText.byte(scalar) {
        write(escape: 0xDC00 + UInt32(byte))
      } else if scalar.value >= 0x7F {
        for unit in String(scalar).utf16 { write(escape: UInt32(unit)) }
      } else if scalar.value < 0x20 || scalar == "\"" || scalar == "\\" {
        write(escape: scalar.value)
      } else {
        bytes.append(UInt8(ascii: scalar))
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Copies the stretches between escaped characters as a whole.
  private func write(escaping utf8: UnsafeBufferPointer<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    var start = 0
    var index = 0
    while index < utf8.count {
      let (code, length) = Self.escaped(utf8, index)
      if let code {
        bytes.append(UnsafeBufferPointer(rebasing: utf8[start..<index]))
        write(escape: code)
        start = index + length
      }
      index += length
    }
    bytes.append(UnsafeBufferPointer(rebasing: utf8[start...]))
    bytes.append(UInt8(ascii: "\""))
  }

  /// The character at an index if it must be escaped, else nil; and the number of bytes to skip.
  private static func escaped(_ utf8: UnsafeBufferPointer<UInt8>, _ index: Int) -> (code: UInt32?, length: Int) {
    let byte = utf8[index]
    switch byte {
    case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F: return (UInt32(byte), 1)
    // U+0080 to U+009F, and U+2028 and U+2029.
    case 0xC2 where index + 1 < utf8.count && utf8[index + 1] < 0xA0: return (UInt32(utf8[index + 1]), 2)
    case 0xE2 where index + 2 < utf8.count && utf8[index + 1] == 0x80 && utf8[index + 2] & 0xFE == 0xA8:
      return (0x2000 | UInt32(utf8[index + 2] & 0x3F), 3)
    default: return (nil, 1)
    }
  }

  /// Whether no byte of a text can belong to an escaped character.
  private func isPlain(_ text: String) -> Bool { text.withUTF8Bytes { isPlain($0) } }

  private func isPlain(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    // Eight bytes at once: testing each took a fifth of the time of a record.
    let bytes = UnsafeRawBufferPointer(utf8)
    var special: UInt64 = 0
    var rest: UInt64 = 0x2020_2020_2020_2020
    if bytes.count >= 8 {
      for index in stride(from: 0, to: bytes.count - 8, by: 8) {
        special |= Self.special(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      }
      rest = bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
    } else {
      for byte in bytes { rest = rest << 8 | UInt64(byte) }
    }
    special |= Self.special(rest)
    // Most characters outside ASCII need no escape either: C1 controls begin with 0xC2, line and paragraph separators
    // with 0xE2.
    if special & 0x8080_8080_8080_8080 == 0 { return true }
    return encoding == .utf8
      && utf8.allSatisfy {
        $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && $0 != 0x7F && $0 != 0xC2 && $0 != 0xE2
      }
  }

  /// Sets a high bit where one of the eight bytes is a control character, a quotation mark, a backslash or not ASCII.
  /// Otherwise no subtraction borrows from the next byte, and no high bit is set.
  private static func special(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    return word | (word &+ ones) | (word &- 0x20 &* ones)
      | ((word ^ UInt64(UInt8(ascii: "\"")) &* ones) &- ones) | ((word ^ UInt64(UInt8(ascii: "\\")) &* ones) &- ones)
  }

  private func write(escape code: UInt32) {
    switch Unicode.Scalar(code) {
    case "\"": bytes.append("\\\"" as StaticString)
    case "\\": bytes.append("\\\\" as StaticString)
    case "\n": bytes.append("\\n" as StaticString)
    case "\r": bytes.append("\\r" as StaticString)
    case "\t": bytes.append("\\t" as StaticString)
    default:
      let hex = String(code, radix: 16)
      bytes.append("\\u" + String(repeating: "0", count: 4 - hex.count) + hex)
    }
  }
}
