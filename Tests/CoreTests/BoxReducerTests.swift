internal import CodecKit
internal import ImageModel
internal import ImageOps
internal import TestKit
internal import Testing

@Suite(.timed) struct BoxReducerTests {
  @Test(
    "Blocks become their means, as in Pillow's reduce",
    arguments: [(97, 61, 4, 4), (97, 61, 3, 7), (300, 9, 256, 2), (5, 700, 1, 256), (40, 40, 8, 8), (7, 7, 10, 10)])
  func agreesWithPillow(_ width: Int, _ height: Int, _ x: Int, _ y: Int) async throws {
    for (mode, format) in [("L", PixelFormat.gray8), ("RGB", .rgb8), ("CMYK", PixelFormat(.uint8, .cmyk))] {
      let picture = try Pictures.busy(PixelSize(width: width, height: height), format)
      let reduced = try BoxReducer(BufferRowSource(picture), x: x, y: y, limits: .standard)
      let ours = try FormatConverter(reduced, to: format, limits: .standard).pixels()
      let theirs = try await Pillow.run(picture, mode: mode, "im = im.reduce((\(x), \(y)))")
      #expect(largestDifference(ours.bytes, theirs) <= 1, "\(mode)")
    }
  }

  @Test("Means are exact, also of blocks that the border cuts off")
  func exactMeans() throws {
    // 7 samples in blocks of 3: 1 + 2 + 4, 8 + 16 + 32, and 64 alone.
    let bytes: [UInt8] = [1, 2, 4, 8, 16, 32, 64]
    let picture = try PixelBuffer(size: PixelSize(width: 7, height: 1), format: .gray8, bytes: bytes)
    let reduced = try BoxReducer(BufferRowSource(picture), x: 3, y: 2, limits: .standard)
    #expect(reduced.layout.size == PixelSize(width: 3, height: 1))
    #expect(reduced.layout.sourceBox == SourceBox(width: 7.0 / 3, height: 0.5))
    let result = try reduced.pixels().samples.map { $0 * 255 }
    for (ours, expected) in zip(result, [7.0 / 3, 56.0 / 3, 64]) { #expect(abs(ours - Float(expected)) < 1e-4) }
  }

  @Test("All sample types give the same means", arguments: [PixelFormat.Component.uint16, .float32])
  func sampleTypes(_ component: PixelFormat.Component) throws {
    let size = PixelSize(width: 50, height: 31)
    for alpha in [PixelFormat.Alpha.none, .straight] {
      let bytes = try Pictures.busy(size, PixelFormat(.uint8, .rgb, alpha: alpha))
      let other = try Pictures.busy(size, PixelFormat(component, .rgb, alpha: alpha))
      let a = try BoxReducer(BufferRowSource(bytes), x: 6, y: 5, limits: .standard).pixels()
      let b = try BoxReducer(BufferRowSource(other), x: 6, y: 5, limits: .standard).pixels()
      #expect(largestDifference(a.samples, b.samples) < 0.01)
      #expect(a.format == PixelFormat(.float32, .rgb, alpha: alpha == .none ? .none : .premultiplied))
    }
  }

  @Test("White stays white with the largest factor")
  func noOverflow() throws {
    let picture = try Pictures.constant([255, 255, 255], PixelSize(width: 600, height: 600), .rgb8)
    let result = try BoxReducer(BufferRowSource(picture), x: 256, y: 256, limits: .standard).pixels()
    #expect(largestDifference(result.samples, [Float](repeating: 1, count: 27)) < 0.001)
  }

  @Test("Factors out of range are refused", arguments: [(0, 1), (1, 257), (-3, 4)])
  func refusals(_ x: Int, _ y: Int) throws {
    let picture = try Pictures.constant([255], PixelSize(width: 6, height: 6), .gray8)
    #expect(throws: ImageError.self) { _ = try BoxReducer(BufferRowSource(picture), x: x, y: y, limits: .standard) }
  }
}
