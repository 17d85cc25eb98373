internal import ByteStreams
package import ProviderKit
internal import StructuredText

/// Builds the HTML of previews. Text is escaped; there are no scripts, and nothing is loaded.
package struct HTMLPage {
  /// The content of `<body>`, already escaped.
  package var body = ""
  /// Style rules in addition to those that all previews share.
  package var style = ""
  package let title: String

  /// - Parameter title: a document's title or name. Its control and direction characters are escaped.
  package init(title: String) { self.title = PrintableText.escaped(title) }

  package mutating func append(_ html: String) { body += html }

  package mutating func append(text: some StringProtocol) { body += HTMLText.escaped(text) }

  /// Appends `<element>text</element>`; the text is escaped here.
  package mutating func append(_ element: String, _ text: some StringProtocol, attributes: String = "") {
    body += "<\(element)\(attributes)>\(HTMLText.escaped(text))</\(element)>"
  }

  /// Appends a table; its first row is the header, and columns of numbers are aligned to the right.
  package mutating func append(table rows: [[String]], caption: String? = nil) {
    let numeric = TextGrid.numericColumns(rows)
    append("<table>\n")
    if let caption { append("caption", caption) }
    for (index, row) in rows.enumerated() {
      append(index == 0 ? "<thead><tr>" : "<tr>")
      for (column, cell) in row.enumerated() {
        let attributes = numeric.indices.contains(column) && numeric[column] ? " class=\"number\"" : ""
        append(index == 0 ? "th" : "td", cell, attributes: attributes)
      }
      append(index == 0 ? "</tr></thead>\n" : "</tr>\n")
    }
    append("</table>")
  }

  /// Appends a table of names and values.
  package mutating func append(properties rows: [SheetBlock.Property]) {
    append("<table>\n")
    for row in rows {
      append("<tr>")
      append("th", row.key)
      append("td", row.value)
      append("</tr>\n")
    }
    append("</table>\n")
  }

  /// The page as the reply to a request.
  package var reply: PreviewReply {
    let bytes = bytes
    var reply = PreviewReply.data(of: "text/html") { bytes }
    reply.title = title
    reply.stringEncoding = "utf-8"
    return reply
  }

  /// The whole document in UTF-8. It contains its content security policy, because it may be opened as a file.
  private var bytes: [UInt8] {
    let policy = "default-src 'none'; style-src 'unsafe-inline'; img-src cid: data:"
    return Array(
      """
      <!DOCTYPE html>
      <html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(HTMLText.escaped(title))</title>
      <style>\(Self.sharedStyle)\(style)</style></head>
      <body>\(body)</body></html>

      """.utf8)
  }

  private static let sharedStyle = """
    :root{color-scheme:light dark}
    body{font:14px/1.45 system-ui,sans-serif;margin:1.5em;color:#222;background:#fff}
    h1{font-size:1.4em;overflow-wrap:anywhere}p.note{color:#666}a{color:#0b57a4}
    table{border-collapse:collapse}
    td,th{padding:.25em .7em;border-bottom:1px solid #ddd;text-align:left;vertical-align:top;max-width:40em;\
    overflow-wrap:break-word}
    thead th{position:sticky;top:0}th{background:#f1f1f1}
    td.number,th.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
    pre{font:12px/1.4 monospace;white-space:pre-wrap;overflow-wrap:anywhere;tab-size:4}
    @media (prefers-color-scheme:dark){
    body{color:#ddd;background:#1e1e1e}p.note{color:#a0a0a0}a{color:#8ab4f8}td,th{border-color:#444}\
    th{background:#2d2d2d}}

    """
}
