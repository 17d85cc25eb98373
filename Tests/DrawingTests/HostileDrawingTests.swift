internal import Drawing
internal import ImageModel
internal import TestKit
internal import Testing

/// Numbers and texts that cairo and pango cannot handle: nothing is drawn or an error is thrown, and later drawing
/// works.
@Suite(.timed) struct HostileDrawingTests {
  private let numbers: [Double] = [.nan, .infinity, -.infinity, 1e9, -1e9, 1e300, 1e-300, .leastNonzeroMagnitude, 0, 7]
  private let fonts: FontCatalog

  init() throws { fonts = try FontCatalog() }

  private func drawBadly(_ context: DrawingContext) throws {
    let hello = try TextLayout(AttributedText("Hello"), fonts: fonts)
    let dot = try PixelBuffer(size: PixelSize(width: 1, height: 1), format: .gray8, bytes: [0])
    let unit = Path.rect(Rect(x: 0, y: 0, width: 1, height: 1))
    for a in numbers {
      for b in numbers {
        try context.withState { () throws in
          let rect = Rect(x: a, y: b, width: b, height: a)
          let stops = [
            GradientStop(offset: a, color: Color(gray: b, alpha: a)), GradientStop(offset: b, color: .black),
          ]
          // Outside the area that is checked below.
          context.clip(to: .rect(Rect(x: 0, y: 0, width: 50, height: 100)))
          context.fill(.rect(rect), .linear(from: Point(x: a, y: b), to: Point(x: b, y: a), stops: stops))
          context.fill(.ellipse(in: rect), .radial(center: Point(x: a, y: b), radius: b, stops: stops))
          context.stroke(
            .polygon([Point(x: a, y: b), Point(x: b, y: a), Point(x: 5, y: 5)]), .black,
            StrokeStyle(width: a, join: .round, miterLimit: b, dash: [a, b], dashPhase: b))
          try context.draw(dot, in: rect)
          try context.draw(EmbeddedObject(id: 1, size: Size(width: 1, height: 1)), in: rect)
          context.draw(hello, at: Point(x: a, y: b))
          context.link(rect, to: .page(0))
          context.withOpacity(a) { context.fill(unit, .black) }
          context.translate(x: a, y: b)
          context.rotate(degrees: b)
          context.scale(x: a, y: b)
          context.fill(unit, .black)
          context.stroke(unit, .black, StrokeStyle(width: b))
          context.draw(hello, at: .zero)
          context.clip(to: .rect(rect))
        }
      }
    }
    for scale in [1e3, 1e5, 1e7, 1e-5] {
      context.withState {
        context.clip(to: .rect(Rect(x: 0, y: 0, width: 50, height: 100)))
        context.scale(x: scale, y: scale)
        context.draw(hello, at: .zero)
      }
    }
    context.fill(.rect(Rect(x: 100, y: 0, width: 100, height: 100)), .color(Color(red: 1, green: 0, blue: 0)))
  }

  @Test("Absurd numbers do not damage the picture")
  func absurdNumbersDoNotDamageThePicture() async throws {
    let context = try DrawingContext.image(size: PixelSize(width: 200, height: 100), background: .white)
    try drawBadly(context)
    let pdf = try DrawnPDF(drawBadly)
    for picture in [Picture(try context.makeImage(alpha: .none)), try await pdf.picture()] {
      #expect(picture.isColor(150, 50, [255, 0, 0]))
      #expect(picture.isColor(75, 50, [255, 255, 255]))
    }
    #expect(try await pdf.check().status == 0)
  }

  @Test("A rectangle larger than the page fills it")
  func aRectangleLargerThanThePageFillsIt() async throws {
    let draw: (DrawingContext) throws -> Void = {
      $0.fill(.rect(Rect(x: -1e9, y: -1e9, width: 2e9, height: 2e9)), .black)
    }
    let picture = try await DrawnPDF(draw).picture()
    #expect(picture.inkBounds == [0, 0, 199, 99])
  }

  @Test("Font sizes that cannot be set are errors", arguments: [0, -1, .nan, .infinity, 1e9])
  func fontSizesThatCannotBeSetAreErrors(size: Double) {
    #expect(throws: ImageError.self) {
      try TextLayout(AttributedText("x", TextStyle(size: size)), fonts: fonts)
    }
  }

  @Test("The length of a text is limited")
  func textIsBounded() throws {
    let long = repeated("x", 10 << 20)
    #expect(throws: ImageError.self) { try TextLayout(AttributedText(long), width: 100, fonts: fonts) }
    #expect(throws: ImageError.self) {
      try TextLayout(AttributedText(String(long.prefix(1 << 19))), fonts: fonts)
    }
    #expect(throws: ImageError.self) { try TextLayout(AttributedText("x"), width: .nan, fonts: fonts) }
    // A paragraph of one word, and many marks on one letter: the time for both once grew with the square of the length.
    #expect(try TextLayout(AttributedText(String(long.prefix(100_000))), width: 100, fonts: fonts).lineCount > 5_000)
    let marks = "a" + String(repeating: "\u{301}", count: 200_000)
    #expect(try TextLayout(AttributedText(marks), width: 100, fonts: fonts).text.byteCount == 1 + 31 * 2)
  }

  @Test("Characters that are not text are drawn")
  func charactersThatAreNotTextAreDrawn() throws {
    let text = "a\0b\u{1}\u{fffe}\u{10ffff}\u{202e}abc\u{2028}x\u{2029}y\r\nz\u{feff}"
    let layout = try TextLayout(
      AttributedText(text, TextStyle(families: ["", "a\0b", "x,y"], weight: -5)), width: 100, fonts: fonts)
    #expect(layout.lineCount == 4)
    #expect(layout.text.string.contains("a\u{fffd}b"))
    _ = try DrawnPDF { $0.draw(layout, at: Point(x: 0, y: 100)) }
  }

  @Test(
    "Pages that cannot be drawn are errors",
    arguments: [Size(width: 0, height: 10), Size(width: .nan, height: 10), Size(width: 1e9, height: 10)])
  func pagesThatCannotBeDrawnAreErrors(size: Size) throws {
    let batch = try PDFPageBatch(fonts: fonts)
    #expect(throws: ImageError.self) { try batch.page(size: size) { _ in } }
  }

  @Test("A context that is kept may outlive its pages")
  func aContextThatIsKeptMayOutliveItsPages() throws {
    var kept: DrawingContext?
    do {
      // Abandoned, as when another page of the document fails: its bytes are never requested.
      let batch = try PDFPageBatch(fonts: FontCatalog())
      _ = try batch.page(size: Size(width: 20, height: 20)) { context in
        kept = context
        context.fill(.rect(Rect(x: 1, y: 1, width: 9, height: 9)), .black)
      }
    }
    kept?.fill(.rect(Rect(x: 1, y: 1, width: 9, height: 9)), .black)
    #expect(kept?.size == Size(width: 20, height: 20))
    kept = nil
  }

  @Test("A page that fails does not move the others")
  func aPageThatFailsDoesNotMoveTheOthers() async throws {
    struct Failure: Error {}
    let batch = try PDFPageBatch(fonts: fonts)
    let size = Size(width: 100, height: 100)
    #expect(try batch.page(size: size) { _ in }.index == 0)
    #expect(throws: Failure.self) {
      try batch.page(size: size) { context in
        try context.withOpacity(0.5) { () throws in throw Failure() }
      }
    }
    #expect(try batch.page(size: size) { _ in }.index == 2)
    #expect(batch.pageCount == 3)
    #expect(try !batch.finish().isEmpty)
    #expect(throws: ImageError.self) { try batch.page(size: size) { _ in } }
  }
}
