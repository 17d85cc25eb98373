package import Drawing
package import ImageModel
package import PDFDocuments

/// One page that a page description makes, laid out and ready to be drawn.
///
/// It keeps its text layouts: for many pages, keep their indices and get each page again.
package struct DescribedPage {
  private let laidOut: LaidOutPage
  private let environment: PageEnvironment
  /// The page's own ID and bookmark, where it is the first page that its description makes.
  private let names: (id: String?, bookmark: Bookmark?)

  init(_ laidOut: LaidOutPage, names: (id: String?, bookmark: Bookmark?), _ environment: PageEnvironment) {
    self.laidOut = laidOut
    self.environment = environment
    self.names = names
  }

  /// The size in points, with the edge for printers.
  package var size: Size { laidOut.mediaSize }

  /// Loads the pictures and pages of other files from the description's resources. Drawing also loads them.
  package func prepare() throws(ImageError) { try laidOut.prepare() }

  /// Draws the page on a context of its size with the origin at the lower left. The context records the links.
  ///
  /// - Throws: `ImageError` with the place in the description.
  package func draw(on context: DrawingContext) throws(ImageError) {
    // The context may be a sheet with pages of several descriptions.
    let others = (context.destinationName, context.isFirstReport)
    defer { (context.destinationName, context.isFirstReport) = others }
    context.destinationName = { [environment] id in environment.resources.destinationName(id) }
    context.isFirstReport = { [environment] diagnostic in environment.isFirstReport(diagnostic) }
    try laidOut.draw(on: context, named: environment.showsPlaces ? environment.name : nil)
  }

  /// The name of an ID in the document.
  func destinationName(_ id: String) -> String { environment.resources.destinationName(id) }

  /// The entries of the outline that lead to this page, in order.
  package var bookmarks: [PlacedBookmark] {
    let own = names.bookmark.map { [PlacedBookmark(bookmark: $0, y: size.height)] } ?? []
    let top = size.height - laidOut.edge.width
    return own + laidOut.bookmarks.map { PlacedBookmark(bookmark: $0.bookmark, y: top - $0.top) }
  }

  /// The named destinations on this page: its ID and those of its elements.
  package var destinations: [PlacedDestination] {
    let own = names.id.map { [PlacedDestination(name: $0, y: size.height)] } ?? []
    let top = size.height - laidOut.edge.width
    return own + laidOut.ids.map { PlacedDestination(name: $0.id, y: top - $0.top) }
  }
}

/// An entry of the outline and its y on the page, in points from the bottom.
package struct PlacedBookmark: Hashable, Sendable {
  package var bookmark: Bookmark
  package var y: Double
}

/// A named destination and its y on the page, in points from the bottom.
package struct PlacedDestination: Hashable, Sendable {
  package var name: String
  package var y: Double
}

extension DescribedPage {
  /// The page as a page of a document, with its named destinations. It keeps its text layouts.
  package func documentPage() -> DrawnPage {
    let page = DrawnPage(size: size) { (_) throws(ImageError) in
      try prepare()
    } _: { context, _ in
      try draw(on: context)
    }
    page.isTagged = true
    let edge = laidOut.edge
    if edge.width > 0 {
      let trim = Rect(x: edge.width, y: edge.width, width: laidOut.size.width, height: laidOut.size.height)
      let bleed = edge.bleed
      page.setBounds(trim, for: .trim)
      page.setBounds(
        trim.inset(left: -bleed, top: -bleed, right: -bleed, bottom: -bleed, yGrowsUp: true), for: .bleed)
    }
    // If two elements have the same ID, the first is used, as for named destinations in a PDF.
    for destination in destinations {
      let name = destinationName(destination.name)
      if page.namedPlaces[name] == nil { page.namedPlaces[name] = Point(x: 0, y: destination.y) }
    }
    return page
  }
}
