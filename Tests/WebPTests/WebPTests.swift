internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import TestKit
internal import Testing
internal import WebPCodec
internal import WebPStructure

/// A WebP file in parts, without the code under test.
enum WebPFile {
  /// The chunks by name, with their padding.
  static func chunks(_ bytes: [UInt8]) -> [(name: String, bytes: [UInt8])] {
    var (at, chunks) = (12, [(name: String, bytes: [UInt8])]())
    while at + 8 <= bytes.count {
      let length = (0..<4).reduce(0) { $0 | Int(bytes[at + 4 + $1]) << (8 * $1) }
      let end = min(bytes.count, at + 8 + length + length % 2)
      chunks.append((String(decoding: bytes[at..<at + 4], as: UTF8.self), Array(bytes[at..<end])))
      at = end
    }
    return chunks
  }

  static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + number(content.count, 4) + content + (content.count % 2 == 1 ? [0] : [])
  }

  static func file(_ chunks: [UInt8]...) -> [UInt8] {
    let body = Array("WEBP".utf8) + chunks.flatMap(\.self)
    return Array("RIFF".utf8) + number(body.count, 4) + body
  }

  /// A number in little-endian bytes.
  static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// A frame of 61x43 pixels.
  static func frame(_ picture: [UInt8], x: Int, y: Int, duration: Int, flags: UInt8) -> [UInt8] {
    chunk(
      "ANMF",
      number(x / 2, 3) + number(y / 2, 3) + number(60, 3) + number(42, 3) + number(duration, 3) + [flags]
        + picture)
  }

  /// The picture's data in a lossless fixture of 61x43 pixels.
  static func picture(_ name: String) throws -> [UInt8] {
    try #require(chunks(fixture(name)).first { $0.name == "VP8L" }).bytes
  }

  static func fixture(_ name: String) -> [UInt8] { Fixtures.bytes(Fixtures.path("webp/valid/\(name).webp")) }
}

@Suite(.timed) struct WebPDecodingTests {
  private func pixels(
    _ bytes: [UInt8], _ index: Int = 0, minimum: PixelSize? = nil, limits: Limits = .standard
  ) throws -> PixelBuffer {
    let decoder = try WebPCodec.decoder.open(MemoryByteSource(bytes), limits)
    return try decoder.rows(at: index, DecodeRequest(minimumSize: minimum)).readAll(limits: limits).0
  }

  /// The canvas as RGBA, row by row.
  private func canvas(_ size: PixelSize) -> [[UInt8]] {
    Array(repeating: [UInt8](repeating: 0, count: 4 * size.width), count: size.height)
  }

  @Test("Frames are drawn over the canvas, and cleared, as the file says")
  func frames() throws {
    let (opaque, clear) = (try WebPFile.picture("rgb"), try WebPFile.picture("rgba"))
    let bytes = WebPFile.file(
      WebPFile.chunk("VP8X", [0x12, 0, 0, 0] + WebPFile.number(99, 3) + WebPFile.number(79, 3)),
      WebPFile.chunk("ANIM", [255, 255, 255, 255, 2, 0]),
      // Cleared before the next one; then one in place of what is there; then the second again.
      WebPFile.frame(opaque, x: 0, y: 0, duration: 100, flags: 1),
      WebPFile.frame(opaque, x: 38, y: 36, duration: 4_200, flags: 0),
      WebPFile.frame(clear, x: 38, y: 36, duration: 50, flags: 2))
    let size = PixelSize(width: 100, height: 80)
    let picture = try pixels(WebPFile.fixture("rgb")).bytes
    let translucent = try pixels(WebPFile.fixture("rgba")).bytes
    func drawn(_ x: Int, _ y: Int, _ pixel: (Int) -> [UInt8]) -> [UInt8] {
      var rows = canvas(size)
      for row in 0..<43 {
        for column in 0..<61 {
          rows[y + row].replaceSubrange(4 * (x + column)..<4 * (x + column + 1), with: pixel(row * 61 + column))
        }
      }
      return rows.flatMap(\.self)
    }
    let opaquePixel = { (index: Int) in Array(picture[3 * index..<3 * index + 3]) + [255] }
    #expect(try pixels(bytes, 0).bytes == drawn(0, 0, opaquePixel))
    #expect(try pixels(bytes, 1).bytes == drawn(38, 36, opaquePixel))
    #expect(try pixels(bytes, 2).bytes == drawn(38, 36) { Array(translucent[4 * $0..<4 * $0 + 4]) })
    let structure = try WebPStructure.read(MemoryByteSource(bytes), limits: .standard)
    #expect(structure.frames.map(\.duration) == [100, 4_200, 50])
    #expect(structure.loopCount == 2)
  }

  @Test("A frame may be asked for after a later one")
  func order() throws {
    let decoder = try WebPCodec.decoder.open(MemoryByteSource(WebPFile.fixture("anim_offsets")), .standard)
    func frame(_ index: Int) throws -> [UInt8] {
      try decoder.rows(at: index, DecodeRequest()).readAll(limits: .standard).0.bytes
    }
    let second = try frame(1)
    let third = try frame(2)
    #expect(try frame(1) == second)
    #expect(try frame(2) == third)
    #expect(second != third)
  }

  @Test("A frame outside the canvas ends the animation, and the rest of the file is read")
  func frameOutside() throws {
    let picture = try WebPFile.picture("rgb")
    let bytes = WebPFile.file(
      WebPFile.chunk("VP8X", [0x0A, 0, 0, 0] + WebPFile.number(60, 3) + WebPFile.number(42, 3)),
      WebPFile.chunk("ANIM", [255, 255, 255, 255, 0, 0]), WebPFile.frame(picture, x: 0, y: 0, duration: 1, flags: 0),
      WebPFile.frame(picture, x: 2, y: 0, duration: 1, flags: 0),
      WebPFile.chunk("EXIF", Array("II*\0\u{8}".utf8) + [0, 0, 0]))
    let structure = try WebPStructure.read(MemoryByteSource(bytes), limits: .standard)
    #expect(structure.frames.count == 1)
    #expect(structure.blocks.map(\.kind) == [.exif])
    #expect(structure.diagnostics.contains { $0.message.contains("frame 2 lies outside") })
    #expect(try pixels(bytes).bytes == (try pixels(WebPFile.fixture("rgb")).bytes))
  }

  @Test("More frames than allowed are left out with a warning")
  func manyFrames() throws {
    var limits = Limits()
    limits.maxImages = 2
    let decoder = try WebPCodec.decoder.open(MemoryByteSource(WebPFile.fixture("anim_offsets")), limits)
    #expect(decoder.imageCount == 2)
    #expect(decoder.diagnostics.contains { $0.message.contains("3 frames") && $0.message.contains("--max-images") })
  }

  @Test("A smaller picture is an average of whole blocks", arguments: ["flat_colour", "size_17x33_lossy", "gradient"])
  func scaled(_ name: String) throws {
    let whole = try pixels(WebPFile.fixture(name))
    let minimum = PixelSize(width: max(1, whole.size.width / 4), height: max(1, whole.size.height / 4))
    let small = try pixels(WebPFile.fixture(name), minimum: minimum)
    #expect(small.size.width >= minimum.width && small.size.height >= minimum.height)
    #expect(small.size.pixelCount * 9 <= whole.size.pixelCount)
    // Each pixel is near the average of its block, channel by channel.
    let factor = (x: whole.size.width / small.size.width, y: whole.size.height / small.size.height)
    for (column, row) in [(0, 0), (small.size.width / 2, small.size.height / 2)] {
      for channel in 0..<3 {
        var sum = 0
        for y in row * factor.y..<(row + 1) * factor.y {
          for x in column * factor.x..<(column + 1) * factor.x {
            sum += Int(whole.bytes[(y * whole.size.width + x) * 3 + channel])
          }
        }
        let expected = Double(sum) / Double(factor.x * factor.y)
        let found = Double(small.bytes[(row * small.size.width + column) * 3 + channel])
        #expect(abs(found - expected) < 8, "\(column), \(row), \(channel)")
      }
    }
  }

  @Test("Memory for the whole picture is checked before it is allocated")
  func memory() throws {
    var limits = Limits()
    limits.maxMemory = 60_000
    let error = #expect(throws: ImageError.self) { try pixels(WebPFile.fixture("photo_rgb"), limits: limits) }
    #expect(error?.kind == .limitExceeded)
    limits.maxMemory = 1_500_000
    // Scaled or not, libwebp keeps a lossless picture of 512x320 with 4 bytes a pixel.
    let small = PixelSize(width: 32, height: 20)
    _ = try pixels(WebPFile.fixture("alpha_edge"), minimum: small, limits: limits)
    limits.maxMemory = 600_000
    let scaled = #expect(throws: ImageError.self) {
      try pixels(WebPFile.fixture("alpha_edge"), minimum: small, limits: limits)
    }
    #expect(scaled?.limit?.name == "max-memory")
    limits.maxMemory = 60_000
    let animated = #expect(throws: ImageError.self) { try pixels(WebPFile.fixture("anim_offsets"), 1, limits: limits) }
    #expect(animated?.limit?.name == "max-memory")
  }
}

@Suite(.timed) struct WebPEncodingTests {
  private func encoded(_ fixture: String, _ options: EncodeOptions) throws -> [UInt8] {
    let decoder = try WebPCodec.decoder.open(MemoryByteSource(WebPFile.fixture(fixture)), .standard)
    let picture = try decoder.rows(at: 0, DecodeRequest()).readAll(limits: .standard).0
    let sink = MemoryByteSink()
    let encoder = try WebPCodec.encoder.open(sink, .standard)
    try encoder.begin(EncodeImage(size: picture.size, format: picture.format, options: options))
    try picture.bytes.withRawBytes { rows throws(ImageError) in
      try encoder.write(rows: rows, count: picture.size.height)
    }
    try encoder.end()
    _ = try encoder.finish()
    return sink.bytes
  }

  @Test(
    "The data is that of cwebp with the same settings",
    arguments: [
      ("gradient", nil, nil, ["-q", "80"]), ("alpha_edge", nil, 45, ["-q", "45"]),
      ("gradient", "lossless", nil, ["-lossless", "-exact"]), ("rgba", "lossless", nil, ["-lossless", "-exact"]),
      ("photo_rgb", "near-lossless", nil, ["-near_lossless", "60"]),
      ("photo_rgb", "near-lossless", 20, ["-near_lossless", "20"]),
    ] as [(String, String?, Int?, [String])])
  func asCwebp(_ fixture: String, _ compression: String?, _ quality: Int?, _ arguments: [String]) async throws {
    var options = EncodeOptions()
    (options.compression, options.quality) = (compression, quality)
    let ours = WebPFile.chunks(try encoded(fixture, options)).filter { $0.name != "VP8X" }
    let directory = try TemporaryDirectory()
    let (png, output) = (directory.file("a.png"), directory.file("a.webp"))
    _ = try await Tool.run("dwebp", ["-quiet", Fixtures.path("webp/valid/\(fixture).webp"), "-o", png])
    _ = try await Tool.run("cwebp", ["-quiet"] + arguments + [png, "-o", output])
    let theirs = WebPFile.chunks(Fixtures.bytes(output)).filter { $0.name != "VP8X" }
    #expect(!theirs.isEmpty)
    #expect(ours.map(\.name) == theirs.map(\.name))
    #expect(ours.map(\.bytes) == theirs.map(\.bytes))
  }

  @Test("What the format cannot hold is refused")
  func refusals() throws {
    func begin(_ image: EncodeImage) throws(ImageError) {
      try WebPCodec.encoder.open(MemoryByteSink(), .standard).begin(image)
    }
    let wide = #expect(throws: ImageError.self) {
      try begin(EncodeImage(size: PixelSize(width: 16_384, height: 1), format: .rgb8))
    }
    #expect(wide?.kind == .unsupported)
    #expect(wide?.message.contains("16383") == true)
    var options = EncodeOptions()
    options.compression = "lzw"
    let unknown = #expect(throws: ImageError.self) {
      try begin(EncodeImage(size: PixelSize(width: 1, height: 1), format: .rgb8, options: options))
    }
    #expect(unknown?.kind == .usage)
    #expect(unknown?.message.contains("near-lossless") == true)
  }
}
