public import Drawing
public import ImageModel

extension DrawingContext {
  /// Draws a page inside of another one, whatever its kind: a picture (`ImagePage`), a page of an existing PDF
  /// (`ImportedPage`, as `PDFDocument(path:)` has them), or a page that is drawn.
  ///
  /// ```swift
  /// let photo = try ImagePage(path: "photo.jpg")
  /// let letterhead = try PDFDocument(path: "letterhead.pdf")
  /// document.append(DrawnPage(size: PaperSize.a4.size) { context in
  ///   if let paper = letterhead.page(at: 0) { try context.draw(paper, in: Rect(context.size)) }
  ///   try context.draw(photo, in: PageFit.into.place(photo.seenSize, in: Rect(x: 72, y: 72, width: 200, height: 200)))
  /// })
  /// ```
  ///
  /// On a page of a PDF the data of a picture go into the file untouched, as on a page of its own, and a page of an existing
  /// PDF becomes a form with its text and fonts; what is drawn several times is in the file once. The form has what the
  /// page's annotations show, but not the links of its file. `page.links` and links that the page draws are kept.
  /// On an image a picture is drawn by its pixels.
  ///
  /// - Parameters:
  ///   - box: what is shown of the page; what goes beyond it is cut off.
  ///   - rect: the place of the page as it is seen, turned by its rotation, in points of the coordinates in force. The page is
  ///     stretched to it: `PageFit.into.place(page.seenSize, in: rect)` gives a place in it that keeps the page's shape.
  /// - Throws: `ImageError` with the path where the page's file cannot be read; of kind `unsupported` for a page of an
  ///   existing PDF on an image; of kind `usage` for a page that is drawn on itself; what drawing the page throws.
  public func draw(_ page: PDFPage, box: PageBox = .crop, in rect: Rect) throws {
    let own = page.bounds(for: box)
    guard rect.width > 0, rect.height > 0, own.width > 0, own.height > 0 else { return }
    guard !page.isBeingPlaced else { throw ImageError(.usage, "a page cannot be drawn on itself") }
    let outer = page.objects
    page.objects = embedder as? PlacedObjects
    page.isBeingPlaced = true
    defer {
      page.objects = outer
      page.isBeingPlaced = false
    }
    try withState { () throws in
      var rect = rect
      if isFlipped {
        // Pages draw themselves upwards: the place is mirrored with the axis.
        rect.origin.y = size.height - rect.maxY
        flip()
      }
      // A picture knows itself whether it goes beyond its page.
      if !(page is ImagePage) { clip(to: .rect(rect)) }
      translate(x: rect.center.x, y: rect.center.y)
      rotate(degrees: Double(-page.rotation))
      let place = rect.size.turned(by: page.rotation)
      scale(x: place.width / own.width, y: place.height / own.height)
      translate(x: -own.center.x, y: -own.center.y)
      try withPage(size: page.bounds(for: .media).size) { () throws in
        for link in page.links { self.link(link.rect, to: link.target) }
        try page.draw(with: box, to: self)
      }
    }
  }
}
