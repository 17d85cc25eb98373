package import ImageModel
internal import PDFWriting

/// A document whose pages go into another one: where they are there, and what its names and labels become.
package final class ImportedDocument {
  package let file: PDFFile
  /// Its place among all documents, for an order that does not change from run to run.
  var number = 0
  /// What the document says of its language and of viewers, as it holds for the new one.
  var viewing = ViewerSettings()
  /// The pages' places in the new document, by those in the file; both counted from 0.
  package let pages: [Int: Int]
  /// What the names of the document that lead to its pages here are called in the new one; other names lead nowhere.
  let adopted: [String: String]
  /// What names stand for, where they are not kept.
  let places: [String: PDFDestination]
  /// Links that were read for pages on sheets.
  var linkCount = 0
  private var importer: PDFImporter?

  /// A document of which nothing is kept but what its pages show.
  init(_ file: PDFFile) {
    self.file = file
    pages = [:]
    adopted = [:]
    places = [:]
  }

  /// A document whose pages stand on sheets: its names become places.
  package init(_ file: PDFFile, pages: [Int: Int]) throws(ImageError) {
    self.file = file
    self.pages = pages
    adopted = [:]
    places = try file.namedDestinations()
  }

  /// - Throws: what reading the names throws.
  init(_ file: PDFFile, pages: [Int: Int], names: inout DestinationNames) throws(ImageError) {
    self.file = file
    self.pages = pages
    var adopted: [String: String] = [:]
    // In the order of the names, so that the same inputs always give the same file.
    for (name, destination) in try file.namedDestinations().sorted(by: { $0.key < $1.key }) {
      guard let place = pages[destination.page] else { continue }
      adopted[name] = names.adopt(name, PDFDestination(page: place, view: destination.view))
    }
    self.adopted = adopted
    places = [:]
  }

  /// One importer for all pages, so that what they share is written once.
  func importer(to writer: PDFWriter) -> PDFImporter {
    if let importer { return importer }
    let made = PDFImporter(file, to: writer)
    made.wantsSomePages = pages.count < file.pageCount
    importer = made
    return made
  }

  /// What copies the pages, where any has been copied.
  var usedImporter: PDFImporter? { importer }

  /// The document's outline as it leads into the new one. Entries that lead to pages which were left out stay where they
  /// hold others; where all pages are kept, nobody asked for others to be left out, and a note of the file tells of them.
  package func outline() throws(ImageError) -> [OutlineEntry] {
    let all = try file.outline()
    let entries = kept(all.map { $0.resolved(places) })
    let dropped = Self.count(all) - Self.count(entries)
    if dropped > 0, pages.count == file.pageCount {
      file.note("entries of the outline that lead to no page of it are left out (\(dropped))")
    }
    return entries
  }

  private static func count(_ entries: [OutlineEntry]) -> Int {
    entries.reduce(entries.count) { $0 + count($1.children) }
  }

  private func kept(_ entries: [OutlineEntry]) -> [OutlineEntry] {
    entries.compactMap { entry in
      var entry = entry
      entry.children = kept(entry.children)
      switch entry.target {
      case .destination(let destination)?:
        entry.target = pages[destination.page].map { .destination(PDFDestination(page: $0, view: destination.view)) }
      // A name whose page was left out may be another document's, which leads elsewhere.
      case .named(let name)?: entry.target = adopted[name].map { .named($0) }
      case .uri?: return entry
      case nil: return entry.children.isEmpty ? nil : entry
      }
      return entry.target == nil && entry.children.isEmpty ? nil : entry
    }
  }
}
