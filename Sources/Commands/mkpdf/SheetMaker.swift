internal import CommandKit
internal import Drawing
internal import ImageModel
internal import PDFDocuments
internal import PDFWriting

/// Collects pages for sheets and says how they stand on them.
struct SheetMaker {
  /// The strip that contact sheets leave free.
  static let margin = 10 * 72 / 25.4

  private let arrangement: PDFJob.Arrangement
  private let grid: SheetGrid
  private let layout: PDFJob.Layout
  /// The caption of a contact sheet whose options say nothing.
  let standardCaption: PageTemplate?
  private var waiting: [SheetCell] = []
  /// The size of all sheets; decided by the first page.
  private var decided: Size?
  /// How many pages there will be, for booklets.
  var placeCount: Int?

  /// nil where each page stands by itself.
  init?(_ job: PDFJob) {
    layout = job.layout
    arrangement = job.arrangement
    var caption: PageTemplate?
    switch job.arrangement {
    case .single: return nil
    case .contactSheet(let grid):
      self.grid = grid
      if job.decorations.caption == nil { caption = try? PageTemplate("{name}") }
    case .nup(let grid): self.grid = grid
    case .booklet: grid = SheetGrid(columns: 2, rows: 1)
    }
    standardCaption = caption
  }

  private var isBooklet: Bool { if case .booklet = arrangement { true } else { false } }
  var isContactSheet: Bool { if case .contactSheet = arrangement { true } else { false } }

  // MARK: Places

  /// The sheet on which a page stands; both counted from 0.
  func index(ofPlace place: Int) -> Int {
    guard isBooklet else { return place / grid.count }
    return BookletOrder.side(ofPage: place, pageCount: max(placeCount ?? 0, place + 1))
  }

  func sheetCount(ofPlaces count: Int) -> Int {
    isBooklet ? BookletOrder.sideCount(pageCount: count) : (count + grid.count - 1) / grid.count
  }

  /// An entry of the outline that leads to sheets in place of pages.
  func moved(_ entry: OutlineEntry) -> OutlineEntry {
    var entry = entry
    if case .destination(let destination)? = entry.target {
      entry.target = .destination(PDFDestination(page: index(ofPlace: destination.page)))
    }
    entry.children = entry.children.map(moved)
    return entry
  }

  // MARK: Collecting

  mutating func add(_ cell: SheetCell) {
    waiting.append(cell)
    if decided == nil { decided = paper(first: cell.naturalSize) }
  }

  /// The cells of a sheet that is full; nil where there is none yet.
  mutating func takeFullSheet() -> [SheetCell?]? {
    guard !isBooklet, waiting.count >= grid.count else { return nil }
    defer { waiting = [] }
    return waiting
  }

  /// What is left at the end, sheet by sheet.
  mutating func takeRest() -> [[SheetCell?]] {
    defer { waiting = [] }
    guard isBooklet else { return waiting.isEmpty ? [] : [waiting] }
    // Those that were expected and failed take no place.
    placeCount = waiting.count
    return BookletOrder.sides(pageCount: waiting.count).map { side in
      [side.left.map { waiting[$0] }, side.right.map { waiting[$0] }]
    }
  }

  // MARK: Sheets

  /// The size of the sheets.
  var paper: Size { decided ?? PaperSize.a4.size }

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

  /// What sheets leave free where the options do not say.
  var standardMargin: Double { isContactSheet ? Self.margin : 0 }

  private var margins: PageMargins { layout.margins ?? PageMargins(standardMargin) }

  /// Whether the cells have room, whichever way the paper is turned.
  ///
  /// - Throws: `usage`.
  func checkRoom() throws(ImageError) {
    let paper = paper(first: PaperSize.a4.size)
    _ = try grid.cells(in: try margins.frame(of: paper))
  }

  /// The size that a page has in a cell; all cells are alike.
  ///
  /// - Throws: `usage` where the cells do not fit.
  func cellSize(of page: Size, margins: PageMargins, captionHeight: Double) throws(ImageError) -> Size {
    let paper = decided ?? paper(first: page)
    guard var cell = try grid.cells(in: try margins.frame(of: paper)).first else { return page }
    cell.size.height = max(cell.height - captionHeight, 1)
    return (layout.fit ?? .into).place(page, in: cell).size
  }

  /// The room of a caption: half of the cell's height, so that the picture has the other half.
  ///
  /// - Throws: `usage` where the cells do not fit.
  func captionRoom(of page: Size, margins: PageMargins) throws(ImageError) -> Size {
    let paper = decided ?? paper(first: page)
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
    let fit = layout.fit ?? .into
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
      // Two places of one name: the first counts.
      sheet.namedPlaces.merge(cell.namedPlaces(in: place, fit)) { first, _ in first }
    }
    sheet.moveTarget = { [self] target in
      if case .page(let place) = target { .page(index(ofPlace: place)) } else { target }
    }
    return sheet
  }
}

extension PDFRun {
  /// Appends a sheet.
  func append(sheet cells: [SheetCell?], _ facts: PageFacts) throws(ImageError) {
    guard let sheets else { return }
    var facts = facts
    facts.page = writer.pageCount
    let page = try sheets.page(cells, margins: margins(sheets.standardMargin))
    let record = try writer.append(try decorated(page, try decoration(facts), nil))
    current.diagnostics += record.diagnostics
  }

  /// Appends what is waiting for a sheet.
  func finishSheets() throws(ImageError) {
    guard var sheets else { return }
    let rest = sheets.takeRest()
    self.sheets = sheets
    if expectedPlaces != nil, let count = sheets.placeCount { expectedPlaces = count }
    var facts = PageFacts(file: PageFacts.file(.path(""), number: 0), page: 0)
    if let last = job.inputs.indices.last { facts.file = PageFacts.file(job.inputs[last].file, number: last) }
    facts.pageCount = expectedPlaces.map { sheets.sheetCount(ofPlaces: $0) }
    for cells in rest { try append(sheet: cells, facts) }
  }
}
