internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import JPEGCodec
internal import TestKit
internal import Testing

@Suite(.timed) struct JPEGDecodingTests {
  /// At every scale the pixels are those of libjpeg's own program, DC-only decoding at 1/8 included.
  @Test("Pixels are those of djpeg", arguments: JPEGSupport.validFixtures, [1, 2, 4, 8])
  func pixelsAreThoseOfDjpeg(_ name: String, _ scale: Int) async throws {
    let bytes = Fixtures.bytes(Fixtures.path(name))
    let full = try JPEGCodec.decoder.open(MemoryByteSource(bytes), .standard).info(at: 0).size
    // A size of 0 would ask for the smallest scale.
    guard scale == 1 || scale == 8 || full.longSide >= scale else { return }
    let minimum = scale == 1 ? nil : PixelSize(width: full.width / scale, height: full.height / scale)
    let decoded = try JPEGSupport.decode(bytes, minimumSize: minimum)
    #expect(decoded.layout.sourceBox.width == Double(full.width) / Double(scale))
    #expect(decoded.layout.sourceBox.height == Double(full.height) / Double(scale))
    #expect(decoded.rows == decoded.layout.size.height)
    #expect(decoded.diagnostics.isEmpty)
    guard decoded.layout.format.colorModel != .cmyk else { return }
    let peer = try await Tool.run("djpeg", ["-scale", "1/\(scale)", "-pnm", Fixtures.path(name)])
    #expect(peer.status == 0)
    #expect(decoded.portableMap == peer.output, "\(name) at 1/\(scale)")
  }

  /// For a progressive file at 1/8 only DC is decoded and kept, apart from chroma that libjpeg decodes at a larger
  /// scale.
  @Test(
    "Progressive pixels are those of djpeg",
    arguments: ["1x1", "2x1", "1x2", "2x2", "4x1", "2x2,1x1,2x1", "2x2,1x2,2x2", "1x1,1x1,2x2"])
  func progressivePixelsAreThoseOfDjpeg(_ sampling: String) async throws {
    let size = PixelSize(width: 301, height: 203)
    let noise = JPEGSupport.noise(size.width * size.height * 3)
    let pixels = zip(JPEGSupport.gradient(size, channels: 3), noise).map { $0 / 2 + $1 / 2 }
    let map = Array("P6\n\(size.width) \(size.height)\n255\n".utf8) + pixels
    let file = try await Tool.run("cjpeg", ["-progressive", "-sample", sampling], input: map).output
    let decoded = try JPEGSupport.decode(file, minimumSize: PixelSize(width: 37, height: 25))
    #expect(decoded.diagnostics.isEmpty)
    let peer = try await Tool.run("djpeg", ["-scale", "1/8", "-pnm"], input: file)
    #expect(decoded.portableMap == peer.output)
  }

  /// In CMYK 0 means no ink, whatever marker the file has, as in Pillow.
  @Test(
    "Ink is that of Pillow", arguments: JPEGSupport.validFixtures.filter { $0.contains("cmyk") || $0.contains("ycck") })
  func inkIsThatOfPillow(_ name: String) async throws {
    let decoded = try JPEGSupport.decode(Fixtures.bytes(Fixtures.path(name)))
    #expect(decoded.layout.format == PixelFormat(.uint8, .cmyk))
    let peer = try await Tool.python(
      "import sys; from PIL import Image; sys.stdout.buffer.write(Image.open(sys.argv[1]).tobytes())",
      [Fixtures.path(name)])
    #expect(decoded.pixels == peer.output)
  }

  /// The smallest scale whose exact size is large enough, by arithmetic: 1,024 x 768.
  @Test(
    "The scale is the smallest that is large enough",
    arguments: [
      (1, 1, 8), (128, 96, 8), (128, 97, 4), (129, 96, 4), (256, 192, 4), (257, 1, 2), (512, 384, 2), (512, 385, 1),
      (4_000, 4_000, 1),
    ])
  func theScaleIsTheSmallestThatIsLargeEnough(_ width: Int, _ height: Int, _ scale: Int) throws {
    let decoder = try JPEGCodec.decoder.open(
      MemoryByteSource(JPEGSupport.fixture("valid/photo_landscape_420.jpg")), .standard)
    let rows = try decoder.rows(at: 0, DecodeRequest(minimumSize: PixelSize(width: width, height: height)))
    #expect(rows.layout.size == PixelSize(width: 1_024 / scale, height: 768 / scale))
  }

  /// 67 x 45 at 1/8 is 8.375 x 5.625, delivered as 9 x 6. A request for 9 x 6 needs 1/4.
  @Test("A scale that gives less than the wanted size is not used")
  func fractionsAreNotEnough() throws {
    let file = JPEGSupport.fixture("valid/ycbcr_420.jpg")
    let small = try JPEGSupport.decode(file, minimumSize: PixelSize(width: 8, height: 5)).layout
    #expect(small.size == PixelSize(width: 9, height: 6))
    #expect(small.sourceBox == SourceBox(width: 8.375, height: 5.625))
    let larger = try JPEGSupport.decode(file, minimumSize: PixelSize(width: 9, height: 6)).layout
    #expect(larger.size == PixelSize(width: 17, height: 12))
  }

  /// Each row source of a decoder begins with the first row. There is only one image.
  @Test("Decoders can be read again")
  func decodersCanBeReadAgain() throws {
    let decoder = try JPEGCodec.decoder.open(
      MemoryByteSource(JPEGSupport.fixture("valid/mpf_two_images.jpg")), .standard)
    let first = try decoder.rows(at: 0, DecodeRequest()).readAll(limits: .standard).0
    let second = try decoder.rows(at: 0, DecodeRequest()).readAll(limits: .standard).0
    #expect(first == second)
    #expect(decoder.imageCount == 1)
    #expect { try decoder.rows(at: 1, DecodeRequest()) } throws: { ($0 as? ImageError)?.kind == .usage }
    #expect { try decoder.info(at: -1) } throws: { ($0 as? ImageError)?.kind == .usage }
  }

  @Test("Rows have the profile of the file")
  func rowsHaveTheProfileOfTheFile() async throws {
    let path = Fixtures.path("jpeg/valid/icc_three_pieces.jpg")
    let decoded = try JPEGSupport.decode(Fixtures.bytes(path))
    let peer = try await Tool.run("exiftool", ["-b", "-icc_profile", path])
    #expect(!peer.output.isEmpty)
    #expect(decoded.layout.profile == .icc(peer.output))
  }

  /// A height of 0 is replaced by that of the DNL segment after the first scan.
  @Test("The height may follow the scan")
  func theHeightMayFollowTheScan() throws {
    let file = JPEGSupport.fixture("valid/gray.jpg")
    let expected = try JPEGSupport.decode(file)
    let frame = try #require(file.indices.first { file[$0...].starts(with: [0xFF, 0xC0]) })
    var open = Array(file.dropLast(2)) + JPEGSupport.segment(0xDC, [0, 45]) + [0xFF, 0xD9]
    open[frame + 5] = 0
    open[frame + 6] = 0
    let decoded = try JPEGSupport.decode(open)
    #expect(decoded.layout.size == PixelSize(width: 67, height: 45))
    #expect(decoded.pixels == expected.pixels)
  }

  @Test("Cancellation ends decoding")
  func cancellationEndsDecoding() throws {
    let decoder = try JPEGCodec.decoder.open(
      MemoryByteSource(JPEGSupport.fixture("valid/photo_landscape_progressive.jpg")), .standard)
    #expect { try decoder.rows(at: 0, DecodeRequest(isCancelled: { true })) } throws: {
      ($0 as? ImageError)?.kind == .cancelled
    }
  }

  /// A read error of the source reaches the caller through the library.
  @Test("A failing source is an input error")
  func aFailingSourceIsAnInputError() throws {
    final class Failing: ByteSource {
      let inner: MemoryByteSource
      init(_ bytes: [UInt8]) { inner = MemoryByteSource(bytes) }
      var size: UInt64 { inner.size }
      func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
        if offset >= 65_536 { throw ImageError(.io, "the disk is gone") }
        return try inner.read(into: buffer, at: offset)
      }
    }
    let decoder = try JPEGCodec.decoder.open(
      Failing(JPEGSupport.fixture("valid/photo_large_420.jpg")), .standard)
    let rows = try decoder.rows(at: 0, DecodeRequest())
    #expect(throws: ImageError(.io, "the disk is gone")) { try rows.readAll(limits: .standard) }
  }
}
