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
    var text: StyledText
    /// The first column, counted from 0, and the number of columns.
    var column: Int
    var span: Int
    var vertical: TextContent.VerticalAlignment
    var fill: FillDescription?
  }

  struct Row {
    var cells: [Cell]
    var fill: FillDescription?
    var minimumHeight: Double
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
  /// Fixed columns come first, then columns with natural widths. Where these do not fit, narrow columns keep theirs, and
  /// the wide ones become equally wide. Fractions share the rest. A table without fractions may be narrower than its box.
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
        do throws(ImageError) {
          let layout = try cell.text.layout(width: nil, fonts)
          // Slightly more, so that rounding does not wrap lines.
          widths[cell.column] = max(widths[cell.column], layout.textWidth + padding.left + padding.right + 0.01)
        } catch {
          throw row.reader.error(error.message, error.kind)
        }
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
    tag.columnSpan = cell.span
    return tag
  }

  /// Lays out the texts of a row.
  func measure(_ row: Row, _ widths: [Double]) throws(ImageError) -> TableRowLayout {
    var layouts: [TextLayout] = []
    var height = row.minimumHeight
    for cell in row.cells {
      let width = widths[cell.column..<cell.column + cell.span].reduce(0, +)
      do throws(ImageError) {
        let layout = try cell.text.layout(width: max(0, width - padding.left - padding.right), fonts)
        height = max(height, layout.size.height + padding.top + padding.bottom)
        layouts.append(layout)
      } catch {
        throw row.reader.error(error.message, error.kind)
      }
    }
    return TableRowLayout(layouts: layouts, height: height)
  }
}

/// A row whose texts are laid out.
struct TableRowLayout {
  var layouts: [TextLayout]
  var height: Double

  /// Splits a row that is too high for a page between lines of its cells.
  ///
  /// - Returns: the part that is as high as is given, and the rest; nil where a cell has no line that fits, or no cell
  ///   is too high.
  func split(height: Double, _ padding: TablePadding) -> (fits: TableRowLayout, rest: TableRowLayout)? {
    let free = height - padding.top - padding.bottom
    let parts = layouts.map { layout in
      // A cell that ends here is empty in the rest of the row.
      layout.split(height: free) ?? (layout, layout.split(height: -1)?.fits ?? layout)
    }
    // A cell that ended on a previous page has no lines.
    let allBegin = zip(layouts, parts).allSatisfy { $0.lineCount == 0 || $1.fits.lineCount > 0 }
    guard allBegin, parts.contains(where: { $0.rest.lineCount > 0 }) else { return nil }
    let restHeight = parts.map(\.rest.size.height).max() ?? 0
    return (
      TableRowLayout(layouts: parts.map(\.fits), height: height),
      TableRowLayout(layouts: parts.map(\.rest), height: restHeight + padding.top + padding.bottom)
    )
  }
}
