internal import ByteStreams
internal import CodecKit
internal import GIFCodec
internal import GIFStructure
internal import ImageModel
internal import TestKit
internal import Testing

/// Builds GIF files block by block. The codes are not compressed: all have one bit more than the code size, with a
/// clear code before their width would change.
enum TestGIF {
  /// Red, green, blue, white.
  static let palette: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]
  static let colors: [[UInt8]] = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255]]
  static let nothing: [UInt8] = [0, 0, 0, 0]

  static func file(_ width: Int, _ height: Int, _ parts: [UInt8]...) -> [UInt8] {
    Array("GIF89a".utf8) + number(width) + number(height) + [0xF1, 0, 0] + palette + parts.flatMap(\.self) + [0x3B]
  }

  /// A frame in one colour.
  static func frame(
    _ index: UInt8, x: Int = 0, y: Int = 0, _ width: Int, _ height: Int, disposal: UInt8 = 1, interlaced: Bool = false,
    codeSize: Int = 8
  ) -> [UInt8] {
    [0x21, 0xF9, 4, disposal << 2, 5, 0, 0, 0, 0x2C] + number(x) + number(y) + number(width) + number(height)
      + [interlaced ? 0x40 : 0] + data(Array(repeating: index, count: width * height), codeSize)
  }

  static func data(_ indices: [UInt8], _ codeSize: Int) -> [UInt8] {
    var (bits, filled, bytes) = (0, 0, [UInt8]())
    func put(_ code: Int) {
      bits |= code << filled
      filled += codeSize + 1
      while filled >= 8 {
        bytes.append(UInt8(bits & 255))
        bits >>= 8
        filled -= 8
      }
    }
    for (count, index) in indices.enumerated() {
      if count % 200 == 0 { put(1 << codeSize) }
      put(Int(index))
    }
    put(1 << codeSize + 1)
    bytes.append(UInt8(bits & 255))
    let blocks = stride(from: 0, to: bytes.count, by: 255).map { bytes[$0..<min($0 + 255, bytes.count)] }
    let content = blocks.flatMap { (block: ArraySlice<UInt8>) -> [UInt8] in [UInt8(block.count)] + block }
    return [UInt8(codeSize)] + content + [0]
  }

  private static func number(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
}

@Suite(.timed) struct GIFDrawingTests {
  /// The pixels of a frame as RGBA, by row.
  private func pixels(_ bytes: [UInt8], _ index: Int) throws -> [[UInt8]] {
    let decoder = try GIFCodec.decoder.open(MemoryByteSource(bytes), .standard)
    let picture = try decoder.rows(at: index, DecodeRequest()).readAll(limits: .standard).0
    let count = picture.format.channelCount
    return (0..<picture.size.pixelCount).map {
      Array(picture.bytes[$0 * count..<($0 + 1) * count]) + (count == 3 ? [255] : [])
    }
  }

  /// A screen of 4x2 pixels, by the colours' numbers; nil is transparent.
  private func screen(_ numbers: Int?...) -> [[UInt8]] {
    numbers.map { $0.map { TestGIF.colors[$0] } ?? TestGIF.nothing }
  }

  @Test("A frame stays, is cleared, or is undone before the next one")
  func disposal() throws {
    let file = TestGIF.file(
      4, 2, TestGIF.frame(0, 4, 2), TestGIF.frame(1, x: 1, 2, 1, disposal: 3),
      TestGIF.frame(2, x: 2, y: 1, 2, 1, disposal: 2), TestGIF.frame(3, 1, 1))
    #expect(try pixels(file, 0) == screen(0, 0, 0, 0, 0, 0, 0, 0))
    #expect(try pixels(file, 1) == screen(0, 1, 1, 0, 0, 0, 0, 0))
    #expect(try pixels(file, 2) == screen(0, 0, 0, 0, 0, 0, 2, 2))
    #expect(try pixels(file, 3) == screen(3, 0, 0, 0, 0, 0, nil, nil))
  }

  @Test("A first frame that is undone leaves a transparent screen")
  func firstFrameUndone() throws {
    let file = TestGIF.file(4, 2, TestGIF.frame(0, 4, 2, disposal: 3), TestGIF.frame(1, 2, 1))
    #expect(try pixels(file, 1) == screen(1, 1, nil, nil, nil, nil, nil, nil))
  }

  @Test("Frames are cut at the screen; those beside it change nothing", arguments: [false, true])
  func beside(interlaced: Bool) throws {
    let file = TestGIF.file(
      4, 2, TestGIF.frame(0, 4, 2), TestGIF.frame(1, x: 3, y: 1, 3, 9, interlaced: interlaced),
      TestGIF.frame(2, x: 9, y: 9, 2, 2, interlaced: interlaced))
    #expect(try pixels(file, 1) == screen(0, 0, 0, 0, 0, 0, 0, 1))
    #expect(try pixels(file, 2) == screen(0, 0, 0, 0, 0, 0, 0, 1))
  }

  @Test("Code sizes of up to 12 are read", arguments: 8...12)
  func codeSizes(_ size: Int) throws {
    let file = TestGIF.file(4, 2, TestGIF.frame(1, 4, 2, codeSize: size), TestGIF.frame(2, 2, 1, codeSize: size))
    #expect(try pixels(file, 1) == screen(2, 2, 1, 1, 1, 1, 1, 1))
  }

  @Test("A code size of 13 is an error")
  func impossibleCodeSize() throws {
    let file = TestGIF.file(4, 2, TestGIF.frame(1, 4, 2, codeSize: 13))
    #expect(throws: ImageError(.invalidData, "the data of the picture is damaged", format: "GIF")) {
      try pixels(file, 0)
    }
  }

  @Test("An earlier frame may be asked for after a later one")
  func order() throws {
    let file = TestGIF.file(4, 2, TestGIF.frame(0, 4, 2), TestGIF.frame(1, 2, 1), TestGIF.frame(2, 1, 1))
    let decoder = try GIFCodec.decoder.open(MemoryByteSource(file), .standard)
    func frame(_ index: Int) throws -> [UInt8] {
      try decoder.rows(at: index, DecodeRequest()).readAll(limits: .standard).0.bytes
    }
    let (third, first) = (try frame(2), try frame(0))
    #expect(third != first)
    #expect(try frame(2) == third)
    #expect(try frame(2) == third)
  }

  @Test("All pixels that a cut file has are drawn", arguments: 1...3)
  func cut(missing: Int) throws {
    // The last bytes: the end of the codes, the terminator of the data, the trailer.
    let file = Array(TestGIF.file(4, 2, TestGIF.frame(1, 4, 2)).dropLast(missing))
    let decoder = try GIFCodec.decoder.open(MemoryByteSource(file), .standard)
    let (picture, _) = try decoder.rows(at: 0, DecodeRequest()).readAll(limits: .standard)
    #expect(picture.bytes == Array(repeating: [0, 255, 0], count: 8).flatMap(\.self))
    #expect(decoder.diagnostics.contains { $0.severity == .warning })
  }

  @Test("The screen counts as memory, twice where frames are undone; a frame of too many pixels is left out")
  func limits() throws {
    var limits = Limits()
    limits.maxMemory = 60
    let plain = TestGIF.file(4, 2, TestGIF.frame(0, 4, 2), TestGIF.frame(1, 1, 1))
    let undone = TestGIF.file(4, 2, TestGIF.frame(0, 4, 2, disposal: 3), TestGIF.frame(1, 1, 1))
    _ = try GIFCodec.decoder.open(MemoryByteSource(plain), limits).rows(at: 1, DecodeRequest())
    let error = #expect(throws: ImageError.self) {
      try GIFCodec.decoder.open(MemoryByteSource(undone), limits).rows(at: 1, DecodeRequest())
    }
    #expect(error?.limit?.name == "max-memory")
    limits = Limits()
    limits.maxPixels = 20
    let large = TestGIF.file(4, 2, TestGIF.frame(0, 4, 2), TestGIF.frame(1, 5, 5), TestGIF.frame(2, 1, 1))
    let structure = try GIFStructure.read(MemoryByteSource(large), limits: limits)
    #expect(structure.frames.map(\.size.pixelCount) == [8, 1])
    #expect(structure.diagnostics.contains { $0.message.contains("5x5") })
  }
}
