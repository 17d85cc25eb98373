internal import Drawing
internal import ImageModel
package import ProviderKit
internal import ProviderSupport

extension ProviderDefinition {
  /// The provider of SQLite databases: tables with their first rows.
  package static let database = ProviderDefinition(
    id: "org.cameo.database", version: "1.0", thumbnail: { DatabaseThumbnails() }, preview: { DatabasePreviews() },
    prepare: { FontCatalog.load([TextStyle(), TextStyle(weight: 700)]) })
}

extension DatabaseTables.Table {
  /// The names of the columns, and the rows below them.
  fileprivate var grid: [[String]] { (columns.isEmpty ? [] : [columns]) + rows }

  /// `12 rows`
  fileprivate var countText: String {
    guard !isOpaque else { return "the rows are not shown" }
    guard let rowCount else { return "many rows" }
    return rowCount == 1 ? "1 row" : "\(rowCount) rows"
  }
}

/// The first table with rows, below a head with the name of the table.
final class DatabaseThumbnails: ThumbnailProvider {
  override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
    try request.requireSinglePage()
    let database = try DatabaseTables(path: request.filePath, rowLimit: TextGrid.maxRows)
    let turned = PageDrawing.size(in: Size(width: request.maximumSize.height, height: request.maximumSize.width))
    let language = request.locale
    var reply = ThumbnailReply(
      contextSize: turned.transposed,
      currentContextDrawing: { context in
        try Self.draw(database, context, language: language)
      })
    reply.warnings = database.warnings
    reply.extensionBadge = "SQL"
    return reply
  }

  private static let maxRows = 12

  private static func draw(_ database: DatabaseTables, _ context: DrawingContext, language: String) throws {
    PageDrawing.paper(context)
    let page = context.size
    let head = page.height * 0.2
    context.fill(
      .rect(Rect(x: 0, y: 0, width: page.width, height: head)), .color(Color(red: 0.16, green: 0.32, blue: 0.5)))
    // The sign of a database: three discs.
    let (width, height) = (head * 0.6, head * 0.2)
    for disc in (0..<3).reversed() {
      let y = head * 0.18 + Double(disc) * head * 0.21
      let box = Rect(x: head * 0.3, y: y, width: width, height: height * 1.1)
      context.fill(.ellipse(in: box), .color(Color(gray: 0.95)))
      context.stroke(
        .ellipse(in: box), .color(Color(red: 0.16, green: 0.32, blue: 0.5)), StrokeStyle(width: max(0.4, head / 30)))
    }
    guard page.height >= PageDrawing.readableHeight else { return }
    let fonts = try FontCatalog(language: language)
    let table = database.tables.first { !$0.rows.isEmpty } ?? database.tables.first
    let count = database.tables.count
    let x = head * 1.15
    let title = table?.name ?? "no tables"
    let top = try PageDrawing.line(
      title, TextStyle(size: head * 0.36, weight: 700, color: .white), at: Point(x: x, y: head * 0.08),
      width: page.width - x - head * 0.3, fonts: fonts, context)
    try PageDrawing.line(
      count == 1 ? "1 table" : "\(count) tables", TextStyle(size: head * 0.25, color: Color(gray: 0.9)),
      at: Point(x: x, y: head * 0.08 + top), width: page.width - x, fonts: fonts, context)
    guard let table, !table.grid.isEmpty else { return }
    // Fewer rows than on a sheet of paper, in letters that can be read.
    let style = TextStyle(size: page.height / 17, color: Color(gray: 0.15))
    let rows = table.grid.prefix(maxRows)
    let grid = TextGrid(
      rows: rows.map { row in row.map { AttributedText($0, style) } },
      alignments: TextGrid.numericColumns(rows).map { $0 ? .trailing : .leading }, size: style.size, fonts: fonts)
    let margin = page.height * 0.05
    _ = try grid.draw(
      context, at: Point(x: margin, y: head + margin), width: page.width - 2 * margin, stretches: true)
  }
}

/// All tables with their first rows.
final class DatabasePreviews: PreviewProvider {
  private static let maxRows = 50

  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    try request.requireSinglePage()
    let database = try DatabaseTables(path: request.filePath, rowLimit: Self.maxRows)
    var page = HTMLPage(title: request.fileName)
    page.style = "h2{font-size:1.15em;margin:1.6em 0 .3em}\n"
    page.append("h1", page.title)
    for table in database.tables {
      page.append("h2", table.name)
      page.append("p", table.countText, attributes: " class=\"note\"")
      if !table.grid.isEmpty { page.append(table: table.grid) }
      if let count = table.rowCount, count > table.rows.count {
        page.append("p", "These are the first \(table.rows.count) rows.", attributes: " class=\"note\"")
      }
      page.append("\n")
    }
    if database.tables.isEmpty { page.append("p", "The database has no tables.", attributes: " class=\"note\"") }
    if !database.views.isEmpty {
      page.append("p", "Views: \(database.views.joined(separator: ", "))", attributes: " class=\"note\"")
    }
    if database.isCut { page.append("p", "There are more tables; these are the first.", attributes: " class=\"note\"") }
    var reply = page.reply
    reply.warnings = database.warnings
    return reply
  }
}
