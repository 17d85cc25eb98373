/// Reads separated values (RFC 4180) row by row. A value in quotation marks may contain separators, line ends, and
/// doubled quotation marks for single ones.
package struct TextRows: Sequence, IteratorProtocol {
  private var rest: Substring.UTF8View
  private let separator: UInt8
  /// Whether a value that does not begin with a quotation mark contains one.
  private var hasStrayQuote = false
  /// Whether the text ended within quotation marks, once all rows are read.
  package private(set) var endsInQuotes = false

  package init(_ text: String, separator: Character) {
    rest = text[...].utf8
    self.separator = separator.asciiValue ?? UInt8(ascii: ",")
  }

  package mutating func next() -> [String]? {
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
    let canContainQuotes = isQuoted
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
        if byte == UInt8(ascii: "\""), !canContainQuotes { hasStrayQuote = true }
        value.append(byte)
      }
    }
    endsInQuotes = isQuoted
    return (String(decoding: value, as: UTF8.self), nil)
  }
}

extension TextRows {
  /// The rows of a table whose values are separated by commas, semicolons, tabs or vertical bars, whatever its name
  /// says. In much of Europe, "comma-separated" values are separated by semicolons, because the comma is the decimal
  /// sign. A first line `sep=;` names the separator, as in Excel, and is not a row.
  package init(table text: String, declared: Character) {
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

  /// How well a separator fits.
  private struct Candidate {
    var separator: Character
    /// The share of rows with the usual number of values.
    var share: Double
    /// The share of values that are numbers.
    var numbers: Double
    var columns: Int
  }

  /// The separator that gives the most rows the same number of values. Of several, semicolons and tabs precede commas
  /// of decimal numbers; then comes the declared one, then the one whose values are numbers, then the one with the most
  /// columns.
  package static func separator(of text: String, declared: Character) -> Character {
    let start = String(decoding: text.utf8.prefix(judgedBytes), as: UTF8.self)
    let isCut = text.utf8.count > judgedBytes
    let usual: [Character] = [",", ";", "\t", "|"]
    let separators = [declared] + usual.filter { $0 != declared }
    let candidates = separators.compactMap { candidate($0, in: start, isCut: isCut) }
    guard let share = candidates.map(\.share).max() else { return declared }
    var best = candidates.filter { $0.share == share }
    if let comma = best.first(where: { $0.separator == "," }) {
      let (all, decimal) = commas(in: start)
      let others = best.filter { $0.separator == ";" || $0.separator == "\t" }
      if others.contains(where: { decimal == all || decimal > 0 && $0.numbers > comma.numbers }) {
        best.removeAll { $0.separator == "," }
      }
    }
    if best.contains(where: { $0.separator == declared }) { return declared }
    return best.max { ($0.numbers, $0.columns) < ($1.numbers, $1.columns) }?.separator ?? declared
  }

  /// The number of commas, and of those that stand between digits.
  private static func commas(in text: String) -> (all: Int, decimal: Int) {
    let bytes = Array(text.utf8)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    var (all, decimal) = (0, 0)
    for (place, byte) in bytes.enumerated() where byte == UInt8(ascii: ",") {
      all += 1
      guard place > 0, place + 1 < bytes.count else { continue }
      if digits.contains(bytes[place - 1]), digits.contains(bytes[place + 1]) { decimal += 1 }
    }
    return (all, decimal)
  }

  /// nil where most rows have one value, and for a separator that stands within quotation marks.
  private static func candidate(_ separator: Character, in text: String, isCut: Bool) -> Candidate? {
    var reader = TextRows(text, separator: separator)
    var rows: [[String]] = []
    while rows.count <= judgedRows, let row = reader.next() { rows.append(row) }
    if reader.hasStrayQuote { return nil }
    // The last row may be incomplete.
    if rows.count > judgedRows || isCut, rows.count > 1 { rows.removeLast() }
    rows.removeAll { $0 == [""] }
    var counts: [Int: Int] = [:]
    for row in rows { counts[row.count, default: 0] += 1 }
    guard let usual = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }), usual.key > 1 else { return nil }
    let values = rows.joined().filter { !$0.isEmpty }
    let numbers = values.count(where: isNumber)
    return Candidate(
      separator: separator, share: Double(usual.value) / Double(rows.count),
      numbers: Double(numbers) / Double(Swift.max(1, values.count)), columns: usual.key)
  }

  /// Whether a cell has digits, and otherwise only the signs of numbers: `-1,234.50`, `12 %`.
  package static func isNumber(_ cell: String) -> Bool {
    guard cell.utf8.count <= 32 else { return false }
    let signs = Set(" +-.,%eE".utf8)
    return cell.utf8.contains { (0x30...0x39).contains($0) }
      && cell.utf8.allSatisfy { (0x30...0x39).contains($0) || signs.contains($0) }
  }
}
