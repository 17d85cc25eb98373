internal import MetadataModel
internal import Synchronization

/// Words for values: `1: Macro; 2: Normal`. The key is the value as text; several numbers have spaces between them.
///
/// A list that begins with `bits` has a word for each bit that is set: `bits 0: Left; 1: Right`, and `-` for none. The text
/// is parsed when it is first used.
final class WordList: Sendable {
  private let text: Substring
  private let isBits: Bool
  private let parsed = Mutex<[Substring: Substring]?>(nil)

  /// - Parameter text: entries divided by semicolons or lines. Of several with one key the first counts.
  init(_ text: String) {
    isBits = text.hasPrefix("bits ")
    self.text = isBits ? text.dropFirst(5) : Substring(text)
  }

  /// The words for a value; nil if there are none.
  func text(_ value: PropertyValue) -> String? {
    guard isBits else { return word(value.exifToolText) }
    guard case .integer(let bits) = value, bits >= 0 else { return nil }
    if bits == 0 { return word("-") }
    let names = (0..<63).filter { bits >> $0 & 1 == 1 }.map { (bit: Int) -> String in
      word(String(bit)) ?? "bit \(bit)"
    }
    return names.joined(separator: ", ")
  }

  private func word(_ key: String) -> String? {
    parsed.withLock { words in
      let known = words ?? Self.parse(text)
      words = known
      return known[Substring(key)].map { String($0) }
    }
  }

  private static func parse(_ text: Substring) -> [Substring: Substring] {
    var words: [Substring: Substring] = [:]
    for entry in text.utf8.split(whereSeparator: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "\n") }) {
      let entry = Substring(entry).drop { $0 == " " }
      guard let colon = entry.utf8.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let key = entry[..<colon]
      if words[key] == nil { words[key] = entry[entry.utf8.index(after: colon)...].drop { $0 == " " } }
    }
    return words
  }
}
