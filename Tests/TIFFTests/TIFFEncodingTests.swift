internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import TIFFCodec
internal import TestKit
internal import Testing

/// Other programs read the files that are written.
@Suite(.timed) struct TIFFEncodingTests {
  static let size = PixelSize(width: 137, height: 61)

  struct Variant: Sendable, CustomTestStringConvertible {
    var compression: String?
    var tile: PixelSize?
    var bigTIFF: Bool?
    var predictor: Int?
    var testDescription: String { "\(compression ?? "default") \(tile.map { "\($0)" } ?? "") \(bigTIFF ?? false)" }
  }

  static let lossless: [Variant] =
    ["none", "lzw", "deflate", "zip", "zstd", "packbits", "lzma"].flatMap { name in
      [Variant(compression: name), Variant(compression: name, tile: PixelSize(width: 48, height: 32))]
    } + [Variant(), Variant(bigTIFF: true), Variant(compression: "lzw", predictor: 1)]

  private static func image(_ format: PixelFormat, _ variant: Variant) -> EncodeImage {
    var image = EncodeImage(size: size, format: format)
    image.options.compression = variant.compression
    image.options.tileSize = variant.tile
    image.options.bigTIFF = variant.bigTIFF
    image.options.predictor = variant.predictor
    return image
  }

  /// Writes a file, asks tiffinfo whether it is sound, and returns where it is and what tiffinfo says.
  private static func check(
    _ bytes: [UInt8], in directory: TemporaryDirectory
  ) async throws -> (path: String, info: String) {
    let path = try directory.write(bytes, to: "out.tif")
    // -D decodes the pixels.
    let info = try await Tool.run("tiffinfo", ["-D", path])
    #expect(info.status == 0)
    #expect(info.errors == "")
    return (path, info.text)
  }

  /// NumPy's view of a file through Pillow, as bytes.
  private static func pillow(_ path: String, mode: String? = nil) async throws -> [UInt8] {
    let convert = mode.map { ".convert('\($0)')" } ?? ""
    let result = try await Tool.python(
      """
      import sys
      import numpy
      from PIL import Image
      sys.stdout.buffer.write(numpy.asarray(Image.open(sys.argv[1])\(convert)).tobytes())
      """, [path])
    #expect(result.status == 0, "\(result.errors)")
    return result.output
  }

  @Test(
    "Pillow reads the same pixels", arguments: lossless,
    [PixelFormat.gray8, .rgb8, .rgba8, PixelFormat(.uint8, .cmyk), PixelFormat(.uint16, .gray)])
  func pillowReadsTheSamePixels(_ variant: Variant, _ format: PixelFormat) async throws {
    let pixels = TIFFSupport.ramp(Self.size, format)
    let file = try TIFFSupport.encode([(Self.image(format, variant), pixels)]).bytes
    let directory = try TemporaryDirectory()
    let (path, _) = try await Self.check(file, in: directory)
    #expect(try await Self.pillow(path) == pixels)
  }

  /// libvips reads the formats that Pillow does not.
  @Test(
    "Libvips reads the same pixels", arguments: ["none", "deflate", "lzw"],
    [
      PixelFormat(.uint16, .rgb), PixelFormat(.float32, .gray), PixelFormat(.float32, .rgb),
      PixelFormat(.uint16, .cmyk), PixelFormat(.uint16, .rgb, alpha: .straight),
    ])
  func libvipsReadsTheSamePixels(_ compression: String, _ format: PixelFormat) async throws {
    let pixels = TIFFSupport.ramp(Self.size, format)
    let file = try TIFFSupport.encode([(Self.image(format, Variant(compression: compression)), pixels)]).bytes
    let directory = try TemporaryDirectory()
    let (path, info) = try await Self.check(file, in: directory)
    #expect(info.contains(format.component == .float32 ? "IEEE floating point" : "Bits/Sample: 16"))
    let raw = directory.file("out.raw")
    #expect(try await Tool.run("vips", ["rawsave", path, raw]).status == 0)
    #expect(Fixtures.bytes(raw) == pixels)
  }

  /// L*, and a* and b* of 0, 64 and -64.
  @Test("Lab is stored as TIFF defines it")
  func labIsStoredAsTIFFDefinesIt() async throws {
    let image = EncodeImage(size: PixelSize(width: 2, height: 1), format: PixelFormat(.uint8, .lab))
    let file = try TIFFSupport.encode([(image, [100, 128, 192, 200, 64, 128])]).bytes
    let directory = try TemporaryDirectory()
    let (path, info) = try await Self.check(file, in: directory)
    #expect(info.contains("CIE L*a*b*"))
    let (plain, raw) = (directory.file("out.v"), directory.file("out.raw"))
    #expect(try await Tool.run("vips", ["LabQ2Lab", path, plain]).status == 0)
    #expect(try await Tool.run("vips", ["rawsave", plain, raw]).status == 0)
    let floats = try PixelBuffer(
      size: PixelSize(width: 2, height: 1), format: PixelFormat(.float32, .lab), bytes: Fixtures.bytes(raw)
    ).floats
    let expected: [Float] = [100 / 2.55, 0, 64, 200 / 2.55, -64, 0]
    #expect(zip(floats, expected).allSatisfy { abs($0 - $1) < 0.5 })
  }

  @Test(
    "JPEG is what Pillow reads",
    arguments: [("4:2:0", 75), ("4:4:4", 95), ("4:2:2", 90), (nil, nil)] as [(String?, Int?)])
  func jpegIsWhatPillowReads(_ subsampling: String?, _ quality: Int?) async throws {
    var image = Self.image(.rgb8, Variant(compression: "jpeg"))
    image.options.subsampling = subsampling
    image.options.quality = quality
    let pixels = (0..<Self.size.pixelCount).flatMap { (index: Int) -> [UInt8] in
      [UInt8(index % 137), UInt8(index / 137 * 2), 90]
    }
    let file = try TIFFSupport.encode([(image, pixels)]).bytes
    let directory = try TemporaryDirectory()
    let (path, info) = try await Self.check(file, in: directory)
    #expect(info.contains("Compression Scheme: JPEG"))
    #expect(
      info.contains("YCbCr Subsampling: \(subsampling == "4:2:0" ? "2, 2" : subsampling == "4:2:2" ? "2, 1" : "1, 1")"))
    let read = try await Self.pillow(path)
    #expect(zip(read, pixels).allSatisfy { abs(Int($0) - Int($1)) <= 8 })
    #expect(try TIFFSupport.decode(file).picture.bytes == read)
  }

  @Test("Black and white is one bit", arguments: ["g4", "g3", "rle"], [nil, PixelSize(width: 64, height: 16)])
  func blackAndWhiteIsOneBit(_ compression: String, _ tile: PixelSize?) async throws {
    let pixels = TIFFSupport.ramp(Self.size, .gray8).map { $0 > 100 ? UInt8(255) : 0 }
    let file = try TIFFSupport.encode(
      [(Self.image(.gray8, Variant(compression: compression, tile: tile)), pixels)]
    ).bytes
    let directory = try TemporaryDirectory()
    let (path, info) = try await Self.check(file, in: directory)
    #expect(info.contains("Bits/Sample: 1"))
    #expect(try await Self.pillow(path, mode: "L") == pixels)
  }

  @Test("Pages follow each other")
  func pagesFollowEachOther() async throws {
    let formats: [PixelFormat] = [.rgb8, .gray8, PixelFormat(.uint16, .gray), .rgba8]
    let pages = formats.map { format in
      (image: Self.image(format, Variant(compression: "lzw")), pixels: TIFFSupport.ramp(Self.size, format))
    }
    let file = try TIFFSupport.encode(pages).bytes
    let decoder = try TIFFSupport.open(file)
    #expect(decoder.imageCount == 4)
    for (index, page) in pages.enumerated() {
      #expect(try TIFFSupport.decode(file, page: index).picture.bytes == page.pixels)
    }
    let directory = try TemporaryDirectory()
    let (path, _) = try await Self.check(file, in: directory)
    let peer = try await Tool.python(
      "import sys; from PIL import Image; im = Image.open(sys.argv[1]); print(im.n_frames); im.seek(3); print(im.mode)",
      [path])
    #expect(peer.text == "4\nRGBA\n")
  }

  @Test("BigTIFF is written on demand")
  func bigTIFFIsWrittenOnDemand() async throws {
    let pixels = TIFFSupport.ramp(Self.size, .rgb8)
    let file = try TIFFSupport.encode([(Self.image(.rgb8, Variant(bigTIFF: true)), pixels)]).bytes
    #expect(Array(file[..<4]) == [0x49, 0x49, 43, 0])
    #expect(Array(try TIFFSupport.encode([(Self.image(.rgb8, Variant()), pixels)]).bytes[..<4]) == [0x49, 0x49, 42, 0])
  }

  /// The first page decides between classic TIFF and BigTIFF. A further page that would take a classic file over
  /// 3.9 GiB (4,187,593,113 bytes) is refused before its rows arrive. A grey pixel takes a byte, one of G4 a bit.
  @Test(
    "A page that would exceed the file is refused",
    arguments: [
      (PixelSize(width: 64_000, height: 65_000), Variant(compression: "none"), true),
      (PixelSize(width: 65_000, height: 65_000), Variant(compression: "none"), false),
      (PixelSize(width: 65_000, height: 65_000), Variant(compression: "none", bigTIFF: true), true),
      (PixelSize(width: 65_000, height: 65_000), Variant(compression: "g4"), true),
    ])
  func aPageThatWouldExceedTheFileIsRefused(_ size: PixelSize, _ variant: Variant, _ fits: Bool) throws {
    let encoder = try TIFFCodec.encoder.open(MemoryByteSink(), .standard)
    var first = EncodeImage(size: PixelSize(width: 1, height: 1), format: .gray8)
    first.options.bigTIFF = variant.bigTIFF
    try encoder.begin(first)
    try [UInt8](repeating: 0, count: 1).withRawBytes { rows throws(ImageError) in
      try encoder.write(rows: rows, count: 1)
    }
    try encoder.end()
    var second = EncodeImage(size: size, format: .gray8)
    second.options.compression = variant.compression
    second.options.bigTIFF = variant.bigTIFF
    if fits {
      try encoder.begin(second)
    } else {
      #expect { try encoder.begin(second) } throws: {
        ($0 as? ImageError)?.kind == .unsupported && ($0 as? ImageError)?.message.contains("--bigtiff") == true
      }
    }
  }

  @Test(
    "What cannot be done is a usage error that says what can",
    arguments: [
      (Variant(compression: "jpeg2000"), PixelFormat.rgb8, "none, lzw, deflate"),
      (Variant(compression: "jpeg"), PixelFormat(.uint16, .rgb), "8-bit grey or RGB"),
      (Variant(compression: "jpeg"), .rgba8, "without alpha"),
      (Variant(compression: "g4"), .rgb8, "black and white"),
      (Variant(compression: "g4"), .gray8, "black and white"),
      (Variant(tile: PixelSize(width: 20, height: 16)), .rgb8, "multiple of 16"),
      (Variant(compression: "none", predictor: 2), .rgb8, "need lzw, deflate, zstd or lzma"),
      (Variant(predictor: 3), .rgb8, "3 for floats"), (Variant(predictor: 4), .rgb8, "1, 2, 3"),
    ])
  func whatCannotBeDoneIsAUsageErrorThatSaysWhatCan(_ variant: Variant, _ format: PixelFormat, _ words: String) {
    #expect {
      try TIFFSupport.encode([(Self.image(format, variant), TIFFSupport.ramp(Self.size, format))])
    } throws: {
      let error = $0 as? ImageError
      return error?.kind == .usage && error?.message.contains(words) == true
    }
  }

  @Test("Calls out of order are usage errors")
  func callsOutOfOrderAreUsageErrors() throws {
    let encoder = try TIFFCodec.encoder.open(MemoryByteSink(), .standard)
    #expect(throws: ImageError.self) { try encoder.finish() }
    try encoder.begin(Self.image(.gray8, Variant()))
    #expect(throws: ImageError.self) { try encoder.begin(Self.image(.gray8, Variant())) }
    // Rows are missing.
    #expect(throws: ImageError.self) { try encoder.end() }
  }

  /// When the disk is full, the caller gets the system's message.
  @Test("Errors of the sink are kept", arguments: ["none", "deflate"], [8, 500, 5_000])
  func errorsOfTheSinkAreKept(_ compression: String, _ room: Int) {
    let sink = FullSink(room: room)
    #expect(throws: FullSink.error) {
      var noise: UInt32 = 1
      let pixels = (0..<Self.size.pixelCount).map { _ -> UInt8 in
        noise = noise &* 1_664_525 &+ 1_013_904_223
        return UInt8(noise >> 24)
      }
      _ = try TIFFSupport.encode([(Self.image(.gray8, Variant(compression: compression)), pixels)], to: sink)
    }
  }
}

/// A sink that takes a limited number of bytes.
private final class FullSink: ByteSink {
  static let error = ImageError(.io, "No space left on device")
  private let memory = MemoryByteSink()
  private let room: Int

  init(room: Int) { self.room = room }

  var size: UInt64 { memory.size }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(ImageError) {
    guard Int(offset) + bytes.count <= room else { throw Self.error }
    try memory.write(bytes, at: offset)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
    try memory.read(into: buffer, at: offset)
  }
}
