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

  /// The part of a cell that captions leave.
  private static func frame(_ cell: Rect, captionHeight: Double) -> Rect {
    var frame = cell
    frame.size.height = max(cell.height - captionHeight, 1)
    frame.origin.y = cell.maxY - frame.height
    return frame
  }

  /// By how many degrees the page is turned besides what its object does.
  private var turn: Int { (page as? ImportedPage).map { $0.rotation - $0.original.rotation } ?? page.rotation }

  /// From the page to the sheet.
  private func matrix(_ place: Rect) -> AffineTransform {
    let size = place.size.turned(by: turn)
    let unit: AffineTransform
    if let page = page as? ImportedPage {
      unit = page.original.unitSquareMatrix(of: .crop)
    } else {
      let own = page.bounds(for: .crop)
      unit = AffineTransform.translation(x: -own.minX, y: -own.minY).then(.scale(x: 1 / own.width, y: 1 / own.height))
    }
    let turned =
      switch (turn % 360 + 360) % 360 {
      case 90: AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 0)
      case 180: AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 0, ty: 0)
      case 270: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
      default: AffineTransform.identity
      }
    return unit.then(.translation(x: -0.5, y: -0.5)).then(.scale(x: size.width, y: size.height)).then(turned)
      .then(.translation(x: place.center.x, y: place.center.y))
  }

  /// The page's named places as they lie on the sheet.
  package func namedPlaces(in cell: Rect, _ fit: PageFit, captionHeight: Double) -> [String: Point] {
    guard !page.namedPlaces.isEmpty else { return [:] }
    let matrix = matrix(fit.place(naturalSize, in: Self.frame(cell, captionHeight: captionHeight)))
    return page.namedPlaces.mapValues { matrix.apply(to: $0) }
  }

  /// The links that the page does not draw itself.
  private func drawLinks(on context: DrawingContext, _ place: Rect, in frame: Rect) {
    guard !page.links.isEmpty else { return }
    let matrix = matrix(place)
    for link in page.links {
      // What is cut off leads nowhere.
      guard let rect = matrix.apply(to: link.rect).intersection(frame) else { continue }
      context.link(rect, to: link.target)
    }
  }

  private func drawContent(
    on context: DrawingContext, in cell: Rect, _ fit: PageFit, captionHeight: Double, _ objects: PlacedObjects?,
    _ fonts: FontCatalog?
  ) throws {
    let frame = Self.frame(cell, captionHeight: captionHeight)
    let place = fit.place(naturalSize, in: frame)
    drawLinks(on: context, place, in: frame)
    try context.withState { () throws in
      if PageFit.exceeds(place, frame) { context.clip(to: .rect(frame)) }
      page.objects = objects
      // The page turned as a viewer would turn it, about the middle of its place.
      context.translate(x: place.center.x, y: place.center.y)
      // A page that was copied stands upright already, as its file says.
      let turn = object == nil ? page.rotation : self.turn
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
