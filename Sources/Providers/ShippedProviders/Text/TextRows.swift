internal import ProviderSupport

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
  /// The rows of a table whose values are separated by commas, semicolons, tabs or vertical bars, whatever its name
  /// says. In much of Europe, "comma-separated" values are separated by semicolons, because the comma is the decimal
  /// sign. A first line `sep=;` names the separator, as in Excel, and is not a row.
  init(table text: String, declared: Character) {
    if let (separator, rest) = Self.named(text) {
      self.init(rest, separator: separator)
    } else {
      self.init(text, separator: Self.separator(of: text, declared: declared))
    }
  }

  private static func named(_ text: String) -> (Character, rest: String)? {
    var line = text.prefix { $0 != "\n" }
    let rest = text[line.endIndex...].dropFirst()
    if line.first == "\"", line.last == "\"", line.count > 2 { line = line.dropFirst().dropLast() }
    guard line.lowercased().hasPrefix("sep="), line.count == 5, let separator = line.last, separator.isASCII else {
      return nil
    }
    return (separator, String(rest))
  }

  /// The rows and bytes by which the separator is found: those that thumbnails and previews both have.
  private static let judgedRows = 50
  private static let judgedBytes = 16 << 10

  /// The separator that gives the most rows the same number of values. Of several, the one whose values are numbers,
  /// then the one with the most columns, then the declared one.
  static func separator(of text: String, declared: Character) -> Character {
    let start = String(decoding: text.utf8.prefix(judgedBytes), as: UTF8.self)
    let isCut = start.utf8.count < text.utf8.count
    let others = [",", ";", "\t", "|"].filter { $0 != declared }
    var best: (separator: Character, merit: (Double, Double, Int))?
    for separator in [declared] + others {
      guard let merit = merit(of: separator, in: start, isCut: isCut) else { continue }
      if let found = best, merit <= found.merit { continue }
      best = (separator, merit)
    }
    return best?.separator ?? declared
  }

  /// The share of rows with the usual number of values, the share of values that are numbers, and the number of
  /// columns; nil where most rows have one value.
  private static func merit(
    of separator: Character, in text: String, isCut: Bool
  ) -> (Double, Double, Int)? {
    var rows = Array(TextRows(text, separator: separator).prefix(judgedRows + 1))
    // The last row may be incomplete.
    if rows.count > judgedRows || isCut, rows.count > 1 { rows.removeLast() }
    rows.removeAll { $0 == [""] }
    var counts: [Int: Int] = [:]
    for row in rows { counts[row.count, default: 0] += 1 }
    guard let usual = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }), usual.key > 1 else { return nil }
    let values = rows.joined().filter { !$0.isEmpty }
    let numbers = values.count(where: TextGrid.isNumber)
    return (
      Double(usual.value) / Double(rows.count), Double(numbers) / Double(Swift.max(1, values.count)), usual.key
    )
  }
}
