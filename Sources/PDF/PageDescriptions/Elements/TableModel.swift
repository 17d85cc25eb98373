internal import Drawing
internal import ImageModel
internal import PDFDocuments

/// The content of a table on all its pages.
final class TableModel {
  /// The width of a column.
  enum ColumnWidth {
    case points(Double)
    /// The width of its widest text.
    case natural
    /// A share of the width that the other columns leave.
    case fraction(Double)
  }

  struct Cell {
    var content: CellContent
    /// The first column, counted from 0, and the number of columns.
    var column: Int
    var span: Int
    var rowSpan = 1
    var vertical: TextContent.VerticalAlignment
    var fill: FillDescription? = nil
  }

  struct Row {
    var cells: [Cell]
    /// The number of columns that have neither a cell of this row nor one of a row above.
    var freeColumns = 0
    var fill: FillDescription?
    var minimumHeight: Double
    /// Whether the next row is on the same page.
    var keepsWithNext = false
    let reader: ValueReader
  }

  /// The rules between rows and columns; nil for none.
  struct Rules {
    var outer: StrokeDescription?
    var rows: StrokeDescription?
    var columns: StrokeDescription?
    var header: StrokeDescription?
  }

  let columns: [ColumnWidth]
  /// Whether the cells of each column are the headers of their rows.
  let headerColumns: [Bool]
  let header: Row?
  let rows: [Row]
  let padding: TablePadding
  let rules: Rules
  let stripes: [FillDescription]
  let repeatsHeader: Bool
  let flows: Bool
  /// Whether the rows are entries of a list of contents.
  let isContents: Bool
  let reader: ValueReader
  let fonts: FontCatalog
  private var widths: (total: Double, columns: [Double])?

  init(
    columns: [ColumnWidth], headerColumns: [Bool], header: Row?, rows: [Row], padding: TablePadding, rules: Rules,
    stripes: [FillDescription], repeatsHeader: Bool, flows: Bool, isContents: Bool, reader: ValueReader,
    fonts: FontCatalog
  ) {
    self.columns = columns
    self.headerColumns = headerColumns
    self.header = header
    self.rows = rows
    self.padding = padding
    self.rules = rules
    self.stripes = stripes
    self.repeatsHeader = repeatsHeader
    self.flows = flows
    self.isContents = isContents
    self.reader = reader
    self.fonts = fonts
  }

  /// The widths of the columns for the width of a table; the same for all its pages.
  ///
  /// Fixed columns come first, then columns with natural widths. Where these do not fit, narrow columns keep theirs,
  /// and the wide ones become equally wide. Fractions share the rest. A table without fractions may be narrower than
  /// its box.
  func columnWidths(in total: Double) throws(ImageError) -> [Double] {
    if let widths, widths.total == total { return widths.columns }
    var result = [Double](repeating: 0, count: columns.count)
    var rest = total
    var shares = 0.0
    for (index, column) in columns.enumerated() {
      switch column {
      case .points(let points):
        result[index] = points
        rest -= points
      case .fraction(let share): shares += share
      case .natural: break
      }
    }
    guard rest >= -0.01 else {
      throw reader.error("the columns are wider than the table, which is \(total.shown) points wide")
    }
    let natural = try naturalWidths()
    let limit = Self.limit(natural, total: max(0, rest))
    for (index, column) in columns.enumerated() {
      guard case .natural = column else { continue }
      result[index] = min(natural[index], limit)
      rest -= result[index]
    }
    for (index, column) in columns.enumerated() {
      guard case .fraction(let share) = column else { continue }
      result[index] = max(0, rest) * share / shares
    }
    for (index, width) in result.enumerated() where width <= padding.left + padding.right {
      throw reader.error("there is no space for column \(index + 1) of the table, which is \(total.shown) points wide")
    }
    widths = (total, result)
    return result
  }

  /// The width to which columns are reduced so that together they are not wider than a total.
  private static func limit(_ widths: [Double], total: Double) -> Double {
    var rest = total
    let sorted = widths.sorted()
    for (index, width) in sorted.enumerated() {
      let share = rest / Double(sorted.count - index)
      if width > share { return share }
      rest -= width
    }
    return .infinity
  }

  /// The natural widths of columns including padding; 0 for columns with other widths.
  private func naturalWidths() throws(ImageError) -> [Double] {
    var widths = [Double](repeating: 0, count: columns.count)
    let wanted = columns.map { if case .natural = $0 { true } else { false } }
    guard wanted.contains(true) else { return widths }
    for row in (header.map { [$0] } ?? []) + rows {
      for cell in row.cells where cell.span == 1 && wanted[cell.column] {
        let layout = try layout(cell, of: row, width: nil)
        // Slightly more, so that rounding does not wrap lines.
        widths[cell.column] = max(widths[cell.column], layout.size.width + padding.left + padding.right + 0.01)
      }
    }
    return widths
  }

  /// The tag of a cell.
  func tag(of cell: Cell, isHeader: Bool) -> StructureTag {
    if isContents { return StructureTag("P") }
    let isHeaderColumn = headerColumns[cell.column]
    var tag = StructureTag(isHeader || isHeaderColumn ? "TH" : "TD")
    tag.scope = isHeader ? .column : isHeaderColumn ? .row : nil
    (tag.columnSpan, tag.rowSpan) = (cell.span, cell.rowSpan)
    return tag
  }

  /// Lays out the content of a cell.
  ///
  /// - Parameter width: without padding; nil for its natural width.
  private func layout(_ cell: Cell, of row: Row, width: Double?) throws(ImageError) -> CellLayout {
    switch cell.content {
    case .text(let text):
      do throws(ImageError) {
        let layout = try text.layout(width: width, fonts)
        return .text(text, layout)
      } catch {
        throw row.reader.error(error.message, error.kind)
      }
    case .elements(let group):
      let size = try group.size(width: width, height: nil, available: width)
      return .elements(group.inner, size)
    }
  }

  /// Lays out the cells of a row.
  func measure(_ row: Row, _ widths: [Double]) throws(ImageError) -> TableRowLayout {
    var layouts: [CellLayout] = []
    var height = row.minimumHeight
    for cell in row.cells {
      let width = widths[cell.column..<cell.column + cell.span].reduce(0, +)
      let layout = try layout(cell, of: row, width: max(0, width - padding.left - padding.right))
      if cell.rowSpan == 1 { height = max(height, layout.size.height + padding.top + padding.bottom) }
      layouts.append(layout)
    }
    return TableRowLayout(layouts: layouts, height: height)
  }

  /// Makes rows higher whose cells of several rows need more than these have. The last of these rows gets it.
  ///
  /// - Parameters:
  ///   - layouts: of rows that follow one another.
  ///   - first: the index of the first one.
  func stretch(_ layouts: inout [TableRowLayout], first: Int) {
    for index in layouts.indices {
      for (cell, layout) in zip(rows[first + index].cells, layouts[index].layouts) where cell.rowSpan > 1 {
        let last = index + cell.rowSpan - 1
        guard last < layouts.count else { continue }
        let height = layouts[index...last].reduce(0) { $0 + $1.height }
        layouts[last].height += max(0, layout.size.height + padding.top + padding.bottom - height)
      }
    }
  }
}

/// What is in a cell.
enum CellContent {
  case text(StyledText)
  case elements(GroupContent)
}

/// The content of a cell, laid out.
enum CellLayout {
  case text(StyledText, TextLayout)
  case elements([PlacedElement], Size)

  /// As wide as the text or the elements.
  var size: Size {
    switch self {
    case .text(_, let layout): Size(width: layout.textWidth, height: layout.size.height)
    case .elements(_, let size): size
    }
  }

  /// Whether nothing of it is left to be drawn.
  var isEmpty: Bool {
    switch self {
    case .text(_, let layout): layout.lineCount == 0
    case .elements(let elements, _): elements.isEmpty
    }
  }

  /// The part that fits into a height, and the rest; either may be empty.
  func split(height: Double) -> (fits: CellLayout, rest: CellLayout) {
    switch self {
    case .text(let text, let layout):
      // A cell that ends here is empty in the rest of the row.
      let (fits, rest) = layout.split(height: height) ?? (layout, layout.split(height: -1)?.fits ?? layout)
      return (.text(text, fits), .text(text, rest))
    case .elements(_, let size):
      let nothing = CellLayout.elements([], Size(width: 0, height: 0))
      return size.height <= height + 0.01 ? (self, nothing) : (nothing, self)
    }
  }

  func draw(at origin: Point, on context: DrawingContext) throws(ImageError) {
    switch self {
    case .text(let text, let layout):
      context.draw(layout, at: origin)
      text.addLinks(layout, at: origin, on: context)
    case .elements(let elements, _):
      try context.withState { () throws(ImageError) in
        context.translate(x: origin.x, y: origin.y)
        try PlacedElement.draw(elements, on: context)
      }
    }
  }
}

/// A row whose cells are laid out.
struct TableRowLayout {
  var layouts: [CellLayout]
  var height: Double

  /// Splits a row that is too high for a page between lines of its cells.
  ///
  /// - Returns: the part that is as high as is given, and the rest; nil where a cell has no line that fits, or no cell
  ///   is too high.
  func split(height: Double, _ padding: TablePadding) -> (fits: TableRowLayout, rest: TableRowLayout)? {
    let free = height - padding.top - padding.bottom
    let parts = layouts.map { $0.split(height: free) }
    // A cell that ended on a previous page has no lines.
    let allBegin = zip(layouts, parts).allSatisfy { $0.isEmpty || !$1.fits.isEmpty }
    guard allBegin, parts.contains(where: { !$0.rest.isEmpty }) else { return nil }
    let restHeight = parts.map(\.rest.size.height).max() ?? 0
    return (
      TableRowLayout(layouts: parts.map(\.fits), height: height),
      TableRowLayout(layouts: parts.map(\.rest), height: restHeight + padding.top + padding.bottom)
    )
  }
}
