package import Drawing
package import ImageModel
package import PDFDocuments

/// One page of the document that a description makes, laid out and ready to be drawn.
///
/// It keeps its texts laid out: who has many pages keeps their numbers and asks for each again.
package struct DescribedPage {
  private let laidOut: LaidOutPage
  private let environment: PageEnvironment
  /// The page's own name and bookmark, where it is the first that its description makes.
  private let names: (id: String?, bookmark: Bookmark?)

  init(_ laidOut: LaidOutPage, names: (id: String?, bookmark: Bookmark?), _ environment: PageEnvironment) {
    self.laidOut = laidOut
    self.environment = environment
    self.names = names
  }

  /// In points.
  package var size: Size { laidOut.size }

  /// Gets the pictures and pages of other files from the description's resources; drawing does so, too.
  package func prepare() throws(ImageError) { try laidOut.prepare() }

  /// Draws the page on a context of its size whose origin is at the lower left.
  ///
  /// Links are recorded by the context; pictures and imported pages are what the description's resources gave.
  ///
  /// - Throws: `ImageError` that names the place in the description.
  package func draw(on context: DrawingContext) throws(ImageError) {
    // A sheet may have pages of several descriptions.
    let others = (context.destinationName, context.isFirstReport)
    defer { (context.destinationName, context.isFirstReport) = others }
    context.destinationName = { [environment] id in environment.resources.destinationName(id) }
    context.isFirstReport = { [environment] diagnostic in environment.isFirstReport(diagnostic) }
    try laidOut.draw(on: context, named: environment.name)
  }

  /// What an id is called in the document.
  func destinationName(_ id: String) -> String { environment.resources.destinationName(id) }

  /// The entries of the outline that lead to this page, in their order.
  package var bookmarks: [PlacedBookmark] {
    let own = names.bookmark.map { [PlacedBookmark(bookmark: $0, y: size.height)] } ?? []
    return own + laidOut.bookmarks.map { PlacedBookmark(bookmark: $0.bookmark, y: size.height - $0.top) }
  }

  /// The named destinations on this page: its id and those of its elements.
  package var destinations: [PlacedDestination] {
    let own = names.id.map { [PlacedDestination(name: $0, y: size.height)] } ?? []
    return own + laidOut.ids.map { PlacedDestination(name: $0.id, y: size.height - $0.top) }
  }
}

/// An entry of the outline and the height on its page that it leads to, in points from the page's lower side.
package struct PlacedBookmark: Hashable, Sendable {
  package var bookmark: Bookmark
  package var y: Double
}

/// A named destination and its height on its page, in points from the page's lower side.
package struct PlacedDestination: Hashable, Sendable {
  package var name: String
  package var y: Double
}

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
