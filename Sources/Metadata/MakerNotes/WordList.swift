internal import MetadataModel
internal import Synchronization

/// Words for values: `1: Macro; 2: Normal`. The key is the value as text; several numbers have spaces between them.
///
/// A list that begins with `bits` has a word for each bit that is set: `bits 0: Left; 1: Right`, and `-` for none.
/// One that begins with `parts` is several lists divided by `|`, one for each number of the value:
/// `parts 0: Off; 1: On | 0: Auto`. Numbers after the last list are not shown.
///
/// The text is parsed when it is first used.
final class WordList: Sendable {
  private let text: ArraySlice<UInt8>
  private let isBits: Bool
  private let parts: [WordList]
  private let describe: (@Sendable (PropertyValue) -> String?)?
  private let parsed = Mutex<[String: String]?>(nil)

  /// - Parameter text: entries divided by semicolons or lines. Of several entries with one key the first is used.
  init(_ text: ArraySlice<UInt8>) {
    describe = nil
    isBits = text.starts(with: "bits ".utf8)
    self.text = isBits ? text.dropFirst(5) : text
    let isParts = text.starts(with: "parts ".utf8)
    parts = isParts ? Self.parts(text.dropFirst(6)) : []
  }

  /// Words that a function makes of the value, where no list can have them all.
  init(_ describe: @escaping @Sendable (PropertyValue) -> String?) {
    self.describe = describe
    (text, isBits, parts) = ([], false, [])
  }

  private static func parts(_ text: ArraySlice<UInt8>) -> [WordList] {
    text.split(separator: UInt8(ascii: "|")).map { part in
      WordList(part.last == UInt8(ascii: " ") ? part.dropLast() : part)
    }
  }

  convenience init(_ text: String) { self.init(Array(text.utf8)[...]) }

  /// The words for a value; nil if there are none.
  func text(_ value: PropertyValue) -> String? {
    if let describe { return describe(value) }
    if !parts.isEmpty { return partsText(value.exifToolText.split(separator: " ")) }
    guard isBits else { return word(value.exifToolText) }
    guard case .integer(let bits) = value, bits >= 0 else { return nil }
    if bits == 0 { return word("-") }
    let names = (0..<63).filter { bits >> $0 & 1 == 1 }.map { (bit: Int) -> String in
      word(String(bit)) ?? "bit \(bit)"
    }
    return names.joined(separator: ", ")
  }

  /// The words for each number, or the number; nil if no list has one.
  private func partsText(_ numbers: [Substring]) -> String? {
    var rest = numbers[...]
    var isKnown = false
    var texts: [String] = []
    for list in parts where !rest.isEmpty {
      let key = rest.prefix(list.width).joined(separator: " ")
      rest = rest.dropFirst(list.width)
      let word = list.word(key)
      isKnown = isKnown || word != nil
      texts.append(word ?? key)
    }
    return isKnown ? texts.joined(separator: "; ") : nil
  }

  /// How many numbers a key has.
  private var width: Int {
    text.drop { $0 == UInt8(ascii: " ") }.prefix { $0 != UInt8(ascii: ":") }.count { $0 == UInt8(ascii: " ") } + 1
  }

  private func word(_ key: String) -> String? {
    parsed.withLock { words in
      let known = words ?? Self.parse(text)
      words = known
      return known[key]
    }
  }

  private static func parse(_ text: ArraySlice<UInt8>) -> [String: String] {
    let space = UInt8(ascii: " ")
    var words: [String: String] = [:]
    for entry in text.split(whereSeparator: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "\n") }) {
      let entry = entry.drop { $0 == space }
      guard let colon = entry.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let key = String(decoding: entry[..<colon], as: UTF8.self)
      if words[key] == nil {
        words[key] = String(decoding: entry[(colon + 1)...].drop { $0 == space }, as: UTF8.self)
      }
    }
    return words
  }
}
