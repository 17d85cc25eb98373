internal import Drawing
internal import ImageModel
internal import PDFDocuments
internal import StructuredText
internal import TextReading

/// The described pages of a table in CSV or TSV: a header that is repeated on each page, and columns that are as wide
/// as their texts need.
enum TablePages {
  /// The most columns of a description.
  private static let maxColumns = 1_000
  /// The characters of a cell up to which a column is made wide enough.
  private static let widestCell = 40

  /// The description of a table.
  ///
  /// - Parameters:
  ///   - declared: the separator of files with that name.
  ///   - style: of upright paper, where the direction may be chosen.
  ///   - turned: the style on the same paper with the longer side horizontal; nil where the direction is given.
  ///   - maxElements: the most cells and rows of a description.
  /// - Returns: the description, and notes on it.
  /// - Throws: `limitExceeded` for too many columns or cells.
  static func description(
    _ text: String, declared: Character, _ style: TypesetStyle, turned: TypesetStyle?, maxElements: Int,
    _ fonts: FontCatalog
  ) throws(ImageError) -> (value: StructuredValue, notes: [Diagnostic]) {
    var rows: [[String]] = []
    var count = 0
    var reader = TextRows(table: text, declared: declared)
    while let row = reader.next() {
      guard row.contains(where: { !$0.isEmpty }) else { continue }
      rows.append(row)
      count = max(count, row.count)
      func exceeded(_ what: String) -> ImageError {
        ImageError(.limitExceeded, "is a table of \(what); --style text shows it as it is written")
      }
      guard count <= maxColumns else { throw exceeded("\(count) columns, more than \(maxColumns)") }
      // Short rows are filled up.
      guard rows.count <= maxElements / (count + 1) else {
        throw exceeded("more than \(maxElements) rows and cells, which --max-memory limits")
      }
    }
    guard count > 0 else { return (style.description([], pages: [.record([])]), []) }
    let header = rows.removeFirst()
    var columns: [Column] = []
    // The width in letters of one point, with half a letter at both sides of each cell.
    var needed = Double(count)
    for index in 0..<count {
      let column = Column(index, header: header, rows: rows)
      needed += try column.width(style, fonts) / style.size
      columns.append(column)
    }
    let usual = style.size * 0.9
    // A table that is too wide for upright paper is turned, and then set in smaller letters.
    var chosen = style
    if let turned, needed * usual > style.width { chosen = turned }
    let size = max(min(usual, chosen.width / needed), min(usual, 5))
    // Two empty sides of each cell take at most half of the narrowest column.
    let space = min(size * 0.5, chosen.width / Double(count) / 4)
    var notes: [Diagnostic] = []
    if reader.endsInQuotes {
      notes.append(.warning("a quotation mark is not closed: the rest of the file is in the last cell"))
    }
    if size < 6 {
      notes.append(
        .note("has \(count) columns in letters of \((size * 10).rounded() / 10) points; --paper A3 has more space"))
    }
    let table = StructuredValue.record([
      ("type", .word("table")),
      ("columns", .list(columns.map(\.value))), ("style", .record([("size", .number(size))])),
      ("header", .record([("cells", cells(header, count)), ("fill", .word(style.shade))])),
      ("rows", .list(rows.map { cells($0, count) })),
      ("padding", .list([.number(size * 0.25), .number(space)])),
      ("rules", .record([("rows", .word(style.line)), ("header", .word(style.quiet)), ("outer", .word(style.line))])),
    ])
    let page = StructuredValue.record([("elements", .list([table] + chosen.footer(nil)))])
    return (chosen.description([], pages: [page]), notes)
  }

  private static func cells(_ row: [String], _ count: Int) -> StructuredValue {
    .list(row.map(StructuredValue.text) + Array(repeating: StructuredValue.word(""), count: count - row.count))
  }

  /// A column and what its cells are like.
  private struct Column {
    private let header: String
    /// The longest cell below the header.
    private var longest = ""
    private var isNumeric = false

    init(_ index: Int, header: [String], rows: [[String]]) {
      self.header = index < header.count ? header[index] : ""
      var (numbers, others) = (0, 0)
      for row in rows where index < row.count && !row[index].isEmpty {
        if row[index].utf8.count > longest.utf8.count { longest = row[index] }
        if TextRows.isNumber(row[index]) { numbers += 1 } else { others += 1 }
      }
      isNumeric = numbers > 0 && others == 0
    }

    /// The width that the column needs at the size of the body, in points.
    func width(_ style: TypesetStyle, _ fonts: FontCatalog) throws(ImageError) -> Double {
      let bold = try style.width(of: header.prefix(widestCell), isBold: true, fonts)
      return max(bold, try style.width(of: longest.prefix(widestCell), fonts))
    }

    var value: StructuredValue {
      .record([("width", .word("auto")), ("align", .word(isNumeric ? "right" : "start"))])
    }
  }
}
