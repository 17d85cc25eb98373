package import ImageModel

/// A text with fields: `{name}`, `{exif.DateTimeOriginal:%Y-%m-%d}`, `{gps.latitude:%.3f|-}`.
///
/// After `:%` follows the format of a number or a date, after `|` the text for a missing value. `{{` and `}}` are
/// braces. The caller decides which fields exist and where their values come from.
package struct Template: Hashable, Sendable {
  package struct Field: Hashable, Sendable {
    /// The text between the braces.
    package let source: String
    /// The part of `source` before the format and the fallback.
    package let name: String
    package let format: ValueFormat?
    /// The text for a missing value; nil where the template has none.
    package let fallback: String?
  }

  package enum Piece: Hashable, Sendable {
    case literal(String)
    case field(Field)
  }

  package let pieces: [Piece]

  /// - Throws: `usage` for unbalanced braces and for a format that does not exist.
  package init(_ text: String) throws(ImageError) {
    // Bytes, not characters: a brace counts even if a combining mark follows it.
    let bytes = text.utf8
    var pieces: [Piece] = []
    var start = bytes.startIndex
    func literal(before end: String.Index) { if start < end { pieces.append(.literal(String(text[start..<end]))) } }
    var position = start
    while position < bytes.endIndex {
      let byte = bytes[position]
      let next = bytes.index(after: position)
      guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") else {
        position = next
        continue
      }
      if next < bytes.endIndex, bytes[next] == byte {
        literal(before: next)
        position = bytes.index(after: next)
      } else if byte == UInt8(ascii: "{") {
        guard let end = bytes[next...].firstIndex(of: UInt8(ascii: "}")) else {
          throw ImageError(.usage, "'\(text[position...].prefix(40))' lacks its '}'; write '{{' for a brace")
        }
        literal(before: position)
        pieces.append(.field(try Field(text[next..<end])))
        position = bytes.index(after: end)
      } else {
        throw ImageError(.usage, "a '}' without '{'; write '}}' for a brace")
      }
      start = position
    }
    literal(before: bytes.endIndex)
    self.pieces = pieces
  }

  /// The fields in the order of the text.
  package var fields: [Field] { pieces.compactMap { if case .field(let field) = $0 { field } else { nil } } }
}

extension Template.Field {
  fileprivate init(_ text: Substring) throws(ImageError) {
    source = String(text)
    let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    fallback = parts.count == 2 ? String(parts[1]) : nil
    // Names and formats may contain colons (`xmp:Rating`, `%H:%M`): the format begins at the first per cent sign.
    let question = parts[0].utf8
    guard let percent = question.firstIndex(of: UInt8(ascii: "%")), percent > question.startIndex,
      case let colon = question.index(before: percent), question[colon] == UInt8(ascii: ":")
    else {
      name = String(parts[0])
      format = nil
      return
    }
    name = String(parts[0][..<colon])
    let letters = String(parts[0][percent...])
    guard let known = ValueFormat(letters) else {
      throw ImageError(
        .usage, "'\(letters)' is not a format; numbers have %d or %.2f, dates %Y %m %d %H %M %S %y %B %b %f %z")
    }
    format = known
  }
}
