/// Builds the HTML of previews: text is escaped, there are no scripts, and nothing is fetched from anywhere.
package struct HTMLPage {
  /// What stands in `<body>`, escaped already.
  package var body = ""
  /// Style rules besides those that all previews share.
  package var style = ""
  package let title: String

  package init(title: String) { self.title = title }

  /// Text with the characters that HTML gives a meaning to as references (HTML, 13.1.2), and without those that it forbids.
  package static func escape(_ text: some StringProtocol) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): result += "&amp;".utf8
      case UInt8(ascii: "<"): result += "&lt;".utf8
      case UInt8(ascii: ">"): result += "&gt;".utf8
      case UInt8(ascii: "\""): result += "&quot;".utf8
      case UInt8(ascii: "'"): result += "&#39;".utf8
      case 0x09, 0x0A, 0x0D: result.append(byte)
      case 0..<0x20, 0x7F: result += "\u{FFFD}".utf8
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  package mutating func append(_ html: String) { body += html }

  /// `<element>text</element>`, the text escaped.
  package mutating func append(_ element: String, _ text: some StringProtocol, attributes: String = "") {
    body += "<\(element)\(attributes)>\(Self.escape(text))</\(element)>"
  }

  /// The whole document in UTF-8.
  ///
  /// The policy stands in the document, too, for it may be opened as a file.
  package var bytes: [UInt8] {
    let policy = "default-src 'none'; style-src 'unsafe-inline'; img-src cid: data:"
    return Array(
      """
      <!DOCTYPE html>
      <html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="\(policy)">
      <title>\(Self.escape(title))</title>
      <style>\(Self.sharedStyle)\(style)</style></head>
      <body>\(body)</body></html>

      """.utf8)
  }

  private static let sharedStyle = """
    body{font:14px/1.45 sans-serif;margin:1.5em;color:#222;background:#fff}
    h1{font-size:1.4em}p.note{color:#777}
    table{border-collapse:collapse}td,th{padding:.25em .7em;border-bottom:1px solid #ddd;text-align:left;vertical-align:top}
    th{background:#f4f4f4}td.number{text-align:right;font-variant-numeric:tabular-nums}
    pre{font:12px/1.4 monospace;white-space:pre-wrap;overflow-wrap:anywhere;tab-size:4}

    """
}
