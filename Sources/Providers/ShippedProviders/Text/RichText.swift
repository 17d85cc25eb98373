internal import TextReading

/// The text of an RTF document (Rich Text Format Specification 1.9.1) without formatting: paragraphs, tabs and
/// characters.
///
/// Reads control words and groups in one pass. Damaged RTF gives the text that can be found.
struct RichText {
  private(set) var text = String.UnicodeScalarView()

  /// The state of a group, which ends with it.
  private struct Group {
    /// Whether the group has fonts, colours or pictures instead of the document's text.
    var isHidden = false
    /// The number of characters after `\u` that repeat the character for older readers.
    var fallbackLength = 1
  }

  private let bytes: [UInt8]
  private var position = 0
  private var group = Group()
  private var outer: [Group] = []
  /// The number of characters that are still to be skipped.
  private var skipped = 0
  private var highSurrogate: UInt16?

  /// The most nested groups; deeper ones count as one.
  private static let deepest = 1_000

  private static let hidden: Set<String> = [
    "fonttbl", "colortbl", "stylesheet", "info", "pict", "object", "header", "headerl", "headerr", "headerf", "footer",
    "footerl", "footerr", "footerf", "footnote", "annotation", "fldinst", "listtable", "listoverridetable", "themedata",
    "datastore", "generator", "xmlnstbl", "rsidtbl", "expandedcolortbl",
  ]
  private static let characters: [String: String] = [
    "par": "\n", "line": "\n", "sect": "\n", "page": "\n", "row": "\n", "cell": "\t", "tab": "\t", "emdash": "—",
    "endash": "–", "bullet": "•", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”",
    "emspace": "\u{2003}",
    "enspace": "\u{2002}",
  ]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "{"): if outer.count < Self.deepest { outer.append(group) }
      case UInt8(ascii: "}"):
        group = outer.popLast() ?? group
        skipped = 0
      case UInt8(ascii: "\\"): takeControl()
      case 0x0A, 0x0D, 0: break
      default: take(Windows1252.scalar(byte))
      }
    }
  }

  private mutating func take(_ scalar: Unicode.Scalar) {
    if skipped > 0 { skipped -= 1 } else if !group.isHidden { text.append(scalar) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }

  /// Reads a control word with its number, or a control symbol, after the backslash.
  private mutating func takeControl() {
    guard position < bytes.count else { return }
    let start = position
    while position < bytes.count, Self.isLetter(bytes[position]), position - start < 32 { position += 1 }
    guard position > start else { return takeSymbol() }
    let word = String(decoding: bytes[start..<position], as: UTF8.self)
    let digits = position
    if position < bytes.count, bytes[position] == UInt8(ascii: "-") { position += 1 }
    while position < bytes.count, (0x30...0x39).contains(bytes[position]), position - digits < 10 { position += 1 }
    let number = Int(String(decoding: bytes[digits..<position], as: UTF8.self))
    // One space ends the word.
    if position < bytes.count, bytes[position] == 0x20 { position += 1 }
    switch word {
    case "u": if let number { takeUnit(UInt16(truncatingIfNeeded: number)) }
    case "uc": group.fallbackLength = min(max(number ?? 1, 0), 100)
    case "bin": position = min(bytes.count, position + max(number ?? 0, 0))
    default:
      if Self.hidden.contains(word) { group.isHidden = true }
      for scalar in (Self.characters[word] ?? "").unicodeScalars { take(scalar) }
    }
  }

  /// A unit of UTF-16.
  private mutating func takeUnit(_ unit: UInt16) {
    if UTF16.isLeadSurrogate(unit) {
      highSurrogate = unit
    } else if let high = highSurrogate, UTF16.isTrailSurrogate(unit) {
      let value = 0x1_0000 + (UInt32(high) & 0x3FF) << 10 + UInt32(unit) & 0x3FF
      if let scalar = Unicode.Scalar(value) { take(scalar) }
      highSurrogate = nil
    } else {
      take(Unicode.Scalar(unit) ?? "\u{FFFD}")
    }
    skipped = group.fallbackLength
  }

  private mutating func takeSymbol() {
    let symbol = bytes[position]
    position += 1
    switch symbol {
    case UInt8(ascii: "'"):
      let digits = bytes[position..<min(position + 2, bytes.count)]
      position += digits.count
      if let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) { take(Windows1252.scalar(byte)) }
    case UInt8(ascii: "*"): group.isHidden = true
    case UInt8(ascii: "~"): take("\u{A0}")
    case UInt8(ascii: "_"): take("\u{2011}")
    case UInt8(ascii: "-"): break
    case 0x0A, 0x0D: take("\n")
    default: take(Windows1252.scalar(symbol))
    }
  }
}
