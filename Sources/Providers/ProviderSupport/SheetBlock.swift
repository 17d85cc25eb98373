package import ImageModel

/// A part of a document that stands by itself, as `BlockSheet` draws it.
package struct SheetBlock: Hashable {
  package enum Content: Hashable {
    case heading(level: Int, [Inline])
    case paragraph([Inline])
    case code(String)
    /// Rows of cells, the first of which is the header.
    case table([[[Inline]]], alignments: [Alignment])
    /// Names and values, such as front matter, or the header of a mail.
    case properties([Property])
    case picture(PixelBuffer)
    case rule
  }

  /// A row of a table of two columns.
  package struct Property: Hashable {
    package var key: String
    package var value: String

    package init(key: String, value: String) {
      self.key = key
      self.value = value
    }
  }

  /// A piece of text in one style.
  package struct Inline: Hashable {
    package var text: String
    package var style: Style

    package init(text: String, style: Style = Style()) {
      self.text = text
      self.style = style
    }
  }

  package typealias Alignment = TextGrid.Alignment

  package struct Style: OptionSet, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let bold = Style(rawValue: 1)
    package static let italic = Style(rawValue: 2)
    package static let struck = Style(rawValue: 4)
    package static let link = Style(rawValue: 8)
    package static let code = Style(rawValue: 16)
  }

  package var content: Content
  /// The marker before the first block of a list item: `•`, `3.`, `☑`.
  package var marker: String?
  /// How many lists and quotations contain the block.
  package var listDepth: Int
  package var quoteDepth: Int

  package init(content: Content, marker: String? = nil, listDepth: Int = 0, quoteDepth: Int = 0) {
    (self.content, self.marker, self.listDepth, self.quoteDepth) = (content, marker, listDepth, quoteDepth)
  }

  /// A paragraph in one style.
  package static func paragraph(_ text: String, _ style: Style = []) -> SheetBlock {
    SheetBlock(content: .paragraph([Inline(text: text, style: style)]))
  }

  /// A heading; 1 is the highest level.
  package static func heading(_ text: String, level: Int) -> SheetBlock {
    SheetBlock(content: .heading(level: level, [Inline(text: text)]))
  }
}
