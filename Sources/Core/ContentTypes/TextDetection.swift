/// Detects text in files without other evidence.
enum TextDetection {
  /// How many bytes of a file are examined.
  static let length = 4_096

  /// Whether the beginning of a file is text: UTF-16 or UTF-32 with a byte-order mark, or UTF-8 without control
  /// characters other than those that occur in text. A character that is cut off at the end is ignored. An empty file
  /// is not text.
  static func isText(_ header: [UInt8]) -> Bool {
    guard !header.isEmpty else { return false }
    if header.starts(with: [0xFE, 0xFF]) || header.starts(with: [0, 0, 0xFE, 0xFF])
      || header.starts(with: [0xFF, 0xFE])
    {
      return true
    }
    // Tab, line feed, form feed, carriage return, backspace and escape occur in text for printers.
    let controls: Set<UInt8> = [0x08, 0x09, 0x0A, 0x0C, 0x0D, 0x1B]
    guard header.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || controls.contains($0) }) else { return false }
    // Up to three bytes of a truncated last character may be present.
    let cut = header.reversed().prefix(3).prefix { $0 & 0xC0 == 0x80 }.count
    let lead = cut < header.count ? header[header.count - cut - 1] : 0
    let isCut =
      (0xC2..<0xE0).contains(lead) && cut < 1 || (0xE0..<0xF0).contains(lead) && cut < 2
      || (0xF0..<0xF5).contains(lead) && cut < 3
    return String(validating: isCut ? header.dropLast(cut + 1) : header[...], as: UTF8.self) != nil
  }

  /// The places where an opening can be in a text that begins with `<`: at the start, and after the byte-order mark,
  /// the XML declaration and comments. Empty for other bytes.
  static func openings(_ header: [UInt8]) -> [ArraySlice<UInt8>] {
    // Openings are ASCII. Without its zero bytes, ASCII in UTF-16 or UTF-32 looks like ASCII in UTF-8.
    let mark: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF]
    guard let first = header.first(where: { !mark.contains($0) && $0 > 0x20 }), first == 0x3C else { return [] }
    let text = header.drop { mark.contains($0) }.filter { $0 != 0 }
    var rest = text.drop { $0 <= 0x20 }
    guard rest.first == 0x3C else { return [] }
    let whole = rest
    if rest.starts(with: "<?xml ".utf8), let end = rest.firstIndex(of: 0x3E) {
      rest = rest[(end + 1)...].drop { $0 <= 0x20 }
    }
    // Comments may precede the first element (XML 1.0, 2.8).
    while rest.starts(with: "<!--".utf8) {
      var end = rest.dropFirst(4)
      while !end.isEmpty, !end.starts(with: "-->".utf8) { end = end.dropFirst() }
      rest = end.dropFirst(3).drop { $0 <= 0x20 }
    }
    return rest.startIndex == whole.startIndex ? [whole] : [rest, whole]
  }

  /// Whether a text begins with an opening. Case is ignored, as in HTML. `<gpxfile>` does not begin with `<gpx`.
  static func begins(_ text: ArraySlice<UInt8>, with opening: String) -> Bool {
    func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte + 0x20 : byte }
    func isLetter(_ byte: UInt8?) -> Bool { byte.map { (0x61...0x7A).contains(lower($0)) } ?? false }
    let count = opening.utf8.count
    guard text.count >= count, zip(text, opening.utf8).allSatisfy({ lower($0) == lower($1) }) else { return false }
    return !isLetter(opening.utf8.last) || !isLetter(text.dropFirst(count).first)
  }
}
