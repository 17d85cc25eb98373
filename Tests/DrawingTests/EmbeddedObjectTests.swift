internal import Drawing
internal import ImageModel
internal import TestKit
internal import Testing

@Suite(.timed) struct EmbeddedObjectTests {
  private func object(_ id: Int) -> EmbeddedObject { EmbeddedObject(id: id, size: Size(width: 10, height: 10)) }

  /// cairo must write the stubs unchanged, or the writer would not find them.
  @Test("Stubs are unchanged by transforms and clips")
  func stubsAreUnchangedByTransformsAndClips() async throws {
    let place = Rect(x: 10, y: 10, width: 50, height: 50)
    let object = object
    let pdf = try DrawnPDF(
      { context in try context.draw(object(1), in: place) },
      { context in
        context.flip()
        context.rotate(degrees: 33)
        try context.draw(object(2), in: Rect(x: 50, y: 10, width: 0.01, height: 0.02))
      },
      { context in try context.draw(object(3), in: Rect(x: 0, y: 0, width: 50_000, height: 50_000)) },
      { context in
        context.clip(to: .ellipse(in: place))
        try context.draw(object(4), in: place)
      },
      { context in try context.withOpacity(0.5) { () throws in try context.draw(object(5), in: place) } },
      { context in
        try context.withOpacity(0.5) { () throws in
          try context.withOpacity(0.2) { () throws in
            context.clip(to: .ellipse(in: place))
            try context.draw(object(1_000_000), in: place)
          }
        }
      })
    let images = try await pdf.images()
    #expect(images == [1, 2, 3, 4, 5, 1_000_000].map(EmbeddedObjectStub.jpeg))
    #expect(images.map { EmbeddedObjectStub.id(of: $0) } == [1, 2, 3, 4, 5, 1_000_000])
    #expect(pdf.pages.map { $0.objects.map(\.id) } == [[1], [2], [3], [4], [5], [1_000_000]])
    #expect(try await pdf.check().status == 0)
  }

  @Test("An object may be on a page twice")
  func anObjectMayBeOnAPageTwice() async throws {
    let object = object
    let pdf = try DrawnPDF { context in
      for x in [0.0, 50, 100] { try context.draw(object(7), in: Rect(x: x, y: 0, width: 20, height: 20)) }
    }
    #expect(pdf.pages[0].objects.map(\.id) == [7])
    // qpdf ends with status 3 if a resource is named twice.
    #expect(try await pdf.check().status == 0)
  }

  @Test("The stub is a JPEG")
  func theStubIsAJPEG() async throws {
    let result = try await Tool.run("djpeg", [], input: EmbeddedObjectStub.jpeg(12))
    #expect(result.status == 0)
    #expect(result.output == Array("P5\n2 2\n255\n".utf8) + [128, 128, 128, 128])
    #expect(EmbeddedObjectStub.id(of: EmbeddedObjectStub.jpeg(-3)) == -3)
    #expect(EmbeddedObjectStub.id(of: [0xff, 0xd8, 0xff, 0xfe, 0, 9, 99, 97, 109, 101, 111, 58]) == nil)
    #expect(EmbeddedObjectStub.id(of: []) == nil)
  }

  @Test("On an image the pixels are drawn")
  func onAnImageThePixelsAreDrawn() throws {
    let context = try DrawingContext.image(size: PixelSize(width: 4, height: 4), background: .white)
    let red = EmbeddedObject(id: 1, size: Size(width: 1, height: 1)) {
      try PixelBuffer(size: PixelSize(width: 1, height: 1), format: .rgb8, bytes: [255, 0, 0])
    }
    try context.draw(red, in: Rect(x: 0, y: 0, width: 2, height: 2))
    let picture = Picture(try context.makeImage(alpha: .none))
    #expect(picture.isColor(1, 3, [255, 0, 0]))
    #expect(picture.isColor(3, 0, [255, 255, 255]))
  }
}
