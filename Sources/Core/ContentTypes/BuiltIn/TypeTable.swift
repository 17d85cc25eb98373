/// A table of content types, as text.
///
/// A row has five columns, divided by `|`: identifier, name, the types that it conforms to, file extensions and MIME
/// types. `-` is an empty column. Each further column is a signature, or begins with a word that says what it is:
///
///     public.zip-archive | ZIP | public.archive | zip | application/zip | 50 4B 03 04 priority 40
///     public.html | HTML | public.text | html htm | text/html | opening "<!DOCTYPE html" "<html" | icon text-html
///     public.make-source | makefile | public.script | mk mak | text/x-makefile | name makefile gnumakefile
///
/// A signature is bytes, as numbers in hexadecimal or as texts in quotation marks. `at 4` is their offset, `span 64` is
/// how many offsets are tried, and `priority 40` is their priority. After `and` follows another signature, which must
/// match as well. A signature is `weak` if a name that implies another type takes precedence.
///
/// A row goes on in lines that begin with a space. Lines that begin with `#` are comments.
enum TypeTable {
  /// The types of a table, in the order of the rows.
  static func types(_ table: String) -> [ContentType] {
    var table = table
    return table.withUTF8 { bytes in
      var reader = Reader(bytes: bytes)
      var types: [ContentType] = []
      types.reserveCapacity(64)
      while reader.nextRow() { types.append(reader.type()) }
      return types
    }
  }
}

/// Reads a table word by word. A program that identifies a file reads all tables at its start, so this makes no arrays
/// of lines and columns.
private struct Reader {
  let bytes: UnsafeBufferPointer<UInt8>
  var offset = 0
  /// Whether the last word was in quotation marks.
  var isText = false

  private func byte(_ offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// Goes to the next row; false if there is none.
  mutating func nextRow() -> Bool {
    while let byte = byte(offset), byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "#") {
      if byte == UInt8(ascii: "#") { skip { $0 != UInt8(ascii: "\n") } }
      offset += 1
    }
    return offset < bytes.count
  }

  /// Goes to the next column of the row; false if there is none.
  mutating func nextColumn() -> Bool {
    skipSpaces()
    guard byte(offset) == UInt8(ascii: "|") else { return false }
    offset += 1
    return true
  }

  /// The next word of the column; nil at its end. A text in quotation marks is one word.
  mutating func word() -> String? {
    skipSpaces()
    isText = byte(offset) == UInt8(ascii: "\"")
    if isText { offset += 1 }
    let start = offset
    if isText {
      skip { $0 != UInt8(ascii: "\"") }
    } else {
      skip { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "|") && $0 != UInt8(ascii: "\n") }
    }
    guard offset > start else { return nil }
    defer { if isText { offset += 1 } }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private mutating func skip(while condition: (UInt8) -> Bool) {
    while let byte = byte(offset), condition(byte) { offset += 1 }
  }

  /// Goes to the next byte that is not a space. A line that begins with one goes on with the row.
  private mutating func skipSpaces() {
    while let byte = byte(offset), byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") {
      if byte == UInt8(ascii: "\n"), self.byte(offset + 1) != UInt8(ascii: " ") { return }
      offset += 1
    }
  }

  private mutating func words() -> [String] {
    var words: [String] = []
    while let word = word() { words.append(word) }
    return words
  }

  /// The words of the next column; none for `-`.
  private mutating func nextList() -> [String] {
    guard nextColumn() else { malformed() }
    let words = words()
    return words.first == "-" ? [] : words
  }

  /// The text of the next column.
  private mutating func nextText() -> String {
    guard nextColumn() else { malformed() }
    skipSpaces()
    let start = offset
    skip { $0 != UInt8(ascii: "|") && $0 != UInt8(ascii: "\n") }
    let end = byte(offset - 1) == UInt8(ascii: " ") ? offset - 1 : offset
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  private func malformed() -> Never {
    let line = String(decoding: bytes[..<min(offset, bytes.count)].suffix(80), as: UTF8.self)
    preconditionFailure("not a row of content types: \(line)")
  }

  /// The type of the row.
  mutating func type() -> ContentType {
    guard let identifier = word() else { malformed() }
    var type = ContentType(
      identifier, name: nextText(), conformsTo: nextList(), fileExtensions: nextList(), mimeTypes: nextList())
    while nextColumn() {
      let start = offset
      switch word() {
      case "icon": type.iconName = word()
      case "opening": type.openings += words()
      case "name": type.namePatterns += words().map { NamePattern($0) }
      case "cased-name": type.namePatterns += words().map { NamePattern($0, isCaseSensitive: true) }
      // The first line of scripts: `#!/bin/sh`, `#!/usr/bin/env python3` and the like.
      case "run-by":
        for name in words() {
          type.signatures += ["#!/bin/", "#!/usr/bin/", "#!/usr/bin/env "].map { .init($0 + name) }
        }
      default:
        offset = start
        type.signatures.append(signature())
      }
    }
    return type
  }

  private mutating func signature() -> ContentType.Signature {
    var signature = ContentType.Signature([UInt8]())
    while let word = word() {
      if isText {
        signature.bytes += word.utf8
      } else if let byte = UInt8(word, radix: 16) {
        signature.bytes.append(byte)
      } else if word == "and" {
        signature.anyOf = [self.signature()]
      } else if word == "weak" {
        signature.isWeak = true
      } else {
        guard let number = self.word().flatMap({ Int($0) }) else { malformed() }
        switch word {
        case "at": signature.offset = number
        case "span": signature.span = number
        case "priority": signature.priority = number
        default: malformed()
        }
      }
    }
    return signature
  }
}
