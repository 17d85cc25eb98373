internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import JPEGCodec
internal import JPEGStructure
internal import TestKit
internal import Testing

@Suite(.timed) struct JPEGEncodingTests {
  private static let size = PixelSize(width: 173, height: 97)

  private func image(_ format: PixelFormat = .rgb8, _ change: (inout EncodeImage) -> Void = { _ in }) -> EncodeImage {
    var image = EncodeImage(size: Self.size, format: format)
    change(&image)
    return image
  }

  private func file(_ image: EncodeImage) throws -> (bytes: [UInt8], notes: [Diagnostic]) {
    try JPEGSupport.encode(image, JPEGSupport.gradient(image.size, channels: image.format.channelCount))
  }

  /// cjpeg writes the same bytes with the same options.
  @Test(
    "Files are those of cjpeg",
    arguments: [
      (90, "auto", false, true, ["-quality", "90", "-sample", "1x1", "-optimize"]),
      (89, "auto", false, true, ["-quality", "89", "-sample", "2x2", "-optimize"]),
      (75, "4:2:2", true, true, ["-quality", "75", "-sample", "2x1", "-progressive"]),
      (60, "4:4:0", false, false, ["-quality", "60", "-sample", "1x2"]),
      (100, "4:1:1", false, false, ["-quality", "100", "-sample", "4x1"]),
    ])
  func filesAreThoseOfCjpeg(
    _ quality: Int, _ subsampling: String, _ progressive: Bool, _ optimize: Bool, _ arguments: [String]
  ) async throws {
    let pixels = JPEGSupport.gradient(Self.size, channels: 3)
    let map = Array("P6\n\(Self.size.width) \(Self.size.height)\n255\n".utf8) + pixels
    let peer = try await Tool.run("cjpeg", arguments, input: map)
    let ours = try file(
      image {
        $0.options.quality = quality
        $0.options.subsampling = subsampling
        $0.options.progressive = progressive
        $0.options.optimizeTables = optimize
      })
    #expect(ours.bytes == peer.output)
    #expect(ours.notes.isEmpty)
  }

  /// A picture whose coefficients take more than 16 MiB is streamed with the standard tables, unless it is progressive.
  @Test("Large pictures have the standard tables", arguments: [false, true])
  func largePicturesHaveTheStandardTables(_ progressive: Bool) async throws {
    let size = PixelSize(width: 1_700, height: 1_700)
    let row = JPEGSupport.gradient(PixelSize(width: size.width, height: 1), channels: 3)
    var pixels: [UInt8] = []
    for _ in 0..<size.height { pixels += row }
    let map = Array("P6\n\(size.width) \(size.height)\n255\n".utf8) + pixels
    let options = ["-quality", "90", "-sample", "1x1"] + (progressive ? ["-progressive"] : [])
    let peer = try await Tool.run("cjpeg", options, input: map)
    var image = EncodeImage(size: size, format: .rgb8)
    image.options.progressive = progressive
    let ours = try JPEGSupport.encode(image, pixels).bytes
    #expect(ours == peer.output)
  }

  @Test(
    "ImageMagick sees the subsampling",
    arguments: [
      (nil, "1x1,1x1,1x1"), ("4:2:0", "2x2,1x1,1x1"), ("4:2:2", "2x1,1x1,1x1"), ("4:1:1", "4x1,1x1,1x1"),
    ])
  func imageMagickSeesTheSubsampling(_ option: String?, _ factors: String) async throws {
    let bytes = try file(image { $0.options.subsampling = option }).bytes
    let peer = try await Tool.run("identify", ["-format", "%[jpeg:sampling-factor] %Q", "jpeg:-"], input: bytes)
    #expect(peer.text == "\(factors) 90")
  }

  /// Pillow reads the samples that were written, also gray and CMYK, where 0 means no ink.
  @Test("Pillow reads the samples", arguments: [PixelFormat.gray8, .rgb8, PixelFormat(.uint8, .cmyk)], [false, true])
  func pillowReadsTheSamples(_ format: PixelFormat, _ progressive: Bool) async throws {
    let written = try file(
      image(format) {
        $0.options.quality = 100
        $0.options.progressive = progressive
      })
    let directory = try TemporaryDirectory()
    let path = try directory.write(written.bytes, to: "samples.jpg")
    let peer = try await Tool.python(
      "import sys; from PIL import Image; im = Image.open(sys.argv[1]);"
        + "sys.stdout.buffer.write(im.mode.encode() + b' ' + im.tobytes())", [path])
    let mode = ["gray": "L ", "rgb": "RGB ", "cmyk": "CMYK "][format.colorModel.rawValue] ?? ""
    try #require(peer.output.starts(with: Array(mode.utf8)))
    let samples = peer.output.dropFirst(mode.utf8.count)
    let original = JPEGSupport.gradient(Self.size, channels: format.channelCount)
    try #require(samples.count == original.count)
    #expect(zip(samples, original).allSatisfy { abs(Int($0) - Int($1)) <= 6 })
  }

  /// The coefficients of a progressive picture are in memory, or in a file if the memory is limited: the bytes are the
  /// same.
  @Test(
    "Progressive pictures need little memory", arguments: [PixelFormat.gray8, .rgb8, PixelFormat(.uint8, .cmyk)],
    ["4:4:4", "4:2:0"])
  func progressivePicturesNeedLittleMemory(_ format: PixelFormat, _ subsampling: String) throws {
    var image = EncodeImage(size: PixelSize(width: 203, height: 117), format: format)
    image.options.progressive = true
    image.options.subsampling = subsampling
    let pixels = JPEGSupport.noise(203 * 117 * format.bytesPerPixel)
    var limits = Limits()
    limits.maxMemory = 10_000
    let expected = try JPEGSupport.encode(image, pixels).bytes
    #expect(try JPEGSupport.encode(image, pixels, limits: limits).bytes == expected)
  }

  @Test("exiftool reads the metadata")
  func exifToolReadsTheMetadata() async throws {
    let directory = try TemporaryDirectory()
    let profile = JPEGSupport.noise(150_000)
    let exif = try #require(
      try JPEGStructure.read(
        MemoryByteSource(JPEGSupport.fixture("valid/exif_gps_little_endian.jpg")), limits: .standard
      ).blocks.first { $0.kind == .exif }?.bytes)
    let path = directory.file("all.jpg")
    let written = try file(
      image {
        $0.profile = .icc(profile)
        $0.metadata.exif = exif
        $0.metadata.comments = ["first", "zweiter Versuch: ä"]
        $0.metadata.resolution = Resolution(x: 300, y: 150, unit: .inch)
        $0.metadata.xmp = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'></x:xmpmeta>".utf8)
      })
    #expect(written.notes.isEmpty)
    try directory.write(written.bytes, to: "all.jpg")
    #expect(try await Tool.run("exiftool", ["-b", "-icc_profile", path]).output == profile)
    #expect(try await Tool.run("exiftool", ["-b", "-exif", path]).output == exif)
    let texts = try await Tool.run(
      "exiftool", ["-a", "-s3", "-Comment", "-JFIF:XResolution", "-JFIF:YResolution", "-JFIF:ResolutionUnit", path])
    #expect(texts.text == "first\nzweiter Versuch: ä\n300\n150\ninches\n")
    #expect(try await Tool.run("exiftool", ["-validate", "-s3", path]).status == 0)
  }

  /// XMP beyond one segment goes into extended XMP, which ExifTool joins; so does our own reader.
  @Test("Long XMP is extended")
  func longXMPIsExtended() async throws {
    let directory = try TemporaryDirectory()
    let words = (0..<9_000).map { "word number \($0)" }.joined(separator: " ")
    let content = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about="" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/">\
      <photoshop:Instructions>\(words)</photoshop:Instructions></rdf:Description></rdf:RDF></x:xmpmeta>
      """
    let packet =
      "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n\(content)\n   \n<?xpacket end=\"w\"?>"
    let written = try file(image { $0.metadata.xmp = Array(packet.utf8) })
    #expect(written.notes.isEmpty)
    let path = try directory.write(written.bytes, to: "xmp.jpg")
    let peer = try await Tool.run("exiftool", ["-s3", "-XMP:Instructions", path])
    #expect(peer.text == words + "\n")
    let blocks = try JPEGStructure.read(MemoryByteSource(written.bytes), limits: .standard).blocks
    let extended = try #require(blocks.first { $0.kind == .extendedXMP })
    #expect(extended.bytes == Array(content.utf8))
    // The GUID is the MD5 digest of the extended part (XMP specification, part 3, 1.1.3.1).
    let digest = try await Tool.run("md5sum", [], input: extended.bytes).text.prefix(32).uppercased()
    let primary = try #require(blocks.first { $0.kind == .xmp })
    #expect(String(decoding: primary.bytes, as: UTF8.self).contains("HasExtendedXMP=\"\(digest)\""))
  }

  /// Resources beyond one segment are split, and joined again by the reader.
  @Test("Photoshop resources are split")
  func photoshopResourcesAreSplit() throws {
    let resources = Array("8BIM".utf8) + JPEGSupport.noise(140_001)
    let written = try file(image { $0.metadata.photoshop = resources })
    let blocks = try JPEGStructure.read(MemoryByteSource(written.bytes), limits: .standard).blocks
    #expect(blocks.filter { $0.kind == .photoshop }.map(\.bytes) == [resources])
  }

  @Test("What does not fit is noted")
  func whatDoesNotFitIsNoted() throws {
    let written = try file(
      image {
        $0.metadata.exif = Array("II*\0".utf8) + JPEGSupport.noise(65_528)
        $0.metadata.texts = [("Title", "none")]
        $0.metadata.resolution = Resolution(x: 1e9, y: 1e9, unit: .inch)
        $0.profile = ColorProfile(.calibrated(.init(gamma: 2.2)))
      })
    #expect(written.notes.count == 4)
    #expect(written.notes.allSatisfy { $0.severity == .note })
    #expect(try JPEGSupport.decode(written.bytes).diagnostics.isEmpty)
  }

  @Test(
    "Resolution is a density",
    arguments: [
      (Resolution(x: 2835, y: 2835, unit: .meter), "72x72 1"),
      (Resolution(x: 11_800, y: 5_900, unit: .meter), "118x59 2"),
      (Resolution(x: 2, y: 1, unit: .none), "2x1 0"), (Resolution(x: 118, y: 118, unit: .centimeter), "118x118 2"),
    ])
  func resolutionIsADensity(_ resolution: Resolution, _ expected: String) async throws {
    let bytes = try file(image { $0.metadata.resolution = resolution }).bytes
    let peer = try await Tool.run(
      "exiftool", ["-p", "${JFIF:XResolution}x${JFIF:YResolution} ${JFIF:ResolutionUnit#}", "-"], input: bytes)
    #expect(peer.text == expected + "\n")
  }

  private func errorKind(_ body: () throws(ImageError) -> Void) -> ImageError.Kind? {
    do throws(ImageError) {
      try body()
      return nil
    } catch {
      return error.kind
    }
  }

  @Test("Impossible requests are refused")
  func impossibleRequestsAreRefused() {
    func begin(_ image: EncodeImage) -> ImageError.Kind? {
      errorKind { () throws(ImageError) in
        try JPEGCodec.encoder.open(MemoryByteSink(), .standard).begin(image)
      }
    }
    #expect(begin(image { $0.options.quality = 0 }) == .usage)
    #expect(begin(image { $0.options.quality = 101 }) == .usage)
    #expect(begin(image { $0.options.subsampling = "4:2:1" }) == .usage)
    #expect(begin(image(.rgba8)) == .unsupported)
    #expect(begin(image { $0.size = PixelSize(width: 65_501, height: 1) }) == .unsupported)
    #expect(begin(image { $0.size = PixelSize(width: 0, height: 1) }) == .usage)
    #expect(begin(image()) == nil)
  }

  /// Calls out of order are usage errors, and nothing is written after the picture.
  @Test("Calls out of order are usage errors")
  func callsOutOfOrderAreUsageErrors() throws {
    let pixels = JPEGSupport.gradient(Self.size, channels: 3)
    let encoder = try JPEGCodec.encoder.open(MemoryByteSink(), .standard)
    #expect(errorKind { () throws(ImageError) in _ = try encoder.finish() } == .usage)
    try encoder.begin(image())
    #expect(errorKind { () throws(ImageError) in try encoder.begin(image()) } == .usage)
    #expect(errorKind { () throws(ImageError) in try encoder.end() } == .usage)
    let tooMany = errorKind { () throws(ImageError) in
      try pixels.withRawBytes { rows throws(ImageError) in try encoder.write(rows: rows, count: 98) }
    }
    #expect(tooMany == .usage)
    try pixels.withRawBytes { rows throws(ImageError) in try encoder.write(rows: rows, count: 97) }
    try encoder.end()
    #expect(errorKind { () throws(ImageError) in try encoder.begin(image()) } == .usage)
    #expect(try encoder.finish().isEmpty)
  }

  /// When the disk is full, the caller gets the sink's error.
  @Test("A failing sink is an output error")
  func aFailingSinkIsAnOutputError() throws {
    final class Full: ByteSink {
      var size: UInt64 = 0
      func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(ImageError) {
        throw ImageError(.io, "no space left")
      }
      func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int { 0 }
    }
    let size = PixelSize(width: 400, height: 400)
    let encoder = try JPEGCodec.encoder.open(Full(), .standard)
    let noise = JPEGSupport.noise(size.width * size.height * 3)
    #expect(throws: ImageError(.io, "no space left")) {
      try encoder.begin(EncodeImage(size: size, format: .rgb8))
      try noise.withRawBytes { rows throws(ImageError) in try encoder.write(rows: rows, count: size.height) }
      try encoder.end()
    }
  }

  /// The largest axis that the format's library writes, one pixel high.
  @Test("The longest axis is written")
  func theLongestAxisIsWritten() throws {
    let size = PixelSize(width: 65_500, height: 1)
    let written = try JPEGSupport.encode(
      EncodeImage(size: size, format: .gray8), [UInt8](repeating: 77, count: size.width))
    #expect(try JPEGSupport.decode(written.bytes).layout.size == size)
  }
}
