package import Drawing
package import ImageModel

extension ImportedDocument {
  /// Of all pages: many may share one list of many links, and a booklet keeps all until its end.
  private static var mostLinks: Int { 1_000_000 }

  /// The links of a page as they lead into the new document, for a page that is drawn and loses its annotations. Rectangles
  /// are in the page's own units.
  ///
  /// Links that lead neither to a page that is kept nor to an address are left out, with a note of the file; so are those
  /// behind the millionth, with a warning.
  package func links(on page: ImportedPage) throws(ImageError) -> [Link] {
    var links: [Link] = []
    var dropped = 0
    try file.read { reader throws(ImageError) in
      let annotations = try reader.resolve(try file.dictionary(ofPage: page.index, reader)["Annots"]).array ?? []
      for element in annotations {
        guard linkCount < Self.mostLinks else {
          // Told once for the file.
          return file.warn("there are more than \(Self.mostLinks) links; those behind are left out")
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
      file.note("page \(page.index + 1): links that lead out of what is kept are left out (\(dropped))")
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
