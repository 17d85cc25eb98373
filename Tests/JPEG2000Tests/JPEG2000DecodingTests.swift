internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import JPEG2000Codec
internal import TestKit
internal import Testing

@Suite(.timed) struct JPEG2000DecodingTests {
  private func pixels(
    _ name: String, minimum: PixelSize? = nil, limits: Limits = .standard
  ) throws -> (picture: PixelBuffer, layout: RowLayout) {
    let bytes = Fixtures.bytes(Fixtures.path("jpeg2000/valid/\(name)"))
    let decoder = try JPEG2000Codec.decoder.open(MemoryByteSource(bytes), limits)
    let rows = try decoder.rows(at: 0, DecodeRequest(minimumSize: minimum))
    return (try rows.readAll(limits: limits).0, rows.layout)
  }

  /// Y 120 and in a rectangle 200, Cb 90, Cr 170: by IEC 61966-2-1, annex F, R = Y + 1.402 * 42 = Y + 58.9,
  /// G = Y + 0.3441 * 38 - 0.7141 * 42 = Y - 16.9, B = Y - 1.772 * 38 = Y - 67.3.
  @Test("Chroma at half the size becomes RGB", arguments: ["sycc_420.jp2", "e_sycc_420.jp2"])
  func chroma(_ name: String) throws {
    let (picture, _) = try pixels(name)
    #expect(picture.format == .rgb8 && picture.size == PixelSize(width: 62, height: 44))
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
      let start = y * picture.bytesPerRow + 3 * x
      return Array(picture.bytes[start..<start + 3])
    }
    #expect(pixel(0, 0) == [179, 103, 53] && pixel(61, 43) == [179, 103, 53])
    #expect(pixel(20, 10) == [255, 183, 133] && pixel(39, 29) == [255, 183, 133])
  }

  /// A ramp from 0 to 255 over 1,024 columns. The sample at 8 i has the value of that column, as the box says.
  @Test("Halved pictures keep their place", arguments: [(512, 2.0), (128, 8.0)])
  func halved(_ width: Int, _ scale: Double) throws {
    let (picture, layout) = try pixels("gradient.jp2", minimum: PixelSize(width: width, height: 8))
    #expect(layout.size.width == width + 1 && layout.sourceBox.width == Double(width))
    #expect(layout.sourceBox.x == 0.5 - 0.5 / scale)
    for x in 1..<width - 1 {
      // The middle of a delivered pixel, on the picture's columns.
      let column = (Double(x) + 0.5 - layout.sourceBox.x) * scale - 0.5
      #expect(abs(Double(picture.bytes[3 * x]) - column * 255 / 1_023) < 1.5, "\(x)")
    }
  }

  @Test("A picture of tiles is the same as one of a single tile at every size", arguments: [nil, 30])
  func tiles(_ width: Int?) throws {
    let minimum = width.map { PixelSize(width: $0, height: 20) }
    let whole = try pixels("rgb.jp2", minimum: minimum)
    let tiled = try pixels("offset_tiles.jp2", minimum: minimum)
    #expect(abs(whole.layout.sourceBox.width - tiled.layout.sourceBox.width) < 1e-9)
    if minimum == nil { #expect(whole.picture.bytes == tiled.picture.bytes) }
  }

  /// Tiles of 100 pixels leave one of a single column or row at the border, which has no samples at 1/2 and below.
  @Test("A tile without samples at the reduced size is left out", arguments: ["301x400", "400x301"])
  func emptyTiles(_ size: String) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("out.jp2")
    let sides = size.split(separator: "x").compactMap { Int($0) }
    let pixels = [UInt8](repeating: 200, count: 3 * sides[0] * sides[1])
    let source = try directory.write(Array("P6\n\(sides[0]) \(sides[1])\n255\n".utf8) + pixels, to: "in.ppm")
    let made = try await Tool.run("opj_compress", ["-i", source, "-o", path, "-t", "100,100"])
    try #require(made.status == 0, "\(made.errors)")
    let decoder = try JPEG2000Codec.decoder.open(MemoryByteSource(Fixtures.bytes(path)), .standard)
    let rows = try decoder.rows(at: 0, DecodeRequest(minimumSize: PixelSize(width: 20, height: 20)))
    let picture = try rows.readAll(limits: .standard).0
    #expect(picture.size == rows.layout.size && picture.bytes.allSatisfy { $0 == 200 })
    #expect(rows.diagnostics.isEmpty)
  }

  /// 512 x 320 pixels of four components take 2.6 MB as integers, and 0.7 MB as pixels.
  @Test("The memory of a picture is counted, and less for a smaller one")
  func memory() throws {
    var limits = Limits()
    limits.maxMemory = 3_000_000
    let error = #expect(throws: ImageError.self) { try pixels("alpha_edge.jp2", limits: limits) }
    #expect(error?.limit?.name == "max-memory")
    #expect(
      try pixels("alpha_edge.jp2", minimum: PixelSize(width: 64, height: 40), limits: limits).layout.size.width == 65)
  }
}
