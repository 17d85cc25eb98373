internal import Drawing
internal import ImageModel
internal import PDFDocuments
internal import PDFWriting

/// Arranges pages on sheets: contact sheets, n-up and booklets.
struct Imposition {
  /// The default margin of contact sheets, in points.
  static let contactSheetMargin = 10 * 72 / 25.4

  private let arrangement: PDFJob.Arrangement
  private let grid: SheetGrid
  private let layout: PDFJob.Layout
  private var waiting: [SheetCell] = []
  /// The size of all sheets, which the first page determines.
  private var paperSize: Size?
  /// The number of pages that there will be, for booklets.
  var pageCount: Int?

  /// nil for a job without imposition.
  init?(_ job: PDFJob) {
    layout = job.layout
    arrangement = job.arrangement
    switch job.arrangement {
    case .single: return nil
    case .contactSheet(let grid), .nup(let grid): self.grid = grid
    case .booklet: grid = SheetGrid(columns: 2, rows: 1)
    }
  }

  private var isBooklet: Bool { if case .booklet = arrangement { true } else { false } }
  private var isContactSheet: Bool { if case .contactSheet = arrangement { true } else { false } }

  // MARK: Sheets and pages

  /// The index of the sheet that a page is on; both counted from 0.
  func sheetIndex(ofPage page: Int) -> Int {
    guard isBooklet else { return page / grid.count }
    return BookletOrder.side(ofPage: page, pageCount: max(pageCount ?? 0, page + 1))
  }

  func sheetCount(ofPages count: Int) -> Int {
    isBooklet ? BookletOrder.sideCount(pageCount: count) : (count + grid.count - 1) / grid.count
  }

  /// An entry of the outline that leads to sheets instead of pages.
  func moved(_ entry: OutlineEntry) -> OutlineEntry {
    var entry = entry
    if case .destination(let destination)? = entry.target {
      entry.target = .destination(PDFDestination(page: sheetIndex(ofPage: destination.page)))
    }
    entry.children = entry.children.map(moved)
    return entry
  }

  // MARK: Collecting

  mutating func add(_ cell: SheetCell) {
    waiting.append(cell)
    if paperSize == nil { paperSize = paper(first: cell.naturalSize) }
  }

  /// The cells of a full sheet; nil where no sheet is full yet.
  mutating func takeFullSheet() -> [SheetCell?]? {
    guard !isBooklet, waiting.count >= grid.count else { return nil }
    defer { waiting = [] }
    return waiting
  }

  /// The cells that are left at the end, sheet by sheet.
  mutating func takeRemainingSheets() -> [[SheetCell?]] {
    defer { waiting = [] }
    guard isBooklet else { return waiting.isEmpty ? [] : [waiting] }
    // Pages that were expected and failed leave no gap.
    pageCount = waiting.count
    return BookletOrder.sides(pageCount: waiting.count).map { side in
      [side.left.map { waiting[$0] }, side.right.map { waiting[$0] }]
    }
  }

  // MARK: Sheets

  /// The size of the sheets.
  var paper: Size { paperSize ?? PaperSize.a4.size }

  private func paper(first: Size) -> Size {
    var paper = PaperSize.a4.size
    if case .fixed(let size)? = layout.medium { paper = size }
    let isWide = paper.width > paper.height
    switch layout.direction {
    case .landscape: return isWide ? paper : paper.transposed
    case .portrait: return isWide ? paper.transposed : paper
    case .asGiven, .automatic:
      if isContactSheet { return paper }
      if isBooklet { return isWide ? paper : paper.transposed }
      return grid.isLarger(turned: paper, margins, for: first) ? paper.transposed : paper
    }
  }

  /// The margin of sheets where the options do not set one, in points.
  var defaultMargin: Double { isContactSheet ? Self.contactSheetMargin : 0 }

  private var margins: PageMargins { layout.margins ?? PageMargins(defaultMargin) }

  /// Checks that the cells fit on the paper.
  ///
  /// - Throws: `usage`.
  func checkCells() throws(ImageError) {
    let paper = paper(first: PaperSize.a4.size)
    _ = try grid.cells(in: try margins.frame(of: paper))
  }

  /// The size of a page in a cell; all cells have the same size.
  ///
  /// - Throws: `usage` where the cells do not fit.
  func cellSize(of page: Size, margins: PageMargins, captionHeight: Double) throws(ImageError) -> Size {
    let paper = paperSize ?? paper(first: page)
    guard var cell = try grid.cells(in: try margins.frame(of: paper)).first else { return page }
    cell.size.height = max(cell.height - captionHeight, 1)
    return (layout.fit ?? .inside).place(page, in: cell).size
  }

  /// The largest size of a caption: half of the height of the cell, so that the picture gets the other half.
  ///
  /// - Throws: `usage` where the cells do not fit.
  func captionArea(of page: Size, margins: PageMargins) throws(ImageError) -> Size {
    let paper = paperSize ?? paper(first: page)
    guard let cell = try grid.cells(in: try margins.frame(of: paper)).first else { return page }
    return Size(width: cell.width, height: cell.height / 2)
  }

  /// A sheet with its cells.
  ///
  /// - Throws: `usage` where the cells do not fit.
  func page(
    _ cells: [SheetCell?], margins: PageMargins
  ) throws(ImageError) -> PDFPage {
    let rects = try grid.cells(in: try margins.frame(of: paper))
    let height = cells.map { $0?.caption?.height ?? 0 }.max() ?? 0
    let fit = layout.fit ?? .inside
    if let rect = rects.first, rect.height - height < 1 {
      throw ImageError(.usage, "\(grid.columns)x\(grid.rows) cells with captions do not fit on \(paper.inPoints)")
    }
    let places = stride(from: 0, to: cells.count, by: grid.columns).flatMap { start in
      let row = start..<min(start + grid.columns, cells.count, rects.count)
      return SheetCell.Place.row(
        cells[row].map { $0?.naturalSize }, in: Array(rects[row]), fit, captionHeight: height)
    }
    let sheet = DrawnPage(size: paper) { context, objects in
      for case (let cell?, let place) in zip(cells, places) {
        try cell.draw(on: context, in: place, fit, objects)
      }
    }
    for case (let cell?, let place) in zip(cells, places) {
      // If two places have the same name, the first is used.
      sheet.namedPlaces.merge(cell.namedPlaces(in: place, fit)) { first, _ in first }
    }
    sheet.isTagged = cells.contains { $0?.page.isTagged ?? false }
    sheet.moveTarget = { [self] target in
      if case .page(let page) = target { .page(sheetIndex(ofPage: page)) } else { target }
    }
    return sheet
  }
}

extension PDFRun {
  /// Appends a sheet.
  func append(sheet cells: [SheetCell?], _ facts: PageFacts) throws(ImageError) {
    guard let imposition else { return }
    var facts = facts
    facts.page = writer.pageCount
    facts.label = label(ofPage: facts.page)
    facts.bates = job.decorations.bates?.text(page: facts.page)
    let page = try imposition.page(cells, margins: margins(imposition.defaultMargin))
    let record = try writer.append(try decorated(page, try decoration(facts), nil))
    current.diagnostics += record.diagnostics
  }

  /// Appends the sheets that are not full.
  func finishSheets() throws(ImageError) {
    guard let sheets = imposition?.takeRemainingSheets(), let last = job.inputs.last else { return }
    if expectedPageCount != nil, let count = imposition?.pageCount { expectedPageCount = count }
    var facts = PageFacts(last, number: job.inputs.count - 1, time: job.time)
    facts.pageCount = expectedPageCount.flatMap { imposition?.sheetCount(ofPages: $0) }
    for cells in sheets { try append(sheet: cells, facts) }
  }
}
