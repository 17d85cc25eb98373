package import Drawing
package import ImageModel

/// A page that is drawn, at another size, into a cell of a sheet.
package struct SheetCell {
  package var page: PDFPage
  package var caption: Caption?
  /// A page of another file as it was copied; the file is not needed any more.
  private let object: EmbeddedObject?

  package init(_ page: PDFPage, caption: Caption? = nil, object: EmbeddedObject? = nil) {
    (self.page, self.caption, self.object) = (page, caption, object)
  }

  /// The size of the page as a viewer shows it, in points.
  package var naturalSize: Size { page.seenSize }

  /// Draws the page, and its caption at the lower end of the cell.
  ///
  /// - Parameter captionHeight: what captions take of each cell, whether this one has any.
  /// - Throws: `ImageError` with the path of the page's file.
  package func draw(
    on context: DrawingContext, in cell: Rect, _ fit: PageFit, captionHeight: Double, _ objects: PlacedObjects?,
    _ fonts: FontCatalog?
  ) throws {
    do {
      try drawContent(on: context, in: cell, fit, captionHeight: captionHeight, objects, fonts)
    } catch let error as ImageError {
      guard let name else { throw error }
      throw error.at(path: name)
    }
  }

  /// The file of the page; nil for one that is drawn.
  private var name: String? { (page as? ImagePage)?.name ?? (page as? ImportedPage)?.file.name }

  private func drawContent(
    on context: DrawingContext, in cell: Rect, _ fit: PageFit, captionHeight: Double, _ objects: PlacedObjects?,
    _ fonts: FontCatalog?
  ) throws {
    var frame = cell
    frame.size.height = max(cell.height - captionHeight, 1)
    frame.origin.y = cell.maxY - frame.height
    let place = fit.place(naturalSize, in: frame)
    try context.withState { () throws in
      if PageFit.exceeds(place, frame) { context.clip(to: .rect(frame)) }
      page.objects = objects
      // The page turned as a viewer would turn it, about the middle of its place.
      context.translate(x: place.center.x, y: place.center.y)
      // A page that was copied stands upright already, as its file says.
      let turn = object == nil ? page.rotation : page.rotation - ((page as? ImportedPage)?.original.rotation ?? 0)
      context.rotate(degrees: Double(-turn))
      let size = place.size.turned(by: turn)
      if let object {
        try context.draw(
          object, in: Rect(x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height))
      } else {
        let own = page.bounds(for: .crop)
        context.scale(x: size.width / own.width, y: size.height / own.height)
        context.translate(x: -own.center.x, y: -own.center.y)
        try page.draw(with: .crop, to: context)
      }
    }
    if let caption, let fonts {
      // Right below the picture, not at the end of the cell.
      let strip = Rect(
        x: cell.minX, y: max(place.minY, frame.minY) - captionHeight, width: cell.width, height: captionHeight)
      try caption.draw(on: context, in: strip, fonts)
    }
  }
}
