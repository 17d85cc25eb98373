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

  /// The size, the tile and the distance of samples of a codestream are doubled. Its components have as many samples as
  /// before.
  @Test("Where all components are subsampled alike, each of their samples is a pixel", arguments: ["codestream.j2k"])
  func distantSamples(_ name: String) throws {
    let plain = try pixels(name).picture
    var bytes = Fixtures.bytes(Fixtures.path("jpeg2000/valid/\(name)"))
    for offset in stride(from: 8, to: 40, by: 4) {
      let number = Int(bigEndianBytes: bytes[offset..<offset + 4]) * 2
      for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: number >> (24 - 8 * index)) }
    }
    let count = Int(bytes[40]) << 8 | Int(bytes[41])
    for index in 0..<count { (bytes[43 + 3 * index], bytes[44 + 3 * index]) = (2, 2) }
    let decoder = try JPEG2000Codec.decoder.open(MemoryByteSource(bytes), .standard)
    let distant = try decoder.rows(at: 0, DecodeRequest()).readAll(limits: .standard).0
    #expect(distant.size == plain.size && distant.bytes == plain.bytes)
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

  /// The main header of a codestream, and the parts of its tiles: number, index, count and content.
  private typealias TilePart = (tile: UInt16, index: UInt8, count: UInt8, content: [UInt8])

  private func split(_ bytes: [UInt8]) throws -> (header: [UInt8], parts: [TilePart]) {
    var place = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0x90 })
    let header = Array(bytes[..<place])
    var parts: [TilePart] = []
    while bytes[place] == 0xFF, bytes[place + 1] == 0x90 {
      let length = Int(UInt32(bigEndianBytes: bytes[place + 6..<place + 10]))
      parts.append(
        (
          UInt16(bytes[place + 4]) << 8 | UInt16(bytes[place + 5]), bytes[place + 10], bytes[place + 11],
          Array(bytes[place + 12..<place + length])
        ))
      place += length
    }
    return (header, parts)
  }

  private func join(_ header: [UInt8], _ parts: [TilePart]) -> [UInt8] {
    var bytes = header
    for part in parts {
      bytes += [0xFF, 0x90, 0, 10]
      bytes += part.tile.bigEndianBytes + UInt32(12 + part.content.count).bigEndianBytes
      bytes += [part.index, part.count] + part.content
    }
    return bytes + [0xFF, 0xD9]
  }

  private func compress(_ source: [UInt8], _ suffix: String, _ options: String...) async throws -> [UInt8] {
    let directory = try TemporaryDirectory()
    let path = try directory.write(source, to: "in." + suffix)
    let made = try await Tool.run("opj_compress", ["-i", path, "-o", directory.file("out.j2k")] + options)
    try #require(made.status == 0, "\(made.errors)")
    return Fixtures.bytes(directory.file("out.j2k"))
  }

  private func decode(
    _ bytes: [UInt8], minimum: PixelSize? = nil
  ) throws -> (picture: PixelBuffer, diagnostics: [Diagnostic]) {
    let decoder = try JPEG2000Codec.decoder.open(MemoryByteSource(bytes), .standard)
    let rows = try decoder.rows(at: 0, DecodeRequest(minimumSize: minimum))
    return (try rows.readAll(limits: .standard).0, rows.diagnostics)
  }

  /// Four tiles, each in a part for each of three resolutions. The parts of a tile may lie anywhere, in their order,
  /// and need not say how many they are (A.4.2). The codes are lossless: the pixels are those of the source.
  @Test(
    "The parts of tiles may be mixed, uncounted and empty",
    arguments: ["mixed", "uncounted", "mixed and uncounted", "counted at the end", "empty first"])
  func tileParts(_ kind: String) async throws {
    let (width, height) = (120, 90)
    var pixels: [UInt8] = []
    for y in 0..<height { for x in 0..<width { pixels += [UInt8(2 * x), UInt8(2 * y), UInt8(x + y)] } }
    let source = Array("P6\n\(width) \(height)\n255\n".utf8) + pixels
    let file = try await compress(source, "ppm", "-t", "60,45", "-n", "3", "-TP", "R", "-p", "RLCP")
    var (header, parts) = try split(file)
    try #require(parts.count == 12)
    if kind.hasPrefix("mixed") { parts.sort { ($0.index, $0.tile) < ($1.index, $1.tile) } }
    if kind.hasSuffix("uncounted") { for index in parts.indices { parts[index].count = 0 } }
    if kind == "counted at the end" {
      parts.sort { ($0.index, $0.tile) < ($1.index, $1.tile) }
      for index in parts.indices where parts[index].index < 2 { parts[index].count = 0 }
    }
    if kind == "empty first" {
      for index in parts.indices { (parts[index].index, parts[index].count) = (parts[index].index + 1, 4) }
      parts = (0..<4).map { (UInt16($0), 0, 4, [0xFF, 0x93]) } + parts
    }
    let (picture, diagnostics) = try decode(join(header, parts))
    #expect(picture.bytes == pixels && diagnostics.isEmpty, "\(diagnostics)")
    #expect(try decode(join(header, parts), minimum: PixelSize(width: 30, height: 20)).diagnostics.isEmpty)
  }

  @Test("A tile without data is black, with a warning", arguments: [0, 1, 2])
  func missingTile(_ tile: Int) async throws {
    let source = Array("P5\n40 40\n255\n".utf8) + [UInt8](repeating: 200, count: 1_600)
    var (header, parts) = try split(try await compress(source, "pgm", "-t", "20,20", "-n", "3"))
    parts.remove(at: tile)
    let (picture, diagnostics) = try decode(join(header, parts))
    for place in 0..<4 {
      let pixel = picture.bytes[(place / 2 * 20 + 10) * 40 + place % 2 * 20 + 10]
      #expect(pixel == (place == tile ? 0 : 200), "\(place)")
    }
    #expect(diagnostics.contains(.warning("1 of 4 tiles have no data")))
  }

  /// The picture begins in the last column of its first tile, where chroma of half the width has no sample. The first
  /// tile is that of a grey picture; the other one has the colours of `chroma`.
  @Test("A tile without samples of some component is read")
  func tileWithoutChroma() async throws {
    let luma = try await compress(
      [UInt8](repeating: 120, count: 40), "raw", "-F", "1,40,1,8,u", "-t", "40,40", "-d", "39,0", "-mct", "0", "-n", "3"
    )
    let planes = [(1_600, UInt8(120)), (400, 90), (400, 170)].flatMap { [UInt8](repeating: $0.1, count: $0.0) }
    let color = try await compress(planes, "raw", "-F", "40,40,3,8,u@1x1:2x2:2x2", "-mct", "0", "-n", "3")
    var (header, parts) = try split(color)
    header.replaceSubrange(8..<40, with: [80, 40, 39, 0, 40, 40, 0, 0].flatMap { UInt32($0).bigEndianBytes })
    parts = [(0, 0, 1, try split(luma).parts[0].content), (1, 0, 1, parts[0].content)]
    let (picture, diagnostics) = try decode(join(header, parts))
    #expect(picture.size == PixelSize(width: 41, height: 40) && diagnostics.isEmpty)
    #expect(picture.bytes == (0..<41 * 40).flatMap { _ in [179, 103, 53] as [UInt8] })
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
