internal import Drawing
internal import ImageModel
internal import MarkdownReading
internal import PDFDocuments
internal import StructuredText
internal import TextReading

/// Makes elements of a page description of the nodes of a Markdown text.
struct MarkdownBuilder {
  /// A heading, for a page of contents.
  struct Heading {
    var title: String
    var level: Int
    /// The name of its place; nil for one in HTML.
    var id: String?
  }

  private struct Quote {
    var number: Int
    /// The indentation of its bar, and of what follows it.
    var indent: Double
    /// Whether nothing of it has been added yet.
    var isNew = true
  }

  private struct Picture {
    var path: String
    var size: Size
    /// The text that stands for it.
    var text: String
    var link: StructuredValue?
  }

  private struct List {
    /// The number of the next item; nil for a list without numbers.
    var next: Int?
    var isTight: Bool
  }

  /// The columns of the body, each of which begins on a new page.
  private(set) var columns: [BlockColumn]
  /// The headings in the outline.
  private(set) var headings: [Heading] = []
  private(set) var pictures: MarkdownPictures

  private let style: TypesetStyle
  private let fonts: FontCatalog
  private let anchors: MarkdownAnchors
  /// Whether the first heading is the title, which is shown elsewhere.
  private let leavesOutTitle: Bool

  private var indent = 0.0
  /// The indentations around the open items.
  private var itemIndents: [Double] = []
  private var quotes: [Quote] = []
  private var quoteCount = 0
  private var lists: [List] = []
  /// The sign of the open item, until its first line.
  private var marker: String?
  private var headingCount = 0
  private var footnoteCount = 0
  private var isInFootnote = false
  /// The name of the place of the next text.
  private var nextID: String?

  private var inlines: [MarkdownInline] = []
  /// How many elements of each style are open.
  private var styles: [MarkdownInline.Style: Int] = [:]
  private var link: StructuredValue?
  /// The pictures of the open paragraph, which follow it.
  private var shown: [Picture] = []
  /// The open picture: its address, and the text that describes it.
  private var picture: (address: String, text: String, depth: Int)?
  /// The open element of HTML whose text is not shown, such as `script`.
  private var hidden: String?
  /// The level of an open heading in HTML.
  private var htmlHeading: Int?
  /// The rows of the open table.
  private var rows: [[[MarkdownInline]]] = []

  /// - Parameter column: what is above the text.
  init(
    _ style: TypesetStyle, _ fonts: FontCatalog, _ anchors: MarkdownAnchors, _ pictures: MarkdownPictures,
    above column: BlockColumn, leavesOutTitle: Bool
  ) {
    (self.style, self.fonts, self.anchors, self.pictures) = (style, fonts, anchors, pictures)
    (columns, self.leavesOutTitle) = ([column], leavesOutTitle)
  }

  private var paragraphSpace: Double { style.size * 0.7 }

  // MARK: Nodes

  /// Adds a node: twice one that may have others in it, before and after these.
  mutating func add(_ node: MarkdownNode, isBeginning: Bool) {
    switch node {
    case .emphasis: change(.italic, isBeginning)
    case .strong: change(.bold, isBeginning)
    case .strikethrough: change(.struck, isBeginning)
    case .link(let address): link = isBeginning ? anchors.target(address) : nil
    case .picture(let address): isBeginning ? beginPicture(address) : endPicture()
    case .quote: isBeginning ? beginQuote() : endQuote()
    case .list(let first, let isTight):
      if isBeginning { lists.append(List(next: first, isTight: isTight)) } else { _ = lists.popLast() }
      if lists.isEmpty || isBeginning && lists.count == 1 { addSpace(paragraphSpace) }
    case .item: isBeginning ? beginItem(nextMarker()) : endItem()
    case .task(let isChecked):
      if isBeginning {
        _ = nextMarker()
        beginItem(isChecked ? "\u{2611}" : "\u{2610}")
      } else {
        endItem()
      }
    case .footnote: isBeginning ? beginFootnote() : endFootnote()
    case .row: if isBeginning { rows.append([]) }
    case .cell: if !isBeginning, !rows.isEmpty { rows[rows.count - 1].append(taken()) }
    case .table(let alignments): if isBeginning { rows = [] } else { addTable(alignments) }
    case .paragraph: if !isBeginning { endParagraph() }
    case .heading(let level): if !isBeginning { endHeading(level, isNode: true) }
    default: if isBeginning { addLeaf(node) }
    }
  }

  private mutating func addLeaf(_ node: MarkdownNode) {
    switch node {
    case .text(let text): append(text)
    case .code(let text): append(text, .code)
    case .softBreak: append(" ")
    case .lineBreak: append("\n")
    case .html(let html): add(html: html)
    case .htmlBlock(let html):
      add(html: html)
      endParagraph()
    case .footnoteReference(let number):
      let target = StructuredValue.record([("destination", .text("footnote:\(number)"))])
      inlines.append(Self.superscript(number), currentStyle, link: target)
    case .codeBlock(let code): addCode(code)
    case .rule: addRule(spaces: (paragraphSpace, paragraphSpace))
    default: break
    }
  }

  // MARK: Texts

  private var currentStyle: MarkdownInline.Style {
    styles.reduce(into: []) { style, open in if open.value > 0 { style.insert(open.key) } }
  }

  private mutating func change(_ style: MarkdownInline.Style, _ isBeginning: Bool) {
    // A tag of HTML may end what Markdown begins.
    styles[style] = max(0, styles[style, default: 0] + (isBeginning ? 1 : -1))
  }

  private mutating func append(_ text: String, _ style: MarkdownInline.Style = []) {
    guard hidden == nil else { return }
    if picture != nil {
      picture?.text += text
    } else {
      inlines.append(text, currentStyle.union(style), link: link)
    }
  }

  private mutating func taken() -> [MarkdownInline] {
    defer { (inlines, hidden) = ([], nil) }
    return inlines
  }

  private static func superscript(_ number: String) -> String {
    let signs: [Character: Character] = [
      "0": "\u{2070}", "1": "\u{B9}", "2": "\u{B2}", "3": "\u{B3}", "4": "\u{2074}", "5": "\u{2075}", "6": "\u{2076}",
      "7": "\u{2077}", "8": "\u{2078}", "9": "\u{2079}",
    ]
    return String(number.map { signs[$0] ?? $0 })
  }

  private mutating func endParagraph() {
    if let level = htmlHeading { return endHeading(level, isNode: false) }
    let text = Self.trimmed(withAlert(taken()))
    let pictures = shown
    shown = []
    if !text.isBlank {
      let space = isInFootnote || lists.last?.isTight ?? false ? style.size * 0.25 : paragraphSpace
      let name = isInFootnote ? "small" : quotes.isEmpty ? "body" : "quote"
      addText(
        text, name, size: isInFootnote ? style.size * 0.85 : style.size, spaces: (space, space),
        needs: 2 * style.lineHeight, [("overflow", .word("continue"))])
    }
    for picture in pictures { add(picture) }
  }

  /// Adds a text with the sign of its item, and the bar of its quotation.
  private mutating func addText(
    _ text: [MarkdownInline], _ name: String, size: Double, spaces: (above: Double, below: Double), needs: Double,
    _ members: [(String, StructuredValue?)]
  ) {
    let quote = quotes.last
    if let last = quotes.indices.last { quotes[last].isNew = false }
    let box = quote?.indent ?? indent
    // A text with a bookmark is a heading.
    let isHeading = members.contains { $0.0 == "bookmark" }
    let role: String? = isHeading ? nil : marker != nil ? "listItem" : quote != nil ? "quote" : nil
    let padding = style.size * 0.3
    let own: [(String, StructuredValue?)] = [
      ("id", members.contains { $0.0 == "id" } ? nil : nextID.map(StructuredValue.word)),
      ("style", .word(name)), ("runs", .list(text.map { $0.run(style, size: size) })), ("needs", .number(needs)),
      ("marker", marker.map(StructuredValue.text)),
      ("role", role.map(StructuredValue.word)),
      ("level", role == "listItem" ? .number(Double(min(max(lists.count, 1), 16))) : nil),
      ("padding", quote == nil ? nil : .list([padding, 0, padding, indent - box].map(StructuredValue.number))),
      ("bar", quote == nil ? nil : .record([("color", .word(style.line)), ("width", .number(2))])),
    ]
    columns[columns.count - 1].add("text", indent: box, spaces: spaces, group: quote?.number, members + own)
    (marker, nextID) = (nil, nil)
  }

  private mutating func endHeading(_ level: Int, isNode: Bool) {
    htmlHeading = nil
    let text = Self.trimmed(taken())
    let id = isNode && headingCount < anchors.names.count ? anchors.names[headingCount] : nil
    if isNode { headingCount += 1 }
    let pictures = shown
    shown = []
    if !text.isBlank, !(leavesOutTitle && isNode && headingCount == 1) { addHeading(text, level: level, id: id) }
    for picture in pictures { add(picture) }
  }

  private mutating func addHeading(_ text: [MarkdownInline], level: Int, id: String?) {
    if style.design == .report, level == 1, quotes.isEmpty, lists.isEmpty, columns.last?.isEmpty == false {
      columns.append(BlockColumn(left: style.margins.left))
    }
    let title = text.text.replacing("\n", with: " ")
    headings.append(Heading(title: title, level: level, id: id))
    let size = style.size(ofHeading: level)
    let hasRule = style.design == .plain && level <= 2 && quotes.isEmpty && lists.isEmpty
    let lines = (Double(title.count) * size * 0.55 / max(style.width - indent, size)).rounded(.up)
    let below = hasRule ? 3 : size * 0.4
    addText(
      text, "h\(level)", size: size, spaces: (size * 1.1, below),
      // A heading stays with the lines under it.
      needs: min(max(lines, 1) * size * 1.3 + below + 4 * style.lineHeight, style.page.height / 2),
      [
        ("id", id.map(StructuredValue.word)),
        ("bookmark", .record([("title", .text(title)), ("level", .number(Double(level)))])),
      ])
    if hasRule { addRule(spaces: (3, paragraphSpace)) }
  }

  /// The text without white space at both ends.
  private static func trimmed(_ text: [MarkdownInline]) -> [MarkdownInline] {
    guard let first = text.firstIndex(where: { !$0.isBlank }), let last = text.lastIndex(where: { !$0.isBlank }) else {
      return []
    }
    var text = Array(text[first...last])
    text[0].text = String(text[0].text.drop(while: \.isWhitespace))
    var rest = Substring(text[text.count - 1].text)
    while rest.last?.isWhitespace ?? false { rest.removeLast() }
    text[text.count - 1].text = String(rest)
    return text
  }

  /// The text of a quotation with a title for GitHub's `[!NOTE]`.
  private func withAlert(_ text: [MarkdownInline]) -> [MarkdownInline] {
    guard quotes.last?.isNew ?? false, let first = text.first, first.text.hasPrefix("[!"),
      let end = first.text.firstIndex(of: "]")
    else { return text }
    let word = first.text[..<end].dropFirst(2)
    guard ["NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"].contains(word) else { return text }
    var rest = text
    rest[0].text = String(first.text[first.text.index(after: end)...].drop(while: \.isWhitespace))
    return [MarkdownInline(text: "\(word.prefix(1))\(word.dropFirst().lowercased())\n", style: .bold)] + rest
  }

  // MARK: Quotations, lists, footnotes

  private mutating func beginQuote() {
    addSpace(paragraphSpace)
    quoteCount += 1
    quotes.append(Quote(number: quoteCount, indent: indent))
    indent = indented(by: style.size * 1.2)
  }

  /// The indentation of what is within the open block. Deep blocks are not narrower than two fifths of the page.
  private func indented(by step: Double) -> Double { min(indent + step, max(indent, style.width * 0.6)) }

  private mutating func endQuote() {
    indent = quotes.popLast()?.indent ?? 0
    addSpace(paragraphSpace)
  }

  private mutating func beginItem(_ sign: String) {
    // The item around it begins with this one.
    showMarker()
    itemIndents.append(indent)
    indent = indented(by: style.size * 2)
    marker = sign
  }

  private mutating func endItem() {
    showMarker()
    indent = itemIndents.popLast() ?? 0
  }

  /// Shows the sign of an item that begins with something else than a text.
  private mutating func showMarker() {
    guard marker != nil else { return }
    addText([MarkdownInline(text: " ")], "body", size: style.size, spaces: (0, 0), needs: 0, [])
  }

  /// The sign of the next item. Advances the number of the list.
  private mutating func nextMarker() -> String {
    guard let last = lists.indices.last, let number = lists[last].next else {
      return lists.count % 3 == 2 ? "\u{2013}" : "\u{2022}"
    }
    lists[last].next = number &+ 1
    return "\(number)."
  }

  private mutating func beginFootnote() {
    if footnoteCount == 0 { addRule(spaces: (style.size * 1.5, style.size * 0.5), width: style.width / 4) }
    footnoteCount += 1
    (nextID, isInFootnote) = ("footnote:\(footnoteCount)", true)
    beginItem("\(footnoteCount).")
  }

  private mutating func endFootnote() {
    endItem()
    isInFootnote = false
  }

  // MARK: Other blocks

  private mutating func addSpace(_ space: Double) { columns[columns.count - 1].add(space: space) }

  private mutating func addRule(spaces: (above: Double, below: Double), width: Double? = nil) {
    showMarker()
    columns[columns.count - 1].add(
      "rectangle", indent: indent, spaces: spaces,
      [("width", width.map(StructuredValue.number)), ("height", .number(0.6)), ("fill", .word(style.line))])
  }

  private mutating func addCode(_ code: String) {
    showMarker()
    let lines = code.hasSuffix("\n") ? String(code.dropLast()) : code
    columns[columns.count - 1].add(
      "text", indent: indent, spaces: (paragraphSpace, paragraphSpace),
      [
        ("style", .word("code")), ("text", .text(lines.isEmpty ? " " : lines)), ("fill", .word(style.shade)),
        ("padding", .list([.number(style.size * 0.6), .number(style.size * 0.8)])), ("overflow", .word("continue")),
        ("needs", .number(3 * style.lineHeight)), ("role", .word("code")),
      ])
  }

  private mutating func addTable(_ alignments: [MarkdownNode.Alignment]) {
    showMarker()
    let cells = rows
    rows = []
    guard !alignments.isEmpty, let header = cells.first else { return }
    let size = size(ofTable: cells, columns: alignments.count)
    // Many columns need narrower spaces.
    let space = min(size * 0.6, (style.width - indent) / Double(alignments.count) / 4)
    func row(_ cells: [[MarkdownInline]]) -> StructuredValue {
      .list(
        cells.prefix(alignments.count).map { cell -> StructuredValue in
          cell.isEmpty ? .word("") : .record([("runs", .list(cell.map { $0.run(style, size: size) }))])
        })
    }
    let columns: [StructuredValue] = alignments.map { alignment in
      let word =
        switch alignment {
        case .leading: "start"
        case .center: "center"
        case .trailing: "right"
        }
      return .record([("width", .word("auto")), ("align", .word(word))])
    }
    self.columns[self.columns.count - 1].add(
      "table", indent: indent, spaces: (paragraphSpace, paragraphSpace),
      [
        ("columns", .list(columns)), ("header", .record([("cells", row(header)), ("fill", .word(style.shade))])),
        ("rows", .list(cells.dropFirst().map(row))), ("style", .record([("size", .number(size))])),
        ("padding", .list([.number(size * 0.3), .number(space)])),
        ("rules", .record([("rows", .word(style.line)), ("header", .word(style.line)), ("outer", .word(style.line))])),
        ("needs", .number(4 * style.lineHeight)),
      ])
  }

  /// The characters of a word up to which a column of a table is made wide enough.
  private static let widestWord = 20

  /// The font size of a table, which is smaller where its words would be broken.
  private func size(ofTable rows: [[[MarkdownInline]]], columns: Int) -> Double {
    // The width in letters of one point, with the spaces of cells.
    var needed = Double(columns) * 1.2
    for column in 0..<columns {
      var longest = ["", ""]
      for (index, row) in rows.enumerated() where column < row.count {
        for word in row[column].text.split(whereSeparator: \.isWhitespace) {
          if word.utf8.count > longest[min(index, 1)].utf8.count { longest[min(index, 1)] = String(word) }
        }
      }
      let widths = longest.enumerated().map { index, word in
        // A word that cannot be measured is reported when the table is laid out.
        (try? style.width(of: word.prefix(Self.widestWord), isBold: index == 0, fonts)) ?? 0
      }
      needed += (widths.max() ?? 0) / style.size
    }
    // Letters of other sizes are not exactly as wide in proportion.
    return max(min(style.size, (style.width - indent) / (needed * 1.04)), min(style.size, 5))
  }

  // MARK: Pictures

  private mutating func beginPicture(_ address: String) {
    if picture == nil { picture = (address, "", 0) } else { picture?.depth += 1 }
  }

  private mutating func endPicture() {
    guard let open = picture else { return }
    guard open.depth == 0 else { return picture = (open.address, open.text, open.depth - 1) }
    picture = nil
    addPicture(open.address, text: open.text)
  }

  /// Shows a picture after its paragraph. In a table, and where it cannot be shown, its description stands for it.
  private mutating func addPicture(_ address: String, text: String) {
    guard rows.isEmpty, let found = pictures.find(address) else {
      let name = text.isEmpty ? address.split(separator: "/").last.map(String.init) ?? "picture" : text
      return append(name, .italic)
    }
    shown.append(Picture(path: found.path, size: found.size, text: text, link: link))
  }

  private mutating func add(_ picture: Picture) {
    showMarker()
    let height = style.height * 0.75
    let scale = min(1, max(1, style.width - indent) / picture.size.width, height / picture.size.height)
    columns[columns.count - 1].add(
      "image", indent: indent, spaces: (paragraphSpace, paragraphSpace),
      [
        ("path", .text(picture.path)), ("width", .number(picture.size.width * scale)),
        ("height", .number(picture.size.height * scale)), ("alt", .text(picture.text)), ("link", picture.link),
      ])
  }

  // MARK: HTML

  private static let htmlStyles: [String: MarkdownInline.Style] = [
    "b": .bold, "strong": .bold, "i": .italic, "em": .italic, "cite": .italic, "var": .italic, "code": .code,
    "kbd": .code, "samp": .code, "tt": .code, "s": .struck, "del": .struck, "strike": .struck,
  ]
  /// Elements before and after which a paragraph ends.
  private static let htmlBlocks: Set<String> = [
    "p", "div", "ul", "ol", "li", "table", "tr", "details", "summary", "blockquote", "pre", "section", "center", "dl",
    "dt", "dd", "figure", "figcaption", "h1", "h2", "h3", "h4", "h5", "h6",
  ]

  /// Adds the texts, the pictures and the simple styles of HTML.
  private mutating func add(html: String) {
    for token in MarkupTokens(html) {
      switch token {
      case .text(let text): appendCollapsed(text)
      case .start(let name, let attributes, let isClosed):
        // Its text is a node of its own.
        if !isClosed, MarkupTokens.dropped.contains(name) { hidden = name }
        if let style = Self.htmlStyles[name] { change(style, true) }
        switch name {
        case "br": append("\n")
        case "hr":
          endParagraph()
          addRule(spaces: (paragraphSpace, paragraphSpace))
        case "img": addPicture(attributes["src"] ?? "", text: attributes["alt"] ?? "")
        case "a": link = attributes["href"].flatMap(anchors.target)
        case "td", "th": append(" ")
        default: if rows.isEmpty, Self.htmlBlocks.contains(name) { endParagraph() }
        }
        if rows.isEmpty, let level = Self.headingLevel(name) { htmlHeading = level }
      case .end(let name):
        if name == hidden { hidden = nil }
        if let style = Self.htmlStyles[name] { change(style, false) }
        if name == "a" { link = nil }
        if rows.isEmpty, Self.htmlBlocks.contains(name) { endParagraph() }
      }
    }
  }

  private static func headingLevel(_ name: String) -> Int? {
    guard name.utf8.count == 2, name.hasPrefix("h"), let level = Int(name.dropFirst()), (1...6).contains(level) else {
      return nil
    }
    return level
  }

  /// Appends a text in which white space is one space, and none at the beginning.
  private mutating func appendCollapsed(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let isAfterSpace = inlines.last?.text.last?.isWhitespace ?? true
    let before = text.first?.isWhitespace ?? false && !isAfterSpace ? " " : ""
    let after = text.last?.isWhitespace ?? false && !words.isEmpty ? " " : ""
    if !(before + words + after).isEmpty { append(before + words + after) }
  }
}
