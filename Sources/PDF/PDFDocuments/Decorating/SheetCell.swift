package import Drawing
package import ImageModel

/// A page that is scaled into a cell of a sheet.
package struct SheetCell {
  /// The places of the page and of its caption in a cell.
  package struct Place {
    /// The place of the page.
    package var frame: Rect
    /// The place of the caption.
    package var strip: Rect

    /// The places in a row of cells. All captions are at the same height, and each page is directly above its caption.
    /// The highest page and its caption are in the middle of their cell.
    ///
    /// - Parameter captionHeight: the height reserved for a caption in each cell; 0 leaves each page in the middle.
    package static func row(
      _ sizes: [Size?], in cells: [Rect], _ fit: PageFit, captionHeight: Double
    ) -> [Place] {
      guard captionHeight > 0 else {
        return cells.map { Place(frame: $0, strip: Rect(x: $0.minX, y: $0.minY, width: 0, height: 0)) }
      }
      let heights = zip(sizes, cells).map { size, cell -> Double in
        let free = Rect(x: 0, y: 0, width: cell.width, height: max(cell.height - captionHeight, 1))
        return size.map { min(fit.place($0, in: free).height, free.height) } ?? 0
      }
      let highest = heights.max() ?? 0
      return zip(heights, cells).map { height, cell in
        let top = cell.minY + max(cell.height - captionHeight - highest, 0) / 2 + captionHeight
        return Place(
          frame: Rect(x: cell.minX, y: top, width: cell.width, height: height),
          strip: Rect(x: cell.minX, y: top - captionHeight, width: cell.width, height: captionHeight))
      }
    }
  }

  package var page: PDFPage
  package var caption: Caption?
  /// The XObject of an imported page, whose file is no longer needed.
  private let object: EmbeddedObject?

  package init(_ page: PDFPage, caption: Caption? = nil, object: EmbeddedObject? = nil) {
    (self.page, self.caption, self.object) = (page, caption, object)
  }

  /// The size of the page as a viewer shows it, in points.
  package var naturalSize: Size { page.seenSize }

  /// Draws the page and its caption.
  ///
  /// - Throws: `ImageError` with the path of the page's file.
  package func draw(
    on context: DrawingContext, in place: Place, _ fit: PageFit, _ registry: XObjectRegistry?
  ) throws {
    do {
      try drawContent(on: context, in: place.frame, fit, registry)
      try caption?.draw(on: context, in: place.strip)
    } catch let error as ImageError {
      guard let name else { throw error }
      throw error.at(path: name)
    }
  }

  /// The file of the page; nil for a drawn page.
  private var name: String? { (page as? ImagePage)?.name ?? (page as? ImportedPage)?.file.name }

  /// The clockwise rotation of the page in degrees, in addition to that of its XObject.
  private var turn: Int { (page as? ImportedPage).map { $0.rotation - $0.original.rotation } ?? page.rotation }

  /// The transform from the page to the sheet.
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

  /// The page's named places in coordinates of the sheet.
  package func namedPlaces(in place: Place, _ fit: PageFit) -> [String: Point] {
    guard !page.namedPlaces.isEmpty else { return [:] }
    let matrix = matrix(fit.place(naturalSize, in: place.frame))
    return page.namedPlaces.mapValues { matrix.apply(to: $0) }
  }

  /// Draws the links that the page does not draw itself.
  private func drawLinks(on context: DrawingContext, _ place: Rect, in frame: Rect) {
    guard !page.links.isEmpty else { return }
    let matrix = matrix(place)
    for link in page.links {
      // A link that is clipped off is left out.
      guard let rect = matrix.apply(to: link.rect).intersection(frame) else { continue }
      context.link(rect, to: link.target)
    }
  }

  private func drawContent(
    on context: DrawingContext, in frame: Rect, _ fit: PageFit, _ registry: XObjectRegistry?
  ) throws {
    let place = fit.place(naturalSize, in: frame)
    drawLinks(on: context, place, in: frame)
    try context.withState { () throws in
      if PageFit.exceeds(place, frame) { context.clip(to: .rect(frame)) }
      page.registry = registry
      // The page is rotated as a viewer would rotate it, about the middle of its place.
      context.translate(x: place.center.x, y: place.center.y)
      // The XObject of an imported page is already upright.
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
  }
}
