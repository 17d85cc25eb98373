public import Drawing
public import ImageModel

/// A page that a closure draws.
///
/// ```swift
/// let page = DrawnPage(size: PaperSize.a4.size) { context in
///   let style = TextStyle(families: ["serif"], size: 36)
///   let hello = try TextLayout(AttributedText("Hello, world!", style), fonts: context.fonts)
///   context.draw(hello, at: Point(x: 72, y: 770))
/// }
/// ```
///
/// The origin is at the lower left of the page. After `context.flip()` it is at the upper left, and y grows downwards.
/// `DrawingContext.draw(_:box:in:)` draws pictures and pages of existing PDFs on it.
public final class DrawnPage: PDFPage {
  private let content: (DrawingContext, XObjectRegistry?) throws -> Void
  private let preparation: ((XObjectRegistry) throws(ImageError) -> Void)?

  /// A page of a size in points.
  ///
  /// - Parameter draw: draws the page each time that it is written. The origin is at the lower left.
  ///   `PDFDocument.write` rethrows its errors: an `ImageError` unchanged, other errors as one of kind `usage` with
  ///   their description.
  public init(size: Size, _ draw: @escaping (DrawingContext) throws -> Void) {
    content = { context, _ in try draw(context) }
    preparation = nil
    super.init(size: size)
  }

  /// A page with XObjects that are embedded untouched.
  ///
  /// - Parameters:
  ///   - prepare: gets the XObjects before anything is drawn.
  ///   - draw: draws the page; the registry is nil where the page is drawn on an image.
  package init(
    size: Size, prepare: ((XObjectRegistry) throws(ImageError) -> Void)? = nil,
    _ draw: @escaping (DrawingContext, XObjectRegistry?) throws -> Void
  ) {
    content = draw
    preparation = prepare
    super.init(size: size)
  }

  public override func draw(with box: PageBox, to context: DrawingContext) throws {
    try content(context, registry)
  }

  package override func prepare(_ registry: XObjectRegistry) throws(ImageError) {
    try preparation?(registry)
  }
}

extension DrawingContext {
  /// Draws any kind of page on another page: a picture (`ImagePage`), a page of an existing PDF (`ImportedPage`, from
  /// `PDFDocument(path:)`), or a drawn page.
  ///
  /// ```swift
  /// let photo = try ImagePage(path: "photo.jpg")
  /// let letterhead = try PDFDocument(path: "letterhead.pdf")
  /// document.append(DrawnPage(size: PaperSize.a4.size) { context in
  ///   if let paper = letterhead.page(at: 0) { try context.draw(paper, in: Rect(context.size)) }
  ///   let frame = Rect(x: 72, y: 72, width: 200, height: 200)
  ///   try context.draw(photo, in: PageFit.inside.place(photo.seenSize, in: frame))
  /// })
  /// ```
  ///
  /// On a page of a PDF, the data of a picture is embedded untouched, and a page of an existing PDF becomes a form
  /// XObject with its text and fonts. A page or picture that is drawn several times is embedded once. The form XObject
  /// has the appearances of the page's annotations, but not the links in its file. `page.links` and links that the page
  /// draws are kept. On an image, the pixels of a picture are drawn.
  ///
  /// - Parameters:
  ///   - box: the part of the page that is shown; the rest is clipped.
  ///   - rect: the place of the page, rotated as it is seen, in the current coordinates. The page is stretched to it:
  ///     `PageFit.inside.place(page.seenSize, in: rect)` gives a place within it that keeps the aspect ratio.
  /// - Throws: `ImageError` with the path where the page's file cannot be read; `unsupported` for a page of an existing
  ///   PDF on an image; `usage` for a page that is drawn on itself; the errors of drawing the page.
  public func draw(_ page: PDFPage, box: PageBox = .crop, in rect: Rect) throws {
    let own = page.bounds(for: box)
    guard rect.width > 0, rect.height > 0, own.width > 0, own.height > 0 else { return }
    guard !page.isBeingPlaced else { throw ImageError(.usage, "a page cannot be drawn on itself") }
    let outer = page.registry
    page.registry = embedder as? XObjectRegistry
    page.isBeingPlaced = true
    defer {
      page.registry = outer
      page.isBeingPlaced = false
    }
    try withState { () throws in
      var rect = rect
      if isFlipped {
        // Pages are drawn with y pointing upwards: the place is mirrored.
        rect.origin.y = size.height - rect.maxY
        flip()
      }
      // An image page clips itself where necessary.
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
