internal import CCmark

/// A node in the tree of a Markdown document.
package enum MarkdownNode: Hashable, Sendable {
  package enum Alignment: Hashable, Sendable { case leading, center, trailing }

  case paragraph
  /// A level from 1 to 6.
  case heading(level: Int)
  case quote
  /// A list, its first number (nil for one without numbers), and whether no blank lines are between its items.
  case list(first: Int?, isTight: Bool)
  case item
  /// An item with a box that may be checked.
  case task(isChecked: Bool)
  case codeBlock(String)
  case htmlBlock(String)
  /// A horizontal line.
  case rule
  case table([Alignment])
  /// A row of a table. The first one is its header.
  case row(isHeader: Bool)
  case cell
  /// A footnote, in the order of the numbers that refer to it.
  case footnote

  case text(String)
  case code(String)
  case html(String)
  case softBreak
  case lineBreak
  case emphasis
  case strong
  case strikethrough
  case link(String)
  case picture(String)
  /// The number of a footnote.
  case footnoteReference(String)
  /// The document, and what an extension adds that is not known here.
  case other

  init(_ node: OpaquePointer) {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_FOOTNOTE_DEFINITION: self = .footnote
    case CMARK_NODE_FOOTNOTE_REFERENCE: self = .footnoteReference(Self.literal(node))
    default: self = Self.named(cmark_node_get_type_string(node).map { String(cString: $0) } ?? "", node)
    }
  }

  private static func named(_ type: String, _ node: OpaquePointer) -> MarkdownNode {
    switch type {
    case "paragraph": .paragraph
    case "heading": .heading(level: Int(cmark_node_get_heading_level(node)))
    case "block_quote": .quote
    case "list":
      .list(
        first: cmark_node_get_list_type(node) == CMARK_ORDERED_LIST ? Int(cmark_node_get_list_start(node)) : nil,
        isTight: cmark_node_get_list_tight(node) != 0)
    case "item": .item
    case "tasklist": .task(isChecked: cmark_gfm_extensions_get_tasklist_item_checked(node))
    case "code_block": .codeBlock(literal(node))
    case "html_block": .htmlBlock(literal(node))
    case "thematic_break": .rule
    case "table": .table(alignments(node))
    case "table_header": .row(isHeader: true)
    case "table_row": .row(isHeader: false)
    case "table_cell": .cell
    case "text": .text(literal(node))
    case "code": .code(literal(node))
    case "html_inline": .html(literal(node))
    case "softbreak": .softBreak
    case "linebreak": .lineBreak
    case "emph": .emphasis
    case "strong": .strong
    case "strikethrough": .strikethrough
    case "link": .link(address(node))
    case "image": .picture(address(node))
    default: .other
    }
  }

  private static func literal(_ node: OpaquePointer) -> String {
    cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
  }

  private static func address(_ node: OpaquePointer) -> String {
    cmark_node_get_url(node).map { String(cString: $0) } ?? ""
  }

  private static func alignments(_ table: OpaquePointer) -> [Alignment] {
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
