/// The metadata at the beginning of a Markdown text, as generators of web sites write them: YAML between lines of
/// `---`, or TOML between lines of `+++`.
///
/// It is read for people: nested values and lists become one line.
package struct FrontMatter: Hashable {
  package struct Row: Hashable {
    package var key: String
    package var value: String
  }

  package private(set) var rows: [Row] = []

  /// The value of the first of some keys, in any case; nil without one, or where it is empty.
  package func value(_ keys: String...) -> String? {
    keys.lazy.compactMap { key in rows.first { $0.key.lowercased() == key }?.value }.first { !$0.isEmpty }
  }

  private static let maxRows = 100
  private static let maxLength = 1_000

  /// The front matter, and the text below it. Without front matter, nil and the whole text.
  package static func split(_ text: String) -> (FrontMatter?, body: String) {
    let lines = text.utf8.split(separator: 0x0A, maxSplits: 2_000, omittingEmptySubsequences: false)
    guard let fence = lines.first.map({ trimmed($0) }), fence == "---" || fence == "+++",
      let end = lines.dropFirst().firstIndex(where: { line in
        let line = trimmed(line)
        return line == fence || fence == "---" && line == "..."
      }), end < 2_000
    else { return (nil, text) }
    let inner = lines[1..<end].map { String(Substring($0)) }
    guard let front = FrontMatter(inner, sign: fence == "---" ? ":" : "=") else { return (nil, text) }
    return (front, String(text[lines[end].endIndex...].drop { $0 == "\n" }))
  }

  private static func trimmed(_ line: Substring.UTF8View) -> String {
    var line = String(Substring(line))
    while line.hasSuffix(" ") || line.hasSuffix("\t") { line.removeLast() }
    return line
  }

  /// nil unless the lines are keys and values.
  ///
  /// - Parameter sign: what stands between a key and its value.
  private init?(_ lines: [String], sign: Character) {
    var table = ""
    var rest = lines[...]
    while let line = rest.popFirst() {
      let content = line.drop { $0 == " " || $0 == "\t" }
      guard let first = content.first, first != "#" else { continue }
      if sign == "=", first == "[", let close = content.firstIndex(of: "]"), !content.contains("=") {
        table = content[..<close].filter { $0 != "[" } + "."
        continue
      }
      let isContinued = content.startIndex != line.startIndex || first == "-" || first == "]" || first == "}"
      if isContinued, !rows.isEmpty {
        let more = first == "-" ? content.dropFirst().drop { $0 == " " } : content
        add(Self.plain(more))
      } else if let (key, value) = Self.pair(content, sign) {
        guard rows.count < Self.maxRows else { continue }
        let array = Self.array(value, rest)
        rest = rest.dropFirst(array?.lineCount ?? 0)
        rows.append(Row(key: table + key, value: Self.plain(array.map { Substring($0.value) } ?? value)))
      } else {
        return nil
      }
    }
    if rows.isEmpty { return nil }
  }

  /// The longest array, in bytes.
  private static let maxArray = 16 << 10

  /// A value that is an array and goes on in the next lines, as one line; nil for others.
  private static func array(_ value: Substring, _ lines: ArraySlice<String>) -> (value: String, lineCount: Int)? {
    var array = trimmed(value.drop { $0 == " " || $0 == "\t" }.utf8)
    var depth = depth(array)
    guard array.hasPrefix("["), depth > 0 else { return nil }
    for (index, line) in lines.prefix(maxRows).enumerated() {
      guard array.utf8.count + line.utf8.count <= maxArray else { return nil }
      let content = trimmed(line.drop { $0 == " " || $0 == "\t" }.utf8)
      if content.isEmpty || content.hasPrefix("#") { continue }
      depth += Self.depth(content)
      if content.hasPrefix("]") {
        if array.hasSuffix(",") { array.removeLast() }
      } else if !array.hasSuffix("[") {
        array += " "
      }
      array += content
      if depth <= 0 { return (array, index + 1) }
    }
    return nil
  }

  /// How many more brackets a line opens than it closes.
  private static func depth(_ line: String) -> Int {
    line.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "[") ? 1 : $1 == UInt8(ascii: "]") ? -1 : 0) }
  }

  private mutating func add(_ more: String) {
    let last = rows.count - 1
    guard !more.isEmpty, rows[last].value.utf8.count < Self.maxLength else { return }
    // The marks of a text of several lines (YAML 1.2, 8.1).
    let isMark = ["|", ">", "|-", ">-", "|+", ">+"].contains(rows[last].value)
    rows[last].value = isMark || rows[last].value.isEmpty ? more : rows[last].value + ", " + more
  }

  private static func pair(_ line: Substring, _ sign: Character) -> (key: String, value: Substring)? {
    guard let place = line.firstIndex(of: sign) else { return nil }
    let after = line[line.index(after: place)...]
    let key = plain(line[..<place])
    guard !key.isEmpty, key.count <= 80, sign == "=" || after.isEmpty || after.first == " " else { return nil }
    return (key, after)
  }

  /// A value without quotation marks, or the brackets of a list.
  private static func plain(_ value: Substring) -> String {
    var value = value.drop { $0 == " " || $0 == "\t" }
    while value.last == " " || value.last == "\t" || value.last == "\r" { value.removeLast() }
    if value.count >= 2, let first = value.first, let last = value.last,
      first == last && (first == "\"" || first == "'") || first == "[" && last == "]"
    {
      value = value.dropFirst().dropLast()
    }
    return String(value.prefix(maxLength))
  }
}
