/// Reads the `magic` file of a shared-mime-info database (Shared MIME-info Database, 2.2, "The magic files").
///
/// ```
/// MIME-Magic NUL LF
/// [priority:type] LF
/// (indent ">" offset "=" length(2 bytes, big-endian) value ("&" mask)? ("~" word size)? ("+" range)? LF)*
/// ```
struct MagicFileReader {
  struct Section {
    var mimeType: String
    var signatures: [ContentType.Signature]
    /// Whether the entries of folders of lower precedence are revoked (`__NOMAGIC__`).
    var isRevoking: Bool
  }

  private struct Line {
    var indent: Int
    var signature: ContentType.Signature
  }

  private let bytes: [UInt8]
  private var position = 0
  /// What is wrong with the file; nil for a valid one. The sections before the problem are used.
  private(set) var problem: String?

  static let deepestIndent = 32
  static let maxRules = 20_000
  /// The maximum number of consecutive offsets that are tried, somewhat more than the system's own rules need.
  static let longestSpan = 4_096
  private var ruleCount = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func sections() -> [Section] {
    guard bytes.starts(with: "MIME-Magic\0\n".utf8) else {
      problem = "does not begin like a magic file"
      return []
    }
    position = 12
    var sections: [Section] = []
    while position < bytes.count {
      guard let section = section() else {
        problem = "is invalid from byte \(position) on"
        break
      }
      sections.append(section)
    }
    return sections
  }

  private mutating func section() -> Section? {
    guard take(UInt8(ascii: "[")), let priority = number(), priority <= 100, take(UInt8(ascii: ":")) else { return nil }
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "]"), bytes[position] != 0x0A { position += 1 }
    guard let type = String(validating: bytes[start..<position], as: UTF8.self), take(UInt8(ascii: "]")), take(0x0A)
    else {
      return nil
    }
    var lines: [Line] = []
    var isRevoking = false
    while position < bytes.count, bytes[position] != UInt8(ascii: "[") {
      guard let line = line(priority: priority) else { return nil }
      if line.signature.bytes.elementsEqual("__NOMAGIC__".utf8) { isRevoking = true } else { lines.append(line) }
    }
    var rest = lines[...]
    return Section(mimeType: type.lowercased(), signatures: Self.tree(&rest, indent: 0), isRevoking: isRevoking)
  }

  private mutating func line(priority: Int) -> Line? {
    ruleCount += 1
    guard ruleCount <= Self.maxRules else { return nil }
    let indent = number() ?? 0
    guard indent <= Self.deepestIndent, take(UInt8(ascii: ">")), let offset = number(), take(UInt8(ascii: "=")),
      position + 2 <= bytes.count
    else { return nil }
    let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
    position += 2
    guard length > 0, length <= ContentTypeRegistry.longHeaderLength, var value = take(count: length) else {
      return nil
    }
    var mask: [UInt8] = []
    var (wordSize, span) = (1, 1)
    // Later versions of the format may add further parts, so the rest of a line is skipped (same clause).
    while position < bytes.count, bytes[position] != 0x0A {
      position += 1
      switch bytes[position - 1] {
      case UInt8(ascii: "&"):
        guard let bits = take(count: length) else { return nil }
        mask = bits
      case UInt8(ascii: "~"):
        guard let size = number() else { return nil }
        wordSize = size
      case UInt8(ascii: "+"):
        guard let range = number() else { return nil }
        span = range
      default: break
      }
    }
    guard take(0x0A) else { return nil }
    // The database stores words big-endian; in files they have this machine's order, little-endian.
    if 1.littleEndian == 1, wordSize == 2 || wordSize == 4, length % wordSize == 0 {
      value = Self.swapped(value, wordSize)
      mask = Self.swapped(mask, wordSize)
    }
    let clamped = max(1, min(span, Self.longestSpan))
    return Line(
      indent: indent,
      signature: ContentType.Signature(
        value, at: offset, mask: mask, span: clamped, priority: priority, isWeak: priority < 50, isFromDatabase: true))
  }

  private static func swapped(_ bytes: [UInt8], _ size: Int) -> [UInt8] {
    stride(from: 0, to: bytes.count, by: size).flatMap { bytes[$0..<min($0 + size, bytes.count)].reversed() }
  }

  /// The rules of one level, each with those below it.
  private static func tree(_ lines: inout ArraySlice<Line>, indent: Int) -> [ContentType.Signature] {
    var found: [ContentType.Signature] = []
    while let line = lines.first, line.indent >= indent {
      lines.removeFirst()
      var signature = line.signature
      // A rule that is nested too deeply belongs to the one before it.
      signature.anyOf = tree(&lines, indent: line.indent + 1)
      found.append(signature)
    }
    return found
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func take(count: Int) -> [UInt8]? {
    guard count <= bytes.count - position else { return nil }
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  /// A decimal number of at most nine digits; nil for anything else.
  private mutating func number() -> Int? {
    let start = position
    var value = 0
    while position < bytes.count, (0x30...0x39).contains(bytes[position]), position - start < 9 {
      value = value * 10 + Int(bytes[position] - 0x30)
      position += 1
    }
    return position > start ? value : nil
  }
}
