internal import Drawing
internal import ImageModel
package import PDFDocuments

extension DescribedPage {
  /// The page as a page of a document, with its names. It keeps its texts laid out as long as it lives.
  package func documentPage() -> DrawnPage {
    let page = DrawnPage(size: size) { (_) throws(ImageError) in
      try prepare()
    } _: { context, _ in
      try draw(on: context)
    }
    // Two elements of one name: the first counts, as for the names of a PDF.
    for destination in destinations {
      let name = destinationName(destination.name)
      if page.namedPlaces[name] == nil { page.namedPlaces[name] = Point(x: 0, y: destination.y) }
    }
    return page
  }
}
