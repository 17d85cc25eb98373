internal import ImageModel
internal import MarkdownReading
internal import ProviderProtocol
internal import ProviderSupport

/// Walks the tree of a Markdown document and collects its first blocks.
struct MarkdownBlocks {
  private(set) var blocks: [SheetBlock] = []

  /// The next number of each open list, the innermost last; nil for a list without numbers.
  private var lists: [Int?] = []
  private var quoteDepth = 0
  private var marker: String?
  /// How many elements of each style are open.
  private var styles: [SheetBlock.Style.RawValue: Int] = [:]
  private var inlines: [SheetBlock.Inline] = []
  private var byteCount = 0
  /// The rows of the open table.
  private var rows: [[[SheetBlock.Inline]]] = []
  private var alignments: [SheetBlock.Alignment] = []

  /// The bytes of a block after which the rest is left out: more than a sheet shows.
  private static let maxBytes = 8_192

  /// - Parameter limit: the most blocks.
  init(_ document: borrowing MarkdownDocument, limit: Int) {
    document.walk { node, isBeginning in
      if isBeginning { enter(node) } else { leave(node) }
      return blocks.count < limit
    }
  }

  private static func style(of node: MarkdownNode) -> SheetBlock.Style? {
    switch node {
    case .strong: .bold
    case .emphasis, .picture: .italic
    case .strikethrough: .struck
    case .link: .link
    default: nil
    }
  }

  private mutating func enter(_ node: MarkdownNode) {
    if let style = Self.style(of: node) { styles[style.rawValue, default: 0] += 1 }
    switch node {
    case .text(let text): append(text)
    case .code(let text): append(text, [.code])
    case .softBreak: append(" ")
    case .lineBreak: append("\n")
    case .quote: quoteDepth += 1
    case .list(let first, _): lists.append(first)
    case .item: marker = nextMarker()
    case .task(let isChecked):
      _ = nextMarker()
      marker = isChecked ? "\u{2611}" : "\u{2610}"
    case .codeBlock(let code): add(.code(code))
    case .rule: add(.rule)
    case .table(let columns): (rows, alignments) = ([], columns.map(Self.alignment))
    case .row: rows.append([])
    default: break
    }
  }

  private mutating func leave(_ node: MarkdownNode) {
    if let style = Self.style(of: node) { styles[style.rawValue, default: 1] -= 1 }
    switch node {
    case .paragraph: add(.paragraph(taken()))
    case .heading(let level): add(.heading(level: level, taken()))
    case .cell: if !rows.isEmpty { rows[rows.count - 1].append(taken()) }
    case .table: add(.table(rows, alignments: alignments))
    case .list: _ = lists.popLast()
    case .quote: quoteDepth -= 1
    default: break
    }
  }

  /// The marker of the next item. Advances the list's number.
  private mutating func nextMarker() -> String {
    guard let last = lists.last, let number = last else { return "\u{2022}" }
    lists[lists.count - 1] = number &+ 1
    return "\(number)."
  }

  private mutating func append(_ text: String, _ style: SheetBlock.Style = []) {
    guard byteCount < Self.maxBytes else { return }
    byteCount += text.utf8.count
    var style = style
    for (rawValue, count) in styles where count > 0 { style.insert(.init(rawValue: rawValue)) }
    inlines.append(.init(text: text, style: style))
  }

  private mutating func taken() -> [SheetBlock.Inline] {
    defer { (inlines, byteCount) = ([], 0) }
    return inlines
  }

  private mutating func add(_ content: SheetBlock.Content) {
    blocks.append(
      SheetBlock(content: content, marker: marker, listDepth: lists.count, quoteDepth: quoteDepth))
    marker = nil
  }

  private static func alignment(_ column: MarkdownNode.Alignment) -> SheetBlock.Alignment {
    switch column {
    case .leading: .leading
    case .center: .center
    case .trailing: .trailing
    }
  }
}

extension MarkdownDocument {
  /// A text for a preview, which loads nothing and can read only its document.
  init(preview text: String) throws(ProviderError) {
    do throws(ImageError) {
      try self.init(text)
    } catch {
      throw ProviderError(.resourceExhausted, error.reason)
    }
    replacePictures()
  }
}

extension FrontMatter {
  var properties: [SheetBlock.Property] { rows.map { SheetBlock.Property(key: $0.key, value: $0.value) } }

  /// The table as a part of the document.
  var block: SheetBlock { SheetBlock(content: .properties(properties)) }
}
