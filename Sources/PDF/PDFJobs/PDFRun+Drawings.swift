internal import ByteStreams
internal import Drawing
internal import ImageModel
internal import PDFDocuments

extension PDFRun {
  /// Adds a page with an SVG drawing, which is laid out as a picture is.
  func addDrawing(_ opened: OpenedInput, _ facts: PageFacts) throws(ImageError) {
    noteCropping()
    if imposition == nil, job.decorations.caption != nil {
      current.diagnostics.append(.note("--caption does not apply to SVG drawings; on sheets it does"))
    }
    let object = try drawing(of: opened)
    let rotation = opened.input.rotation
    let place = try imageLayout.placement(of: object.size.turned(by: rotation))
    let text = opened.input.alternative.flatMap { $0.isEmpty ? nil : $0 }
    for _ in try opened.indices(of: 1) {
      let page = DrawnPage(size: place.page) { context in
        try context.withTag(text.map { StructureTag("Figure", alternative: $0) }) { () throws in
          try context.withState { () throws in
            if place.isClipped { context.clip(to: .rect(place.frame)) }
            context.translate(x: place.picture.center.x, y: place.picture.center.y)
            context.rotate(degrees: Double(-rotation))
            let size = place.picture.size.turned(by: rotation)
            try context.draw(
              object, in: Rect(x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height))
          }
        }
      }
      page.isTagged = text != nil
      try self.place(page, facts)
    }
  }

  /// The drawing of an input, which is embedded once if it is a file with a path.
  func drawing(of opened: OpenedInput) throws(ImageError) -> EmbeddedObject {
    if case .path(let path) = opened.input.source, opened.source.identity != nil,
      let drawing = try writer.registry.drawing(path: path)
    {
      return drawing
    }
    return try writer.registry.drawing(opened.source, name: opened.input.name)
  }
}
