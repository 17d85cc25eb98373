/// Splits HTML or XHTML into tags and texts, whatever is wrong with it. Comments, declarations, and the contents of
/// scripts and styles are left out. What it delivers is data: a preview writes new tags from it.
///
/// It goes through the text once.
package struct MarkupTokens: Sequence, IteratorProtocol {
  /// Attributes by their names in lower case and without prefix: `href` for `xlink:href`. Of two with one name the
  /// first counts.
  package typealias Attributes = [String: String]

  package enum Token {
    /// The name is in lower case and without prefix. A closed tag ends with `/>`.
    case start(String, Attributes, isClosed: Bool)
    case end(String)
    case text(String)
  }

  private let bytes: [UInt8]
  private var place = 0
  /// The element that began last, if its content is text without tags (HTML, 13.2.5.2 to 13.2.5.4).
  private var rawElement: String?

  private static let maxAttributes = 32
  /// The elements whose content is left out.
  package static let dropped: Set<String> = ["script", "style", "xmp", "iframe", "noembed", "noframes"]
  private static let plain: Set<String> = ["title", "textarea"]

  package init(_ markup: String) { bytes = Array(markup.utf8) }

  package mutating func next() -> Token? {
    while place < bytes.count {
      if let element = rawElement {
        rawElement = nil
        let content = rawContent(of: element)
        guard Self.plain.contains(element), !content.isEmpty else { continue }
        return .text(HTMLEntities.decoded(content))
      }
      guard bytes[place] == UInt8(ascii: "<") else { return text() }
      switch place + 1 < bytes.count ? bytes[place + 1] : 0 {
      case UInt8(ascii: "!"):
        if let text = declaration() { return text }
      case UInt8(ascii: "?"): skip(past: ">")
      case UInt8(ascii: "/"): if let end = end() { return end }
      case let byte where Self.isLetter(byte): return start()
      default: return text()
      }
    }
    return nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C
  }

  /// The text up to the next tag. Where it begins with `<`, this is no tag.
  private mutating func text() -> Token {
    let start = place
    place = bytes[(place + 1)...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
    return .text(HTMLEntities.decoded(bytes[start..<place]))
  }

  private mutating func skip(past mark: String) {
    let mark = Array(mark.utf8)
    while place < bytes.count {
      guard let found = bytes[place...].firstIndex(of: mark[0]) else { break }
      place = found
      if bytes[place...].starts(with: mark) {
        place += mark.count
        return
      }
      place += 1
    }
    place = bytes.count
  }

  /// Goes past a comment or declaration. Returns the text of a CDATA section.
  private mutating func declaration() -> Token? {
    if bytes[place...].starts(with: "<!--".utf8) {
      // `<!-->` is a whole comment.
      place += 2
      skip(past: "-->")
    } else if bytes[place...].starts(with: "<![CDATA[".utf8) {
      let start = place + 9
      place = start
      skip(past: "]]>")
      let end = place - (bytes[start..<place].suffix(3).elementsEqual("]]>".utf8) ? 3 : 0)
      return .text(String(decoding: bytes[start..<end], as: UTF8.self))
    } else {
      skip(past: ">")
    }
    return nil
  }

  private mutating func end() -> Token? {
    place += 2
    guard place < bytes.count, Self.isLetter(bytes[place]) else {
      skip(past: ">")
      return nil
    }
    let name = name()
    skip(past: ">")
    return .end(name)
  }

  /// The name of a tag or attribute: up to a space, `/`, `=` or `>`.
  private mutating func name() -> String {
    let start = place
    while place < bytes.count, !Self.isSpace(bytes[place]), !"/>=".utf8.contains(bytes[place]) { place += 1 }
    let name = bytes[start..<place].prefix(64).map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    let local = name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name[...]
    return String(decoding: local, as: UTF8.self)
  }

  /// nil at the end of a text that ends within a tag.
  private mutating func start() -> Token? {
    place += 1
    let name = name()
    var attributes: Attributes = [:]
    var isClosed = false
    while true {
      while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
      guard place < bytes.count else { return nil }
      if bytes[place] == UInt8(ascii: ">") { break }
      if bytes[place] == UInt8(ascii: "/") || bytes[place] == UInt8(ascii: "=") {
        isClosed = bytes[place] == UInt8(ascii: "/")
        place += 1
        continue
      }
      isClosed = false
      let attribute = self.name()
      while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
      var value = ""
      if place < bytes.count, bytes[place] == UInt8(ascii: "=") {
        place += 1
        guard let found = self.value() else { return nil }
        value = found
      }
      if attributes.count < Self.maxAttributes, attributes[attribute] == nil { attributes[attribute] = value }
    }
    place += 1
    if !isClosed, Self.dropped.contains(name) || Self.plain.contains(name) { rawElement = name }
    return .start(name, attributes, isClosed: isClosed)
  }

  private mutating func value() -> String? {
    while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
    guard place < bytes.count else { return nil }
    let quote = bytes[place]
    let start: Int
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      start = place + 1
      guard let end = bytes[start...].firstIndex(of: quote) else {
        place = bytes.count
        return nil
      }
      place = end + 1
      return HTMLEntities.decoded(bytes[start..<end])
    }
    start = place
    while place < bytes.count, !Self.isSpace(bytes[place]), bytes[place] != UInt8(ascii: ">") { place += 1 }
    return HTMLEntities.decoded(bytes[start..<place])
  }

  /// The text up to the end tag of an element; the place is then that of the tag.
  private mutating func rawContent(of element: String) -> ArraySlice<UInt8> {
    let start = place
    let name = Array(element.utf8)
    while let found = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      place = found + 1
      guard place < bytes.count, bytes[place] == UInt8(ascii: "/") else { continue }
      let tag = bytes[(place + 1)...].prefix(name.count)
      if tag.count == name.count, tag.elementsEqual(name, by: { $0 | 0x20 == $1 }) {
        place = found
        return bytes[start..<found]
      }
    }
    place = bytes.count
    return bytes[start...]
  }
}
