package import ImageModel

extension SafeMarkup {
  /// The first blocks, for a thumbnail.
  ///
  /// - Parameters:
  ///   - limit: the most blocks.
  ///   - picture: the pixels of a picture that the text names; nil for what cannot be shown. It is called for a few.
  package func blocks(limit: Int, picture: (String) -> PixelBuffer?) -> [SheetBlock] {
    var maker = MarkupBlockMaker(limit: limit)
    for (index, event) in events.enumerated() {
      if maker.blocks.count >= limit { break }
      if case .start("table", _) = event, maker.table == nil, let rows = table(from: index) { maker.begin(rows) }
      maker.add(event, picture)
    }
    maker.flush()
    return maker.blocks
  }

  /// The cells of a row, and the texts of a cell, that a thumbnail has.
  private static let maxCells = 40

  /// The rows of a table that holds data: it has two columns at least, short cells, and neither pictures nor a table in
  /// it. nil for one that only puts parts of a page beside each other.
  private func table(from start: Int) -> [[[SheetBlock.Inline]]]? {
    var rows: [[[SheetBlock.Inline]]] = []
    // The texts of the last cell.
    var cell: [SheetBlock.Inline]?
    var (depth, cellCount) = (0, 0)
    func endCell() {
      if let cell { rows[rows.count - 1].append(cell) }
      cell = nil
    }
    for event in events[start...] {
      switch event {
      case .start("table", _):
        depth += 1
        if depth > 1 { return nil }
      case .start("tr", _):
        endCell()
        if rows.count >= TextGrid.maxRows { return rows }
        rows.append([])
        cellCount = 0
      case .start("td", _), .start("th", _):
        endCell()
        if rows.isEmpty { rows.append([]) }
        cellCount += 1
        // More columns have no room.
        if cellCount <= Self.maxCells { cell = [] }
      case .text(let text):
        guard let texts = cell else { continue }
        let text = text.collapsed
        guard text.utf8.count <= 200 else { return nil }
        if !text.isEmpty, texts.count < Self.maxCells { cell?.append(.init(text: texts.isEmpty ? text : " " + text)) }
      case .picture: return nil
      case .end("table"):
        endCell()
        rows.removeAll(where: \.isEmpty)
        return rows.count > 1 && rows.contains { $0.count > 1 } ? rows : nil
      case .start, .end, .lineBreak, .rule: break
      }
    }
    return nil
  }
}

/// Collects the blocks of a text from its events.
private struct MarkupBlockMaker {
  private(set) var blocks: [SheetBlock] = []
  /// The rows of the open table, whose events are passed over.
  private(set) var table: [[[SheetBlock.Inline]]]?

  private let limit: Int
  private var inlines: [SheetBlock.Inline] = []
  private var byteCount = 0
  private var styles: [SheetBlock.Style.RawValue: Int] = [:]
  private var headings: [Int] = []
  private var lists: [Int?] = []
  private var quoteDepth = 0
  private var preDepth = 0
  private var marker: String?
  private var pictureCount = 0

  private static let maxBytes = 8_192
  private static let maxPictures = 6
  private static let stylesOfElements: [String: SheetBlock.Style] = [
    "b": .bold, "strong": .bold, "th": .bold, "dt": .bold, "i": .italic, "em": .italic, "cite": .italic, "s": .struck,
    "del": .struck, "a": .link, "code": .code, "kbd": .code, "samp": .code,
  ]

  init(limit: Int) { self.limit = limit }

  mutating func begin(_ rows: [[[SheetBlock.Inline]]]) {
    flush()
    table = rows
  }

  mutating func add(_ event: SafeMarkup.Event, _ picture: (String) -> PixelBuffer?) {
    if let rows = table {
      guard case .end("table") = event else { return }
      let numeric = TextGrid.numericColumns(rows.map { row in row.map { $0.map(\.text).joined() } })
      append(.table(rows, alignments: numeric.map { $0 ? .trailing : .leading }))
      table = nil
      return
    }
    switch event {
    case .start(let element, _): start(element)
    case .end(let element): end(element)
    case .text(let text): add(text)
    case .lineBreak: add(raw: "\n")
    case .rule:
      flush()
      append(.rule)
    case .picture(let address, _):
      guard pictureCount < Self.maxPictures else { return }
      pictureCount += 1
      guard let pixels = picture(address) else { return }
      flush()
      append(.picture(pixels))
    }
  }

  private static func headingLevel(_ element: String) -> Int? {
    guard element.utf8.count == 2, element.first == "h" else { return nil }
    return element.last?.wholeNumberValue
  }

  private mutating func start(_ element: String) {
    if SafeMarkup.isBlock(element) { flush() }
    if let style = Self.stylesOfElements[element] { styles[style.rawValue, default: 0] += 1 }
    if let level = Self.headingLevel(element) { headings.append(level) }
    switch element {
    case "ul": lists.append(nil)
    case "ol": lists.append(1)
    case "li":
      marker = "\u{2022}"
      if let last = lists.last, let number = last {
        marker = "\(number)."
        lists[lists.count - 1] = number + 1
      }
    case "blockquote": quoteDepth += 1
    case "pre": preDepth += 1
    default: break
    }
  }

  private mutating func end(_ element: String) {
    if SafeMarkup.isBlock(element) { flush() }
    if let style = Self.stylesOfElements[element] { styles[style.rawValue, default: 1] -= 1 }
    if Self.headingLevel(element) != nil { _ = headings.popLast() }
    switch element {
    case "ul", "ol": _ = lists.popLast()
    case "li": marker = nil
    case "blockquote": quoteDepth -= 1
    case "pre": preDepth -= 1
    default: break
    }
  }

  private mutating func add(_ text: String) {
    if preDepth > 0 { return add(raw: text) }
    // White space is one space, and none at the beginning of a line.
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let first = text.first else { return }
    let last = inlines.last?.text.last
    if first.isWhitespace, let last, !last.isWhitespace { add(raw: " ") }
    guard !words.isEmpty else { return }
    add(raw: words.joined(separator: " ") + (text.last?.isWhitespace == true ? " " : ""))
  }

  private mutating func add(raw text: String) {
    guard byteCount < Self.maxBytes else { return }
    byteCount += text.utf8.count
    var style = SheetBlock.Style()
    for (rawValue, count) in styles where count > 0 { style.insert(.init(rawValue: rawValue)) }
    inlines.append(.init(text: String(text.prefix(Self.maxBytes)), style: style))
  }

  /// Ends the paragraph.
  mutating func flush() {
    defer { (inlines, byteCount) = ([], 0) }
    guard inlines.contains(where: { $0.text.contains { !$0.isWhitespace } }) else { return }
    if preDepth > 0 {
      append(.code(inlines.map(\.text).joined()))
    } else if let level = headings.last {
      append(.heading(level: level, inlines))
    } else {
      append(.paragraph(inlines))
    }
  }

  private mutating func append(_ content: SheetBlock.Content) {
    guard blocks.count < limit else { return }
    blocks.append(SheetBlock(content: content, marker: marker, listDepth: lists.count, quoteDepth: quoteDepth))
    marker = nil
  }
}
