/// A part of a Markdown document that stands by itself, as thumbnails draw it.
struct MarkdownBlock: Hashable {
  enum Content: Hashable {
    case heading(level: Int, [Inline])
    case paragraph([Inline])
    case code(String)
    /// Rows of cells, the first of which is the header.
    case table([[[Inline]]], alignments: [Alignment])
    case rule
  }

  /// A piece of text in one style.
  struct Inline: Hashable {
    var text: String
    var style = Style()
  }

  struct Style: OptionSet, Hashable {
    let rawValue: Int

    static let bold = Style(rawValue: 1)
    static let italic = Style(rawValue: 2)
    static let struck = Style(rawValue: 4)
    static let link = Style(rawValue: 8)
    static let code = Style(rawValue: 16)
  }

  enum Alignment: Hashable { case leading, center, trailing }

  var content: Content
  /// What stands before the block as the first of a list's item: `•`, `3.`, `☑`.
  var marker: String?
  /// In how many lists and quotations the block lies.
  var listDepth = 0
  var quoteDepth = 0
}
