/// How long HTML is on paper.
///
/// A frame does not grow with the document in it, and no script may run that would make it: so the height is guessed from the source,
/// rather too large than too small.
enum PrintedLength {
  /// Characters that fit beside each other on a page.
  private static let width = 100
  /// A frame of a million lines would be 20,000 pages.
  private static let most = 20_000

  /// Elements that begin a new line, and what they take, in lines.
  private static let blocks: [(name: String, lines: Double)] = [
    ("p", 1), ("div", 0.2), ("li", 0.2), ("tr", 0.8), ("br", 0.2), ("h1", 2), ("h2", 2), ("h3", 1.5), ("h4", 1),
    ("h5", 1),
    ("h6", 1), ("hr", 2), ("pre", 1.5), ("blockquote", 1), ("dt", 0.2), ("dd", 0.2), ("table", 1), ("img", 25),
    ("svg", 25),
  ]

  private static let linesOfElements = Dictionary(uniqueKeysWithValues: blocks.map { ($0.name, $0.lines) })

  /// Lines of text of the page's own size.
  static func lines(of html: String) -> Int {
    var lines = 4.0
    /// Characters since the last new line.
    var run = 0
    var name: [UInt8]?
    var isTag = false
    /// Depth of `pre`, in which line feeds count, and of what is not shown.
    var (verbatim, hidden) = (0, 0)
    var row = (columns: 0, widest: 0)
    func endRun() {
      lines += Double((run + width - 1) / width)
      run = 0
    }
    /// The cells of a table share the page's width, and each has its edges.
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
          // An empty line is one as well.
          run = max(1, run)
          endRun()
        } else if byte > 0x20, byte & 0xC0 != 0x80 {
          run += 1
        } else if byte == 0x20, run > 0 {
          run += 1
        }
      }
      if lines > Double(most) { return most }
    }
    endRun()
    return Int(lines.rounded(.up))
  }
}
