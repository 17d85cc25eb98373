package import Drawing
internal import MetadataModel
package import PDFDocuments

extension PDFJob {
  /// Text, captions, watermark, stamp and letterhead that are drawn on pages besides their content.
  package struct Decorations: Sendable {
    /// Left, centre, right.
    package var header: [PageTemplate?] = [nil, nil, nil]
    package var footer: [PageTemplate?] = [nil, nil, nil]
    package var caption: PageTemplate?
    package var watermark: PageTemplate?
    /// The pages of the document with the watermark; nil for all.
    package var watermarkPages: PageRanges?
    /// The path of a picture or PDF that is drawn over pages.
    package var stamp: String?
    package var stampFit = PageFit.shrink
    package var stampPosition = BoxAnchor.center
    /// The pages of the stamp's file, which are drawn one after the other, the last one again and again; nil for the
    /// first.
    package var stampSelection: PageRanges?
    /// The pages of the document with the stamp; nil for all.
    package var stampPages: PageRanges?
    /// The path of a picture or PDF that is drawn below the content of pages: a letterhead.
    package var underlay: String?
    package var underlayFit = PageFit.shrink
    /// As for the stamp.
    package var underlaySelection: PageRanges?
    package var underlayPages: PageRanges?
    /// Finds the password that opens the stamp and the letterhead.
    package var stampPassword: PDFInput.Password?
    /// The number of the first page, counted up from page to page.
    package var bates: BatesNumber?
    package var font: String?
    package var fontSize: Double?
    /// The colour of all text except the watermark.
    package var textColor = Color.black

    package init() {}

    private var templates: [PageTemplate] { (header + footer + [caption, watermark]).compactMap { $0 } }

    /// Whether a text has the field of the Bates number.
    package var hasBatesField: Bool { templates.contains { $0.hasBatesNumber } }
    /// Whether there are headers or footers.
    var hasEdges: Bool { (header + footer).contains { $0 != nil } }
    /// Whether anything except captions is drawn on pages besides their content.
    var hasCover: Bool { hasEdges || watermark != nil || stamp != nil || underlay != nil }
    /// The files that are drawn on pages.
    package var files: [String] { [stamp, underlay].compactMap { $0 } }
    /// Whether a text contains the number of all pages, or a list of pages counts from the last one.
    package var needsPageCount: Bool {
      templates.contains { $0.needsPageCount }
        || [watermarkPages, stampPages, underlayPages].contains { $0?.needsCount ?? false }
    }
    /// The properties of pictures that the texts refer to without a default, each once.
    var queries: [PropertyQuery] {
      var seen: Set<String> = []
      return templates.flatMap { $0.queries }.filter { seen.insert($0.text.lowercased()).inserted }
    }
    /// Whether the metadata of the inputs must be read.
    var needsMetadata: Bool { templates.contains { $0.needsMetadata } }

    /// The style of all text except that of text files.
    var style: TextStyle { TextStyle(families: [font ?? "sans-serif"], size: fontSize ?? 9, color: textColor) }

    /// The style of text files.
    var bodyStyle: TextStyle { TextStyle(families: [font ?? "monospace"], size: fontSize ?? 10, color: textColor) }
  }
}

/// A number that identifies a page among those of all documents of a case: `ACME000123`.
package struct BatesNumber: Hashable, Sendable {
  private var prefix: String
  private var first: Int
  private var digits: Int

  /// The number of the first page: any text that ends with 1 to 15 digits. nil for another text.
  package init?(_ text: String) {
    let digits = text.reversed().prefix { ("0"..."9").contains($0) }.count
    guard (1...15).contains(digits), let first = Int(text.suffix(digits)) else { return nil }
    (prefix, self.first, self.digits) = (String(text.dropLast(digits)), first, digits)
  }

  /// The number of a page, counted from 0, with at least as many digits as the first one.
  package func text(page: Int) -> String {
    let number = String(first + page)
    return prefix + String(repeating: "0", count: max(0, digits - number.count)) + number
  }
}
