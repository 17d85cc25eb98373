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
  /// The separator. Much of Europe writes semicolons in "comma-separated" values, because commas stand in numbers.
  static func separator(of text: String, declared: Character) -> Character {
    let line = text.prefix { $0 != "\n" }
    return declared == "," && line.contains(";") && !line.contains(",") ? ";" : declared
  }

  /// Which columns contain only numbers below the header.
  static func numericColumns(_ rows: some Collection<[String]>) -> [Bool] {
    var columns: [(hasNumbers: Bool, hasOthers: Bool)] = []
    for row in rows.dropFirst() {
      for (column, cell) in row.enumerated() where !cell.isEmpty {
        while columns.count <= column { columns.append((false, false)) }
        if isNumber(cell) { columns[column].hasNumbers = true } else { columns[column].hasOthers = true }
      }
    }
    return columns.map { $0.hasNumbers && !$0.hasOthers }
  }

  /// Whether a cell has digits, and otherwise only the signs of numbers: `-1,234.50`, `12 %`.
  private static func isNumber(_ cell: String) -> Bool {
    guard cell.utf8.count <= 32 else { return false }
    let signs = Set(" +-.,%eE".utf8)
    return cell.utf8.contains { (0x30...0x39).contains($0) }
      && cell.utf8.allSatisfy { (0x30...0x39).contains($0) || signs.contains($0) }
  }
}
