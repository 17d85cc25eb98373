internal import ProviderProtocol
internal import ProviderSupport

/// The tables of a database with their first rows.
struct DatabaseTables {
  struct Table {
    var name: String
    var columns: [String]
    /// The first rows, as texts.
    var rows: [[String]] = []
    /// nil where the rows could not be counted.
    var rowCount: Int?
    /// Whether the rows are stored in a way that is not read.
    var isOpaque = false
  }

  private(set) var tables: [Table] = []
  private(set) var views: [String] = []
  /// What is wrong with the database.
  private(set) var warnings: [String] = []
  /// Whether there are more tables than were read.
  private(set) var isCut = false

  private static let maxTables = 100
  private static let maxColumns = 60
  private static let longestName = 300

  /// - Parameter rowLimit: the most rows of a table.
  /// - Throws: `corruptInput`, and what reading throws.
  init(path: String, rowLimit: Int) throws {
    var file = try SQLiteFile(path: path)
    var found: [(name: String, root: Int, sql: String)] = []
    try file.rows(SQLiteFile.schemaRoot) { row in
      guard row.values.count >= 5, case .text(let type) = row.values[0], case .text(let name) = row.values[1] else {
        return true
      }
      if type == "view", views.count < Self.maxTables { views.append(name.shortened(to: Self.longestName)) }
      // Tables of SQLite itself are not the user's.
      guard type == "table", !name.hasPrefix("sqlite_") else { return true }
      guard found.count < Self.maxTables else {
        isCut = true
        return false
      }
      var root = 0
      if case .integer(let number) = row.values[3] { root = Int(clamping: number) }
      found.append((name.shortened(to: Self.longestName), root, row.values[4].text))
      return true
    }
    if found.isEmpty, let damage = file.damage {
      throw ProviderError(.corruptInput, "the database is damaged: \(damage)")
    }
    for entry in found { try read(entry, &file, rowLimit) }
    if let damage = file.damage { warnings.append("the database is damaged: \(damage); rows may be missing") }
  }

  private mutating func read(
    _ entry: (name: String, root: Int, sql: String), _ file: inout SQLiteFile, _ rowLimit: Int
  ) throws {
    let declaration = TableDeclaration(entry.sql)
    var table = Table(name: entry.name, columns: Array(declaration.columns.prefix(Self.maxColumns)))
    guard entry.root > 0, !declaration.isWithoutRowID else {
      table.isOpaque = true
      tables.append(table)
      return
    }
    try file.rows(entry.root) { row in
      var values = row.values.prefix(Self.maxColumns).map(\.text)
      if let column = declaration.rowIDColumn, values.indices.contains(column), row.values[column] == .null {
        values[column] = "\(row.id)"
      }
      table.rows.append(values)
      return table.rows.count < rowLimit
    }
    let count = table.rows.count < rowLimit ? table.rows.count : try file.rowCount(entry.root)
    if !file.isExhausted { table.rowCount = count }
    tables.append(table)
  }
}

/// What the text that made a table says of its columns: `CREATE TABLE ships (id INTEGER PRIMARY KEY, name TEXT)`.
struct TableDeclaration {
  private(set) var columns: [String] = []
  /// The index of the column whose values are the numbers of the rows, and are not stored.
  private(set) var rowIDColumn: Int?
  let isWithoutRowID: Bool

  private static let constraints: Set<String> = ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"]

  init(_ statement: String) {
    let sql = Self.withoutComments(statement)
    isWithoutRowID = sql.suffix(60).uppercased().collapsed
      .contains("WITHOUT ROWID")
    for part in Self.parts(sql) {
      let words = part.split(whereSeparator: \.isWhitespace)
      guard let first = words.first else { continue }
      let isQuoted = first.first.map { "\"[`'".contains($0) } ?? false
      if !isQuoted, Self.constraints.contains(first.prefix { $0 != "(" }.uppercased()) { continue }
      let (name, rest) = Self.name(part)
      let upper = rest.uppercased().collapsed
      // Columns that are computed are not stored.
      if upper.contains(" AS (") || upper.contains(" AS("), !upper.contains("STORED") { continue }
      if upper.hasPrefix("INTEGER PRIMARY KEY"), !upper.hasPrefix("INTEGER PRIMARY KEY DESC") {
        rowIDColumn = columns.count
      }
      columns.append(name)
    }
  }

  /// The text with a space for each comment (sqlite.org, "SQL Comment Syntax").
  private static func withoutComments(_ sql: String) -> String {
    var result: [UInt8] = []
    var rest = Array(sql.utf8)[...]
    var quote: UInt8?
    while let byte = rest.popFirst() {
      if let end = quote {
        if byte == end { quote = nil }
      } else if let end = quotes[byte] {
        quote = end
      } else if byte == UInt8(ascii: "-"), rest.first == byte {
        rest = rest.drop { $0 != 0x0A }
        result.append(0x20)
        continue
      } else if byte == UInt8(ascii: "/"), rest.first == UInt8(ascii: "*") {
        rest = rest.dropFirst()
        while let inner = rest.popFirst(), inner != UInt8(ascii: "*") || rest.first != UInt8(ascii: "/") {}
        rest = rest.dropFirst()
        result.append(0x20)
        continue
      }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let quotes: [UInt8: UInt8] = [
    UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "'"): UInt8(ascii: "'"),
    UInt8(ascii: "`"): UInt8(ascii: "`"), UInt8(ascii: "["): UInt8(ascii: "]"),
  ]

  /// The parts between the commas of the outermost parentheses.
  private static func parts(_ sql: String) -> [String] {
    var parts: [String] = []
    var (part, depth): (String, Int) = ("", 0)
    var quote: Character?
    for character in sql.prefix(100_000) {
      if let end = quote {
        if character == end { quote = nil }
      } else if let end = closing[character] {
        quote = end
      } else if character == "(" {
        depth += 1
        if depth == 1 { continue }
      } else if character == ")" {
        depth -= 1
        if depth == 0 { break }
      } else if character == ",", depth == 1 {
        parts.append(trimmed(part))
        part = ""
        continue
      }
      if depth > 0 { part.append(character) }
    }
    let last = trimmed(part)
    return last.isEmpty ? parts : parts + [last]
  }

  private static let closing: [Character: Character] = ["\"": "\"", "'": "'", "`": "`", "[": "]"]

  private static func trimmed(_ text: String) -> String {
    String(text.drop(while: \.isWhitespace))
  }

  /// The name at the beginning, and what follows it.
  private static func name(_ part: String) -> (String, Substring) {
    if let first = part.first, let end = closing[first] {
      let rest = part.dropFirst()
      let name = rest.prefix { $0 != end }
      return (String(name), rest[name.endIndex...].dropFirst().drop(while: \.isWhitespace))
    }
    let name = part.prefix { !$0.isWhitespace }
    return (String(name.prefix(200)), part[name.endIndex...].drop(while: \.isWhitespace))
  }
}
