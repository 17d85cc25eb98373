internal import ByteStreams
internal import Drawing
internal import ImageModel
public import PDFDocuments
public import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport

extension ProviderDefinition {
  /// Collections (`.mystuff`).
  package static let collection = ProviderDefinition(
    id: "org.cameo.collection", version: "1.0", thumbnail: { CollectionThumbnails() },
    preview: { CollectionPreviews() },
    prepare: { FontCatalog.load([TextStyle(), TextStyle(weight: 600)]) })
}

extension PDFDocument: PreviewDocument {
  public func writePreview(to path: String) throws { try write(to: path) }
}

/// The things of a collection as a PDF: six on a page, each with picture, name and note. JPEG files are embedded
/// unchanged.
final class CollectionPreviews: PreviewProvider {
  private static let columns = 2
  private static let rows = 3
  /// The limit on embedded bytes of JPEG files. Further pictures are scaled down and drawn.
  private static let maxEmbeddedBytes: UInt64 = 24 << 20

  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    try request.requireSinglePage()
    let collection = try ThingCollection(path: request.filePath)
    let name = Self.title(request.fileName)
    let fonts = try FontCatalog(language: request.locale)
    let memory = request.limits.memoryMiB
    var reply = PreviewReply.forPDF(pageSize: PaperSize.a4.size) { size in
      let document = PDFDocument()
      document.attributes.title = name
      let perPage = Self.columns * Self.rows
      var budget = Self.maxEmbeddedBytes
      for start in stride(from: 0, to: max(1, collection.things.count), by: perPage) {
        let things = Array(collection.things.dropFirst(start).prefix(perPage))
        document.append(
          DrawnPage(size: size) { context in
            try Self.draw(things, title: start == 0 ? name : nil, context, fonts, memoryMiB: memory, &budget)
          })
      }
      return document
    }
    reply.title = name
    return reply
  }

  /// The name of the directory without its suffix.
  private static func title(_ fileName: String) -> String {
    let name = PathText.readable(fileName)
    return name.hasSuffix(".mystuff") ? String(name.dropLast(8)) : name
  }

  private static func draw(
    _ things: [ThingCollection.Thing], title: String?, _ context: DrawingContext, _ fonts: FontCatalog,
    memoryMiB: Int, _ budget: inout UInt64
  ) throws {
    context.flip()
    let (margin, inset) = (48.0, 6.0)
    let (width, height) = (context.size.width - 2 * margin, context.size.height - 2 * margin)
    // Space for the title stays free on all pages, so that all have the same layout.
    let heading = 40.0
    if let title {
      try PageDrawing.line(
        title, TextStyle(size: 22, weight: 700), at: Point(x: margin + inset, y: margin), width: width - 2 * inset,
        fonts: fonts, context)
    }
    let cell = Size(width: width / Double(columns), height: (height - heading) / Double(rows))
    for (index, thing) in things.enumerated() {
      let origin = Point(
        x: margin + Double(index % columns) * cell.width, y: margin + heading + Double(index / columns) * cell.height)
      let box = Rect(
        x: origin.x + inset, y: origin.y + inset, width: cell.width - 2 * inset, height: cell.height - 2 * inset - 44)
      try draw(thing, in: box, context, fonts, memoryMiB: memoryMiB, &budget)
      try PageDrawing.line(
        thing.name, TextStyle(size: 12, weight: 600), at: Point(x: box.minX, y: box.maxY + 6), width: box.width,
        fonts: fonts, context)
      if let note = thing.note {
        try PageDrawing.line(
          note, TextStyle(size: 10, color: Color(gray: 0.4)), at: Point(x: box.minX, y: box.maxY + 24),
          width: box.width, fonts: fonts, context)
      }
    }
  }

  private static func draw(
    _ thing: ThingCollection.Thing, in box: Rect, _ context: DrawingContext, _ fonts: FontCatalog, memoryMiB: Int,
    _ budget: inout UInt64
  ) throws {
    if let page = try thing.page(memoryMiB: memoryMiB), page.byteCount <= budget {
      budget -= page.byteCount
      do {
        return try context.draw(page.page, in: place(page.page.seenSize, in: box))
      } catch let error as ImageError where error.kind != .cancelled {
        // A picture that cannot be embedded may still be drawn.
      }
    }
    // 150 pixels per inch.
    guard let picture = try thing.picture(longSide: Int(max(box.width, box.height) / 72 * 150), memoryMiB: memoryMiB)
    else {
      // A missing picture is replaced by a tile with the first letter of the name.
      context.fill(.rect(box), .color(Palette.color(for: thing.name, lightness: 0.88)))
      let style = TextStyle(
        size: box.height * 0.4, weight: 600, color: Palette.color(for: thing.name, lightness: 0.65))
      let letter = try TextLayout(AttributedText(String(thing.name.prefix(1)), style), fonts: fonts)
      context.draw(
        letter, at: Point(x: box.center.x - letter.textWidth / 2, y: box.center.y - letter.size.height / 2))
      return
    }
    let size = Size(width: Double(picture.size.width), height: Double(picture.size.height))
    try context.draw(picture, in: place(size, in: box))
  }

  /// Where a picture is drawn in a box: as large as possible, at the bottom, close to the name below it.
  private static func place(_ size: Size, in box: Rect) -> Rect {
    let factor = min(box.width / size.width, box.height / size.height)
    let (width, height) = (size.width * factor, size.height * factor)
    return Rect(x: box.minX, y: box.maxY - height, width: width, height: height)
  }
}
