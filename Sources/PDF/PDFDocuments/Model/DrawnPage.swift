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
/// The origin is at the lower left of the page; after `context.flip()` it is at the upper left, and y grows downwards.
/// Pictures and pages of existing PDFs are put on it by `DrawingContext.draw(_:box:in:)`.
public final class DrawnPage: PDFPage {
  private let content: (DrawingContext, PlacedObjects?) throws -> Void
  private let preparation: ((PlacedObjects) throws(ImageError) -> Void)?

  /// A page of a size in points.
  ///
  /// - Parameter draw: draws the page, each time that it is written; the origin is at the lower left. What it throws,
  ///   `PDFDocument.write` throws: an `ImageError` as it is, others as one of kind `usage` with their description.
  public init(size: Size, _ draw: @escaping (DrawingContext) throws -> Void) {
    content = { context, _ in try draw(context) }
    preparation = nil
    super.init(size: size)
  }

  /// A page with objects that are embedded untouched.
  ///
  /// - Parameters:
  ///   - prepare: asks for the objects, before anything is drawn.
  ///   - draw: gets nil in place of the objects where the page is drawn on an image.
  package init(
    size: Size, prepare: ((PlacedObjects) throws(ImageError) -> Void)? = nil,
    _ draw: @escaping (DrawingContext, PlacedObjects?) throws -> Void
  ) {
    content = draw
    preparation = prepare
    super.init(size: size)
  }

  public override func draw(with box: PageBox, to context: DrawingContext) throws {
    try content(context, objects)
  }

  package override func prepare(_ objects: PlacedObjects) throws(ImageError) {
    try preparation?(objects)
  }
}
