internal import Drawing
internal import ImageModel
internal import MarkdownReading
internal import PDFDocuments
internal import PageDescriptions
internal import StructuredText

/// The described pages of a Markdown text: headings with an outline, lists, tables, code, pictures beside the file,
/// links and footnotes.
struct MarkdownPages {
  /// The most bytes of a text: libcmark-gfm takes quadratic time for some.
  private static let maxBytes = 1 << 20
  /// The headings on a page of contents: those of the first levels.
  private static let contentsLevels = 3

  private let style: TypesetStyle
  private let front: FrontMatter?
  private let title: String?
  private let builder: MarkdownBuilder
  /// The pages before the contents.
  private var titlePages: [StructuredValue] = []
  /// The title above the contents; empty where it is elsewhere.
  private let titleColumn: BlockColumn
  private let hasContents: Bool

  /// - Parameters:
  ///   - hasContents: whether a list of the headings and their pages comes before the body.
  ///   - maxCells: the most cells of tables, whose short rows the library fills up.
  /// - Throws: `limitExceeded` for a text of more than `maxCells` or `maxBytes`, and without memory.
  init(
    _ text: String, _ style: TypesetStyle, _ fonts: FontCatalog, folder: String, hasContents: Bool,
    maxCells: Int, _ resources: any DescriptionResources
  ) throws(ImageError) {
    func exceeded(_ what: String) -> ImageError {
      ImageError(.limitExceeded, "\(what); --style text shows it as it is written")
    }
    guard MarkdownDocument.cellCount(text) <= maxCells else {
      throw exceeded("has tables of more than \(maxCells) cells, which --max-memory limits")
    }
    guard text.utf8.count <= Self.maxBytes else {
      throw exceeded("is Markdown of more than \(Self.maxBytes >> 20) MiB")
    }
    let (front, body) = FrontMatter.split(text)
    let document = try MarkdownDocument(body, hasFootnotes: true)
    let headings = Self.headings(of: document)
    // Each has a line, and as much space above it. It takes a minute to lay out so many. Chapters of reports are apart.
    let height = headings.reduce(0) { $0 + 2 * style.size(ofHeading: $1.level) }
    let most = DescriptionLimits.maxRunPages
    guard style.design == .report || height <= style.height * Double(most) else {
      throw exceeded("makes more than \(most) pages")
    }
    let ownTitle = front?.value("title")
    let title = ownTitle ?? headings.first { $0.level == 1 }?.title
    let beginsWithTitle = Self.beginsWithTitle(document) && (ownTitle == nil || ownTitle == headings.first?.title)
    (self.style, self.front, self.title) = (style, front, title)

    let anchors = MarkdownAnchors(titles: headings.map(\.title))
    var column = BlockColumn(left: style.margins.left)
    // Otherwise the title is a heading of the text.
    let hasTitleBlock = title != nil && (beginsWithTitle ? style.design != .plain : ownTitle != nil)
    if hasTitleBlock, let title {
      let id = beginsWithTitle ? anchors.names.first : nil
      let lines = [front?.value("author", "authors"), front?.value("date")].compactMap { $0 }
      if style.design == .report {
        titlePages = [Self.titlePage(title, lines, id: id, style)]
      } else {
        Self.addTitle(title, lines, id: id, style, to: &column)
      }
    }
    (self.hasContents, titleColumn) = (hasContents, column)
    var builder = MarkdownBuilder(
      style, fonts, anchors, MarkdownPictures(folder: folder, resources),
      above: hasContents ? BlockColumn(left: style.margins.left) : column,
      leavesOutTitle: hasTitleBlock && beginsWithTitle)
    document.walk { node, isBeginning in
      builder.add(node, isBeginning: isBeginning)
      return true
    }
    self.builder = builder
  }

  /// Notes on pictures that are not shown.
  var notes: [Diagnostic] { builder.pictures.notes }

  /// The levels and the titles of all headings.
  private static func headings(of document: borrowing MarkdownDocument) -> [(level: Int, title: String)] {
    var headings: [(level: Int, title: String)] = []
    var isOpen = false
    document.walk { node, isBeginning in
      switch node {
      case .heading(let level):
        isOpen = isBeginning
        if isBeginning { headings.append((level, "")) }
      case .text(let text) where isOpen, .code(let text) where isOpen: headings[headings.count - 1].title += text
      case .softBreak where isOpen, .lineBreak where isOpen: headings[headings.count - 1].title += " "
      default: break
      }
      return true
    }
    return headings
  }

  /// Whether the text begins with a heading of the first level.
  private static func beginsWithTitle(_ document: borrowing MarkdownDocument) -> Bool {
    var result = false
    document.walk { node, _ in
      if node == .other { return true }
      result = node == .heading(level: 1)
      return false
    }
    return result
  }

  // MARK: The title

  private static func addTitle(
    _ title: String, _ lines: [String], id: String?, _ style: TypesetStyle, to column: inout BlockColumn
  ) {
    let isCentered = style.design == .article
    func text(_ text: String, size: Double, isTitle: Bool) -> [(String, StructuredValue?)] {
      [
        ("text", .text(text)), ("id", isTitle ? id.map(StructuredValue.word) : nil),
        ("align", isCentered ? .word("center") : nil),
        ("style", .record([("extends", .word(isTitle ? "h1" : "quote")), ("size", .number(size))])),
        ("bookmark", isTitle && id != nil ? .record([("title", .text(title)), ("level", .number(1))]) : nil),
        ("role", isTitle ? .word("heading") : nil),
      ]
    }
    column.add(
      "text", indent: 0, spaces: (0, style.size * 0.6), text(title, size: style.size * 1.9, isTitle: true))
    for line in lines {
      column.add("text", indent: 0, spaces: (0, style.size * 0.2), text(line, size: style.size, isTitle: false))
    }
    column.add(space: style.size * (isCentered ? 2 : 1))
  }

  private static func titlePage(
    _ title: String, _ lines: [String], id: String?, _ style: TypesetStyle
  ) -> StructuredValue {
    var column = BlockColumn(left: style.margins.left)
    column.add(
      "rectangle", indent: 0, spaces: (0, style.size * 1.5),
      [
        ("y", .number(style.page.height * 0.3)), ("width", .number(style.width / 6)), ("height", .number(4)),
        ("fill", .word(style.accent)),
      ])
    column.add(
      "text", indent: 0, spaces: (0, style.size * 1.5),
      [
        ("text", .text(title)), ("id", id.map(StructuredValue.word)),
        ("style", .record([("extends", .word("h1")), ("size", .number(style.size * 2.8))])),
        ("bookmark", id == nil ? nil : .record([("title", .text(title)), ("level", .number(1))])),
        ("role", .word("heading")),
      ])
    for line in lines {
      column.add(
        "text", indent: 0, spaces: (0, style.size * 0.3),
        [
          ("text", .text(line)),
          ("style", .record([("size", .number(style.size * 1.2)), ("color", .word(style.quiet))])),
        ])
    }
    return .record([("elements", .list(column.elements))])
  }

  // MARK: Pages

  private var attributes: [(String, StructuredValue?)] {
    [
      ("title", title.map(StructuredValue.text)),
      ("author", front?.value("author", "authors").map(StructuredValue.text)),
      ("subject", front?.value("subject", "description").map(StructuredValue.text)),
      ("lang", front?.value("lang", "language").flatMap(Self.language).map(StructuredValue.word)),
      (
        "keywords",
        front?.value("keywords", "tags").map { words in
          .list(words.split(separator: ",").map { .text(String($0.drop { $0 == " " })) })
        }
      ),
    ]
  }

  /// A language in front matter as a tag (BCP 47): `en_GB` is `en-GB`. nil for what is none.
  private static func language(_ text: String) -> String? {
    let tag = text.replacing("_", with: "-")
    let words = tag.split(separator: "-", omittingEmptySubsequences: false)
    guard tag.utf8.count <= 64, words.first?.allSatisfy({ $0.isASCII && $0.isLetter }) ?? false,
      words.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } })
    else { return nil }
    return tag
  }

  /// The body, a page for each of its columns.
  private var bodyPages: [StructuredValue] {
    builder.columns.filter { !$0.isEmpty }.map { column in
      .record([("elements", .list(column.elements + style.footer(title)))])
    }
  }

  /// The description.
  ///
  /// - Parameters:
  ///   - firstNumber: the number of the first page.
  ///   - read: reads a description, to find the pages of the headings.
  func description(
    firstNumber: Int, read: (StructuredValue) throws(ImageError) -> PageDescription
  ) throws(ImageError) -> StructuredValue {
    // A text without content is an empty page.
    let body = bodyPages.isEmpty && titlePages.isEmpty ? [.record([])] : bodyPages
    let listed = builder.headings.enumerated().filter { $0.element.level <= Self.contentsLevels }
    guard hasContents, !listed.isEmpty || !titleColumn.isEmpty else {
      return style.description(attributes, pages: titlePages + body)
    }
    let indices = try read(style.description([], pages: body)).bookmarkPages
    func contents(from first: Int) -> StructuredValue {
      contentsPage(
        listed.map { place, heading in (heading, place < indices.count ? first + indices[place] : first) })
    }
    let count = try read(style.description([], pages: [contents(from: 100)])).pageCount
    return style.description(
      attributes, pages: titlePages + [contents(from: firstNumber + titlePages.count + count)] + body)
  }

  private func contentsPage(_ entries: [(heading: MarkdownBuilder.Heading, page: Int)]) -> StructuredValue {
    let top = entries.map(\.heading.level).min() ?? 1
    var column = titleColumn
    guard !entries.isEmpty else { return .record([("elements", .list(column.elements + style.footer(title)))]) }
    column.add(
      "text", indent: 0, spaces: (0, style.size),
      [("text", .text("Contents")), ("style", .word("h1"))])
    let rows: [StructuredValue] = entries.map { heading, page in
      let link = heading.id.map { id in StructuredValue.record([("destination", .word(id))]) }
      func cell(_ text: String) -> StructuredValue {
        .record([("runs", .list([.record([("text", .text(text)), ("link", link)])]))])
      }
      let indent = String(repeating: "\u{2003}", count: heading.level - top)
      return .record([
        ("cells", .list([cell(indent + heading.title), cell("\(page)")])),
        ("style", heading.level == top ? .record([("weight", .word("bold"))]) : nil),
      ])
    }
    column.add(
      "table", indent: 0, spaces: (0, 0),
      [
        ("columns", .list([.word("1fr"), .record([("width", .word("auto")), ("align", .word("right"))])])),
        ("rows", .list(rows)), ("padding", .list([.number(style.size * 0.2), .number(0.5)])),
        ("role", .word("contents")),
      ])
    return .record([("elements", .list(column.elements + style.footer(title)))])
  }
}
