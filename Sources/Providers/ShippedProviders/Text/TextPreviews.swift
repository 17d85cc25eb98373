internal import MarkdownReading
internal import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport
internal import TextReading

/// Makes HTML of a text. Of RTF its pages, where LibreOffice is installed.
final class TextPreviews: PreviewProvider {
  private static let maxBytes = 1 << 20
  /// cmark takes quadratic time for some inputs.
  private static let maxMarkdownBytes = 256 << 10
  /// RTF has its formatting between the text.
  private static let maxRichTextBytes = 4 << 20
  private static let maxRows = 2_000
  private static let maxColumns = 100

  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    let kind = TextKind(contentType: request.contentType, fileName: request.fileName)
    let pages = try await kind == .richText ? OfficePages.preview(for: request) : OfficeResult()
    if let reply = pages.value { return reply }
    try request.requireSinglePage()
    var page = HTMLPage(title: request.fileName)
    let isCut: Bool
    var note: String?
    switch kind {
    case .json, .propertyList: isCut = try Self.structured(request.filePath, kind, &page)
    default:
      let limit = kind == .markdown ? Self.maxMarkdownBytes : Self.maxBytes
      let document =
        kind == .richText
        ? try TextDocument(richText: request.filePath, limit: Self.maxRichTextBytes)
        : try TextDocument(path: request.filePath, limit: limit)
      isCut = try Self.write(document.text, kind, &page) || document.isCut
      note = document.note
    }
    if let note { page.append("p", Self.sentence(note), attributes: " class=\"note\"") }
    if isCut { page.append("p", "The document is longer; this is its beginning.", attributes: " class=\"note\"") }
    var reply = page.reply
    reply.isProvisional = pages.isLate
    return reply
  }

  private static func sentence(_ note: String) -> String { note.prefix(1).uppercased() + note.dropFirst() + "." }

  /// - Returns: whether parts were left out.
  private static func write(_ text: String, _ kind: TextKind, _ page: inout HTMLPage) throws -> Bool {
    switch kind {
    case .markdown:
      page.style = Self.markdownStyle
      let (front, body) = FrontMatter.split(text)
      if let front { page.append(properties: front.properties) }
      page.append(try MarkdownDocument(preview: body).html())
    case .table(let declared): return table(TextRows(table: text, declared: declared), &page)
    case .source(let language): source(text, language, &page)
    case .richText:
      page.style = "pre{font:inherit;max-width:46em}\n"
      page.append("pre", text)
    case .plain, .json, .propertyList: page.append("pre", text)
    }
    return false
  }

  /// Formats JSON and property lists. A file that cannot be read as such is shown as plain text.
  private static func structured(_ path: String, _ kind: TextKind, _ page: inout HTMLPage) throws -> Bool {
    switch try StructuredDocument(path: path, textLimit: maxBytes) {
    case .value(let value):
      let lines = StructuredLines(value, limit: maxBytes)
      source(lines.text, .json, &page)
      return lines.isCut
    case .text(let document, let problem):
      // A damaged file is shown as it is, with a note about the damage.
      if let problem { page.append("p", "The file is damaged: \(problem)", attributes: " class=\"note\"") }
      if let note = document.note { page.append("p", sentence(note), attributes: " class=\"note\"") }
      source(document.text, kind == .json ? .json : .markup, &page)
      return document.isCut
    }
  }

  private static func source(_ text: String, _ language: SourceLanguage, _ page: inout HTMLPage) {
    page.style = HTMLPage.sourceStyle
    page.append(source: text, language)
  }

  static let markdownStyle = """
    body{max-width:52em}h1,h2{padding-bottom:.25em;border-bottom:1px solid #8884}
    code,pre{font:.92em/1.4 monospace;background:#8882;border-radius:.25em}code{padding:.1em .3em}
    pre{padding:.8em}pre code{padding:0;background:none;font-size:1em}
    blockquote{margin:0;padding-left:1em;border-left:.25em solid #8886;opacity:.75}
    td[align=right],th[align=right]{text-align:right}td[align=center],th[align=center]{text-align:center}
    hr{border:0;border-top:1px solid #8886}img{max-width:100%}
    li:has(>input[type=checkbox]){list-style:none;margin-left:-1.4em}

    """

  private static func table(_ rows: TextRows, _ page: inout HTMLPage) -> Bool {
    var isCut = false
    var shown: [[String]] = []
    var byteCount = 0
    for row in rows {
      guard shown.count < maxRows, byteCount < 4 << 20 else {
        isCut = true
        break
      }
      byteCount += row.reduce(0) { $0 + $1.utf8.count }
      isCut = isCut || row.count > maxColumns
      shown.append(Array(row.prefix(maxColumns)))
    }
    page.append(table: shown)
    return isCut
  }
}

extension HTMLPage {
  /// Appends source code with its comments, strings and keywords in the colours of `sourceStyle`.
  mutating func append(source text: String, _ language: SourceLanguage) {
    append("<pre>")
    for (kind, text) in SourceTokens(text, language) {
      switch kind {
      case .plain: append(text: text)
      case .comment: append("i", text)
      case .string: append("q", text)
      case .keyword: append("b", text)
      }
    }
    append("</pre>")
  }

  /// Style rules for source code.
  static let sourceStyle = """
    pre i{color:#5a6b5a;font-style:normal}pre q{color:#a3271f;quotes:none}pre b{color:#2840b0}
    @media (prefers-color-scheme:dark){pre i{color:#8fa88f}pre q{color:#f0958c}pre b{color:#93aaff}}

    """
}
