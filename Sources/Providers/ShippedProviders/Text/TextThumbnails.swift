internal import Drawing
internal import ImageModel
internal import MarkdownReading
internal import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport
internal import TextReading

/// Draws the first lines of a text on a sheet of paper.
final class TextThumbnails: ThumbnailProvider {
  /// The number of bytes that are read: more than a sheet shows.
  private static let maxBytes = DecodedText.judgedBytes
  /// RTF has fonts and styles before the text.
  private static let maxRichTextBytes = 512 << 10
  private static let maxLines = 70
  private static let maxBlocks = 100
  private static let longestLine = 160
  private static let maxCharacters = 8_000
  /// Lines of a text that are longer are whole paragraphs.
  private static let shortestParagraph = 100

  override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
    let kind = TextKind(contentType: request.contentType, fileName: request.fileName)
    let pages = try await kind == .richText ? OfficePages.thumbnail(for: request) : OfficeResult()
    if let page = pages.value { return page }
    try request.requireSinglePage()
    let text = try Self.text(request.filePath, kind)
    let language = request.locale
    var reply = ThumbnailReply(
      contextSize: PageDrawing.size(in: request.maximumSize),
      currentContextDrawing: { context in
        try Self.draw(text, kind, context, FontCatalog(language: language))
      })
    reply.extensionBadge = Badge.text(fileName: request.fileName)
    reply.isProvisional = pages.isLate
    return reply
  }

  /// The text to show. JSON and property lists are formatted, because many of them are a single line.
  private static func text(_ path: String, _ kind: TextKind) throws -> String {
    if kind == .json || kind == .propertyList {
      switch try StructuredDocument(path: path, textLimit: maxBytes) {
      case .value(let value): return StructuredLines(value, limit: maxBytes).text
      case .text(let document, _): return document.text
      }
    }
    if kind == .richText { return try TextDocument(richText: path, limit: maxRichTextBytes).text }
    return try TextDocument(path: path, limit: maxBytes).text
  }

  private static func draw(
    _ text: String, _ kind: TextKind, _ context: DrawingContext, _ fonts: FontCatalog
  ) throws {
    PageDrawing.paper(context)
    let page = context.size
    let margin = page.height * 0.06
    let size = PageDrawing.letterSize(page.height)
    if case .table(let declared) = kind, page.height >= PageDrawing.readableHeight {
      let rows = TextRows(table: text, declared: declared)
      return try TextGrid.draw(sheet: Array(rows.prefix(TextGrid.maxRows)), context, fonts: fonts)
    }
    if kind == .markdown, page.height >= PageDrawing.readableHeight {
      let (front, body) = FrontMatter.split(text)
      let blocks =
        (front.map { [$0.block] } ?? []) + MarkdownBlocks(try MarkdownDocument(preview: body), limit: maxBlocks).blocks
      var sheet = BlockSheet(context, margin: margin, size: size * 0.96, fonts: fonts)
      return try sheet.draw(blocks)
    }
    let lines = text.split(separator: "\n", maxSplits: maxLines, omittingEmptySubsequences: false).prefix(maxLines)
    guard page.height >= PageDrawing.readableHeight else { return PageDrawing.bars(lines, margin: margin, context) }
    // Prose is wrapped. Lines of code and data are cut at the edge of the sheet, so that each stays on one line.
    let wraps = kind == .plain || kind == .richText
    let length = length(of: lines)
    let isParagraphs = wraps && length > shortestParagraph
    let shown = lines.map { $0.prefix(isParagraphs ? maxCharacters : longestLine).replacing("\t", with: "    ") }
      .joined(separator: "\n").prefix(maxCharacters)
    // Letters of paragraphs, and those of the smallest size that can be read, do not become smaller.
    let isFixed = isParagraphs || kind == .richText || size <= PageDrawing.smallestLetter
    let least = isFixed ? 1 : kind == .plain ? 0.46 : 0.62
    // Letters of a monospaced font are about three fifths of their size wide.
    let fitting = (page.width - 2 * margin) / (0.605 * Double(max(1, min(length, longestLine))))
    let styled = styled(String(shown), kind, size: min(size, max(fitting, size * least)))
    let layout = try TextLayout(styled, width: wraps ? page.width - 2 * margin : nil, fonts: fonts)
    context.draw(layout, at: Point(x: margin, y: margin))
  }

  /// The length that nine of ten lines do not exceed, in characters. Empty lines do not count.
  private static func length(of lines: ArraySlice<Substring>) -> Int {
    let lengths = lines.map(\.count).filter { $0 > 0 }.sorted()
    return lengths.dropLast(lengths.count / 10).last ?? 0
  }

  private static func styled(_ text: String, _ kind: TextKind, size: Double) -> AttributedText {
    let mono = TextStyle(families: ["monospace"], size: size, color: Color(gray: 0.15))
    switch kind {
    case .source(let language): return colored(text, language, mono)
    case .json, .propertyList: return colored(text, .json, mono)
    case .richText: return AttributedText(text, TextStyle(size: size, color: Color(gray: 0.15)))
    case .plain, .markdown, .table: return AttributedText(text, mono)
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
}
