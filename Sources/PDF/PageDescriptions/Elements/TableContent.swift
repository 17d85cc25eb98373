internal import Drawing
internal import ImageModel
internal import PDFDocuments

/// The padding of a cell.
typealias TablePadding = PageMargins

/// An element of type `table`, or the part of it on one page.
struct TableContent: FlowingContent {
  static let names = [
    "columns", "header", "rows", "style", "padding", "rules", "stripes", "repeatHeader", "overflow", "continued",
  ]

  private let model: TableModel
  /// The rows of this part.
  private let rows: Range<Int>
  /// The layout of the header and these rows for a width, where it is known.
  private var measured: Measured?
  /// The rest of the first row, where a part of it is on a previous page.
  private var begun: TableRowLayout?

  /// A part that has been laid out.
  private final class Measured {
    let width: Double
    let header: TableRowLayout?
    let rows: [TableRowLayout]

    init(width: Double, header: TableRowLayout?, rows: [TableRowLayout]) {
      (self.width, self.header, self.rows) = (width, header, rows)
    }

    var height: Double { (header?.height ?? 0) + rows.reduce(0) { $0 + $1.height } }
  }

  init(_ model: TableModel) {
    self.model = model
    rows = 0..<model.rows.count
  }

  private init(_ model: TableModel, rows: Range<Int>, measured: Measured?, begun: TableRowLayout? = nil) {
    (self.model, self.rows, self.measured, self.begun) = (model, rows, measured, begun)
  }

  var flow: Flow { model.flows ? .always : .never }
  var allowedBelowPage: PartBelowPage { .nothing }

  private var header: TableModel.Row? {
    rows.lowerBound == 0 && begun == nil || model.repeatsHeader ? model.header : nil
  }

  private func layout(ofRow index: Int, _ widths: [Double]) throws(ImageError) -> TableRowLayout {
    if let begun, index == rows.lowerBound { return begun }
    return try model.measure(model.rows[index], widths)
  }

  private func measure(_ width: Double) throws(ImageError) -> Measured {
    if let measured, measured.width == width { return measured }
    let widths = try model.columnWidths(in: width)
    var layouts: [TableRowLayout] = []
    for index in rows { layouts.append(try layout(ofRow: index, widths)) }
    if begun == nil { model.stretch(&layouts, first: rows.lowerBound) }
    let header = try header.map { (row) throws(ImageError) in try model.measure(row, widths) }
    return Measured(width: width, header: header, rows: layouts)
  }

  /// The layouts of the rows from an index that stay together on a page, as far as they fit.
  private func group(from first: Int, _ widths: [Double], height: Double) throws(ImageError) -> [TableRowLayout] {
    var layouts: [TableRowLayout] = []
    var used = 0.0
    for index in first..<rows.upperBound {
      layouts.append(try layout(ofRow: index, widths))
      used += layouts[layouts.count - 1].height
      if used > height + 0.01 || !model.rows[index].keepsWithNext { break }
    }
    if begun == nil || first > rows.lowerBound { model.stretch(&layouts, first: first) }
    return layouts
  }

  func size(width: Double?, height: Double?, available: Double?) throws(ImageError) -> Size {
    guard let width = width ?? available else { throw model.reader.error("a table needs 'width' here") }
    let needed = try measure(width).height
    if let height, needed > height + 0.01 {
      throw model.reader.error("the rows take \(needed.shown) of \(height.shown) points")
    }
    return Size(width: width, height: needed)
  }

  func split(width: Double, height: Double, isAtTop: Bool) throws(ImageError) -> (
    fits: (any ElementContent)?, rest: (any FlowingContent)?
  ) {
    let widths = try model.columnWidths(in: width)
    let header = try header.map { (row) throws(ImageError) in try model.measure(row, widths) }
    var used = header?.height ?? 0
    var layouts: [TableRowLayout] = []
    // Only the rows that fit are laid out: a long table is measured page by page.
    while layouts.count < rows.count {
      let group = try group(from: rows.lowerBound + layouts.count, widths, height: height - used)
      let groupHeight = group.reduce(0) { $0 + $1.height }
      if used + groupHeight > height + 0.01 {
        // No page has more space for rows that should stay together.
        if layouts.isEmpty, isAtTop { layouts = fitting(group, height: height - used) }
        used += groupHeight
        break
      }
      used += groupHeight
      layouts += group
    }
    let measured = Measured(width: width, header: header, rows: layouts)
    guard layouts.count < rows.count else {
      guard used > height + 0.01, !isAtTop else {
        return (TableContent(model, rows: rows, measured: measured, begun: begun), nil)
      }
      return (nil, self)
    }
    guard !layouts.isEmpty else {
      guard isAtTop else { return (nil, self) }
      let row = try layout(ofRow: rows.lowerBound, widths)
      guard model.rows[rows.lowerBound].cells.allSatisfy({ $0.rowSpan == 1 }),
        let (fits, rest) = row.split(height: height - (header?.height ?? 0), model.padding)
      else {
        throw model.rows[rows.lowerBound].reader.error("the row is too high for the page")
      }
      let page = Measured(width: width, header: header, rows: [fits])
      return (
        TableContent(model, rows: rows.lowerBound..<rows.lowerBound + 1, measured: page, begun: begun),
        TableContent(model, rows: rows, measured: nil, begun: rest)
      )
    }
    let cut = rows.lowerBound + layouts.count
    return (
      TableContent(model, rows: rows.lowerBound..<cut, measured: measured, begun: begun),
      TableContent(model, rows: cut..<rows.upperBound, measured: nil)
    )
  }

  /// The first rows of a group that fit and that no cell connects with the others.
  private func fitting(_ group: [TableRowLayout], height: Double) -> [TableRowLayout] {
    var used = 0.0
    var (count, end) = (0, 0)
    for (index, layout) in group.enumerated() {
      used += layout.height
      if used > height + 0.01 { break }
      let spans = model.rows[rows.lowerBound + index].cells.map(\.rowSpan).max() ?? 1
      end = max(end, index + spans)
      if index + 1 >= end { count = index + 1 }
    }
    return Array(group[..<count])
  }

  func prepare() throws(ImageError) {
    for row in (header.map { [$0] } ?? []) + model.rows[rows] {
      for cell in row.cells { if case .elements(let group) = cell.content { try group.prepare() } }
    }
  }

  func draw(in size: Size, on context: DrawingContext) throws(ImageError) {
    let widths = try model.columnWidths(in: size.width)
    let measured = try measure(size.width)
    var edges = [0.0]
    for width in widths { edges.append((edges.last ?? 0) + width) }
    let width = edges.last ?? 0
    var lines: [TableDrawer.Line] = []
    if let header, let layout = measured.header { lines.append(.init(row: header, layout: layout, isHeader: true)) }
    for (offset, layout) in measured.rows.enumerated() {
      let index = rows.lowerBound + offset
      lines.append(
        .init(
          row: model.rows[index], layout: layout,
          stripe: model.stripes.isEmpty ? nil : model.stripes[index % model.stripes.count]))
    }
    let drawer = TableDrawer(model: model, edges: edges, lines: lines, context: context)
    drawer.drawFills()
    // A repeated header is read once, on the first page.
    try drawer.drawCells(readsHeader: rows.lowerBound == 0 && begun == nil)
    drawer.drawRules(width: width)
  }
}

/// Draws the rows of one page: their fills, their cells, the rules between them.
private struct TableDrawer {
  struct Line {
    var row: TableModel.Row
    var layout: TableRowLayout
    var stripe: FillDescription?
    var isHeader = false
  }

  let model: TableModel
  /// The x of all column edges.
  let edges: [Double]
  let lines: [Line]
  let context: DrawingContext
  /// The y of the tops of all lines, and of the bottom of the last one.
  private let tops: [Double]

  init(model: TableModel, edges: [Double], lines: [Line], context: DrawingContext) {
    (self.model, self.edges, self.lines, self.context) = (model, edges, lines, context)
    var tops = [0.0]
    for line in lines { tops.append(tops[tops.count - 1] + line.layout.height) }
    self.tops = tops
  }

  /// The box of a cell of a line.
  private func box(of cell: TableModel.Cell, line index: Int) -> Rect {
    let (left, right) = (edges[cell.column], edges[cell.column + cell.span])
    let end = lines[index].isHeader ? index + 1 : min(index + cell.rowSpan, lines.count)
    return Rect(x: left, y: tops[index], width: right - left, height: tops[end] - tops[index])
  }

  func drawFills() {
    for (index, line) in lines.enumerated() {
      let box = Rect(x: 0, y: tops[index], width: edges.last ?? 0, height: line.layout.height)
      if let fill = line.row.fill ?? line.stripe { context.fill(.rect(box), fill.paint(in: box)) }
    }
    for (index, line) in lines.enumerated() {
      for cell in line.row.cells {
        guard let fill = cell.fill else { continue }
        let box = box(of: cell, line: index)
        context.fill(.rect(box), fill.paint(in: box))
      }
    }
  }

  func drawCells(readsHeader: Bool) throws(ImageError) {
    for index in lines.indices {
      if lines[index].isHeader, !readsHeader {
        try context.withArtifact { () throws(ImageError) in try drawCells(ofLine: index) }
      } else {
        try drawCells(ofLine: index)
      }
    }
  }

  private func drawCells(ofLine index: Int) throws(ImageError) {
    let line = lines[index]
    context.beginTag(StructureTag(model.isContents ? "TOCI" : "TR"))
    defer { context.endTag() }
    for (cell, layout) in zip(line.row.cells, line.layout.layouts) {
      let box = box(of: cell, line: index)
      let free = box.height - model.padding.top - model.padding.bottom - layout.size.height
      let offset =
        switch cell.vertical {
        case .top: 0.0
        case .middle: free / 2
        case .bottom: free
        }
      let origin = Point(x: box.minX + model.padding.left, y: box.minY + model.padding.top + offset)
      try context.withTag(model.tag(of: cell, isHeader: line.isHeader)) { () throws(ImageError) in
        try layout.draw(at: origin, on: context)
      }
    }
    if line.row.freeColumns > 0, !model.isContents {
      var tag = StructureTag("TD")
      tag.columnSpan = line.row.freeColumns
      context.withTag(tag) {}
    }
  }

  func drawRules(width: Double) {
    func line(_ from: Point, _ to: Point, _ stroke: StrokeDescription) {
      context.stroke(.line(from: from, to: to), .color(stroke.color), stroke.style)
    }
    if let stroke = model.rules.columns {
      for (index, line) in lines.enumerated() {
        for cell in line.row.cells where cell.column > 0 {
          let box = box(of: cell, line: index)
          context.stroke(
            .line(from: Point(x: box.minX, y: box.minY), to: Point(x: box.minX, y: box.maxY)), .color(stroke.color),
            stroke.style)
        }
      }
    }
    /// The columns that a cell from above takes, until which line.
    var ends = [Int](repeating: 0, count: max(0, edges.count - 1))
    for index in lines.indices {
      for cell in lines[index].row.cells where cell.rowSpan > 1 && !lines[index].isHeader {
        for column in cell.column..<cell.column + cell.span { ends[column] = index + cell.rowSpan }
      }
      let isLast = index == lines.count - 1
      guard !isLast || lines[index].isHeader else { continue }
      let below = lines[index].isHeader ? model.rules.header ?? (isLast ? nil : model.rules.rows) : model.rules.rows
      guard let stroke = below else { continue }
      let y = tops[index + 1]
      var column = 0
      while column < ends.count {
        let first = column
        while column < ends.count, ends[column] <= index + 1 { column += 1 }
        if column > first { line(Point(x: edges[first], y: y), Point(x: edges[column], y: y), stroke) }
        column += 1
      }
    }
    if let stroke = model.rules.outer {
      let box = Rect(x: 0, y: 0, width: width, height: tops[tops.count - 1])
      context.stroke(.rect(box), .color(stroke.color), stroke.style)
    }
  }
}
