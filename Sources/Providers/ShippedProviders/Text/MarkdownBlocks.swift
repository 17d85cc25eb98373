internal import CCmark
internal import ProviderSupport

/// Walks the tree of a Markdown document and collects its first blocks.
///
/// There is no recursion: a tree can be as deep as its text is long.
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
    guard let iterator = cmark_iter_new(document.root) else { return }
    defer { cmark_iter_free(iterator) }
    while blocks.count < limit {
      let event = cmark_iter_next(iterator)
      guard event != CMARK_EVENT_DONE, let node = cmark_iter_get_node(iterator) else { break }
      let type = cmark_node_get_type_string(node).map { String(cString: $0) } ?? ""
      if event == CMARK_EVENT_ENTER { enter(node, type) } else { leave(node, type) }
    }
  }

  private static let elements: [String: SheetBlock.Style] = [
    "strong": .bold, "emph": .italic, "strikethrough": .struck, "link": .link, "image": .italic,
  ]

  private mutating func enter(_ node: OpaquePointer, _ type: String) {
    if let style = Self.elements[type] { styles[style.rawValue, default: 0] += 1 }
    switch type {
    case "text": append(Self.literal(node))
    case "code": append(Self.literal(node), [.code])
    case "softbreak": append(" ")
    case "linebreak": append("\n")
    case "block_quote": quoteDepth += 1
    case "list":
      lists.append(cmark_node_get_list_type(node) == CMARK_ORDERED_LIST ? Int(cmark_node_get_list_start(node)) : nil)
    case "item": marker = nextMarker()
    case "tasklist":
      _ = nextMarker()
      marker = cmark_gfm_extensions_get_tasklist_item_checked(node) ? "\u{2611}" : "\u{2610}"
    case "code_block": add(.code(Self.literal(node)))
    case "thematic_break": add(.rule)
    case "table": (rows, alignments) = ([], Self.alignments(node))
    case "table_header", "table_row": rows.append([])
    default: break
    }
  }

  private mutating func leave(_ node: OpaquePointer, _ type: String) {
    if let style = Self.elements[type] { styles[style.rawValue, default: 1] -= 1 }
    switch type {
    case "paragraph": add(.paragraph(taken()))
    case "heading": add(.heading(level: Int(cmark_node_get_heading_level(node)), taken()))
    case "table_cell": if !rows.isEmpty { rows[rows.count - 1].append(taken()) }
    case "table": add(.table(rows, alignments: alignments))
    case "list": _ = lists.popLast()
    case "block_quote": quoteDepth -= 1
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

  private static func literal(_ node: OpaquePointer) -> String {
    cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
  }

  private static func alignments(_ table: OpaquePointer) -> [SheetBlock.Alignment] {
    guard let stored = cmark_gfm_extensions_get_table_alignments(table) else { return [] }
    return (0..<Int(cmark_gfm_extensions_get_table_columns(table))).map { column in
      switch stored[column] {
      case UInt8(ascii: "r"): .trailing
      case UInt8(ascii: "c"): .center
      default: .leading
      }
    }
  }
}
