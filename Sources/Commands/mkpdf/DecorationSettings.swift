internal import Drawing
internal import MetadataModel
internal import PDFDocuments

/// What stands on the pages besides their content: the values of `DecorationOptions`.
struct DecorationSettings: Sendable {
  /// Left, middle, right.
  var header: [PageTemplate?] = [nil, nil, nil]
  var footer: [PageTemplate?] = [nil, nil, nil]
  var caption: PageTemplate?
  var watermark: PageTemplate?
  /// A file.
  var stamp: String?
  var stampFit = PageFit.shrink
  var stampPosition = StampPosition.center
  /// What opens it, where it is encrypted, as the option says it.
  var stampPassword: String?
  var font: String?
  var fontSize: Double?
  /// Of all letters but a watermark's; white on dark pages.
  var textColor = Color.black

  private var templates: [PageTemplate] { (header + footer + [caption, watermark]).compactMap { $0 } }

  /// Whether there is text along the edges.
  var hasEdges: Bool { (header + footer).contains { $0 != nil } }
  /// Whether anything is drawn on pages besides captions.
  var hasCover: Bool { hasEdges || watermark != nil || stamp != nil }
  /// Whether the number of all pages must be known before the first is made.
  var needsPageCount: Bool { templates.contains(where: \.needsPageCount) }
  /// The properties of pictures that texts ask for, each once.
  var queries: [PropertyQuery] {
    var seen: Set<String> = []
    return templates.flatMap(\.queries).filter { seen.insert($0.text.lowercased()).inserted }
  }
  /// Whether the files' metadata must be read.
  var needsMetadata: Bool { templates.contains(where: \.needsMetadata) }

  /// The style of everything but text files.
  var style: TextStyle { TextStyle(families: [font ?? "sans-serif"], size: fontSize ?? 9, color: textColor) }

  /// The style of text files.
  var bodyStyle: TextStyle { TextStyle(families: [font ?? "monospace"], size: fontSize ?? 10, color: textColor) }
}
