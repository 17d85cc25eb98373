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
    let header = try header.map { (row) throws(ImageError) in try model.measure(row, widths) }
    return Measured(width: width, header: header, rows: layouts)
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
    for index in rows {
      let row = try layout(ofRow: index, widths)
      used += row.height
      if used > height + 0.01 { break }
      layouts.append(row)
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
      guard let (fits, rest) = row.split(height: height - (header?.height ?? 0), model.padding) else {
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

  func draw(in size: Size, on context: DrawingContext) throws(ImageError) {
    let widths = try model.columnWidths(in: size.width)
    let measured = try measure(size.width)
    var edges = [0.0]
    for width in widths { edges.append((edges.last ?? 0) + width) }
    let width = edges.last ?? 0
    var drawer = TableDrawer(model: model, edges: edges, context: context)
    if let header, let layout = measured.header {
      // A repeated header is read once, on the first page.
      if rows.lowerBound == 0, begun == nil {
        drawer.draw(header, layout, stripe: nil, isHeader: true)
      } else {
        context.withArtifact { drawer.draw(header, layout, stripe: nil, isHeader: true) }
      }
    }
    for (offset, layout) in measured.rows.enumerated() {
      let index = rows.lowerBound + offset
      drawer.draw(
        model.rows[index], layout, stripe: model.stripes.isEmpty ? nil : model.stripes[index % model.stripes.count])
    }
    drawer.drawRules(width: width, hasHeader: header != nil)
  }
}

/// Draws rows from top to bottom, then the rules between them.
private struct TableDrawer {
  let model: TableModel
  /// The x of all column edges.
  let edges: [Double]
  let context: DrawingContext
  private var y = 0.0
  /// The y of the bottom of each row.
  private var bottoms: [Double] = []
  /// The rules between columns: x, and the y of both ends.
  private var verticals: [(x: Double, top: Double, bottom: Double)] = []

  init(model: TableModel, edges: [Double], context: DrawingContext) {
    (self.model, self.edges, self.context) = (model, edges, context)
  }

  mutating func draw(
    _ row: TableModel.Row, _ layout: TableRowLayout, stripe: FillDescription?, isHeader: Bool = false
  ) {
    context.beginTag(StructureTag(model.isContents ? "TOCI" : "TR"))
    defer { context.endTag() }
    let box = Rect(x: 0, y: y, width: edges.last ?? 0, height: layout.height)
    if let fill = row.fill ?? stripe { context.fill(.rect(box), fill.paint(in: box)) }
    for (cell, text) in zip(row.cells, layout.layouts) {
      let (left, right) = (edges[cell.column], edges[cell.column + cell.span])
      let place = Rect(x: left, y: y, width: right - left, height: layout.height)
      if let fill = cell.fill { context.fill(.rect(place), fill.paint(in: place)) }
      let free = layout.height - model.padding.top - model.padding.bottom - text.size.height
      let offset =
        switch cell.vertical {
        case .top: 0.0
        case .middle: free / 2
        case .bottom: free
        }
      let origin = Point(x: left + model.padding.left, y: y + model.padding.top + offset)
      context.withTag(model.tag(of: cell, isHeader: isHeader)) {
        context.draw(text, at: origin)
        cell.text.addLinks(text, at: origin, on: context)
      }
      if cell.column > 0 { verticals.append((left, y, y + layout.height)) }
    }
    // All rows of a table have the same number of columns.
    let columnCount = row.cells.last.map { $0.column + $0.span } ?? 0
    if columnCount < edges.count - 1, !model.isContents {
      var tag = StructureTag("TD")
      tag.columnSpan = edges.count - 1 - columnCount
      context.withTag(tag) {}
    }
    y += layout.height
    bottoms.append(y)
  }

  func drawRules(width: Double, hasHeader: Bool) {
    func line(_ from: Point, _ to: Point, _ stroke: StrokeDescription) {
      context.stroke(.line(from: from, to: to), .color(stroke.color), stroke.style)
    }
    if let stroke = model.rules.columns {
      for edge in verticals { line(Point(x: edge.x, y: edge.top), Point(x: edge.x, y: edge.bottom), stroke) }
    }
    for (index, bottom) in bottoms.enumerated().dropLast() {
      let stroke = index == 0 && hasHeader ? model.rules.header ?? model.rules.rows : model.rules.rows
      if let stroke { line(Point(x: 0, y: bottom), Point(x: width, y: bottom), stroke) }
    }
    if bottoms.count == 1, hasHeader, let stroke = model.rules.header {
      line(Point(x: 0, y: y), Point(x: width, y: y), stroke)
    }
    if let stroke = model.rules.outer {
      context.stroke(.rect(Rect(x: 0, y: 0, width: width, height: y)), .color(stroke.color), stroke.style)
    }
  }
}
