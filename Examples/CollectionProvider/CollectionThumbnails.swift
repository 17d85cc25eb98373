internal import Drawing
internal import ImageModel
internal import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport

/// A small contact sheet: the pictures of the first things.
final class CollectionThumbnails: ThumbnailProvider {
  override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
    try request.requireSinglePage()
    let collection = try ThingCollection(path: request.filePath)
    let side = min(request.maximumSize.width, request.maximumSize.height)
    let (scale, memory, language) = (request.scale, request.limits.memoryMiB, request.locale)
    var reply = ThumbnailReply(
      contextSize: Size(width: side, height: side),
      currentContextDrawing: { context in
        try Self.draw(collection.things, context, scale: scale, memoryMiB: memory, language: language)
      })
    reply.extensionBadge = "\(collection.things.count)"
    return reply
  }

  private static func draw(
    _ things: [ThingCollection.Thing], _ context: DrawingContext, scale: Double, memoryMiB: Int, language: String
  ) throws {
    let side = context.size.width
    let sheet = Path.roundedRect(Rect(x: 0, y: 0, width: side, height: side), radius: side * 0.05)
    context.fill(sheet, .color(Color(gray: 0.93)))
    context.clip(to: sheet)
    // More than four pictures in a row would be too small.
    let perRow = things.count <= 1 ? 1 : things.count <= 4 || side < 64 ? 2 : things.count <= 9 || side < 160 ? 3 : 4
    let gap = side * 0.035
    let cell = (side - gap * Double(perRow + 1)) / Double(perRow)
    // Fewer rows than columns are centred.
    let rows = (min(things.count, perRow * perRow) + perRow - 1) / perRow
    let top = gap + (side - gap - Double(rows) * (cell + gap)) / 2
    var fonts: FontCatalog?
    for (index, thing) in things.prefix(perRow * perRow).enumerated() {
      let box = Rect(
        x: gap + Double(index % perRow) * (cell + gap), y: top + Double(index / perRow) * (cell + gap), width: cell,
        height: cell)
      if let picture = try thing.picture(longSide: max(1, Int(cell * scale * 1.5)), memoryMiB: memoryMiB) {
        try context.withState {
          context.clip(to: .rect(box))
          try context.draw(picture, in: Self.covering(box, picture.size))
        }
      } else {
        context.fill(.rect(box), .color(Palette.background(for: thing.name)))
        guard cell >= 16 else { continue }
        let catalog = try fonts ?? FontCatalog(language: language)
        fonts = catalog
        let style = TextStyle(size: cell * 0.16, weight: 600, color: .white)
        try PageDrawing.line(
          thing.name, style, at: Point(x: box.minX + cell * 0.05, y: box.center.y - cell * 0.11), width: cell * 0.9,
          alignment: .center, fonts: catalog, context)
      }
    }
  }

  /// The rectangle of a picture that covers a box. The parts outside the box are clipped.
  private static func covering(_ box: Rect, _ size: PixelSize) -> Rect {
    let factor = max(box.width / Double(size.width), box.height / Double(size.height))
    let (width, height) = (Double(size.width) * factor, Double(size.height) * factor)
    return Rect(x: box.center.x - width / 2, y: box.center.y - height / 2, width: width, height: height)
  }
}
