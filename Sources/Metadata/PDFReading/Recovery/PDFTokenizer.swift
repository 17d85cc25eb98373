internal import ByteStreams
internal import ImageModel

/// Reads the tokens of a PDF file one after the other (ISO 32000-1, 7.2 and 7.3), without its cross-references.
///
/// Any bytes are accepted. Strings are skipped, and of names and keywords only the first bytes are kept, so that memory
/// does not grow with the input.
struct PDFTokenizer {
  enum Token: Equatable {
    case integer(Int)
    /// A name without its solidus; escapes are not resolved.
    case name(String)
    case keyword(String)
    case arrayBegin
    case arrayEnd
    case dictionaryBegin
    case dictionaryEnd
    /// A string, or a real number.
    case other
  }

  /// A value of a dictionary, as far as a search for objects needs it.
  enum Value: Equatable {
    case integer(Int)
    case name(String)
    case reference(ObjectNumber)
    case other
  }

  private let source: any ByteSource
  /// The part of the source from `chunkStart` on that is in memory.
  private var chunk: [UInt8] = []
  private var chunkStart: UInt64 = 0
  /// The place in the chunk of the next byte.
  private var index = 0

  private static let chunkSize = 64 << 10
  private static let maxName = 64
  /// The tokens that are kept of a value: one more than a reference has.
  private static let maxTokens = 4

  init(_ source: any ByteSource) { self.source = source }

  /// The offset of the next byte.
  var position: UInt64 {
    get { chunkStart + UInt64(index) }
    set {
      if newValue >= chunkStart, newValue - chunkStart <= UInt64(chunk.count) {
        index = Int(newValue - chunkStart)
      } else {
        (chunk, chunkStart, index) = ([], newValue, 0)
      }
    }
  }

  /// The next byte, which is not consumed; nil at the end.
  private mutating func peek() throws(ImageError) -> UInt8? {
    if index < chunk.count { return chunk[index] }
    let start = position
    chunk = try source.bytes(at: start, count: Self.chunkSize)
    (chunkStart, index) = (start, 0)
    return chunk.first
  }

  /// The next token; nil at the end.
  ///
  /// - Parameter skipsStrings: false between objects, where a parenthesis or a percent sign may be a byte of binary
  ///   data.
  /// - Returns: the token, and the offset of its first byte.
  mutating func next(skipsStrings: Bool = true) throws(ImageError) -> (token: Token, start: UInt64)? {
    while let byte = try peek() {
      let start = position
      index += 1
      switch byte {
      case UInt8(ascii: "["): return (.arrayBegin, start)
      case UInt8(ascii: "]"): return (.arrayEnd, start)
      case UInt8(ascii: "/"): return (.name(String(decoding: try word(), as: UTF8.self)), start)
      case UInt8(ascii: "<"):
        if try take(UInt8(ascii: "<")) { return (.dictionaryBegin, start) }
        guard skipsStrings else { continue }
        try skip { $0 == UInt8(ascii: ">") }
        return (.other, start)
      case UInt8(ascii: ">"): if try take(UInt8(ascii: ">")) { return (.dictionaryEnd, start) }
      case UInt8(ascii: "(") where skipsStrings:
        try skipString()
        return (.other, start)
      case UInt8(ascii: "%") where skipsStrings: try skip { $0 == 0x0A || $0 == 0x0D }
      case _ where PDFCharacter.isRegular(byte):
        index -= 1
        return (Self.token(try word()), start)
      default: continue
      }
    }
    return nil
  }

  private static func token(_ word: [UInt8]) -> Token {
    guard let first = word.first, !(UInt8(ascii: "A")...UInt8(ascii: "z")).contains(first) else {
      return .keyword(String(decoding: word, as: UTF8.self))
    }
    return Int(String(decoding: word, as: UTF8.self)).map { .integer($0) } ?? .other
  }

  /// The regular characters (7.2.2) up to the next delimiter or white space, at most `maxName` of them.
  private mutating func word() throws(ImageError) -> [UInt8] {
    var word: [UInt8] = []
    while let byte = try peek(), PDFCharacter.isRegular(byte) {
      if word.count < Self.maxName { word.append(byte) }
      index += 1
    }
    return word
  }

  private mutating func take(_ byte: UInt8) throws(ImageError) -> Bool {
    guard try peek() == byte else { return false }
    index += 1
    return true
  }

  /// Skips the bytes up to and including one that fits.
  private mutating func skip(through isEnd: (UInt8) -> Bool) throws(ImageError) {
    while let byte = try peek() {
      index += 1
      if isEnd(byte) { return }
    }
  }

  /// Skips the rest of a string: balanced parentheses, and escaped ones (7.3.4.2).
  private mutating func skipString() throws(ImageError) {
    var depth = 1
    while depth > 0, let byte = try peek() {
      index += 1
      switch byte {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: "\\"): if try peek() != nil { index += 1 }
      default: continue
      }
    }
  }

  /// The values of some keys of a dictionary whose `<<` was read. An array of one value is taken as this value.
  ///
  /// - Returns: nil where the dictionary does not end before the object or the file does.
  mutating func dictionary(keys: Set<String>) throws(ImageError) -> [String: Value]? {
    var values: [String: Value] = [:]
    // The key whose value is being read, and the first tokens of the value.
    var key: String?
    var (tokens, hasBegun): ([Token], Bool) = ([], false)
    var depth = 1
    func keep() { if let key, keys.contains(key) { values[key] = Self.value(tokens) } }
    while let (token, _) = try next() {
      switch token {
      case .name(let name) where depth == 1 && (key == nil || hasBegun):
        keep()
        (key, tokens, hasBegun) = (name, [], false)
        continue
      case .keyword("obj"), .keyword("endobj"), .keyword("stream"), .keyword("endstream"): return nil
      case .dictionaryBegin:
        depth += 1
        if tokens.count < Self.maxTokens { tokens.append(.other) }
      case .arrayBegin: depth += 1
      case .dictionaryEnd where depth == 1:
        keep()
        return values
      case .arrayEnd, .dictionaryEnd: depth = max(1, depth - 1)
      default: if tokens.count < Self.maxTokens { tokens.append(token) }
      }
      hasBegun = true
    }
    return nil
  }

  private static func value(_ tokens: [Token]) -> Value {
    switch (tokens.first, tokens.count) {
    case (.name(let name)?, 1): return .name(name)
    case (.integer(let number)?, 1): return .integer(number)
    case (.integer(let number)?, 3):
      guard case .integer(let generation) = tokens[1], tokens[2] == .keyword("R"),
        let number = Int32(exactly: number), let generation = Int32(exactly: generation)
      else { return .other }
      return .reference(ObjectNumber(number: number, generation: generation))
    default: return .other
    }
  }

  /// Seeks to the first byte after the line with the keyword `stream`, which was read (7.3.8.1).
  mutating func beginStream() throws(ImageError) {
    let hasReturn = try take(0x0D)
    if try !take(0x0A), !hasReturn { try skip { $0 == 0x0A || $0 == 0x0D } }
  }

  /// Seeks to the first byte after the data of a stream whose first byte is next.
  ///
  /// - Parameter length: the length in the dictionary. It is used only if the data ends there.
  /// - Returns: the offset of the end of the data; nil if the file ends before. The position is then its end.
  mutating func endStream(length: Int?) throws(ImageError) -> UInt64? {
    let start = position
    if let length, length >= 0, UInt64(length) <= source.size {
      let end = start + UInt64(length)
      // At most an end of line and the keyword, so that many streams can be tried.
      let rest = try source.bytes(at: end, count: 11).drop { $0 == 0x0A || $0 == 0x0D || $0 == 0x20 }
      if rest.starts(with: Array("endstream".utf8)) {
        position = end
        return end
      }
    }
    let keyword = Array("endstream".utf8)
    var matched = 0
    while let byte = try peek() {
      index += 1
      // No part of the keyword is also its beginning, except its first letter.
      matched = byte == keyword[matched] ? matched + 1 : byte == keyword[0] ? 1 : 0
      if matched == keyword.count { return position - UInt64(keyword.count) }
    }
    return nil
  }
}
