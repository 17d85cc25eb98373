import ByteStreams
import CodecKit
import ImageModel
import JPEGXLCodec
import JPEGXLStructure
import TestKit
import Testing

/// What only JPEG XL has; cjxl and djxl are the judges.
@Suite(.timed) struct JPEGXLTests {
  private static func jpeg(_ name: String) -> [UInt8] { Fixtures.bytes(Fixtures.path("jpeg/valid/\(name).jpg")) }

  private static func run(_ repacker: Repacker, _ bytes: [UInt8]) throws(ImageError) -> [UInt8] {
    let sink = MemoryByteSink()
    try repacker.run(MemoryByteSource(bytes), sink, .standard)
    return sink.bytes
  }

  private static let packable = [
    "photo_landscape_420", "photo_landscape_progressive", "photo_gray", "everything", "restart_each_row",
    "exif_gps_big_endian", "xmp", "icc_three_pieces", "comments", "mpf_two_images", "fill_bytes_and_trailer",
  ]

  /// Its marker segments and the bytes after it are restored, too.
  @Test("A packed JPEG is restored byte for byte", arguments: packable)
  func aPackedJPEGIsRestoredByteForByte(
    _ name: String
  ) async throws {
    let original = Self.jpeg(name)
    let packed = try Self.run(JPEGXLCodec.packer, original)
    let restored = try Self.run(JPEGXLCodec.unpacker, packed)
    let isOurs = restored == original
    #expect(isOurs)
    let directory = try TemporaryDirectory()
    let output = directory.file("out.jpg")
    _ = try await Tool.run("djxl", [try directory.write(packed, to: "in.jxl"), output])
    let isTheirs = Fixtures.bytes(output) == original
    #expect(isTheirs)
  }

  @Test(
    "What another program packed is restored",
    arguments: ["photo_landscape_420", "exif_gps_little_endian", "photo_gray"])
  func whatAnotherProgramPackedIsRestored(_ name: String) async throws {
    let directory = try TemporaryDirectory()
    let output = directory.file("out.jxl")
    _ = try await Tool.run("cjxl", [Fixtures.path("jpeg/valid/\(name).jpg"), output])
    let packed = Fixtures.bytes(output)
    #expect(try JPEGXLCodec.unpacker.applies(MemoryByteSource(packed), .standard))
    let isSame = try Self.run(JPEGXLCodec.unpacker, packed) == Self.jpeg(name)
    #expect(isSame)
  }

  @Test("Where memory is short, a picture is written with less effort", arguments: [nil, "lossless"])
  func whereMemoryIsShort(_ compression: String?) throws {
    let size = PixelSize(width: 256, height: 256)
    var image = EncodeImage(size: size, format: .rgb8)
    image.options.compression = compression
    let rows = (0..<image.pixelBytes).map { UInt8(truncatingIfNeeded: $0 / 3 % 256 ^ $0 / 768) }
    func written(_ limits: Limits) throws -> [UInt8] {
      let sink = MemoryByteSink()
      let encoder = try JPEGXLCodec.encoder.open(sink, limits)
      try encoder.begin(image)
      try rows.withUnsafeBytes { try encoder.write(rows: $0, count: size.height) }
      try encoder.end()
      _ = try encoder.finish()
      return sink.bytes
    }
    let usual = try JPEGXLCodec.encoder.memory(for: image, .standard)
    var limits = Limits.standard
    limits.maxMemory = usual - 1
    #expect(try JPEGXLCodec.encoder.memory(for: image, limits) < usual)
    let file = try written(limits)
    #expect(try file != written(.standard))
    let decoder = try JPEGXLCodec.decoder.open(MemoryByteSource(file), .standard)
    let decoded = try decoder.rows(at: 0, DecodeRequest()).readAll(limits: .standard).0
    #expect(decoded.size == size && (compression == nil || decoded.bytes == rows))
    limits.maxMemory = 1 << 20
    let error = #expect(throws: ImageError.self) { try written(limits) }
    #expect(error?.kind == .limitExceeded)
  }

  @Test("Samples that are no numbers, or too large for libjxl, are clipped in lossy pictures, with a note")
  func extremeSamples() throws {
    let samples: [Float] = [.nan, .infinity, -.infinity, 3e38, -3e38, 1e15, 0.5, 1]
    var image = EncodeImage(size: PixelSize(width: 8, height: 9), format: PixelFormat(.float32, .rgb))
    let rows = (0..<8 * 9 * 3).flatMap { index in withUnsafeBytes(of: samples[index % 8], Array.init) }
    for (compression, isClipped) in [(nil, true), ("lossless", false)] as [(String?, Bool)] {
      image.options.compression = compression
      let sink = MemoryByteSink()
      let encoder = try JPEGXLCodec.encoder.open(sink, .standard)
      try encoder.begin(image)
      try rows.withUnsafeBytes { try encoder.write(rows: $0, count: 9) }
      try encoder.end()
      #expect(try encoder.finish().map(\.severity) == (isClipped ? [.note] : []))
      let decoder = try JPEGXLCodec.decoder.open(MemoryByteSource(sink.bytes), .standard)
      let decoded = try decoder.rows(at: 0, DecodeRequest()).readAll(limits: .standard).0
      let values = decoded.bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
      #expect(values.count == 216 && values.allSatisfy(\.isFinite) == isClipped)
    }
  }

  @Test("A picture that was never a JPEG is not restored")
  func aPictureThatWasNeverAJPEGIsNotRestored() throws {
    let file = Fixtures.bytes(Fixtures.path("jpegxl/valid/container.jxl"))
    #expect(try !JPEGXLCodec.unpacker.applies(MemoryByteSource(file), .standard))
  }

  /// JPEG files of kinds that JPEG XL cannot hold, and files that are cut short.
  @Test("What cannot be packed is said", arguments: ["arithmetic", "cmyk_icc", "ycck_adobe_2"])
  func whatCannotBePackedIsSaid(_ name: String) throws {
    let whole = Self.jpeg(name)
    for bytes in [whole, Array(Self.jpeg("photo_landscape_420").prefix(400))] {
      let error = #expect(throws: ImageError.self) { try Self.run(JPEGXLCodec.packer, bytes) }
      #expect(error?.kind == .unsupported)
    }
  }

  /// Every sixteenth of a packed file, and its data for restoring with one byte changed, give the file or an error.
  @Test("Damage of a packed file is an error")
  func damageOfAPackedFileIsAnError() throws {
    let original = Self.jpeg("photo_landscape_420")
    let packed = try Self.run(JPEGXLCodec.packer, original)
    for part in 1..<16 {
      let error = #expect(throws: ImageError.self) {
        try Self.run(JPEGXLCodec.unpacker, Array(packed.prefix(packed.count * part / 16)))
      }
      #expect(error != nil)
    }
    let structure = try JPEGXLStructure.read(MemoryByteSource(packed), limits: .standard)
    let data = try #require(structure.boxes.first { $0.type == "jbrd" }).content
    for place in data where place % 5 == 0 {
      var damaged = packed
      damaged[Int(place)] ^= 0x55
      guard let restored = try? Self.run(JPEGXLCodec.unpacker, damaged) else { continue }
      // A JPEG file, if not the same one: a changed comment or restart interval goes unnoticed.
      #expect(restored.starts(with: [0xFF, 0xD8]))
    }
  }

  /// cjxl compresses the metadata of a JPEG file with Brotli.
  @Test("Metadata of a packed JPEG is found")
  func metadataOfAPackedJPEGIsFound() async throws {
    let packed = try Self.run(JPEGXLCodec.packer, Self.jpeg("exif_gps_big_endian"))
    let structure = try JPEGXLStructure.read(MemoryByteSource(packed), limits: .standard)
    #expect(structure.holdsJPEG && structure.isComplete)
    #expect(structure.boxes.contains { $0.type == "brob" } && structure.contentTypes.contains("Exif"))
    #expect(structure.blocks.map(\.kind) == [.exif] && structure.blocks[0].encoding == .brotli)
  }

  /// The fixture was made of frames of 100, 200 and 300 ms. cjxl 0.7 repeats all animations for ever.
  @Test("An animation has its timing")
  func anAnimationHasItsTiming() throws {
    let file = Fixtures.bytes(Fixtures.path("jpegxl/valid/animation.jxl"))
    let decoder = try JPEGXLCodec.decoder.open(MemoryByteSource(file), .standard)
    let animation = try #require(decoder.animation)
    #expect(decoder.imageCount == 3 && animation.loopCount == 0)
    #expect(animation.durations.map { Int(($0 * 1_000).rounded()) } == [100, 200, 300])
    var limits = Limits.standard
    limits.maxImages = 2
    let first = try JPEGXLCodec.decoder.open(MemoryByteSource(file), limits)
    #expect(first.imageCount == 2 && first.diagnostics.contains { $0.severity == .warning })
  }

  @Test("A still picture is no animation")
  func aStillPictureIsNoAnimation() throws {
    let file = Fixtures.bytes(Fixtures.path("jpegxl/valid/rgb.jxl"))
    #expect(try JPEGXLCodec.decoder.open(MemoryByteSource(file), .standard).animation == nil)
  }
}
