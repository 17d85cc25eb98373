internal import ProviderSupport

/// The text of one part of an Office document.
struct OfficeText {
  /// The paragraphs, one per line. Empty for a sheet.
  var text = ""
  /// The cells of a sheet.
  var rows: [[String]] = []
  /// Whether there is more text than was read.
  var isCut = false
  /// The number of slides read.
  var slideCount = 0

  var isEmpty: Bool { text.isEmpty && rows.isEmpty }

  init() {}

  /// The most text that is kept, in bytes.
  private static let maxBytes = 1 << 20

  // MARK: Prose

  /// The paragraphs of a text document or slide of Office Open XML: text is in elements `t` (ECMA-376, part 1,
  /// 17.3.3.31 and 21.1.2.3.11). Hidden runs are left out.
  init(wordOrSlide xml: DocumentXML) throws {
    try read(
      xml, skipping: ["pPr", "rPrChange", "extLst", "sectPr", "tblPr", "Fallback", "moveFrom"], textIn: ["t"],
      until: nil)
  }

  /// The paragraphs of an OpenDocument file: text is in `text:p` and `text:h` (OpenDocument 1.3, part 3, 5.1).
  ///
  /// - Parameter onePage: whether to read the first page of a presentation that has text.
  init(openDocument xml: DocumentXML, onePage: Bool) throws {
    try read(
      xml,
      skipping: [
        "tracked-changes", "annotation", "note", "notes", "forms", "title", "desc", "ruby-text", "automatic-styles",
        // In a flat file: headers and footers, and pictures in Base64.
        "master-styles", "binary-data",
      ], textIn: ["p", "h"], until: onePage ? "page" : nil)
  }

  private mutating func read(
    _ xml: DocumentXML, skipping skipped: Set<String>, textIn holders: Set<String>, until last: String?
  ) throws {
    let isOpenDocument = holders.contains("p")
    var (holderDepth, cellDepth, hasText) = (0, 0, false)
    // Which of the open runs are hidden. A text box is inside of a run.
    var hiddenRuns: [Bool] = []
    try xml.walk(skipping: skipped) { event, attributes in
      let isHidden = hiddenRuns.last ?? false
      switch event {
      case .start(let name):
        if holders.contains(name) { holderDepth += 1 }
        switch name {
        case "r": hiddenRuns.append(isHidden)
        // The property is on unless its value says otherwise (ECMA-376, part 1, 17.3.2.41 and 17.17.4).
        case "vanish" where !hiddenRuns.isEmpty && !["0", "false", "off"].contains(attributes["val"]):
          hiddenRuns[hiddenRuns.count - 1] = true
        case "tc", "table-cell": cellDepth += 1
        case "page": slideCount += 1
        case _ where isHidden: break
        case "tab": text += "\t"
        case "br", "cr", "line-break": text += "\n"
        case "s" where isOpenDocument:
          text += String(repeating: " ", count: min(max(attributes["c"].flatMap { Int($0) } ?? 1, 1), 80))
        default: break
        }
      case .text(let part):
        guard holderDepth > 0, !isHidden else { break }
        text += isOpenDocument ? Self.collapsed(part) : part
        hasText = hasText || part.contains { !$0.isWhitespace }
      case .end(let name):
        if holders.contains(name) { holderDepth -= 1 }
        switch name {
        case "r": _ = hiddenRuns.popLast()
        case "p", "h": text += cellDepth > 0 ? " " : "\n"
        case "tc", "table-cell":
          cellDepth -= 1
          if text.last == " " { text.removeLast() }
          text += "\t"
        case "tr", "table-row", "page": text += "\n"
        default: break
        }
        if name == last, hasText { return false }
      }
      isCut = text.utf8.count > Self.maxBytes
      return !isCut
    }
    text = Self.trimmed(text)
  }

  /// White space counts as one space (OpenDocument 1.3, part 3, 6.1.2).
  private static func collapsed(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) || text.contains("  ") else {
      return text
    }
    var result = ""
    var wasSpace = false
    for scalar in text.unicodeScalars {
      let isSpace = [" ", "\n", "\r", "\t"].contains(scalar)
      if !isSpace || !wasSpace { result.unicodeScalars.append(isSpace ? " " : scalar) }
      wasSpace = isSpace
    }
    return result
  }

  /// The text without spaces at the ends of lines, without empty lines at both ends, and with at most one between
  /// others.
  private static func trimmed(_ text: String) -> String {
    var lines: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = line
      while let last = line.last, last == " " || last == "\t" { line.removeLast() }
      if line.isEmpty, lines.last?.isEmpty ?? true { continue }
      lines.append(line)
    }
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  // MARK: Sheets

  /// The numbers that rows of a worksheet can have (ECMA-376, part 1, 18.3.1.73, and Excel's limit).
  private static let rowNumbers = 1...1_048_576
  private static let maxRows = 2_000
  private static let maxColumns = 100

  /// The cells of a worksheet of Office Open XML (ECMA-376, part 1, 18.3.1).
  ///
  /// - Parameters:
  ///   - shared: the texts that cells refer to.
  ///   - formats: how the numbers in cells are shown.
  init(worksheet xml: DocumentXML, shared: [String], formats: OfficeNumberFormats) throws {
    var table = TableText()
    var (row, column, type, value, isInValue) = (0, 0, "", "", false)
    var style: String?
    try xml.walk(skipping: ["rPh", "f"]) { event, attributes in
      switch event {
      case .start("row"):
        let number = attributes["r"].flatMap { Int($0) } ?? 0
        row = Self.rowNumbers.contains(number) ? number : row + 1
        column = 0
      case .start("c"):
        column = attributes["r"].flatMap(Self.column) ?? column + 1
        (type, style, value) = (attributes["t"] ?? "n", attributes["s"], "")
      case .start("v"), .start("t"): isInValue = true
      case .text(let part): if isInValue { value += part }
      case .end("v"), .end("t"): isInValue = false
      case .end("c"):
        switch type {
        case "s": value = Int(value).flatMap { shared.indices.contains($0) ? shared[$0] : nil } ?? ""
        case "b": value = value == "1" ? "TRUE" : "FALSE"
        case "n": value = formats.text(value, style: style)
        default: break
        }
        if !value.isEmpty { table.set(value, row: row, column: column) }
      case .end("sheetData"): return false
      default: break
      }
      return !table.isFull
    }
    (rows, isCut) = (table.values, table.isCut)
  }

  /// The texts of `xl/sharedStrings.xml`, without phonetic guides.
  static func sharedStrings(_ xml: DocumentXML) throws -> [String] {
    var (texts, text, isInText): ([String], String, Bool) = ([], "", false)
    try xml.walk(skipping: ["rPh"]) { event, _ in
      switch event {
      case .start("t"): isInText = true
      case .text(let part): if isInText { text += part }
      case .end("t"): isInText = false
      case .end("si"):
        texts.append(text)
        text = ""
      default: break
      }
      return true
    }
    return texts
  }

  /// The number of a cell's column: 28 for `AB7`.
  private static func column(_ reference: String) -> Int? {
    var number = 0
    for byte in reference.utf8 {
      guard (0x41...0x5A).contains(byte & 0xDF), byte >= 0x41 else { break }
      number = number * 26 + Int(byte & 0xDF) - 0x40
      if number > 1 << 20 { return nil }
    }
    return number > 0 ? number : nil
  }

  /// The first visible sheet of an OpenDocument spreadsheet that has cells (OpenDocument 1.3, part 3, 9.1), its name,
  /// the number of the other visible ones, and whether there are only hidden ones.
  static func sheet(
    openDocument xml: DocumentXML
  ) throws -> (text: OfficeText, name: String?, otherCount: Int, areAllHidden: Bool) {
    var (table, name, sheetCount) = (TableText(), String?.none, 0)
    var (isReading, isFound, tableDepth, hasHidden) = (false, false, 0, false)
    var (styleName, hiddenStyles) = ("", Set<String>())
    var (row, column, rowCount, cellCount, value, depth) = (1, 1, 1, 1, "", 0)
    func count(_ text: String?) -> Int { min(max(text.flatMap { Int($0) } ?? 1, 1), 1 << 20) }
    let skipped: Set = ["annotation", "tracked-changes", "forms", "shapes", "title", "desc", "binary-data"]
    try xml.walk(skipping: skipped) { event, attributes in
      switch event {
      case .start("style"): styleName = attributes["name"] ?? ""
      case .start("default-style"): styleName = ""
      // Whether a table is shown (OpenDocument 1.3, part 3, 20.244).
      case .start("table-properties"): if attributes["display"] == "false" { hiddenStyles.insert(styleName) }
      case .start("table"):
        tableDepth += 1
        guard tableDepth == 1 else { break }
        if hiddenStyles.contains(attributes["style-name"] ?? "") {
          hasHidden = true
          break
        }
        sheetCount += 1
        guard !isFound else { break }
        (isReading, name, row) = (true, attributes["name"], 1)
      case .end("table"):
        tableDepth -= 1
        guard tableDepth == 0, isReading else { break }
        (isReading, isFound) = (false, !table.values.isEmpty)
      case _ where !isReading || tableDepth > 1: break
      case .start("table-row"): (column, rowCount) = (1, count(attributes["number-rows-repeated"]))
      case .start("table-cell"), .start("covered-table-cell"):
        (value, cellCount) = ("", count(attributes["number-columns-repeated"]))
      case .start("p"):
        if !value.isEmpty { value += " " }
        depth += 1
      case .start("s"): value += " "
      case .text(let part): if depth > 0 { value += Self.collapsed(part) }
      case .end("p"): depth -= 1
      case .end("table-cell"), .end("covered-table-cell"):
        if !value.isEmpty {
          for place in 0..<min(cellCount, Self.maxColumns) { table.set(value, row: row, column: column + place) }
        }
        column += cellCount
      case .end("table-row"):
        table.repeatRow(row, count: rowCount)
        row += rowCount
      default: break
      }
      // After a full sheet, later sheets are only counted.
      if isReading, table.isFull { (isReading, isFound) = (false, true) }
      return true
    }
    var text = OfficeText()
    (text.rows, text.isCut) = (table.values, table.isCut)
    return text.isEmpty ? (text, nil, 0, hasHidden && sheetCount == 0) : (text, name, sheetCount - 1, false)
  }

  /// Cells in their places. Rows and columns beyond the limits are left out.
  private struct TableText {
    private var rows: [Int: [Int: String]] = [:]
    private var byteCount = 0
    private var hasMore = false
    /// Whether no more can be added.
    var isFull: Bool { byteCount > OfficeText.maxBytes }
    var isCut: Bool { hasMore || isFull }

    mutating func set(_ value: String, row: Int, column: Int) {
      guard (1...OfficeText.maxRows).contains(row), (1...OfficeText.maxColumns).contains(column), !isFull else {
        hasMore = true
        return
      }
      byteCount += value.utf8.count + 1
      rows[row, default: [:]][column] = value
    }

    mutating func repeatRow(_ row: Int, count: Int) {
      guard count > 1, let cells = rows[row] else { return }
      for place in 1..<min(count, OfficeText.maxRows) {
        for (column, value) in cells { set(value, row: row + place, column: column) }
      }
    }

    /// The rows from the first to the last that have a value, and the same of the columns.
    var values: [[String]] {
      let columns = rows.values.flatMap(\.keys)
      guard let first = rows.keys.min(), let last = rows.keys.max(), let left = columns.min(), let right = columns.max()
      else { return [] }
      return (first...last).map { row in (left...right).map { rows[row]?[$0] ?? "" } }
    }
  }
}
