internal import ProviderHost
internal import StructuredText

/// The HTML of a provider as a file of its own: attachments become `data:` URLs.
struct DocumentHTML {
  private let preview: RenderReply

  /// The bytes that `data:` URLs may add: a document could name one attachment a million times.
  static let maximumInlinedBytes = 64 << 20

  init(_ preview: RenderReply) { self.preview = preview }

  /// The HTML as text, decoded by the encoding that the provider names: Latin-1, UTF-16 or, by default, UTF-8. Invalid
  /// UTF-8 and UTF-16 becomes U+FFFD.
  var text: String {
    switch preview.encoding?.lowercased() {
    case "iso-8859-1", "latin1", "windows-1252":
      var text = ""
      for byte in preview.bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
      return text
    case "utf-16le", "utf-16be":
      let isBig = preview.encoding?.lowercased() == "utf-16be"
      let units = stride(from: 0, to: preview.bytes.count - 1, by: 2).map { place in
        let (one, other) = (UInt16(preview.bytes[place]), UInt16(preview.bytes[place + 1]))
        return isBig ? one << 8 | other : other << 8 | one
      }
      return String(decoding: units, as: UTF16.self)
    default: return String(decoding: preview.bytes, as: UTF8.self)
    }
  }

  /// The text with the attachments inlined. References to missing attachments, and to those over the limit, are not
  /// changed.
  var inlined: String {
    guard !preview.attachments.isEmpty else { return text }
    var files = ContentIDs()
    for file in preview.attachments { files.add(file.id, file.contentType, file.bytes) }
    let source = Array(text.utf8)
    let limit = source.count + Self.maximumInlinedBytes
    return String(decoding: files.inlined(in: source, limit: limit, excess: .staysReference) ?? source, as: UTF8.self)
  }

  /// An iframe in which the document can neither run nor send anything, nor reach the page around it.
  ///
  /// - Parameter title: what screen readers call it.
  func frame(title: String) -> String {
    // This policy applies in addition to the document's own. A document in `srcdoc` is never in quirks mode.
    let policy = """
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline' data:; \
      img-src data:; font-src data:; media-src data:">
      """
    // On paper nothing scrolls: long lines are broken.
    let paper = """
      <style>@media print{html,body,div{overflow:visible!important;max-width:100%!important}\
      table{width:100%!important;display:table!important}\
      td,th{white-space:normal!important;overflow-wrap:anywhere!important;max-width:none!important}\
      pre,code{white-space:pre-wrap!important;overflow-wrap:anywhere!important}\
      img,svg{max-width:100%!important}}</style>
      """
    let document = HTMLText.escaped(policy + paper + inlined)
    // Without loading="lazy": a frame that was never scrolled to is printed, too.
    let style = "--lines:\(PrintedLength.lines(of: text))"
    let name = HTMLText.escaped(title)
    return "<iframe sandbox title=\"\(name)\" referrerpolicy=\"no-referrer\" style=\"\(style)\" "
      + "srcdoc=\"\(document)\"></iframe>"
  }
}

/// Estimates how long HTML is on paper.
///
/// A frame does not grow with the document in it, and no script may run that would make it grow. So its height is
/// estimated from the source. The estimate is rather too large than too small.
enum PrintedLength {
  /// The characters that fit into a line of a printed page.
  private static let width = 100
  /// The lines of the longest frame, some 400 pages. A frame of a million lines would be 20,000 pages.
  private static let maximumLines = 20_000

  /// Elements that begin a new line, and their height, in lines.
  private static let blocks: [(name: String, lines: Double)] = [
    ("p", 1), ("div", 0.2), ("li", 0.2), ("tr", 0.8), ("br", 0.2), ("h1", 2), ("h2", 2), ("h3", 1.5), ("h4", 1),
    ("h5", 1),
    ("h6", 1), ("hr", 2), ("pre", 1.5), ("blockquote", 1), ("dt", 0.2), ("dd", 0.2), ("table", 1), ("img", 25),
    ("svg", 25),
  ]

  private static let linesOfElements = Dictionary(uniqueKeysWithValues: blocks.map { ($0.name, $0.lines) })

  /// The height in lines of the page's own text size.
  static func lines(of html: String) -> Int {
    var lines = 4.0
    /// Characters since the last new line.
    var run = 0
    var name: [UInt8]?
    var isTag = false
    /// The number of open `pre` elements, in which line feeds count, and of open elements whose content is not shown.
    var (verbatim, hidden) = (0, 0)
    var row = (columns: 0, widest: 0)
    func endRun() {
      lines += Double((run + width - 1) / width)
      run = 0
    }
    /// Ends a row of a table: its cells share the page's width, and each has edges.
    func endRow() {
      if row.columns > 0 {
        let cell = max(3, width / row.columns - 3)
        lines += Double((max(row.widest, run) + cell - 1) / cell)
        run = 0
      }
      row = (0, 0)
    }
    func element(_ bytes: [UInt8]) {
      let text = String(decoding: bytes, as: UTF8.self).lowercased()
      let isEnd = text.hasPrefix("/")
      let name = isEnd ? String(text.dropFirst()) : text
      if name == "pre" { verbatim = max(0, verbatim + (isEnd ? -1 : 1)) }
      if name == "style" || name == "script" || name == "head" { hidden = max(0, hidden + (isEnd ? -1 : 1)) }
      if name == "td" || name == "th" {
        row.widest = max(row.widest, run)
        run = 0
        if !isEnd { row.columns += 1 }
        return
      }
      if name == "tr" || name == "table" { endRow() }
      guard let height = linesOfElements[name] else { return }
      endRun()
      if !isEnd { lines += height }
    }
    for byte in html.utf8 {
      if isTag {
        if let bytes = name {
          let isName = byte > 0x20 && byte != UInt8(ascii: ">") && !(byte == UInt8(ascii: "/") && !bytes.isEmpty)
          if isName, bytes.count < 12 {
            name = bytes + [byte]
          } else {
            element(bytes)
            name = nil
          }
        }
        if byte == UInt8(ascii: ">") { isTag = false }
      } else if byte == UInt8(ascii: "<") {
        (isTag, name) = (true, [])
      } else if hidden == 0 {
        if byte == 0x0A, verbatim > 0 {
          // An empty line counts, too.
          run = max(1, run)
          endRun()
        } else if byte > 0x20, byte & 0xC0 != 0x80 {
          run += 1
        } else if byte == 0x20, run > 0 {
          run += 1
        }
      }
      if lines > Double(maximumLines) { return maximumLines }
    }
    endRun()
    return Int(lines.rounded(.up))
  }
}
