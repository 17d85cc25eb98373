internal import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport

/// A text as HTML.
final class TextPreviews: PreviewProvider {
  private static let mostBytes = 1 << 20
  /// cmark has known inputs whose time grows with the square of their length.
  private static let mostMarkdownBytes = 256 << 10
  private static let mostStructuredBytes = 4 << 20
  private static let mostRows = 2_000
  private static let mostColumns = 100

  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    let kind = TextKind(contentType: request.contentType, fileName: request.fileName)
    var page = HTMLPage(title: request.fileName)
    let isCut: Bool
    switch kind {
    case .json, .propertyList: isCut = try Self.structured(request.filePath, kind, &page)
    default:
      let limit = kind == .markdown ? Self.mostMarkdownBytes : Self.mostBytes
      let document = try TextDocument(path: request.filePath, limit: limit)
      isCut = try Self.write(document.text, kind, &page) || document.isCut
    }
    if isCut { page.append("p", "The document is longer; this is its beginning.", attributes: " class=\"note\"") }
    let bytes = page.bytes
    var reply = PreviewReply.data(of: "text/html") { bytes }
    reply.title = request.fileName
    reply.stringEncoding = "utf-8"
    return reply
  }

  /// - Returns: whether something was left out.
  private static func write(_ text: String, _ kind: TextKind, _ page: inout HTMLPage) throws -> Bool {
    switch kind {
    case .markdown: page.append(try Markdown.html(text))
    case .table(let declared):
      return table(TextRows(text, separator: TextRows.separator(of: text, declared: declared)), &page)
    case .source(let language): source(text, language, &page)
    case .plain, .json, .propertyList: page.append("pre", text)
    }
    return false
  }

  /// JSON and property lists, laid out anew; what cannot be read as such is shown as the text that it is.
  private static func structured(_ path: String, _ kind: TextKind, _ page: inout HTMLPage) throws -> Bool {
    let (bytes, isWhole) = try DocumentFile.beginning(of: path, atMost: mostStructuredBytes)
    if isWhole {
      do {
        let lines = StructuredLines(try ValueFile.parse(bytes), limit: mostBytes)
        source(lines.text, .json, &page)
        return lines.isCut
      } catch  where !bytes.contains(0) {
        // A damaged file is shown as it is, with the place of the damage.
        page.append("p", "Not read as its format says: \(error)", attributes: " class=\"note\"")
      }
    }
    let document = try TextDocument(path: path, limit: mostBytes)
    source(document.text, kind == .json ? .json : .markup, &page)
    return document.isCut
  }

  private static func source(_ text: String, _ language: SourceLanguage, _ page: inout HTMLPage) {
    page.style = "i{color:#677767;font-style:normal}q{color:#b03028;quotes:none}b{color:#2840b0}\n"
    page.append("<pre>")
    for (kind, text) in SourceTokens(text, language) {
      switch kind {
      case .plain: page.append(HTMLPage.escape(text))
      case .comment: page.append("i", text)
      case .string: page.append("q", text)
      case .keyword: page.append("b", text)
      }
    }
    page.append("</pre>")
  }

  private static func table(_ rows: TextRows, _ page: inout HTMLPage) -> Bool {
    var isCut = false
    page.append("<table>\n")
    for (index, row) in rows.enumerated() {
      guard index < mostRows, page.body.utf8.count < 4 << 20 else {
        isCut = true
        break
      }
      page.append("<tr>")
      for cell in row.prefix(mostColumns) { page.append(index == 0 ? "th" : "td", cell) }
      isCut = isCut || row.count > mostColumns
      page.append("</tr>\n")
    }
    page.append("</table>")
    return isCut
  }
}
