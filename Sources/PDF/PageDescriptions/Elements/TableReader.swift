internal import Drawing
internal import ImageModel
internal import PDFDocuments
internal import StructuredText

/// Reads an element of type `table`.
struct TableReader {
  private enum Overflow: String, CaseIterable { case `continue`, error }

  /// A column, with the defaults of its cells.
  private struct Column {
    var width: TableModel.ColumnWidth
    var style = StyleOverrides()
    var vertical: TextContent.VerticalAlignment?
    var isHeader = false
  }

  private let object: MemberReader
  private let environment: PageEnvironment
  private let style: StyleOverrides
  private let columns: [Column]
  private let home: ElementHome

  init(_ object: MemberReader, in home: ElementHome, _ environment: PageEnvironment) throws(ImageError) {
    self.object = object
    self.environment = environment
    self.home = home
    style = environment.styles.base.overridden(by: try environment.styles.style(object["style"]))
    var columns: [Column] = []
    let list = try object.required("columns")
    for column in try list.list("a list of columns") { columns.append(try Self.column(column, environment)) }
    guard (1...1_000).contains(columns.count) else { throw list.error("a table has from 1 to 1000 columns") }
    self.columns = columns
  }

  private static func column(_ reader: ValueReader, _ environment: PageEnvironment) throws(ImageError) -> Column {
    guard reader.isObject else { return Column(width: try width(reader)) }
    let object = try reader.object("a column", ["width", "style", "align", "verticalAlign", "header"])
    var column = Column(width: try object["width"].map { (value) throws(ImageError) in try width(value) } ?? .natural)
    column.style = try environment.styles.style(object["style"])
    if let align = object["align"] { column.style.alignment = try align.word(StyleOverrides.Alignment.self) }
    column.vertical = try object["verticalAlign"]?.word(TextContent.VerticalAlignment.self)
    column.isHeader = try object["header"]?.flag() ?? false
    return column
  }

  /// A length, `"auto"`, or a share such as `"2fr"`.
  private static func width(_ reader: ValueReader) throws(ImageError) -> TableModel.ColumnWidth {
    guard reader.isText else { return .points(try reader.extent()) }
    let text = try reader.text()
    if text == "auto" { return .natural }
    if text.hasSuffix("fr") {
      guard let share = Double(decimal: text.dropLast(2)), (0.001...1_000).contains(share) else {
        throw reader.error("expected a share such as \"1fr\" or \"2.5fr\", not '\(text.prefix(60))'")
      }
      return .fraction(share)
    }
    guard Length.points(text) != nil else {
      throw reader.error("expected a length, \"auto\" or a share such as \"1fr\", not '\(text.prefix(60))'")
    }
    return .points(try reader.extent())
  }

  func content() throws(ImageError) -> TableContent {
    let header = try object["header"].map { (value) throws(ImageError) in
      var bold = StyleOverrides()
      bold.weight = 700
      return try self.header(value, style: bold)
    }
    var rows: [TableModel.Row] = []
    var spans = RowSpans(columns: columns.count)
    try read(try object.required("rows"), style: StyleOverrides(), into: &rows, &spans)
    if let reader = spans.open { throw reader.error("reaches below the last row") }
    var stripes: [FillDescription] = []
    if let list = object["stripes"] {
      for stripe in try list.list("a list of colours") { stripes.append(try FillDescription(stripe)) }
    }
    let overflow = try object["overflow"]?.word(Overflow.self) ?? (home == .group ? .error : .continue)
    if home == .group, overflow == .continue, let overflow = object["overflow"] {
      throw overflow.error("a group is on one page; only elements of the page itself can 'continue'")
    }
    let padding = try object["padding"]?.margins() ?? TablePadding(top: 2, right: 4, bottom: 2, left: 4)
    return TableContent(
      TableModel(
        columns: columns.map(\.width), headerColumns: columns.map(\.isHeader), header: header, rows: rows,
        padding: padding, rules: try rules(), stripes: stripes,
        repeatsHeader: try object["repeatHeader"]?.flag() ?? true, flows: overflow == .continue,
        isContents: try ElementRole.isContents(object), reader: object.reader, fonts: environment.fonts))
  }

  /// Reads rows, and rows within rows.
  private func read(
    _ list: ValueReader, style: StyleOverrides, into rows: inout [TableModel.Row], _ spans: inout RowSpans
  ) throws(ImageError) {
    for item in try list.list("a list of rows") {
      for row in try item.repeated() {
        if let inner = row.peek("rows") {
          try environment.count(row)
          let object = try row.object("rows", ["rows", "style", "for", "if"])
          let own = style.overridden(by: try environment.styles.style(object["style"]))
          try read(inner, style: own, into: &rows, &spans)
          continue
        }
        if row.isObject, try row.peek("keepWithPrevious")?.flag() == true, !rows.isEmpty {
          rows[rows.count - 1].keepsWithNext = true
        }
        rows.append(try self.row(row, style: style, what: "a row", &spans))
      }
    }
  }

  private func header(_ reader: ValueReader, style: StyleOverrides) throws(ImageError) -> TableModel.Row {
    var spans = RowSpans(columns: columns.count)
    let row = try row(reader, style: style, what: "a header", &spans)
    if let span = spans.open { throw span.error("a header is one row") }
    return row
  }

  private func row(
    _ reader: ValueReader, style rowStyle: StyleOverrides, what: String, _ spans: inout RowSpans
  ) throws(ImageError) -> TableModel.Row {
    try environment.count(reader)
    guard reader.isObject else {
      var row = TableModel.Row(cells: [], fill: nil, minimumHeight: 0, reader: reader)
      try cells(reader, rowStyle, into: &row, &spans)
      return row
    }
    let object = try reader.object(
      what, ["cells", "style", "fill", "height", "keepWithPrevious", "keepWithNext", "for", "if"])
    let own = rowStyle.overridden(by: try environment.styles.style(object["style"]))
    var row = TableModel.Row(
      cells: [], fill: try object["fill"].map { (value) throws(ImageError) in try FillDescription(value) },
      minimumHeight: try object["height"]?.distance() ?? 0,
      keepsWithNext: try object["keepWithNext"]?.flag() ?? false, reader: reader)
    _ = try object["keepWithPrevious"]?.flag()
    try cells(try object.required("cells"), own, into: &row, &spans)
    return row
  }

  private func cells(
    _ reader: ValueReader, _ rowStyle: StyleOverrides, into row: inout TableModel.Row, _ spans: inout RowSpans
  ) throws(ImageError) {
    var column = spans.next(from: 0)
    for item in try reader.list("a list of cells") {
      for one in try item.repeated() {
        try environment.count(one)
        guard column < columns.count else {
          throw one.error("the row has more cells than the table has columns, \(columns.count)")
        }
        let cell = try cell(one, column, rowStyle)
        guard (column..<column + cell.span).allSatisfy({ spans.isFree($0) }) else {
          throw (one.peek("span") ?? one).error("overlaps a cell of a row above")
        }
        spans.take(cell, one)
        column = spans.next(from: column + cell.span)
        row.cells.append(cell)
      }
    }
    row.freeColumns = (column..<max(column, columns.count)).count { spans.isFree($0) }
    // The rows that a cell is in stay together.
    spans.endRow()
    if spans.open != nil { row.keepsWithNext = true }
  }

  private func cell(_ reader: ValueReader, _ column: Int, _ rowStyle: StyleOverrides) throws(ImageError)
    -> TableModel.Cell
  {
    var style = self.style.overridden(by: columns[column].style).overridden(by: rowStyle)
    let vertical = columns[column].vertical ?? .top
    guard reader.isObject else {
      let text = try StyledText(reader, what: "a cell: a text, or an object", style: style, environment)
      return TableModel.Cell(content: .text(text), column: column, span: 1, vertical: vertical)
    }
    let object = try reader.object(
      "a cell",
      ["text", "runs", "elements", "style", "align", "verticalAlign", "fill", "span", "rowSpan", "for", "if"])
    style = style.overridden(by: try environment.styles.style(object["style"]))
    if let align = object["align"] { style.alignment = try align.word(StyleOverrides.Alignment.self) }
    let span = try object["span"]?.integer("a number of columns", in: 1...1_000) ?? 1
    guard column + span <= columns.count else {
      throw (object["span"] ?? reader).error("the row has more cells than the table has columns, \(columns.count)")
    }
    let content: CellContent
    if object["elements"] != nil {
      guard object["text"] == nil, object["runs"] == nil else {
        throw reader.error("has one of 'text', 'runs' and 'elements'")
      }
      content = .elements(try GroupContent(object, environment))
    } else {
      content = .text(try StyledText(object, style: style, environment))
    }
    return TableModel.Cell(
      content: content, column: column, span: span,
      rowSpan: try object["rowSpan"]?.integer("a number of rows", in: 1...1_000) ?? 1,
      vertical: try object["verticalAlign"]?.word(TextContent.VerticalAlignment.self) ?? vertical,
      fill: try object["fill"].map { (value) throws(ImageError) in try FillDescription(value) })
  }

  /// One stroke for all rules, or an object of strokes.
  private func rules() throws(ImageError) -> TableModel.Rules {
    guard let reader = object["rules"] else { return TableModel.Rules() }
    func stroke(_ value: ValueReader?) throws(ImageError) -> StrokeDescription? {
      try value.map { (value) throws(ImageError) in try StrokeDescription(value, defaultWidth: 0.5) }
    }
    let names = ["outer", "rows", "columns", "header"]
    guard reader.isObject, names.contains(where: { reader.value.member($0) != nil }) else {
      let all = try stroke(reader)
      return TableModel.Rules(outer: all, rows: all, columns: all, header: all)
    }
    let object = try reader.object("rules", names)
    return TableModel.Rules(
      outer: try stroke(object["outer"]), rows: try stroke(object["rows"]), columns: try stroke(object["columns"]),
      header: try stroke(object["header"]))
  }
}

/// The columns that cells of rows above take.
private struct RowSpans {
  /// For each column how many rows it is taken for, including the current one.
  private var rows: [Int]
  /// The last cell of several rows.
  private var last: ValueReader?

  init(columns: Int) { rows = [Int](repeating: 0, count: columns) }

  /// A cell whose rows have not come yet; nil where there is none.
  var open: ValueReader? { rows.contains { $0 > 0 } ? last : nil }

  func isFree(_ column: Int) -> Bool { rows[column] == 0 }

  /// The first free column from one on; the number of columns where there is none.
  func next(from column: Int) -> Int { (column..<max(column, rows.count)).first { rows[$0] == 0 } ?? rows.count }

  mutating func take(_ cell: TableModel.Cell, _ reader: ValueReader) {
    for column in cell.column..<cell.column + cell.span { rows[column] = cell.rowSpan }
    if cell.rowSpan > 1 { last = reader.peek("rowSpan") ?? reader }
  }

  mutating func endRow() {
    for column in rows.indices where rows[column] > 0 { rows[column] -= 1 }
  }
}
