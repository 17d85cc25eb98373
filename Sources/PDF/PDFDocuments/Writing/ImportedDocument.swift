package import Drawing
package import ImageModel
internal import PDFReading
package import PDFWriting

/// A document whose pages are imported into another one: the new indices of its pages and the new names of its
/// destinations.
package final class ImportedDocument {
  /// How much of a document is kept.
  package enum Extent: Sendable {
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
  package let extent: Extent
  /// The index among all imported documents, for a deterministic order.
  var number = 0
  /// The language and viewer settings of the document.
  var viewing = ViewerSettings()
  /// The indices in the file of the pages that will be in the new document.
  let pages: Set<Int>
  /// The pages that will be there more than once.
  private let repeated: Set<Int>
  /// The index in the new document of each page that is in it so far, by its index in the file. Of a page that is
  /// there twice, the first one counts.
  private(set) var newIndices: [Int: Int] = [:]
  /// The objects of pages, which may be appended later, by their indices in the file.
  private var references: [Int: PDFReference] = [:]
  /// The copies of pages that are being appended.
  private var copies = Copies()
  /// The new names of the named destinations whose pages are imported, by their names in the file.
  let adopted: [String: String]
  /// The named destinations of the file.
  private let destinations: [String: PDFDestination]
  /// The names of pages that will be on later sheets and that links lead to, by their indices in the file.
  private var laterNames: [Int: String] = [:]
  /// The number of links that were read for pages on sheets.
  var linkCount = 0
  private var importer: PDFImporter?

  /// A document of which only the content of pages is kept.
  init(_ file: PDFFile) {
    self.file = file
    extent = .drawings
    (pages, repeated) = ([], [])
    adopted = [:]
    destinations = [:]
  }

  /// A document whose pages are arranged on sheets: its names are resolved.
  package init(_ file: PDFFile, pages: [Int]) throws(ImageError) {
    self.file = file
    self.pages = Set(pages)
    repeated = []
    extent = .sheets
    adopted = [:]
    destinations = try file.namedDestinations()
  }

  /// A document that becomes the whole new document.
  init(whole file: PDFFile) {
    self.file = file
    extent = .whole
    (pages, repeated) = (Set(0..<file.pageCount), [])
    adopted = [:]
    destinations = [:]
  }

  /// A document whose pages and names are kept.
  ///
  /// - Throws: the errors of reading the names.
  init(_ file: PDFFile, pages: [Int], names: inout DestinationNames) throws(ImageError) {
    self.file = file
    let all = Set(pages)
    self.pages = all
    var seen: Set<Int> = []
    repeated = Set(pages.filter { !seen.insert($0).inserted })
    extent = .pages
    destinations = try file.namedDestinations()
    var adopted: [String: String] = [:]
    // Sorted by name, so that equal inputs give equal files.
    for name in destinations.filter({ all.contains($0.value.page) }).keys.sorted() {
      adopted[name] = names.adopt(name)
    }
    self.adopted = adopted
  }

  /// Pages that were appended before and are appended again: links among them lead to the copies.
  private struct Copies {
    var pages: Set<Int> = []
    var newIndices: [Int: Int] = [:]
    var references: [Int: PDFReference] = [:]
    var names: [String: String] = [:]
  }

  /// Begins the pages of a further input.
  func beginCopies(of pages: [Int], names: inout DestinationNames) {
    define(copies.names, copies.newIndices, in: &names)
    copies = Copies(pages: Set(pages.filter { newIndices[$0] != nil }))
    guard extent == .pages else { return }
    for (name, destination) in destinations.sorted(by: { $0.key < $1.key })
    where copies.pages.contains(destination.page) {
      copies.names[name] = names.adopt(name)
    }
  }

  /// Defines the adopted names, once all pages are in the new document.
  func defineNames(in names: inout DestinationNames) {
    define(adopted, newIndices, in: &names)
    define(copies.names, copies.newIndices, in: &names)
  }

  private func define(_ adopted: [String: String], _ newIndices: [Int: Int], in names: inout DestinationNames) {
    for (name, unique) in adopted.sorted(by: { $0.key < $1.key }) {
      guard let destination = destinations[name], let index = newIndices[destination.page] else { continue }
      names.define(adopted: unique, from: name, PDFDestination(page: index, view: destination.view))
    }
  }

  /// Whether links lead to a page that was appended already.
  func hasNewIndex(_ page: Int) -> Bool {
    (copies.pages.contains(page) ? copies.newIndices : newIndices)[page] != nil
  }

  /// Records the index of a page in the new document. Of a page that an input has twice, the first one counts.
  package func setNewIndex(_ index: Int, of page: Int) {
    guard !hasNewIndex(page) else { return }
    if copies.pages.contains(page) { copies.newIndices[page] = index } else { newIndices[page] = index }
  }

  /// The object of a page, which may be appended later; nil for a page that is left out.
  private func reference(_ page: Int, _ writer: PDFWriter) -> PDFReference? {
    guard pages.contains(page) else { return nil }
    if copies.pages.contains(page) {
      let reference = copies.references[page] ?? writer.reserve()
      copies.references[page] = reference
      return reference
    }
    let reference = references[page] ?? writer.reserve()
    references[page] = reference
    return reference
  }

  /// The importer of all pages, so that shared objects are copied once.
  func importer(to writer: PDFWriter) -> PDFImporter {
    if let importer { return importer }
    let made = PDFImporter(file, to: writer)
    made.isWhole = extent == .whole
    made.wantsSomePages = pages.count < file.pageCount
    made.keepsHiddenFields = extent == .pages
    made.repeatedPages = repeated
    if extent == .whole || extent == .pages {
      made.links = PDFImporter.LinkMapping(
        pageReference: { [unowned self] in reference($0, writer) },
        rename: { [unowned self] in copies.names[$0] ?? adopted[$0] ?? $0 })
    }
    importer = made
    return made
  }

  /// The importer, where any page was copied.
  var usedImporter: PDFImporter? { importer }

  /// Whether pictures are on the pages that were copied so far.
  package var hasPictures: Bool { importer?.hasPictures ?? false }

  /// What was removed, a line for each part.
  package var removed: [String] { importer?.removed.lines ?? [] }

  /// What became of the pictures, where the document is made smaller.
  package var shrunkPictures: [EmbeddedImage] { importer?.shrinker?.pictures ?? [] }

  /// The outline with targets in the new document, once all pages are in it. Entries for pages that were not imported
  /// are kept where they have children.
  /// Where all pages were imported, a note reports the entries that were left out, because the user did not ask for
  /// that.
  package func outline() throws(ImageError) -> [OutlineEntry] {
    let all = try file.outline()
    // The names of a whole document stay where they are, but not all of them can be written as strings.
    let names = extent == .whole ? try file.namedDestinations() : extent == .sheets ? destinations : [:]
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
        entry.target = newIndices[destination.page].map {
          .destination(PDFDestination(page: $0, view: destination.view))
        }
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
  ///
  /// - Parameter claim: reserves the name of a destination.
  package func links(on page: ImportedPage, claim: (String) -> String) throws(ImageError) -> [Link] {
    guard importer?.removal.contains(.links) != true else { return [] }
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
        if let target = target(try file.target(of: annotation, reader), claim) {
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

  private func target(_ target: PDFTarget?, _ claim: (String) -> String) -> LinkTarget? {
    switch target {
    case .destination(let destination)?: link(toPage: destination.page, claim)
    case .named(let name)?: destinations[name].flatMap { link(toPage: $0.page, claim) }
    case .uri(let address)?: .uri(address)
    case nil: nil
    }
  }

  /// A page, or a name for one whose sheet is not known yet.
  private func link(toPage page: Int, _ claim: (String) -> String) -> LinkTarget? {
    if let index = copies.newIndices[page] ?? newIndices[page] { return .page(index) }
    guard pages.contains(page) else { return nil }
    let name = laterNames[page] ?? claim("page \(page + 1)")
    laterNames[page] = name
    return .destination(name: name)
  }

  /// Names a page that links on earlier sheets lead to.
  package func nameLinkTarget(_ page: ImportedPage) {
    guard let name = laterNames.removeValue(forKey: page.index) else { return }
    let box = page.bounds(for: .crop)
    page.namedPlaces[name] = Point(x: box.minX, y: box.maxY)
  }
}
