internal import ByteStreams
package import ImageModel

/// Reads JSON strictly by RFC 8259: no comments, no trailing commas, no duplicate names. Errors have line and column.
package struct JSONParser {
  private let bytes: [UInt8]
  private let limits: StructuredLimits
  private var position: Int
  private var line: Int
  private var lineStart: Int
  private var valueCount = 0
  private let textsArePaths: Bool

  /// - Parameter textsArePaths: whether texts may hold bytes that are not UTF-8, as they are or as lone surrogates,
  ///   U+DC00 plus the byte. All texts are then as `PathText` writes them.
  package init(_ bytes: [UInt8], limits: StructuredLimits, firstLine: Int = 1, textsArePaths: Bool = false) {
    self.bytes = bytes
    self.limits = limits
    self.textsArePaths = textsArePaths
    line = firstLine
    // RFC 8259, 8.1: a byte order mark may be ignored.
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    lineStart = position
  }

  package static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  /// The value that the bytes hold, with nothing but white space around it.
  ///
  /// - Throws: `invalidData` with line and column; `limitExceeded`.
  package mutating func parse() throws(ImageError) -> StructuredValue {
    let value = try value(depth: 0)
    skipSpace()
    guard position == bytes.count else { throw error("something follows after the end") }
    return value
  }

  private mutating func value(depth: Int) throws(ImageError) -> StructuredValue {
    skipSpace()
    valueCount += 1
    guard valueCount <= limits.maxValues else {
      throw StructuredLimits.exceeded("line \(line): more than \(limits.maxValues) values")
    }
    guard position < bytes.count else { throw error("ends where a value is expected") }
    let start = line
    switch bytes[position] {
    case UInt8(ascii: "{"): return StructuredValue(try object(depth: depth + 1), line: start)
    case UInt8(ascii: "["): return StructuredValue(try array(depth: depth + 1), line: start)
    case UInt8(ascii: "\""): return StructuredValue(.string(try string()), line: start)
    case UInt8(ascii: "-"), 0x30...0x39: return StructuredValue(try number(), line: start)
    default:
      for (word, content) in [("true", .bool(true)), ("false", .bool(false)), ("null", .null)]
        as [(String, StructuredValue.Content)]
      where bytes[position...].starts(with: word.utf8) {
        position += word.utf8.count
        return StructuredValue(content, line: start)
      }
      throw error("a value is expected here")
    }
  }

  private mutating func enter(_ depth: Int) throws(ImageError) {
    guard depth <= limits.maxDepth else {
      throw StructuredLimits.exceeded(
        "line \(line): lists and objects are nested more than \(limits.maxDepth) deep")
    }
    position += 1
    skipSpace()
  }

  private mutating func array(depth: Int) throws(ImageError) -> StructuredValue.Content {
    try enter(depth)
    var elements: [StructuredValue] = []
    if take(UInt8(ascii: "]")) { return .array(elements) }
    while true {
      elements.append(try value(depth: depth))
      skipSpace()
      if take(UInt8(ascii: "]")) { return .array(elements) }
      guard take(UInt8(ascii: ",")) else { throw error("a comma or ']' is expected here") }
    }
  }

  private mutating func object(depth: Int) throws(ImageError) -> StructuredValue.Content {
    try enter(depth)
    var members: [StructuredObject.Member] = []
    if !take(UInt8(ascii: "}")) {
      while true {
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
          throw error("a name in quotation marks is expected here")
        }
        let name = try string()
        skipSpace()
        guard take(UInt8(ascii: ":")) else { throw error("a colon is expected here") }
        members.append(.init(name: name, value: try value(depth: depth)))
        skipSpace()
        if take(UInt8(ascii: "}")) { break }
        guard take(UInt8(ascii: ",")) else { throw error("a comma or '}' is expected here") }
      }
    }
    switch StructuredObject.make(members) {
    case .success(let object): return .object(object)
    case .failure(let duplicate):
      throw ImageError(
        .invalidData, "line \(duplicate.member.value.line): the name '\(duplicate.member.name)' appears twice",
        format: "JSON")
    }
  }

  private mutating func number() throws(ImageError) -> StructuredValue.Content {
    let start = position
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) { try digits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard text.utf8.count <= 400, let number = Double(text), number.isFinite else {
      throw error("the number is too large")
    }
    return .number(number, text: text)
  }

  private mutating func digits() throws(ImageError) {
    let start = position
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
    guard position > start else { throw error("a digit is expected here") }
  }

  private mutating func string() throws(ImageError) -> String {
    position += 1
    var start = position
    // With `textsArePaths` a byte that is not UTF-8 stays as it is.
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        let end = position
        position += 1
        if textsArePaths { return PathText.text(text + bytes[start..<end]) }
        // Nearly all texts have no escapes and are copied as a whole.
        guard
          let result = String(
            validating: text.isEmpty ? bytes[start..<end] : (text + bytes[start..<end])[...], as: UTF8.self)
        else { throw error("the text is not UTF-8") }
        return result
      case UInt8(ascii: "\\"):
        text += bytes[start..<position]
        let escape = position
        let scalar = try self.escape()
        // A pair of surrogates has twelve characters.
        if textsArePaths, position - escape == 6, let byte = PathText.byte(scalar) {
          text.append(byte)
        } else {
          text += String(scalar).utf8
        }
        start = position
      case 0..<0x20: throw error("a control character in a text must be written as an escape, \\n for a line feed")
      default: position += 1
      }
    }
    throw error("the text lacks its closing quotation mark")
  }

  private mutating func escape() throws(ImageError) -> Unicode.Scalar {
    position += 1
    guard position < bytes.count else { throw error("the text lacks its closing quotation mark") }
    position += 1
    switch bytes[position - 1] {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let first = try codeUnit()
      if let scalar = Unicode.Scalar(first) { return scalar }
      if textsArePaths, (0xDC80...0xDCFF).contains(first), let byte = PathText.standIn(for: UInt8(first & 0xFF)) {
        return byte
      }
      // A surrogate pair (RFC 8259, 7).
      guard first < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
        throw error("half a surrogate pair: \\u\(String(first, radix: 16)) needs its other half")
      }
      let second = try codeUnit()
      guard (0xDC00...0xDFFF).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
      else { throw error("half a surrogate pair: \\u\(String(first, radix: 16)) needs its other half") }
      return scalar
    default:
      position -= 1
      throw error("an unknown escape; a backslash itself is written \\\\")
    }
  }

  private mutating func codeUnit() throws(ImageError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard position < bytes.count, let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue else {
        throw error("four hexadecimal digits are expected after \\u")
      }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while position < bytes.count, Self.isSpace(bytes[position]) {
      if bytes[position] == 0x0A {
        line += 1
        lineStart = position + 1
      }
      position += 1
    }
  }

  private func error(_ message: String) -> ImageError {
    // Columns are counted in characters, as editors do.
    let end = min(position, bytes.count)
    let column = String(decoding: bytes[min(lineStart, end)..<end], as: UTF8.self).unicodeScalars.count + 1
    return ImageError(
      .invalidData, "line \(line), column \(column): \(message)", format: "JSON")
  }
}
