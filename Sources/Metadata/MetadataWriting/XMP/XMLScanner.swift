/// Walks the tags of a small XML document and says where they are. It resolves nothing.
///
/// The walk fails at a document type declaration, so no entities can be defined, and at anything that is not
/// well-formed.
struct XMLScanner {
  struct Attribute {
    var name: String
    /// The name and value, with the white space before them.
    var range: Range<Int>
    /// The text between the quotes.
    var valueRange: Range<Int>

    /// The prefix that a namespace declaration defines, empty for the default namespace; nil for other attributes.
    var declaredPrefix: String? {
      name == "xmlns" ? "" : name.utf8.starts(with: "xmlns:".utf8) ? String(name.dropFirst(6)) : nil
    }
  }

  enum Token {
    /// A start tag or an empty-element tag.
    case open(name: String, attributes: [Attribute], range: Range<Int>, isClosed: Bool)
    case close(name: String, range: Range<Int>)
    /// Text, comments, processing instructions.
    case other
  }

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The text is not well-formed XML, or uses a part of XML that is not accepted here.
  struct Malformed: Error {}

  /// The next token; nil at the end.
  mutating func next() throws(Malformed) -> Token? {
    guard position < bytes.count else { return nil }
    guard bytes[position] == UInt8(ascii: "<") else {
      position = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
      return .other
    }
    if starts("<!--") { return try skip("-->") }
    if starts("<?") { return try skip("?>") }
    if starts("<![CDATA[") { return try skip("]]>") }
    if starts("<!") { throw Malformed() }
    return starts("</") ? try closing() : try opening()
  }

  private func starts(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[position...].starts(with: $0) }
  }

  private mutating func skip(_ end: StaticString) throws(Malformed) -> Token {
    while position < bytes.count {
      if starts(end) {
        position += end.utf8CodeUnitCount
        return .other
      }
      position += 1
    }
    throw Malformed()
  }

  private mutating func closing() throws(Malformed) -> Token {
    let start = position
    position += 2
    let name = try name()
    skipSpace()
    try expect(">")
    return .close(name: name, range: start..<position)
  }

  private mutating func opening() throws(Malformed) -> Token {
    let start = position
    position += 1
    let name = try name()
    var attributes: [Attribute] = []
    while true {
      let gap = position
      skipSpace()
      guard position < bytes.count else { throw Malformed() }
      if bytes[position] == UInt8(ascii: ">") {
        position += 1
        return .open(name: name, attributes: attributes, range: start..<position, isClosed: false)
      }
      if bytes[position] == UInt8(ascii: "/") {
        position += 1
        try expect(">")
        return .open(name: name, attributes: attributes, range: start..<position, isClosed: true)
      }
      guard gap < position, attributes.count < Self.maxAttributes else { throw Malformed() }
      attributes.append(try attribute(from: gap))
    }
  }

  private static let maxAttributes = 1_000

  private mutating func attribute(from gap: Int) throws(Malformed) -> Attribute {
    let name = try name()
    skipSpace()
    try expect("=")
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'"),
      let end = bytes[(position + 1)...].firstIndex(of: bytes[position])
    else { throw Malformed() }
    let value = position + 1..<end
    guard !bytes[value].contains(UInt8(ascii: "<")) else { throw Malformed() }
    position = end + 1
    return Attribute(name: name, range: gap..<position, valueRange: value)
  }

  private mutating func name() throws(Malformed) -> String {
    let start = position
    while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
    guard position > start else { throw Malformed() }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x80...0xFF: true
    default: false
    }
  }

  private mutating func skipSpace() {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(Malformed) {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { throw Malformed() }
    position += 1
  }
}

/// Character references and the five predefined entities of XML (XML 1.0, 4.1 and 4.6).
enum XMLReferences {
  private static let named: [Substring: String] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]

  /// The text with its references replaced. An unknown reference stays as it is.
  static func resolved(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard bytes.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      let tail = rest[rest.index(after: start)...]
      // The longest character reference has fewer than 12 characters.
      guard let end = tail.prefix(12).firstIndex(of: ";"), let character = character(tail[..<end]) else {
        result += "&"
        rest = tail
        continue
      }
      result += character
      rest = tail[tail.index(after: end)...]
    }
    return result + rest
  }

  private static func character(_ name: Substring) -> String? {
    guard name.first == "#" else { return named[name] }
    let digits = name.dropFirst()
    let number = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap { Unicode.Scalar($0) }.map { String(Character($0)) }
  }
}
