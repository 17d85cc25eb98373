internal import Drawing
internal import ImageModel
internal import TestKit
internal import Testing

@Suite(.timed) struct ImageDrawingTests {
  /// Red and green above, blue and white below.
  private let quarters = [
    255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255,
  ].map { UInt8($0) }

  @Test("The first row is on top", arguments: [false, true])
  func theFirstRowIsOnTop(isFlipped: Bool) async throws {
    let image = try PixelBuffer(size: PixelSize(width: 2, height: 2), format: .rgb8, bytes: quarters)
    let draw: (DrawingContext) throws -> Void = { context in
      if isFlipped { context.flip() }
      try context.draw(image, in: Rect(x: 20, y: 40, width: 40, height: 20), interpolation: .none)
    }
    let context = try DrawingContext.image(size: PixelSize(width: 200, height: 100), background: .black)
    try draw(context)
    let top = 40
    for picture in [Picture(try context.makeImage(alpha: .none)), try await DrawnPDF(draw).picture()] {
      #expect(picture.isColor(25, top + 5, [255, 0, 0]))
      #expect(picture.isColor(55, top + 5, [0, 255, 0]))
      #expect(picture.isColor(25, top + 15, [0, 0, 255]))
      #expect(picture.isColor(55, top + 15, [255, 255, 255]))
    }
  }

  @Test("Pixels are unchanged")
  func pixelsAreUnchanged() throws {
    let size = PixelSize(width: 2, height: 2)
    func drawn(_ image: PixelBuffer, alpha: PixelFormat.Alpha) throws -> [UInt8] {
      let context = try DrawingContext.image(size: size)
      try context.draw(image, in: Rect(x: 0, y: 0, width: 2, height: 2))
      return try context.makeImage(alpha: alpha).bytes
    }
    let rgb = try PixelBuffer(size: size, format: .rgb8, bytes: quarters)
    #expect(try drawn(rgb, alpha: .none) == quarters)
    let gray = try PixelBuffer(size: size, format: .gray8, bytes: [0, 1, 128, 255])
    #expect(try drawn(gray, alpha: .none) == [0, 0, 0, 1, 1, 1, 128, 128, 128, 255, 255, 255])
    // 16 bits: 257 is 1/255 of 65,535, 32,768 is 127.5 of 255.
    let deep = try PixelBuffer(
      size: size, format: PixelFormat(.uint16, .gray),
      bytes: [0, 257, 32_768, 65_535].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
    #expect(
      try drawn(deep, alpha: .none).enumerated().filter { $0.offset % 3 == 0 }.map(\.element) == [0, 1, 128, 255])
    let clear = try PixelBuffer(
      size: size, format: .rgba8, bytes: [255, 0, 0, 255, 0, 0, 0, 0, 255, 0, 255, 51, 100, 100, 100, 255])
    #expect(
      try drawn(clear, alpha: .straight) == [255, 0, 0, 255, 0, 0, 0, 0, 255, 0, 255, 51, 100, 100, 100, 255])
    #expect(
      try drawn(clear, alpha: .premultiplied) == [255, 0, 0, 255, 0, 0, 0, 0, 51, 0, 51, 51, 100, 100, 100, 255])
  }

  @Test("An enlarged picture keeps its edges")
  func anEnlargedPictureKeepsItsEdges() throws {
    let image = try PixelBuffer(size: PixelSize(width: 1, height: 1), format: .rgb8, bytes: [255, 0, 0])
    let context = try DrawingContext.image(size: PixelSize(width: 50, height: 50), background: .white)
    try context.draw(image, in: Rect(x: 0, y: 0, width: 50, height: 50))
    #expect(try context.makeImage(alpha: .none).bytes == [UInt8]((0..<2500).flatMap { _ in [255, 0, 0] as [UInt8] }))
  }

  @Test("Scale says how many pixels a point has")
  func scaleSaysHowManyPixelsAPointHas() throws {
    let context = try DrawingContext.image(size: PixelSize(width: 300, height: 150), scale: 3, background: .white)
    #expect(context.size == Size(width: 100, height: 50))
    context.fill(.rect(Rect(x: 0, y: 0, width: 10, height: 10)), .black)
    #expect(Picture(try context.makeImage(alpha: .none)).inkBounds == [0, 120, 29, 149])
  }

  @Test("Colors that are not RGB are refused")
  func colorsThatAreNotRGBAreRefused() throws {
    let image = try PixelBuffer(
      size: PixelSize(width: 1, height: 1), format: PixelFormat(.uint8, .cmyk), bytes: [0, 0, 0, 0])
    let context = try DrawingContext.image(size: PixelSize(width: 5, height: 5))
    #expect(throws: ImageError.self) { try context.draw(image, in: Rect(x: 0, y: 0, width: 5, height: 5)) }
  }

  @Test(
    "Sizes that cannot be drawn are errors",
    arguments: [PixelSize(width: 0, height: 5), PixelSize(width: 32_768, height: 1)])
  func sizesThatCannotBeDrawnAreErrors(size: PixelSize) {
    #expect(throws: ImageError.self) { try DrawingContext.image(size: size) }
  }
}
