/// Splits source code into comments, strings, keywords and plain text, in one pass over its bytes. In markup the names
/// of tags are keywords.
struct SourceTokens: Sequence, IteratorProtocol {
  enum Kind: String { case plain, comment, string, keyword }

  private let bytes: [UInt8]
  private var position = 0
  private let lineComments: [[UInt8]]
  private let blockStart: [UInt8]?
  private let blockEnd: [UInt8]
  private let quotes: Set<UInt8>
  private let keywords: Set<String>
  private let isMarkup: Bool
  private var isInTag = false

  init(_ text: String, _ language: SourceLanguage) {
    bytes = Array(text.utf8)
    lineComments = language.lineComments.map { Array($0.utf8) }
    blockStart = language.blockComment.first.map { Array($0.utf8) }
    blockEnd = Array((language.blockComment.last ?? "").utf8)
    quotes = Set(language.quotes.compactMap(\.asciiValue))
    keywords = language.keywords
    isMarkup = language.isMarkup
  }

  mutating func next() -> (kind: Kind, text: String)? {
    guard position < bytes.count else { return nil }
    let start = position
    if let kind = special() { return (kind, text(start)) }
    // Everything up to the next comment, string or keyword.
    repeat {
      if isWord(bytes[position]) { position = wordEnd() } else { position += 1 }
    } while position < bytes.count && !beginsSpecial()
    return (.plain, text(start))
  }

  private func text(_ start: Int) -> String { String(decoding: bytes[start..<position], as: UTF8.self) }

  private func starts(_ mark: [UInt8]) -> Bool {
    bytes[position] == mark.first && bytes[position...].starts(with: mark)
  }

  private func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
      || (0x61...0x7A).contains(byte)
  }

  private func wordEnd() -> Int {
    var end = position
    while end < bytes.count, isWord(bytes[end]) { end += 1 }
    return end
  }

  private func isKeyword(to end: Int) -> Bool {
    end - position <= 16 && keywords.contains(String(decoding: bytes[position..<end], as: UTF8.self))
  }

  /// The end of the brackets, slashes and name with which a tag begins or ends here; nil where neither is the case.
  private func tagEnd() -> Int? {
    guard isMarkup else { return nil }
    func byte(_ place: Int) -> UInt8 { place < bytes.count ? bytes[place] : 0 }
    func isMark(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "!")
    }
    if isInTag {
      let end = isMark(bytes[position]) ? position + 1 : position
      return byte(end) == UInt8(ascii: ">") ? end + 1 : nil
    }
    guard bytes[position] == UInt8(ascii: "<") else { return nil }
    var end = position + 1
    if isMark(byte(end)) { end += 1 }
    let start = end
    while end < bytes.count, isWord(bytes[end]) || isJoint(bytes[end]) { end += 1 }
    return end > start ? end : nil
  }

  /// Further characters in the names of tags.
  private func isJoint(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ":") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  private func isQuote() -> Bool { quotes.contains(bytes[position]) && (!isMarkup || isInTag) }

  private func beginsSpecial() -> Bool {
    if isQuote() || lineComments.contains(where: starts) || tagEnd() != nil { return true }
    if let blockStart, starts(blockStart) { return true }
    return isWord(bytes[position]) && isKeyword(to: wordEnd())
  }

  /// Moves past a comment, string or keyword that begins here; nil where none does.
  private mutating func special() -> Kind? {
    if let blockStart, starts(blockStart) {
      position += blockStart.count
      while position < bytes.count, !starts(blockEnd) { position += 1 }
      position = Swift.min(bytes.count, position + blockEnd.count)
      return .comment
    }
    if lineComments.contains(where: starts) {
      while position < bytes.count, bytes[position] != 0x0A { position += 1 }
      return .comment
    }
    if let end = tagEnd() {
      isInTag = !isInTag
      position = end
      return .keyword
    }
    if isQuote() {
      let quote = bytes[position]
      position += 1
      // Strings end with their line: an apostrophe in a comment of an unknown kind must not colour the rest.
      while position < bytes.count, bytes[position] != 0x0A {
        let byte = bytes[position]
        position += byte == UInt8(ascii: "\\") && position + 1 < bytes.count && bytes[position + 1] != 0x0A ? 2 : 1
        if byte == quote { break }
      }
      return .string
    }
    guard isWord(bytes[position]) else { return nil }
    let end = wordEnd()
    guard isKeyword(to: end) else { return nil }
    position = end
    return .keyword
  }
}
