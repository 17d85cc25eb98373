internal import StructuredText

/// The tags and texts of HTML, found about as browsers find them (HTML, 13.2.5).
///
/// Where a browser would read a source in another way, the tokens are other ones; they are never more than tokens.
struct HTMLTokens: Sequence, IteratorProtocol {
  /// A start tag.
  struct Tag {
    /// In lower case: letters and digits, or what the source has.
    var name: String
    /// In the order of the source, names in lower case; of two with one name, the first (13.2.5.33). Character references are kept.
    var attributes: [(name: String, value: String)] = []

    subscript(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
  }

  enum Token {
    /// With its character references, and no other character that means something: it can be written out as it is.
    case text([UInt8])
    case start(Tag)
    case end(String)
    /// An element with what stands in it up to its end tag, in which nothing else is looked for.
    case verbatim(Tag, String)
  }

  private let source: [UInt8]
  private var place = 0

  init(_ html: String) { source = Array(html.utf8) }

  mutating func next() -> Token? {
    while place < source.count {
      if let text = text() { return .text(text) }
      // At "<".
      if starts(with: "<!--") {
        skipComment()
      } else if place + 1 < source.count, "!?".utf8.contains(source[place + 1]) {
        skip(past: ">")
      } else if starts(with: "</") {
        let isTag = place + 2 < source.count && Self.isLetter(source[place + 2])
        place += 2
        // 13.2.5.7: what is no tag's name begins a comment.
        guard isTag else {
          skip(past: ">")
          continue
        }
        return .end(tag().name)
      } else {
        place += 1
        let tag = tag()
        return Self.verbatim.contains(tag.name) ? .verbatim(tag, content(of: tag.name)) : .start(tag)
      }
    }
    return nil
  }

  /// What has no elements in it (13.1.2: raw text and escapable raw text), and is not shown.
  private static let verbatim: Set = ["style", "script", "title"]

  /// Up to the next tag or comment; nil at one.
  private mutating func text() -> [UInt8]? {
    var text: [UInt8] = []
    while place < source.count {
      let byte = source[place]
      switch byte {
      case UInt8(ascii: "<"):
        let next = place + 1 < source.count ? source[place + 1] : 0
        if Self.isLetter(next) || "!?/".utf8.contains(next) { return text.isEmpty ? nil : text }
        text += "&lt;".utf8
      case UInt8(ascii: ">"): text += "&gt;".utf8
      case 0: break
      default: text.append(byte)
      }
      place += 1
    }
    return text.isEmpty ? nil : text
  }

  /// From the name to behind the ">".
  private mutating func tag() -> Tag {
    var tag = Tag(name: word { Self.isSpace($0) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ">") })
    var names: Set<String> = []
    while place < source.count, source[place] != UInt8(ascii: ">") {
      if Self.isSpace(source[place]) || source[place] == UInt8(ascii: "/") {
        place += 1
        continue
      }
      // 13.2.5.32: "=" at the beginning is of the name.
      let first = place
      var name = word { Self.isSpace($0) || "/>=".utf8.contains($0) }
      if place == first {
        place += 1
        name = "="
      }
      let value = value()
      if names.insert(name).inserted { tag.attributes.append((name, value)) }
    }
    if place < source.count { place += 1 }
    return tag
  }

  private mutating func value() -> String {
    skipSpace()
    guard place < source.count, source[place] == UInt8(ascii: "=") else { return "" }
    place += 1
    skipSpace()
    guard place < source.count else { return "" }
    let start: Int
    let quote = source[place]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      start = place + 1
      place = source[start...].firstIndex(of: quote) ?? source.count
      let value = source[start..<place]
      if place < source.count { place += 1 }
      return String(decoding: value, as: UTF8.self)
    }
    start = place
    while place < source.count, !Self.isSpace(source[place]), source[place] != UInt8(ascii: ">") { place += 1 }
    return String(decoding: source[start..<place], as: UTF8.self)
  }

  /// In lower case.
  private mutating func word(upTo isEnd: (UInt8) -> Bool) -> String {
    let start = place
    while place < source.count, !isEnd(source[place]) { place += 1 }
    return String(decoding: source[start..<place], as: UTF8.self).lowercased()
  }

  /// Up to the end tag, and past it.
  private mutating func content(of name: String) -> String {
    let start = place
    var end = source.count
    while place < source.count {
      if starts(with: "</"), startsIgnoringCase(name, at: place + 2) {
        end = place
        place += 2
        _ = tag()
        break
      }
      place += 1
    }
    return String(decoding: source[start..<end], as: UTF8.self)
  }

  private mutating func skipComment() {
    place += 4
    if starts(with: ">") || starts(with: "->") {
      skip(past: ">")
      return
    }
    while place < source.count {
      if starts(with: "-->") || starts(with: "--!>") { return skip(past: ">") }
      place += 1
    }
  }

  private mutating func skip(past end: Unicode.Scalar) {
    place = source[place...].firstIndex(of: UInt8(ascii: end)).map { $0 + 1 } ?? source.count
  }

  private mutating func skipSpace() {
    while place < source.count, Self.isSpace(source[place]) { place += 1 }
  }

  private func starts(with text: StaticString) -> Bool {
    text.withUTF8Buffer { source[place...].starts(with: $0) }
  }

  private func startsIgnoringCase(_ name: String, at start: Int) -> Bool {
    start + name.utf8.count <= source.count
      && zip(source[start...], name.utf8).allSatisfy { $0 == $1 || $0 | 0x20 == $1 && Self.isLetter($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x09, 0x0A, 0x0C, 0x0D, 0x20].contains(byte) }
}
