internal import Drawing
internal import ImageModel
internal import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport

/// The first lines of a text on a sheet of paper.
final class TextThumbnails: ThumbnailProvider {
  /// More than a sheet shows.
  private static let mostBytes = 32 << 10
  private static let mostLines = 48
  private static let longestLine = 160

  override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
    let kind = TextKind(contentType: request.contentType, fileName: request.fileName)
    let text = try Self.text(request.filePath, kind)
    let language = request.locale
    return ThumbnailReply(
      contextSize: PageDrawing.size(in: request.maximumSize),
      currentContextDrawing: { context in
        try Self.draw(text, kind, context, FontCatalog(language: language))
      })
  }

  /// The text to show: JSON and property lists are laid out anew, for many stand on one line.
  private static func text(_ path: String, _ kind: TextKind) throws -> String {
    if kind == .json || kind == .propertyList, let value = try? ValueFile.read(path, atMost: 1 << 20) {
      return StructuredLines(value, limit: mostBytes).text
    }
    return try TextDocument(path: path, limit: mostBytes).text
  }

  private static func draw(
    _ text: String, _ kind: TextKind, _ context: DrawingContext, _ fonts: FontCatalog
  ) throws {
    PageDrawing.paper(context)
    let page = context.size
    let margin = page.height * 0.06
    let size = page.height / 34
    // Below the size of a letter's stem nothing can be read, and small icons show grey lines alone.
    if case .table(let declared) = kind {
      let rows = TextRows(text, separator: TextRows.separator(of: text, declared: declared))
      return try draw(rows, margin: margin, size: size, context, fonts)
    }
    let lines = text.split(separator: "\n", maxSplits: mostLines, omittingEmptySubsequences: false).prefix(mostLines)
    let shown = lines.map { $0.prefix(longestLine).replacing("\t", with: "    ") }.joined(separator: "\n")
    let styled = styled(shown, kind, size: size)
    let layout = try TextLayout(styled, fonts: fonts)
    context.draw(layout, at: Point(x: margin, y: margin))
  }

  private static func styled(_ text: String, _ kind: TextKind, size: Double) -> AttributedText {
    let mono = TextStyle(families: ["monospace"], size: size, color: Color(gray: 0.15))
    switch kind {
    case .source(let language): return colored(text, language, mono)
    case .json, .propertyList: return colored(text, .json, mono)
    case .markdown:
      var result = AttributedText()
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        let depth = line.prefix { $0 == "#" }.count
        let isHeading = (1...6).contains(depth) && line.dropFirst(depth).first == " "
        let factor = isHeading ? [1.9, 1.6, 1.35, 1.2, 1.1, 1.1][depth - 1] : 1.1
        let style = TextStyle(size: size * factor, weight: isHeading ? 700 : 400, color: Color(gray: 0.15))
        result.append((isHeading ? line.dropFirst(depth + 1) : line) + "\n", style)
      }
      return result
    case .plain, .table: return AttributedText(text, mono)
    }
  }

  private static func colored(_ text: String, _ language: SourceLanguage, _ plain: TextStyle) -> AttributedText {
    var result = AttributedText()
    for token in SourceTokens(text, language) {
      var style = plain
      switch token.kind {
      case .plain: break
      case .comment: style.color = Color(red: 0.42, green: 0.5, blue: 0.42)
      case .string: style.color = Color(red: 0.7, green: 0.2, blue: 0.15)
      case .keyword: (style.color, style.weight) = (Color(red: 0.15, green: 0.25, blue: 0.7), 700)
      }
      result.append(token.text, style)
    }
    return result
  }

  /// The first cells of a table in a grid.
  private static func draw(
    _ rows: TextRows, margin: Double, size: Double, _ context: DrawingContext, _ fonts: FontCatalog
  ) throws {
    let rows = Array(rows.prefix(18))
    let columns = min(max(rows.map(\.count).max() ?? 1, 1), 5)
    let page = context.size
    let width = (page.width - 2 * margin) / Double(columns)
    let height = (page.height - 2 * margin) / 18
    let line = StrokeStyle(width: max(0.4, page.height / 400))
    for (index, row) in rows.enumerated() {
      let y = margin + Double(index) * height
      if index == 0 {
        context.fill(
          .rect(Rect(x: margin, y: y, width: page.width - 2 * margin, height: height)), .color(Color(gray: 0.9)))
      }
      for (column, cell) in row.prefix(columns).enumerated() where !cell.isEmpty {
        let style = TextStyle(size: size, weight: index == 0 ? 700 : 400, color: Color(gray: 0.15))
        let text = cell.replacing("\n", with: " ")
        try PageDrawing.line(
          text, style, at: Point(x: margin + Double(column) * width + size * 0.3, y: y + (height - size * 1.25) / 2),
          width: width - size * 0.6, fonts: fonts, context)
      }
      let bottom = Path.line(from: Point(x: margin, y: y + height), to: Point(x: page.width - margin, y: y + height))
      context.stroke(bottom, .color(Color(gray: 0.75)), line)
    }
    for column in 0...columns {
      let x = margin + Double(column) * width
      let side = Path.line(
        from: Point(x: x, y: margin), to: Point(x: x, y: margin + Double(rows.count) * height))
      context.stroke(side, .color(Color(gray: 0.75)), line)
    }
  }
}
