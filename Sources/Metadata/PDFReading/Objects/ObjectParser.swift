/// Reads values from bytes in memory (ISO 32000-1, 7.3).
///
/// Bytes that are no value end the reading: nothing traps, and values are nested `maxDepth` levels deep at most.
struct ObjectParser {
  private let bytes: [UInt8]
  private(set) var position: Int
  /// Whether the bytes ended within a value. More of them may give another result.
  private(set) var hasReachedEnd = false
  /// The values that may still be read, which bounds the memory for a small file with many of them.
  private(set) var valuesLeft: Int

  private static let maxDepth = 64

  init(_ bytes: [UInt8], at position: Int = 0, maxValues: Int = 1_000_000) {
    (self.bytes, self.position, valuesLeft) = (bytes, max(0, min(position, bytes.count)), maxValues)
  }

  /// The next byte, which is not consumed.
  private mutating func peek() -> UInt8? {
    guard position < bytes.count else {
      hasReachedEnd = true
      return nil
    }
    return bytes[position]
  }

  /// Skips white space and comments.
  mutating func skipSpace() {
    while let byte = peek() {
      if byte == UInt8(ascii: "%") {
        while let next = peek(), next != 0x0A, next != 0x0D { position += 1 }
      } else if PDFCharacter.isSpace(byte) {
        position += 1
      } else {
        return
      }
    }
  }

  /// Takes a keyword that is next, after white space.
  mutating func take(_ keyword: StaticString) -> Bool {
    skipSpace()
    let start = position
    let word = regularBytes()
    if keyword.withUTF8Buffer({ word.elementsEqual($0) }) { return true }
    position = start
    return false
  }

  /// An integer that is next, after white space.
  mutating func integer() -> Int? {
    skipSpace()
    let start = position
    if case .integer(let value)? = Self.number(regularBytes()) { return value }
    position = start
    return nil
  }

  private mutating func regularBytes() -> ArraySlice<UInt8> {
    let start = position
    while let byte = peek(), PDFCharacter.isRegular(byte) { position += 1 }
    return bytes[start..<position]
  }

  /// The next value; nil where there is none.
  mutating func value() -> FileObject? { value(depth: 0) }

  private mutating func value(depth: Int) -> FileObject? {
    valuesLeft -= 1
    guard depth < Self.maxDepth, valuesLeft > 0 else { return nil }
    skipSpace()
    guard let byte = peek() else { return nil }
    switch byte {
    case UInt8(ascii: "/"):
      position += 1
      return .name(PDFName.text(Array(regularBytes())))
    case UInt8(ascii: "("):
      position += 1
      return .string(literal())
    case UInt8(ascii: "<"):
      position += 1
      guard peek() == UInt8(ascii: "<") else { return .string(hexadecimal()) }
      position += 1
      return dictionary(depth: depth)
    case UInt8(ascii: "["):
      position += 1
      return array(depth: depth)
    case _ where PDFCharacter.isRegular(byte): return word()
    default: return nil
    }
  }

  private mutating func array(depth: Int) -> FileObject? {
    var elements: [FileObject] = []
    while true {
      skipSpace()
      guard let byte = peek() else { return .array(elements) }
      if byte == UInt8(ascii: "]") {
        position += 1
        return .array(elements)
      }
      guard let element = value(depth: depth + 1) else { return .array(elements) }
      elements.append(element)
    }
  }

  private mutating func dictionary(depth: Int) -> FileObject? {
    var entries: [FileDictionary.Entry] = []
    while true {
      skipSpace()
      guard let byte = peek() else { break }
      if byte == UInt8(ascii: ">") {
        position += 1
        if peek() == UInt8(ascii: ">") { position += 1 }
        break
      }
      guard case .name(let key)? = value(depth: depth + 1) else { break }
      skipSpace()
      // A key without a value at the end.
      if peek() == UInt8(ascii: ">") { continue }
      guard let value = value(depth: depth + 1) else { break }
      entries.append(.init(key: key, value: value))
    }
    return .dictionary(FileDictionary(entries: Self.unique(entries)))
  }

  /// The entries with the last value of each key. Most dictionaries have no key twice, and few have many keys.
  private static func unique(_ entries: [FileDictionary.Entry]) -> [FileDictionary.Entry] {
    let last = Dictionary(entries.indices.map { (entries[$0].key, $0) }) { $1 }
    return last.count == entries.count
      ? entries : entries.indices.filter { last[entries[$0].key] == $0 }.map { entries[$0] }
  }

  /// A number, a reference or a keyword.
  private mutating func word() -> FileObject? {
    let word = regularBytes()
    if let number = Self.number(word) {
      if case .integer(let value) = number, (1...Int(Int32.max)).contains(value), let reference = reference(value) {
        return reference
      }
      return number
    }
    if word.elementsEqual("true".utf8) { return .boolean(true) }
    if word.elementsEqual("false".utf8) { return .boolean(false) }
    if word.elementsEqual("null".utf8) { return .null }
    return nil
  }

  /// The reference whose first number was read; nil, and nothing is consumed, where something else follows.
  private mutating func reference(_ number: Int) -> FileObject? {
    let start = position
    if let generation = integer(), (0...65_535).contains(generation), take("R") {
      return .reference(ObjectNumber(number: Int32(number), generation: Int32(generation)))
    }
    position = start
    return nil
  }

  private static func number(_ word: ArraySlice<UInt8>) -> FileObject? {
    guard let first = word.first, word.count <= 64 else { return nil }
    let digits = first == UInt8(ascii: "+") || first == UInt8(ascii: "-") ? word.dropFirst() : word
    guard !digits.isEmpty, digits.contains(where: { (0x30...0x39).contains($0) }),
      digits.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") })
    else { return nil }
    let text = String(decoding: word, as: UTF8.self)
    if !digits.contains(UInt8(ascii: ".")) { return Int(text).map { .integer($0) } ?? .real(text) }
    return .real(text)
  }

  /// The bytes of a literal string whose parenthesis was read (7.3.4.2).
  private mutating func literal() -> [UInt8] {
    var content: [UInt8] = []
    var depth = 1
    while let byte = peek() {
      position += 1
      switch byte {
      case UInt8(ascii: "("):
        depth += 1
        content.append(byte)
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 { return content }
        content.append(byte)
      case UInt8(ascii: "\\"): escape(&content)
      case 0x0D:
        // Every end of line is a line feed.
        if peek() == 0x0A { position += 1 }
        content.append(0x0A)
      default: content.append(byte)
      }
    }
    return content
  }

  private mutating func escape(_ content: inout [UInt8]) {
    guard let byte = peek() else { return }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case 0x0D: if peek() == 0x0A { position += 1 }
    case 0x0A: break
    case 0x30...0x37:
      var value = Int(byte - 0x30)
      for _ in 0..<2 {
        guard let next = peek(), (0x30...0x37).contains(next) else { break }
        value = value * 8 + Int(next - 0x30)
        position += 1
      }
      content.append(UInt8(truncatingIfNeeded: value))
    default: content.append(byte)
    }
  }

  /// The bytes of a hexadecimal string whose bracket was read (7.3.4.3).
  private mutating func hexadecimal() -> [UInt8] {
    var content: [UInt8] = []
    var half: UInt8?
    while let byte = peek() {
      position += 1
      if byte == UInt8(ascii: ">") { break }
      guard let digit = PDFName.digit(byte) else { continue }
      if let high = half {
        content.append(high << 4 | digit)
        half = nil
      } else {
        half = digit
      }
    }
    if let half { content.append(half << 4) }
    return content
  }
}
