/// Reads separated values (RFC 4180) row by row. A value in quotation marks may contain separators, line ends, and
/// doubled quotation marks for single ones.
struct TextRows: Sequence, IteratorProtocol {
  private var rest: Substring.UTF8View
  private let separator: UInt8

  init(_ text: String, separator: Character) {
    rest = text[...].utf8
    self.separator = separator.asciiValue ?? UInt8(ascii: ",")
  }

  mutating func next() -> [String]? {
    guard !rest.isEmpty else { return nil }
    var row: [String] = []
    while true {
      let (value, end) = value()
      row.append(value)
      if end != separator { return row }
    }
  }

  /// The next value and the byte after it: a separator, a line feed, or nil at the end.
  private mutating func value() -> (String, UInt8?) {
    var value: [UInt8] = []
    var isQuoted = rest.first == UInt8(ascii: "\"")
    if isQuoted { rest.removeFirst() }
    while let byte = rest.popFirst() {
      if isQuoted {
        if byte != UInt8(ascii: "\"") {
          value.append(byte)
        } else if rest.first == byte {
          value.append(byte)
          rest.removeFirst()
        } else {
          isQuoted = false
        }
      } else if byte == separator || byte == 0x0A {
        return (String(decoding: value, as: UTF8.self), byte)
      } else {
        value.append(byte)
      }
    }
    return (String(decoding: value, as: UTF8.self), nil)
  }
}

extension TextRows {
  /// The separator of a text. In much of Europe, "comma-separated" values are separated by semicolons, because the
  /// comma is the decimal sign.
  static func separator(of text: String, declared: Character) -> Character {
    let line = text.prefix { $0 != "\n" }
    return declared == "," && line.contains(";") && !line.contains(",") ? ";" : declared
  }
}
