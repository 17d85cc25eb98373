/// Cuts a text into pieces that pango lays out one by one.
///
/// Pango's time grows with the square of the number of paragraphs in a layout. It also grows with the square of the
/// length of a paragraph with few spaces, because pango shapes the rest again after each line. So a piece has whole
/// paragraphs of about 2,000 bytes in total, or a part of a longer paragraph of about a dozen lines. The last line of
/// such a part is laid out again at the beginning of the next piece, where more words may fit on it.
struct TextPieces {
  struct Piece {
    /// The range in bytes of UTF-8, without the separator at the end.
    var range: Range<Int>
    /// Whether the piece ends within a paragraph.
    var isCut: Bool
    /// Whether a form feed follows.
    var endsPage: Bool
  }

  /// How the text may be cut.
  struct Rules {
    /// The maximum number of bytes of a paragraph before it is cut; nil where it must not be cut.
    var cut: Int?
    /// Whether a form feed ends a piece.
    var endsPages = false
    /// Whether a separator at the end of the text begins an empty line.
    var keepsLastSeparator = true
    /// The number of bytes of paragraphs that are laid out together. With 0, each piece has one paragraph.
    var size = 2_048
  }

  /// The text in UTF-8.
  let bytes: [UInt8]
  private let rules: Rules
  private var position = 0
  /// The number of bytes of the next part of a paragraph.
  private var wanted: Int
  /// Whether the text ends with a separator whose empty line was not returned yet.
  private var owesEmptyLine: Bool

  init(_ text: AttributedText, _ rules: Rules) {
    bytes = Array(text.string.utf8)
    self.rules = rules
    wanted = rules.cut ?? .max
    owesEmptyLine = bytes.isEmpty && rules.keepsLastSeparator
  }

  var isAtEnd: Bool { position >= bytes.count && !owesEmptyLine }

  /// The next piece; nil at the end of the text.
  mutating func next() -> Piece? {
    guard position < bytes.count else {
      defer { owesEmptyLine = false }
      return owesEmptyLine ? Piece(range: position..<position, isCut: false, endsPage: false) : nil
    }
    let start = position
    var end: (text: Int, next: Int)?
    var index = start
    while index < bytes.count {
      if let length = separator(at: index) {
        end = (index, index + length)
        if rules.endsPages, bytes[index] == 0x0c { break }
        index += length
        if index - start >= rules.size { break }
      } else {
        index += 1
        if index - (end?.next ?? start) >= wanted || (end != nil && index - start >= rules.size) { break }
      }
    }
    if index >= bytes.count, end?.next != bytes.count {
      position = bytes.count
      return Piece(range: start..<position, isCut: false, endsPage: false)
    }
    if let end {
      position = end.next
      owesEmptyLine = position == bytes.count && rules.keepsLastSeparator
      return Piece(
        range: start..<end.text, isCut: false, endsPage: rules.endsPages && bytes[end.text] == 0x0c)
    }
    position = breakable(after: start, before: index)
    return Piece(range: start..<position, isCut: true, endsPage: false)
  }

  /// Continues at an offset within the last piece.
  mutating func restart(at place: Int) {
    position = place
    wanted = rules.cut ?? .max
  }

  /// Makes the last piece longer, because it has no complete line.
  mutating func enlarge(_ piece: Piece) {
    position = piece.range.lowerBound
    wanted = max(wanted / 2, piece.range.count) * 2
  }

  /// The number of bytes in about a dozen lines, with which layout is fastest.
  static func cut(_ text: AttributedText, width: Double, _ options: TextLayoutOptions) -> Int? {
    guard options.ellipsis == nil else { return nil }
    let size = text.runs.map(\.style.size).max() ?? 12
    let lines = 12 * width / max(size / 2, 0.1)
    // NaN is rejected later.
    return lines > 64 ? Int(min(lines, 2_048)) : 64
  }

  /// The length of the paragraph separator at an offset, with the separators of pango: LF, CR, CR LF and U+2029.
  private func separator(at index: Int) -> Int? {
    switch bytes[index] {
    case 0x0a: 1
    case 0x0c: rules.endsPages ? 1 : nil
    case 0x0d: index + 1 < bytes.count && bytes[index + 1] == 0x0a ? 2 : 1
    case 0xe2: index + 2 < bytes.count && bytes[index + 1] == 0x80 && bytes[index + 2] == 0xa9 ? 3 : nil
    default: nil
    }
  }

  /// The last place where a piece can end: after a space, or otherwise between characters.
  private func breakable(after start: Int, before end: Int) -> Int {
    var place = end
    while place > start + (end - start) / 2 {
      if bytes[place - 1] == 0x20 { return place }
      place -= 1
    }
    place = end
    while place > start + 1, place < bytes.count, bytes[place] & 0xc0 == 0x80 { place -= 1 }
    return place
  }
}
