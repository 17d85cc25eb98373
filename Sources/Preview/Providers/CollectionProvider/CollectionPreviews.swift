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

/// The things of a collection as a PDF: six on a page, each with its picture, name and note.
final class CollectionPreviews: PreviewProvider {
  private static let columns = 2
  private static let rows = 3

  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    let collection = try ThingCollection(path: request.filePath)
    let name = Self.title(request.fileName)
    let fonts = try FontCatalog(language: request.locale)
    let memory = request.limits.memoryMiB
    var reply = PreviewReply.forPDF(pageSize: PaperSize.a4.size) { size in
      let document = PDFDocument()
      document.attributes.title = name
      let perPage = Self.columns * Self.rows
      for start in stride(from: 0, to: max(1, collection.things.count), by: perPage) {
        let things = Array(collection.things.dropFirst(start).prefix(perPage))
        document.append(
          DrawnPage(size: size) { context in
            try Self.draw(things, title: start == 0 ? name : nil, context, fonts, memoryMiB: memory)
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
    _ things: [ThingCollection.Thing], title: String?, _ context: DrawingContext, _ fonts: FontCatalog, memoryMiB: Int
  ) throws {
    context.flip()
    let margin = 48.0
    let (width, height) = (context.size.width - 2 * margin, context.size.height - 2 * margin)
    // The room for the title stays free on all pages, so that things stand alike.
    let heading = 40.0
    if let title {
      try PageDrawing.line(
        title, TextStyle(size: 22, weight: 700), at: Point(x: margin, y: margin), width: width, fonts: fonts, context)
    }
    let cell = Size(width: width / Double(columns), height: (height - heading) / Double(rows))
    for (index, thing) in things.enumerated() {
      let origin = Point(
        x: margin + Double(index % columns) * cell.width, y: margin + heading + Double(index / columns) * cell.height)
      let box = Rect(x: origin.x + 6, y: origin.y + 6, width: cell.width - 12, height: cell.height - 56)
      try draw(thing, in: box, context, memoryMiB: memoryMiB)
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
    _ thing: ThingCollection.Thing, in box: Rect, _ context: DrawingContext, memoryMiB: Int
  ) throws {
    // 150 pixels an inch.
    guard let picture = try thing.picture(longSide: Int(max(box.width, box.height) / 72 * 150), memoryMiB: memoryMiB)
    else {
      context.fill(.rect(box), .color(Palette.color(for: thing.name, lightness: 0.85)))
      return
    }
    let factor = min(box.width / Double(picture.size.width), box.height / Double(picture.size.height))
    let (width, height) = (Double(picture.size.width) * factor, Double(picture.size.height) * factor)
    try context.draw(
      picture,
      in: Rect(x: box.minX, y: box.maxY - height, width: width, height: height))
  }
}
