public import Drawing
public import ImageModel
internal import PDFWriting

/// A page of an existing PDF: it goes into the file as it is, with its links, fonts and annotations.
public final class ImportedPage: PDFPage {
  let file: PDFFile
  /// The page in its file, counted from 0.
  let index: Int
  /// The page's own word on its geometry.
  let original: PDFFilePage

  /// - Throws: `ImageError` with the file's path.
  package init(_ file: PDFFile, index: Int) throws(ImageError) {
    self.file = file
    self.index = index
    original = try file.page(index)
    super.init(size: original.bounds(for: .media).size)
    // Boxes may go beyond the media box; nothing is shown there.
    for box in original.boxes.keys { setBounds(original.bounds(for: box), for: box) }
    rotation = original.rotation
  }

  /// The size in points as a viewer shows the page: that of its crop box, turned, by the page's own unit.
  public override var seenSize: Size {
    let size = bounds(for: .crop).size.turned(by: rotation)
    return Size(width: size.width * original.userUnit, height: size.height * original.userUnit)
  }

  public override func draw(with box: PageBox, to context: DrawingContext) throws {
    guard let objects else {
      throw ImageError(.unsupported, "a page of a PDF cannot be drawn on an image", path: file.name)
    }
    // Where the box was changed, what the file's own box hides may be wanted.
    let box = bounds(for: box) == original.bounds(for: box) ? box : .media
    let object = try objects.page(self, box: box)
    // The form stands upright already; the page's own turn is undone, for whoever draws a page leaves it to the viewer.
    let place = original.bounds(for: box)
    try context.withState {
      context.translate(x: place.center.x, y: place.center.y)
      context.rotate(degrees: Double(original.rotation))
      let upright = place.size.turned(by: original.rotation)
      try context.draw(
        object, in: Rect(x: -upright.width / 2, y: -upright.height / 2, width: upright.width, height: upright.height))
    }
  }

  package override func prepare(_ objects: PlacedObjects) throws(ImageError) {
    _ = try objects.page(self, box: .crop)
  }
}
