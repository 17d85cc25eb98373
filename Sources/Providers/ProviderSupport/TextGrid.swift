package import Drawing
package import ImageModel
internal import TextReading

/// The first rows and columns of a table, drawn with lines between them.
package struct TextGrid {
  package enum Alignment: Hashable, Sendable {
    case leading, center, trailing
  }

  package var rows: [[AttributedText]]
  /// The alignment of each column; columns beyond these are leading.
  package var alignments: [Alignment] = []
  /// The size of letters, in points; all other measures depend on it.
  package var size: Double
  package var fonts: FontCatalog
  /// Whether the first row is the header.
  package var hasHeader = true

  /// The maximum number of columns that fit on a sheet.
  private static let maxColumns = 8
  /// The maximum number of rows that fit on a sheet.
  package static let maxRows = 40

  package init(rows: [[AttributedText]], alignments: [Alignment], size: Double, fonts: FontCatalog) {
    self.rows = rows
    self.alignments = alignments
    self.size = size
    self.fonts = fonts
  }

  /// Draws values on a sheet of paper as large as the context; columns of numbers are aligned to the right.
  package static func draw(sheet rows: [[String]], _ context: DrawingContext, fonts: FontCatalog) throws {
    let (page, rows) = (context.size, Array(rows.prefix(maxRows)))
    let margin = page.height * 0.06
    // Many columns need smaller letters.
    let columns = rows.map(\.count).max() ?? 0
    let size = PageDrawing.letterSize(page.height) * (columns <= 3 ? 1 : columns <= 5 ? 0.85 : 0.7)
    let style = TextStyle(size: size, color: Color(gray: 0.15))
    let grid = TextGrid(
      rows: rows.map { row in row.map { AttributedText($0, style) } },
      alignments: numericColumns(rows).map { $0 ? .trailing : .leading }, size: size, fonts: fonts)
    _ = try grid.draw(context, at: Point(x: margin, y: margin), width: page.width - 2 * margin, stretches: true)
  }

  /// Draws the table with its upper left corner at a point. Rows below the sheet's edge are left out.
  ///
  /// - Parameter stretches: whether narrow columns are widened to fill the width.
  /// - Returns: the height.
  package func draw(_ context: DrawingContext, at origin: Point, width: Double, stretches: Bool) throws -> Double {
    let rowHeight = 1.75 * size
    let visibleRows = Int(max(0, context.size.height - origin.y) / rowHeight) + 1
    var rows = self.rows.prefix(min(visibleRows, Self.maxRows)).map { $0.prefix(Self.maxColumns).map(Self.short) }
    if hasHeader, !rows.isEmpty { rows[0] = rows[0].map(Self.bold) }
    let columns = rows.map(\.count).max() ?? 0
    guard columns > 0 else { return 0 }
    let padding = 0.45 * size
    let layouts = try rows.map { row in
      try row.map { cell in try TextLayout(cell, fonts: fonts) }
    }
    let wanted = (0..<columns).map { column in
      let cells = layouts.map { $0.indices.contains(column) ? $0[column].textWidth : 0 }
      let body = cells.dropFirst(hasHeader ? 1 : 0).max() ?? 0
      // A long header must not take width from the other columns.
      return max(body, min(cells.first ?? 0, max(body, 5 * size))) + 2 * padding + 0.5
    }
    let widths = Self.fitted(wanted, into: width, stretches: stretches)
    let total = widths.reduce(0, +)
    let height = Double(rows.count) * rowHeight
    let header = Rect(x: origin.x, y: origin.y, width: total, height: rowHeight)
    if hasHeader { context.fill(.rect(header), .color(Color(gray: 0.92))) }
    for (index, row) in rows.enumerated() {
      var x = origin.x
      for (column, cell) in row.enumerated() {
        let box = Rect(
          x: x + padding, y: origin.y + Double(index) * rowHeight, width: widths[column] - 2 * padding,
          height: rowHeight)
        try draw(cell, layouts[index][column], column, in: box, context)
        x += widths[column]
      }
    }
    drawLines(widths, at: origin, height: height, rowHeight: rowHeight, context)
    return height
  }

  private func draw(
    _ cell: AttributedText, _ natural: TextLayout, _ column: Int, in box: Rect, _ context: DrawingContext
  ) throws {
    guard !cell.isEmpty, box.width > 0 else { return }
    var layout = natural
    if natural.textWidth > box.width {
      layout = try TextLayout(cell, width: box.width, options: TextLayoutOptions(ellipsis: .end), fonts: fonts)
    }
    let free = max(0, box.width - layout.textWidth)
    let alignment = alignments.indices.contains(column) ? alignments[column] : .leading
    let shift = alignment == .leading ? 0 : alignment == .center ? free / 2 : free
    let height = layout.lines.first?.rect.height ?? 0
    context.draw(layout, at: Point(x: box.minX + shift, y: box.minY + (box.height - height) / 2))
  }

  /// The beginning of a text, on one line.
  private static func short(_ text: AttributedText) -> AttributedText {
    guard text.byteCount > 300 || text.string.utf8.contains(0x0A) else { return text }
    var short = AttributedText()
    for run in text.slice(0..<300).runs {
      short.append(text.slice(run.range).string.replacing("\n", with: " "), run.style)
    }
    return short
  }

  private static func bold(_ text: AttributedText) -> AttributedText {
    var bold = AttributedText()
    for run in text.runs {
      var style = run.style
      style.weight = 700
      bold.append(text.slice(run.range).string, style)
    }
    return bold
  }

  private func drawLines(
    _ widths: [Double], at origin: Point, height: Double, rowHeight: Double, _ context: DrawingContext
  ) {
    let style = StrokeStyle(width: max(0.4, context.size.height / 500))
    let paint = Paint.color(Color(gray: 0.78))
    let total = widths.reduce(0, +)
    for row in 0...Int((height / rowHeight).rounded()) {
      let y = origin.y + Double(row) * rowHeight
      context.stroke(.line(from: Point(x: origin.x, y: y), to: Point(x: origin.x + total, y: y)), paint, style)
    }
    var x = origin.x
    for width in [0] + widths {
      x += width
      context.stroke(.line(from: Point(x: x, y: origin.y), to: Point(x: x, y: origin.y + height)), paint, style)
    }
  }

  /// Column widths whose sum fits: narrow columns keep the wanted width, wide ones share the rest equally.
  static func fitted(_ wanted: [Double], into width: Double, stretches: Bool) -> [Double] {
    let total = wanted.reduce(0, +)
    guard total > width else {
      return stretches && total > 0 ? wanted.map { $0 * width / total } : wanted
    }
    var (left, columns) = (width, wanted.count)
    var share = width / Double(columns)
    for column in wanted.sorted() {
      share = left / Double(columns)
      if column > share { break }
      left -= column
      columns -= 1
    }
    return wanted.map { min($0, share) }
  }
}

extension TextGrid {
  /// Which columns contain only numbers below the header.
  package static func numericColumns(_ rows: some Collection<[String]>) -> [Bool] {
    var columns: [(hasNumbers: Bool, hasOthers: Bool)] = []
    for row in rows.dropFirst() {
      for (column, cell) in row.enumerated() where !cell.isEmpty {
        while columns.count <= column { columns.append((false, false)) }
        if TextRows.isNumber(cell) { columns[column].hasNumbers = true } else { columns[column].hasOthers = true }
      }
    }
    return columns.map { $0.hasNumbers && !$0.hasOthers }
  }
}
