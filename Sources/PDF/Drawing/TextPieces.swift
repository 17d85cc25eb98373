/// Cuts a text into pieces that pango lays out one by one.
///
/// Pango's time grows with the square of the paragraphs of a layout, and with that of a paragraph's length where it has
/// few spaces, for it shapes what remains anew after each line. So a piece has whole paragraphs of some 2,000 bytes
/// together, or a part of a longer one of about a dozen lines; the last line of such a part is laid out again as the beginning of the next piece,
/// where more words may join it.
struct TextPieces {
  struct Piece {
    /// In bytes of UTF-8; without the separator at the end.
    var range: Range<Int>
    /// The piece ends inside of a paragraph.
    var isCut: Bool
    /// A form feed follows.
    var endsPage: Bool
  }

  /// How lines of the text may end.
  struct Rules {
    /// The bytes of a paragraph after which it is cut; nil where it must stay whole.
    var cut: Int?
    /// Whether a form feed ends a piece.
    var endsPages = false
    /// Whether a separator at the end of the text begins an empty line.
    var keepsLastSeparator = true
  }

  /// The bytes of paragraphs that are laid out together.
  private static let size = 2_048

  private let bytes: [UInt8]
  private let rules: Rules
  private var position = 0
  /// The bytes of the next part of a paragraph.
  private var wanted: Int
  /// Whether the text ended with a separator, whose empty line is still to come.
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
        if index - start >= Self.size { break }
      } else {
        index += 1
        if index - (end?.next ?? start) >= wanted || (end != nil && index - start >= Self.size) { break }
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

  /// Goes on at a place inside of the last piece.
  mutating func restart(at place: Int) {
    position = place
    wanted = rules.cut ?? .max
  }

  /// Takes the last piece once more and longer, for it has no complete line.
  mutating func enlarge(_ piece: Piece) {
    position = piece.range.lowerBound
    wanted = max(wanted / 2, piece.range.count) * 2
  }

  /// The bytes of some dozen lines, of which pieces are laid out fastest.
  static func cut(_ text: AttributedText, width: Double, _ options: TextLayoutOptions) -> Int? {
    guard options.ellipsis == nil else { return nil }
    let size = text.runs.map(\.style.size).max() ?? 12
    let lines = 12 * width / max(size / 2, 0.1)
    // What is no number is refused later.
    return lines > 64 ? Int(min(lines, Double(Self.size))) : 64
  }

  /// The length of the paragraph separator at a place, as pango knows them: LF, CR, CR LF and U+2029.
  private func separator(at index: Int) -> Int? {
    switch bytes[index] {
    case 0x0a: 1
    case 0x0c: rules.endsPages ? 1 : nil
    case 0x0d: index + 1 < bytes.count && bytes[index + 1] == 0x0a ? 2 : 1
    case 0xe2: index + 2 < bytes.count && bytes[index + 1] == 0x80 && bytes[index + 2] == 0xa9 ? 3 : nil
    default: nil
    }
  }

  /// The last place where a piece can end: after a space, or else between characters.
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
