internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import PNGStructure
internal import TestKit
internal import Testing

/// PNG files as Xcode writes them for iPhones: CgBI comes first, IDAT is a bare Deflate stream, pixels are blue, green,
/// red, alpha, with the colours multiplied by alpha.
@Suite(.timed) struct PNGAppleVariantTests {
  /// Bytes (less than 64 KiB) as one stored block without zlib's header and check value.
  private static func deflate(_ bytes: [UInt8]) -> [UInt8] { Array(TestPNG.zlib(bytes).dropFirst(2).dropLast(4)) }

  private static func file(
    _ header: [UInt8], _ data: [UInt8], extra: [UInt8] = [], dataPerChunk: Int = .max
  ) -> [UInt8] {
    var file = TestPNG.signature + TestPNG.chunk("CgBI", [0x50, 0, 0x20, 2]) + header + extra
    for start in stride(from: 0, to: data.count, by: dataPerChunk == .max ? data.count : dataPerChunk) {
      file += TestPNG.chunk("IDAT", Array(data[start...].prefix(dataPerChunk)))
    }
    return file + TestPNG.chunk("IEND", [])
  }

  /// A pixel for each position, premultiplied: red, green, blue, alpha.
  private static func pixel(_ x: Int, _ y: Int) -> [UInt8] { [UInt8(10 * x), UInt8(20 * y), UInt8(x + y), 200] }

  private static func swapped(_ pixel: [UInt8]) -> [UInt8] { [pixel[2], pixel[1], pixel[0]] + pixel[3...] }

  @Test("Colours are in the usual order", arguments: [Int.max, 1, 7])
  func coloursAreInTheUsualOrder(dataPerChunk: Int) throws {
    let (width, height) = (5, 3)
    var data: [UInt8] = []
    for y in 0..<height { data += [0] + (0..<width).flatMap { Self.swapped(Self.pixel($0, y)) } }
    let header = TestPNG.header(width: 5, height: 3, type: 6)
    let decoded = try Decoded(Self.file(header, Self.deflate(data), dataPerChunk: dataPerChunk))
    #expect(decoded.bytes == (0..<height).flatMap { y in (0..<width).flatMap { Self.pixel($0, y) } })
    #expect(decoded.layout.format == PixelFormat(.uint8, .rgb, alpha: .premultiplied))
    #expect(decoded.info.isPremultiplied)
    #expect(decoded.warnings.isEmpty)
  }

  @Test("Pictures without alpha")
  func picturesWithoutAlpha() throws {
    let header = TestPNG.header(width: 2, height: 1, type: 2)
    let decoded = try Decoded(Self.file(header, Self.deflate([0, 3, 2, 1, 6, 5, 4])))
    #expect(decoded.bytes == [1, 2, 3, 4, 5, 6])
    #expect(decoded.layout.format == PixelFormat(.uint8, .rgb, alpha: .none))
    #expect(!decoded.info.isPremultiplied && decoded.warnings.isEmpty)
  }

  /// The passes of Adam7 (PNG third edition, 8.1): first column and row, then the steps.
  private static let passes = [
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
  ]

  @Test("Interlaced pictures")
  func interlacedPictures() throws {
    let (width, height) = (9, 6)
    var data: [UInt8] = []
    for (firstX, firstY, stepX, stepY) in Self.passes {
      for y in stride(from: firstY, to: height, by: stepY) where firstX < width {
        data += [0] + stride(from: firstX, to: width, by: stepX).flatMap { Self.swapped(Self.pixel($0, y)) }
      }
    }
    let decoded = try Decoded(
      Self.file(TestPNG.header(width: 9, height: 6, type: 6, interlace: 1), Self.deflate(data)))
    #expect(decoded.bytes == (0..<height).flatMap { y in (0..<width).flatMap { Self.pixel($0, y) } })
    #expect(decoded.warnings.isEmpty)
  }

  @Test("A cut file delivers the rows that it has")
  func aCutFileDeliversTheRowsThatItHas() throws {
    let rows: [[UInt8]] = (0..<20).map { y in (0..<4).flatMap { Self.swapped(Self.pixel($0, y % 10)) } }
    let file = Self.file(TestPNG.header(width: 4, height: 20, type: 6), Self.deflate(rows.flatMap { [0] + $0 }))
    let place = try #require(file.indices.first { file[$0...].starts(with: [0] + rows[0] + [0] + rows[1]) })
    let decoded = try Decoded(Array(file[..<(place + 7 * 17 + 3)]))
    #expect(decoded.rowCount == 7)
    #expect(decoded.bytes == (0..<7).flatMap { y in (0..<4).flatMap { Self.pixel($0, y) } })
    #expect(decoded.warnings.count == 1)
  }

  @Test("Metadata is read")
  func metadataIsRead() throws {
    let file = Self.file(
      TestPNG.header(width: 2, height: 1, type: 6), Self.deflate([UInt8](repeating: 0, count: 9)),
      extra: TestPNG.chunk("tEXt", Array("Title\0Icon".utf8)))
    let structure = try PNGStructure.read(MemoryByteSource(file), limits: .standard)
    #expect(structure.isAppleVariant && structure.headerDefect == nil)
    #expect(structure.header.size == PixelSize(width: 2, height: 1))
    #expect(structure.texts.map(\.keyword) == ["Title"])
    #expect(structure.diagnostics.map(\.severity) == [.note])
  }

  @Test("Zlib data is damaged")
  func zlibDataIsDamaged() {
    let file = Self.file(TestPNG.header(width: 1, height: 1, type: 2), TestPNG.zlib([0, 1, 2, 3]))
    #expect(throws: ImageError.self) { try Decoded(file) }
  }
}
