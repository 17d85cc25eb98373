internal import CodecKit
internal import ImageModel
internal import ImageOps
internal import TestKit
internal import Testing

@Suite(.timed) struct FormatTests {
  static func convert(_ picture: PixelBuffer, to format: PixelFormat) throws -> PixelBuffer {
    try FormatConverter(BufferRowSource(picture), to: format, limits: .standard).pixels()
  }

  @Test("Conversion to wider samples and back changes nothing", arguments: [PixelFormat.Component.uint16, .float32])
  func roundTrip(_ component: PixelFormat.Component) throws {
    for model in [PixelFormat.ColorModel.gray, .rgb, .cmyk, .lab] {
      for alpha in [PixelFormat.Alpha.none, .straight] {
        let format = PixelFormat(.uint8, model, alpha: alpha)
        let picture = try Pictures.busy(PixelSize(width: 70, height: 40), format)
        let wide = try Self.convert(picture, to: PixelFormat(component, model, alpha: alpha))
        #expect(try Self.convert(wide, to: format) == picture, "\(format)")
      }
    }
  }

  @Test("16 bits become 8 by rounding to the nearest")
  func narrowing() throws {
    let values: [UInt16] = [0, 128, 129, 257, 385, 386, 32_896, 65_406, 65_407, 65_535]
    let picture = try PixelBuffer(
      size: PixelSize(width: values.count, height: 1), format: PixelFormat(.uint16, .gray),
      bytes: values.withUnsafeBytes { Array($0) })
    // value / 257, rounded.
    #expect(try Self.convert(picture, to: .gray8).bytes == [0, 0, 1, 1, 1, 2, 128, 254, 255, 255])
  }

  @Test("Floats outside their range are clamped, NaN becomes 0")
  func clamping() throws {
    let values: [Float] = [-1, -0.001, 0.5, 1.2, .infinity, -.infinity, .nan, 3e38]
    let picture = try Pictures.floats(values, PixelSize(width: 8, height: 1), PixelFormat(.float32, .gray))
    #expect(try Self.convert(picture, to: .gray8).bytes == [0, 0, 128, 255, 255, 0, 0, 255])
    #expect(
      try Self.convert(picture, to: PixelFormat(.uint16, .gray)).samples.map { ($0 * 65_535).rounded() }
        == [0, 0, 32_768, 65_535, 65_535, 0, 0, 65_535])
  }

  @Test("Gray becomes three equal channels, RGB becomes Pillow's L")
  func models() async throws {
    let gray = try PixelBuffer(size: PixelSize(width: 3, height: 1), format: .gray8, bytes: [0, 7, 255])
    #expect(try Self.convert(gray, to: .rgba8).bytes == [0, 0, 0, 255, 7, 7, 7, 255, 255, 255, 255, 255])
    let picture = try Pictures.busy(PixelSize(width: 60, height: 33), .rgb8)
    let theirs = try await Pillow.run(picture, mode: "RGB", "im = im.convert('L')")
    #expect(largestDifference(try Self.convert(picture, to: .gray8).bytes, theirs) <= 1)
    #expect(throws: ImageError.self) { _ = try Self.convert(picture, to: PixelFormat(.uint8, .cmyk)) }
  }

  @Test("Alpha is multiplied in and divided out")
  func alpha() throws {
    let straight = try Pictures.floats(
      [0.5, 1, 0.25, 0.5, 0.3, 0.3, 0.3, 0], PixelSize(width: 2, height: 1),
      PixelFormat(.float32, .rgb, alpha: .straight))
    let multiplied = try Self.convert(straight, to: PixelFormat(.float32, .rgb, alpha: .premultiplied))
    #expect(multiplied.samples == [0.25, 0.5, 0.125, 0.5, 0, 0, 0, 0])
    #expect(try Self.convert(multiplied, to: straight.format).samples == [0.5, 1, 0.25, 0.5, 0, 0, 0, 0])
    #expect(try Self.convert(multiplied, to: .rgb8).bytes == [128, 255, 64, 0, 0, 0])
  }

  @Test("Lab's two encodings agree: 50, 0 and -128 are 128, 128 and 0")
  func lab() throws {
    let plain = try Pictures.floats(
      [50, 0, -128, 100, 127, 1], PixelSize(width: 2, height: 1), PixelFormat(.float32, .lab))
    let bytes = try Self.convert(plain, to: PixelFormat(.uint8, .lab))
    #expect(bytes.bytes == [128, 128, 0, 255, 255, 129])
    let words = try Self.convert(plain, to: PixelFormat(.uint16, .lab))
    #expect(words.samples.map { Int(($0 * 65_535).rounded()) } == [32_768, 32_896, 0, 65_535, 65_535, 33_153])
  }

  @Test("Flattening agrees with Pillow's alpha_composite")
  func flatten() async throws {
    let picture = try Pictures.busy(PixelSize(width: 60, height: 33), .rgba8)
    let flat = try Flattener(BufferRowSource(picture), background: [10 / 255, 200 / 255, 99 / 255], limits: .standard)
    let theirs = try await Pillow.run(
      picture, mode: "RGBA",
      "im = Image.alpha_composite(Image.new('RGBA', im.size, (10, 200, 99, 255)), im).convert('RGB')")
    let ours = try flat.pixels()
    #expect(ours.format == .rgb8)
    #expect(largestDifference(ours.bytes, theirs) <= 1)
  }

  @Test("Cropping takes the rectangle")
  func crop() async throws {
    let picture = try Pictures.busy(PixelSize(width: 60, height: 33), .rgb8)
    let size = PixelSize(width: 11, height: 7)
    let ours = try Cropper(BufferRowSource(picture), x: 5, y: 20, size: size, limits: .standard).pixels()
    let theirs = try await Pillow.run(picture, mode: "RGB", "im = im.crop((5, 20, 16, 27))")
    #expect(ours.bytes == theirs)
    #expect(throws: ImageError.self) {
      _ = try Cropper(BufferRowSource(picture), x: 50, y: 20, size: size, limits: .standard)
    }
  }

  @Test("Missing rows get the fill value")
  func complete() throws {
    let picture = try Pictures.constant([9, 9, 9], PixelSize(width: 4, height: 6), .rgb8)
    let completer = RowCompleter(EndingSource(picture, rows: 4), filling: [1, 2, 3])
    let (pixels, diagnostics) = try completer.readAll(limits: .standard)
    #expect(pixels.bytes == [UInt8](repeating: 9, count: 48) + (0..<8).flatMap { _ in [1, 2, 3] as [UInt8] })
    #expect(diagnostics.map(\.message) == ["the file is cut short"])
  }
}
