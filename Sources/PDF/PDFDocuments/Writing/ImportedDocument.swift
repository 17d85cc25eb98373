package import Drawing
package import ImageModel
internal import PDFWriting

/// A document whose pages are imported into another one: the new indices of its pages and the new names of its
/// destinations.
package final class ImportedDocument {
  /// How much of a document is kept.
  package enum Extent {
    /// Everything: it becomes the whole new document.
    case whole
    /// Pages, and the parts that can be joined with other documents.
    case pages
    /// Pages as drawings on sheets, and the attached files.
    case sheets
    /// Drawings of pages only.
    case drawings
  }

  package let file: PDFFile
  let extent: Extent
  /// The index among all imported documents, for a deterministic order.
  var number = 0
  /// The language and viewer settings of the document, with the new page indices.
  var viewing = ViewerSettings()
  /// The index of each page in the new document, by its index in the file; both counted from 0.
  package let pages: [Int: Int]
  /// The new names of the named destinations whose pages are imported, by their names in the file.
  let adopted: [String: String]
  /// The destinations of names that are not kept.
  let places: [String: PDFDestination]
  /// The number of links that were read for pages on sheets.
  var linkCount = 0
  private var importer: PDFImporter?

  /// A document of which only the content of pages is kept.
  init(_ file: PDFFile) {
    self.file = file
    extent = .drawings
    pages = [:]
    adopted = [:]
    places = [:]
  }

  /// A document whose pages are arranged on sheets. Its names are resolved to pages.
  package init(_ file: PDFFile, pages: [Int: Int]) throws(ImageError) {
    self.file = file
    self.pages = pages
    extent = .sheets
    adopted = [:]
    places = try file.namedDestinations()
  }

  /// A document that becomes the whole new document.
  init(whole file: PDFFile) {
    self.file = file
    extent = .whole
    pages = Dictionary(uniqueKeysWithValues: (0..<file.pageCount).map { ($0, $0) })
    adopted = [:]
    places = [:]
  }

  /// A document whose pages and names are kept.
  ///
  /// - Throws: the errors of reading the names.
  init(_ file: PDFFile, pages: [Int: Int], names: inout DestinationNames) throws(ImageError) {
    self.file = file
    self.pages = pages
    extent = .pages
    var adopted: [String: String] = [:]
    // Sorted by name, so that equal inputs give equal files.
    for (name, destination) in try file.namedDestinations().sorted(by: { $0.key < $1.key }) {
      guard let place = pages[destination.page] else { continue }
      adopted[name] = names.adopt(name, PDFDestination(page: place, view: destination.view))
    }
    self.adopted = adopted
    places = [:]
  }

  /// The importer of all pages, so that shared objects are copied once.
  ///
  /// - Parameter page: the object of a page of the new document, by its index.
  func importer(to writer: PDFWriter, page: @escaping (Int) -> PDFReference?) -> PDFImporter {
    if let importer { return importer }
    let made = PDFImporter(file, to: writer)
    made.isWhole = extent == .whole
    made.wantsSomePages = pages.count < file.pageCount
    if extent == .whole || extent == .pages {
      made.links = PDFImporter.LinkMapping(
        pageReference: { [pages] in pages[$0].flatMap(page) }, rename: { [adopted] in adopted[$0] ?? $0 })
    }
    importer = made
    return made
  }

  /// The importer, where any page was copied.
  var usedImporter: PDFImporter? { importer }

  /// The outline with targets in the new document. Entries for pages that were not imported are kept where they have
  /// children.
  /// Where all pages were imported, a note reports the entries that were left out, because the user did not ask for
  /// that.
  package func outline() throws(ImageError) -> [OutlineEntry] {
    let all = try file.outline()
    // The names of a whole document stay where they are, but not all of them can be written as strings.
    let names = extent == .whole ? try file.namedDestinations() : places
    let entries = try file.read { reader throws(ImageError) in try kept(all.map { $0.resolved(names) }, reader) }
    let dropped = Self.count(all) - Self.count(entries)
    if dropped > 0, pages.count == file.pageCount {
      file.note("entries of the outline that lead to no page of it are left out (\(dropped))")
    }
    return entries
  }

  private static func count(_ entries: [OutlineEntry]) -> Int {
    entries.reduce(entries.count) { $0 + count($1.children) }
  }

  private func kept(_ entries: [OutlineEntry], _ reader: ObjectReader) throws(ImageError) -> [OutlineEntry] {
    var result: [OutlineEntry] = []
    for var entry in entries {
      let hadChildren = !entry.children.isEmpty
      entry.children = try kept(entry.children, reader)
      var staysAlone = true
      switch entry.target {
      case .destination(let destination)?:
        entry.target = pages[destination.page].map { .destination(PDFDestination(page: $0, view: destination.view)) }
        staysAlone = entry.target != nil
      // Where the page was left out, another document may define the same name with a different page.
      case .named(let name)?:
        entry.target = adopted[name].map { .named($0) }
        staysAlone = entry.target != nil
      case .uri?: break
      case nil:
        if let importer { entry.entries = PDFDictionary(try importer.entries(entry.source, reader)) }
        // An entry that leads nowhere is a heading, unless it was meant to lead to a page.
        staysAlone = !entry.isBroken && (!hadChildren || !entry.entries.isEmpty)
      }
      if staysAlone || !entry.children.isEmpty { result.append(entry) }
    }
    return result
  }
}

extension ImportedDocument {
  /// The limit for all pages together: many pages may share a long list of links, and a booklet keeps all of them until
  /// the end.
  private static var maxLinks: Int { 1_000_000 }

  /// The links of a page with targets in the new document, for a page that is drawn without its annotations. Rectangles
  /// are in the user units of the page.
  ///
  /// Links that lead neither to an imported page nor to an address are left out, with a note. Links after the millionth
  /// are left out, with a warning.
  package func links(on page: ImportedPage) throws(ImageError) -> [Link] {
    var links: [Link] = []
    var dropped = 0
    try file.read { reader throws(ImageError) in
      let annotations = try reader.resolve(try file.dictionary(ofPage: page.index, reader)["Annots"]).array ?? []
      for element in annotations {
        guard linkCount < Self.maxLinks else {
          // Reported once for the file.
          return file.warn("there are more than \(Self.maxLinks) links; the others are left out")
        }
        guard let annotation = try reader.resolve(element).dictionary,
          try reader.resolve(annotation["Subtype"]).name == "Link",
          let rect = try file.rectangle(annotation["Rect"], reader)
        else { continue }
        if let target = target(try file.target(of: annotation, reader)) {
          links.append(Link(rect: rect, target: target))
          linkCount += 1
        } else {
          dropped += 1
        }
      }
    }
    if dropped > 0 {
      file.note("page \(page.index + 1): links to pages that are not in the document are left out (\(dropped))")
    }
    return links
  }

  private func target(_ target: PDFTarget?) -> LinkTarget? {
    switch target {
    case .destination(let destination)?: pages[destination.page].map { .page($0) }
    case .named(let name)?: places[name].flatMap { pages[$0.page] }.map { .page($0) }
    case .uri(let address)?: .uri(address)
    case nil: nil
    }
  }
}
