internal import CCmark
internal import Glibc
internal import ProviderProtocol

/// Turns Markdown into HTML by libcmark-gfm, with GitHub's tables, strikethrough, task lists and links.
///
/// The library is told to be safe: raw HTML and links to scripts are left out.
enum Markdown {
  private static let extensions = ["table", "strikethrough", "autolink", "tagfilter", "tasklist"]

  /// - Throws: `resourceExhausted` where the library gives nothing.
  static func html(_ text: String) throws(ProviderError) -> String {
    cmark_gfm_core_extensions_ensure_registered()
    let options = CMARK_OPT_VALIDATE_UTF8
    guard let parser = cmark_parser_new(options) else {
      throw ProviderError(.resourceExhausted, "no memory for Markdown")
    }
    defer { cmark_parser_free(parser) }
    for name in extensions {
      if let found = cmark_find_syntax_extension(name) { cmark_parser_attach_syntax_extension(parser, found) }
    }
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
    }
    guard let document = cmark_parser_finish(parser) else {
      throw ProviderError(.resourceExhausted, "no memory for Markdown")
    }
    defer { cmark_node_free(document) }
    guard let html = cmark_render_html(document, options, cmark_parser_get_syntax_extensions(parser)) else {
      throw ProviderError(.resourceExhausted, "no memory for Markdown")
    }
    defer { free(html) }
    return String(cString: html)
  }
}
