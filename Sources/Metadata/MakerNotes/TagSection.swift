/// A part of a maker's text: the head of a table or of a list of words, and the lines that follow it.
///
/// Heads on consecutive lines share the lines that follow. A row then begins with a number for each head, in their
/// order, and `-` for a table that does not have the row:
///
///     [CameraInfo5D s8 low]
///     [CameraInfo7D u8 low prepare:firmware7D]
///      -   7 HighlightTonePriority
///     40  30 FocalLength u16rev omit:0
struct TagSection: Sendable {
  /// The lines, from the first of the heads on.
  let text: ArraySlice<UInt8>
  /// How many heads share the lines, and the index of this one.
  let columns: Int
  let column: Int

  /// The number of the table's row on a line, and the rest of the line; nil if the table does not have the row.
  func row(_ line: ArraySlice<UInt8>) -> (number: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
    var (number, rest) = (line, line)
    for index in 0..<columns {
      let field = rest.prefix { $0 != UInt8(ascii: " ") }
      if index == column { number = field }
      rest = rest[field.endIndex...].drop { $0 == UInt8(ascii: " ") }
    }
    return number.first == UInt8(ascii: "-") ? nil : (number, rest)
  }

  /// The sections of a text by their names.
  static func sections(_ text: [UInt8]) -> [String: TagSection] {
    let heads = text.indices.filter {
      text[$0] == UInt8(ascii: "[") && ($0 == 0 || text[$0 - 1] == UInt8(ascii: "\n"))
    }
    var sections: [String: TagSection] = [:]
    var first = 0
    for (index, start) in heads.enumerated() {
      let end = index + 1 < heads.count ? heads[index + 1] : text.count
      // The next head follows at once and shares the lines.
      if end < text.count, text[start...].firstIndex(of: UInt8(ascii: "\n")) == end - 1 { continue }
      for (column, head) in heads[first...index].enumerated() {
        let name = text[(head + 1)...].prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "]") }
        sections[String(decoding: name, as: UTF8.self)] = TagSection(
          text: text[heads[first]..<end], columns: index - first + 1, column: column)
      }
      first = index + 1
    }
    return sections
  }
}
