package import Drawing
package import ImageModel
package import PDFDocuments

/// A page of a description as a page of a document.
///
/// It lasts as long as the document needs it; a writer that takes pages one at a time holds one.
package final class DescribedPDFPage: PDFPage {
  private let page: DescribedPage

  package init(_ page: DescribedPage) {
    self.page = page
    super.init(size: page.size)
    // Two elements of one name: the first counts, as for the names of a PDF.
    for destination in page.destinations where namedPlaces[destination.name] == nil {
      namedPlaces[destination.name] = Point(x: 0, y: destination.y)
    }
  }

  package override func draw(with box: PageBox, to context: DrawingContext) throws {
    try page.draw(on: context)
  }

  package override func prepare(_ objects: PlacedObjects) throws(ImageError) { try page.prepare() }
}
