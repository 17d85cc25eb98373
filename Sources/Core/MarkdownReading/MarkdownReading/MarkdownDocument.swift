internal import CCmark
internal import Glibc
package import ImageModel

/// A Markdown text, parsed by libcmark-gfm with GitHub's tables, strikethrough, task lists and links.
package struct MarkdownDocument: ~Copyable {
  private static let extensions = ["table", "strikethrough", "autolink", "tagfilter", "tasklist"]

  private let parser: OpaquePointer
  /// The tree's uppermost node (`cmark_node`).
  private let root: OpaquePointer

  /// Parses a text. The library takes quadratic time for some texts: callers limit the length.
  ///
  /// - Parameter hasFootnotes: whether `[^1]` refers to a footnote, which is then at the end of the tree.
  /// - Throws: `limitExceeded` without memory.
  package init(_ text: String, hasFootnotes: Bool = false) throws(ImageError) {
    cmark_gfm_core_extensions_ensure_registered()
    let options = CMARK_OPT_VALIDATE_UTF8 | (hasFootnotes ? CMARK_OPT_FOOTNOTES : 0)
    guard let parser = cmark_parser_new(options) else { throw Self.noMemory }
    for name in Self.extensions {
      if let found = cmark_find_syntax_extension(name) { cmark_parser_attach_syntax_extension(parser, found) }
    }
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
    }
    guard let root = cmark_parser_finish(parser) else {
      cmark_parser_free(parser)
      throw Self.noMemory
    }
    self.parser = parser
    self.root = root
  }

  /// About the number of cells of all tables, without parsing the text. The library fills up short rows, so that a small
  /// text can have more cells than memory has space for: callers limit them, too.
  package static func cellCount(_ text: String) -> Int {
    let bar = UInt8(ascii: "|")
    var (count, columns) = (0, 0)
    for line in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
      // A table ends with an empty line.
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { columns = 0 }
      count += columns
      guard let start = line.firstIndex(of: bar), line[start...].allSatisfy({ "|:- \t\r".utf8.contains($0) }) else {
        continue
      }
      columns = max(columns, line[start...].count { $0 == bar } + 1)
    }
    return count
  }

  deinit {
    cmark_node_free(root)
    cmark_parser_free(parser)
  }

  /// The document as HTML. The library leaves raw HTML and links to scripts out.
  ///
  /// - Throws: `limitExceeded` where the library fails.
  package func html() throws(ImageError) -> String {
    guard
      let html = cmark_render_html(root, CMARK_OPT_VALIDATE_UTF8, cmark_parser_get_syntax_extensions(parser))
    else { throw Self.noMemory }
    defer { free(html) }
    return String(cString: html)
  }

  /// Visits the nodes in the order of the text (`cmark_iter_next`): a node that may have others in it twice, before
  /// and after these.
  ///
  /// There is no recursion: a tree can be as deep as its text is long.
  ///
  /// - Parameter visit: gets the node, and whether it begins. The walk ends where it returns false.
  package func walk(_ visit: (MarkdownNode, _ isBeginning: Bool) -> Bool) {
    guard let iterator = cmark_iter_new(root) else { return }
    defer { cmark_iter_free(iterator) }
    while true {
      let event = cmark_iter_next(iterator)
      guard event != CMARK_EVENT_DONE, let node = cmark_iter_get_node(iterator),
        visit(MarkdownNode(node), event == CMARK_EVENT_ENTER)
      else { return }
    }
  }

  /// Replaces pictures in other files by their names, for a reader that can open only the document.
  package func replacePictures() {
    guard let iterator = cmark_iter_new(root) else { return }
    var pictures: [OpaquePointer] = []
    while case let event = cmark_iter_next(iterator), event != CMARK_EVENT_DONE {
      guard event == CMARK_EVENT_ENTER, let node = cmark_iter_get_node(iterator),
        cmark_node_get_type(node) == CMARK_NODE_IMAGE, !Self.isInline(Self.address(node))
      else { continue }
      pictures.append(node)
    }
    cmark_iter_free(iterator)
    for picture in pictures { Self.replace(picture) }
  }

  private static func replace(_ picture: OpaquePointer) {
    let name = address(picture).split(separator: "/").last.map(String.init) ?? "picture"
    guard cmark_node_set_type(picture, CMARK_NODE_EMPH) == 1, cmark_node_first_child(picture) == nil,
      let text = cmark_node_new(CMARK_NODE_TEXT)
    else { return }
    cmark_node_set_literal(text, name)
    if cmark_node_append_child(picture, text) != 1 { cmark_node_free(text) }
  }

  private static func address(_ node: OpaquePointer) -> String {
    cmark_node_get_url(node).map { String(cString: $0) } ?? ""
  }

  /// Whether a picture is contained in the text as a `data:` URL, in a format that the library keeps.
  private static func isInline(_ address: String) -> Bool {
    ["png", "jpeg", "gif", "webp"].contains { address.hasPrefix("data:image/\($0);") }
  }

  private static var noMemory: ImageError {
    ImageError(.limitExceeded, "there is not enough memory to read the text")
  }
}
