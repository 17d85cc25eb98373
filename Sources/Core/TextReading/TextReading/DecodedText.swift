/// The text of a file whose encoding nothing declares: `preview` and `mkpdf` read texts by it.
///
/// A byte order mark decides. Without one, escape sequences between ASCII may be those of ISO-2022-JP or ISO-2022-KR.
/// Valid UTF-8 is UTF-8, and so is what is UTF-8 but for a few bytes. Anything else is read in the encoding that
/// `CharacterSetDetector` finds, or as Windows-1252: most texts that claim to be Latin-1 are Windows-1252.
package struct DecodedText: Hashable, Sendable {
  /// The text, with line feeds between its lines and without control characters other than tab, line feed and form
  /// feed: they have no glyph.
  package var text: String
  /// What was guessed, or could not be read; nil where neither was necessary.
  package var note: String?

  /// The number of bytes at the beginning that decide whether a file is text.
  package static let judgedBytes = 32 << 10

  /// Whether the bytes are text in one of the encodings. Only a zero byte in the first `judgedBytes` says that they are
  /// not: a log whose writing was interrupted may contain zero bytes later.
  package static func isText(_ bytes: [UInt8]) -> Bool {
    ByteOrderMark(bytes) != nil || !bytes.prefix(judgedBytes).contains(0)
  }

  /// - Parameter isWhole: false for the beginning of a longer text, whose last character may be cut.
  package init(_ bytes: [UInt8], isWhole: Bool = true) {
    let (decoded, note) = Self.decode(bytes, isWhole: isWhole)
    text = Self.cleaned(decoded)
    self.note = note
  }

  /// A text that is decoded already.
  init(cleaning decoded: String) { text = Self.cleaned(decoded) }

  private static func decode(_ bytes: [UInt8], isWhole: Bool) -> (String, note: String?) {
    switch ByteOrderMark(bytes) {
    case .utf32(let isBig)?:
      let units = stride(from: 4, to: bytes.count - 3, by: 4).map { start in
        (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[start + (isBig ? $1 : 3 - $1)]) }
      }
      return noted(
        String(decoding: units, as: UTF32.self), "UTF-32", own: units.count(where: { $0 == 0xFFFD }),
        hasRest: isWhole && bytes.count % 4 != 0)
    case .utf16(let isBig)?:
      let low = isBig ? 1 : 0
      var units = stride(from: 2, to: bytes.count - 1, by: 2).map {
        UInt16(bytes[$0 + low]) | UInt16(bytes[$0 + 1 - low]) << 8
      }
      if !isWhole, let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
      return noted(
        String(decoding: units, as: UTF16.self), "UTF-16", own: units.count(where: { $0 == 0xFFFD }),
        hasRest: isWhole && bytes.count % 2 != 0)
    case .utf8?: return repaired(bytes.dropFirst(3), isWhole: isWhole)
    case nil: break
    }
    if let found = try? CharacterSetDetector.decodeEscaped(bytes, isWhole: isWhole) {
      return (found.text, "the text has escape sequences; it is read as \(found.name)")
    }
    if let text = String(validating: bytes, as: UTF8.self) { return (text, nil) }
    let count = UTF8Count(bytes, isWhole: isWhole)
    // In a text of another encoding, few bytes form characters of UTF-8 by chance.
    if 2 * count.wrong <= count.characters { return repaired(bytes[...], isWhole: isWhole) }
    let problem: String?
    do throws(CharacterSetDetector.Absence) {
      if let found = try CharacterSetDetector.decode(bytes, isWhole: isWhole) {
        return (found.text, "the text is not UTF-8; it is read as \(found.name)")
      }
      problem = nil
    } catch {
      problem = error.reason
    }
    let note = "the text is not UTF-8; it is read as Windows-1252"
    return (Windows1252.text(bytes), problem.map { "\(note), because \($0)" } ?? note)
  }

  /// UTF-8 with U+FFFD for what is not.
  private static func repaired(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> (String, note: String?) {
    let count = UTF8Count(bytes, isWhole: isWhole)
    let text = String(decoding: bytes.dropLast(count.cut), as: UTF8.self)
    guard count.wrong > 0 else { return (text, nil) }
    let what = count.wrong == 1 ? "1 byte, which is" : "\(count.wrong) bytes, which are"
    return (text, "the text is UTF-8 except for \(what) shown as U+FFFD")
  }

  /// A decoded text with a note about the characters that are wrong.
  ///
  /// - Parameters:
  ///   - own: how many characters U+FFFD the file contains.
  ///   - hasRest: whether a part of a character follows.
  private static func noted(_ text: String, _ encoding: String, own: Int, hasRest: Bool) -> (String, note: String?) {
    let text = hasRest ? text + "\u{FFFD}" : text
    let wrong = text.unicodeScalars.count(where: { $0 == "\u{FFFD}" }) - own
    guard wrong > 0 else { return (text, nil) }
    let what = wrong == 1 ? "1 character, which is" : "\(wrong) characters, which are"
    return (text, "the text is \(encoding) except for \(what) shown as U+FFFD")
  }

  private static func cleaned(_ text: String) -> String {
    let kept: Set<UInt8> = [0x09, 0x0A, 0x0C]
    func isOther(_ byte: UInt8) -> Bool { byte < 0x20 && !kept.contains(byte) || byte == 0x7F }
    guard text.utf8.contains(where: isOther) else { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var isAfterReturn = false
    for byte in text.utf8 {
      if byte == 0x0D {
        bytes.append(0x0A)
      } else if !isOther(byte), byte != 0x0A || !isAfterReturn {
        // A line feed after a carriage return belongs to it.
        bytes.append(byte)
      }
      isAfterReturn = byte == 0x0D
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// U+FEFF at the beginning of a text, which says its encoding (Unicode 15, 2.6, table 2-4).
private enum ByteOrderMark {
  case utf8
  case utf16(isBig: Bool)
  case utf32(isBig: Bool)

  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      self = .utf8
    } else if bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
      self = .utf32(isBig: true)
    } else if bytes.starts(with: [0xFF, 0xFE, 0, 0]) {
      self = .utf32(isBig: false)
    } else if bytes.starts(with: [0xFE, 0xFF]) {
      self = .utf16(isBig: true)
    } else if bytes.starts(with: [0xFF, 0xFE]) {
      self = .utf16(isBig: false)
    } else {
      return nil
    }
  }
}

/// How much of a text is UTF-8 (Unicode 15, table 3-7).
private struct UTF8Count {
  /// Characters of more than one byte.
  private(set) var characters = 0
  /// Bytes from 0x80 on that are not part of such a character.
  private(set) var wrong = 0
  /// Bytes at the end of a text that is not whole: the beginning of a character.
  private(set) var cut = 0

  init(_ bytes: some RandomAccessCollection<UInt8>, isWhole: Bool) {
    var rest = bytes[...]
    while let first = rest.first {
      guard first >= 0x80 else {
        rest = rest.dropFirst()
        continue
      }
      let length = Self.length(first, rest.dropFirst())
      if length > 0, rest.count >= length {
        characters += 1
        rest = rest.dropFirst(length)
      } else if length > 0, !isWhole {
        cut = rest.count
        rest = rest.dropFirst(rest.count)
      } else {
        wrong += 1
        rest = rest.dropFirst()
      }
    }
  }

  /// The number of bytes that a character with this first byte would have; 0 where the others do not go on with it.
  private static func length(_ first: UInt8, _ others: some Collection<UInt8>) -> Int {
    let (length, second): (Int, ClosedRange<UInt8>) =
      switch first {
      case 0xC2...0xDF: (2, 0x80...0xBF)
      case 0xE0: (3, 0xA0...0xBF)
      case 0xED: (3, 0x80...0x9F)
      case 0xE1...0xEF: (3, 0x80...0xBF)
      case 0xF0: (4, 0x90...0xBF)
      case 0xF1...0xF3: (4, 0x80...0xBF)
      case 0xF4: (4, 0x80...0x8F)
      default: (0, 0...0)
      }
    guard let next = others.first, length > 0 else { return length }
    let isRight = second.contains(next) && others.prefix(length - 1).allSatisfy { (0x80...0xBF).contains($0) }
    return isRight ? length : 0
  }
}
