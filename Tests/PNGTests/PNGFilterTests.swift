internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import PNGCodec
internal import Synchronization
internal import TestKit
internal import Testing

/// Rows that are decoded without libpng.
@Suite(.timed) struct PNGFilterTests {
  /// Gray, RGB, gray with alpha and RGBA of 8 bits: rows of random bytes, with filters in random order. Widths of one
  /// pixel and of several.
  @Test("Filters are those of Pillow", arguments: [(0, 1), (2, 3), (4, 2), (6, 4)] as [(UInt8, Int)], [1, 2, 61])
  func filtersAreThoseOfPillow(_ type: (UInt8, Int), _ width: Int) async throws {
    let (code, samples) = type
    var random = SeededRandom(seed: UInt64(code) * 100 + UInt64(width))
    let rows = (0..<60).flatMap { _ in
      [UInt8.random(in: 0...4, using: &random)]
        + (0..<width * samples).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    let file =
      TestPNG.signature + TestPNG.header(width: UInt32(width), height: 60, type: code)
      + TestPNG.chunk("IDAT", TestPNG.zlib(rows)) + TestPNG.chunk("tEXt", Array("a\0b".utf8))
      + TestPNG.chunk("IEND", [])
    let path = try TemporaryDirectory()
    let peer = try await Tool.python(
      "import sys; from PIL import Image; sys.stdout.buffer.write(Image.open(sys.argv[1]).tobytes())",
      [try path.write(file, to: "a.png")])
    for usesThreads in [false, true] {
      let decoded = try Decoded(file, usesThreads: usesThreads)
      #expect(decoded.bytes == peer.output)
      #expect(decoded.diagnostics.isEmpty)
    }
  }

  /// A filter of another number is an error.
  @Test("Filters have five numbers")
  func filtersHaveFiveNumbers() {
    let rows: [UInt8] = [0, 1, 2, 3, 5, 1, 2, 3]
    let file =
      TestPNG.signature + TestPNG.header(width: 3, height: 2) + TestPNG.chunk("IDAT", TestPNG.zlib(rows))
      + TestPNG.chunk("IEND", [])
    #expect(throws: ImageError(.invalidData, "a row has a filter that does not exist", format: "PNG")) {
      try Decoded(file)
    }
  }

  /// The image data of a sound file is read once, that of a damaged one twice: libpng says what is wrong.
  @Test("Sound data is read once", arguments: [false, true])
  func soundDataIsReadOnce(_ usesThreads: Bool) async throws {
    final class CountingSource: ByteSource {
      let inner: MemoryByteSource
      let count = Atomic(0)
      init(_ bytes: [UInt8]) { inner = MemoryByteSource(bytes) }
      var size: UInt64 { inner.size }
      func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
        let got = try inner.read(into: buffer, at: offset)
        count.add(got, ordering: .relaxed)
        return got
      }
    }
    let made = try await Tool.python(
      """
      import sys, random
      from PIL import Image
      image = Image.frombytes("RGB", (700, 500), random.Random(1).randbytes(700 * 500 * 3))
      image.save(sys.stdout.buffer, "png")
      """)
    let sound = CountingSource(made.output)
    let pixels = try Decoded(sound, usesThreads: usesThreads)
    #expect(pixels.diagnostics.isEmpty)
    #expect(sound.count.load(ordering: .relaxed) < made.output.count * 3 / 2)
    var bytes = made.output
    // The check value of the last IDAT chunk; IEND has 12 bytes.
    bytes[bytes.count - 13] ^= 1
    let damaged = CountingSource(bytes)
    let decoded = try Decoded(damaged, usesThreads: usesThreads)
    #expect(decoded.bytes == pixels.bytes)
    #expect(decoded.warnings == ["IDAT: CRC error"])
    #expect(damaged.count.load(ordering: .relaxed) > made.output.count * 3 / 2)
  }
}
