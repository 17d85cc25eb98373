package import Drawing
package import ProviderSupport

/// Text that another provider took out of a document. It is shown as this provider shows its own.
package struct ExtractedText {
  package enum Kind {
    /// Paragraphs, a line each.
    case prose
    /// The few words of a slide, in large letters.
    case slide
    /// Rows of values with tabs between them, quoted as in CSV.
    case table

    var textKind: TextKind { self == .table ? .table(separator: "\t") : .richText }
  }

  package var text: String
  package var kind: Kind

  package init(_ text: String, _ kind: Kind) {
    self.text = text
    self.kind = kind
  }

  /// Draws the beginning on a sheet of paper as large as the context.
  ///
  /// - Throws: what drawing throws.
  package func draw(_ context: DrawingContext, fonts: FontCatalog) throws {
    try TextThumbnails.draw(text, kind.textKind, context, fonts, enlargement: kind == .slide ? 2 : 1)
  }

  /// Appends the text to a page of HTML.
  ///
  /// - Returns: whether parts were left out.
  package func write(to page: inout HTMLPage) throws -> Bool { try TextPreviews.write(text, kind.textKind, &page) }
}
