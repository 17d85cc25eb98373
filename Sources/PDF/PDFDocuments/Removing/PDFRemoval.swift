/// Parts that are removed from existing PDFs while their pages are copied.
package struct PDFRemoval: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Files that are attached to the document, to its parts and to annotations.
  package static let attachments = PDFRemoval(rawValue: 1)
  /// Comments: all annotations except links and fields.
  package static let annotations = PDFRemoval(rawValue: 2)
  /// Links on pages.
  package static let links = PDFRemoval(rawValue: 4)
  /// Layers: what is shown becomes a part of the page, and what is hidden is removed.
  package static let layers = PDFRemoval(rawValue: 8)
  /// JavaScript, actions that start other programs, and actions that events run.
  package static let scripts = PDFRemoval(rawValue: 16)
  /// The small pictures of pages.
  package static let thumbnails = PDFRemoval(rawValue: 32)
  /// Info, XMP, private data of programs, and who wrote comments and when.
  package static let metadata = PDFRemoval(rawValue: 64)

  /// The parts by their names.
  package static let names: KeyValuePairs<String, PDFRemoval> = [
    "attachments": .attachments, "annotations": .annotations, "links": .links, "layers": .layers,
    "scripts": .scripts, "thumbnails": .thumbnails, "metadata": .metadata,
  ]
}

/// Counts what was removed.
struct RemovedParts {
  private var names: [String] = []
  private var counts: [String: Int] = [:]

  mutating func add(_ part: String, count: Int = 1) {
    guard count > 0 else { return }
    if counts[part] == nil { names.append(part) }
    counts[part, default: 0] += count
  }

  /// A line for each part, in alphabetical order: `comments (3)`.
  var lines: [String] { names.sorted().map { "\($0) (\(counts[$0] ?? 0))" } }
}
