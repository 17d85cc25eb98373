internal import CodecKit
internal import ImageModel
internal import TIFFCodec
internal import TestKit
internal import Testing

/// Metadata and profiles of written files, as ExifTool sees them.
@Suite(.timed) struct TIFFMetadataWritingTests {
  /// The Exif block of a JPEG file: the content of its APP1 segment after the prefix.
  private static func exifBlock(_ name: String) throws -> [UInt8] {
    let file = Fixtures.bytes(Fixtures.path("jpeg/valid/\(name).jpg"))
    let prefix: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
    let start = try #require(file.indices.first { file[$0...].starts(with: prefix) })
    let length = Int(file[start - 2]) << 8 | Int(file[start - 1])
    return Array(file[start + 6..<start - 2 + length])
  }

  private static func file(
    _ metadata: EncodeMetadata, profile: ColorProfile? = nil, bigTIFF: Bool = false
  ) throws -> (bytes: [UInt8], notes: [Diagnostic]) {
    var image = EncodeImage(size: PixelSize(width: 20, height: 10), format: .rgb8, profile: profile, metadata: metadata)
    image.options.bigTIFF = bigTIFF
    return try TIFFSupport.encode([(image, TIFFSupport.ramp(image.size, .rgb8))])
  }

  private static func exiftool(_ path: String, _ options: [String]) async throws -> String {
    let result = try await Tool.run("exiftool", options + [path])
    #expect(result.status == 0, "\(result.errors)")
    return result.text
  }

  /// Everything that ExifTool lists of the Exif and GPS directories of the JPEG is in the TIFF, except for the tags
  /// that only compressed data has.
  @Test("Exif and GPS are copied", arguments: ["exif_gps_little_endian", "exif_gps_big_endian"])
  func exifAndGPSAreCopied(_ name: String) async throws {
    var metadata = EncodeMetadata()
    metadata.exif = try Self.exifBlock(name)
    let directory = try TemporaryDirectory()
    let (bytes, notes) = try Self.file(metadata)
    #expect(
      notes.map(\.message) == ["the Interoperability directory of Exif is left out: it is for JPEG files only"])
    let path = try directory.write(bytes, to: "out.tif")
    let options = ["-s", "-G1", "-a", "-n", "-ExifIFD:all", "-GPS:all"]
    let compressedOnly = [
      "ComponentsConfiguration", "CompressedBitsPerPixel", "ExifImageWidth", "ExifImageHeight", "InteropOffset",
    ]
    let expected = try await Self.exiftool(Fixtures.path("jpeg/valid/\(name).jpg"), options)
      .split(separator: "\n").filter { line in !compressedOnly.contains { line.contains($0) } }
    #expect(expected.count > 10)
    #expect(try await Self.exiftool(path, options).split(separator: "\n").sorted() == expected.sorted())
    let texts = ["-s", "-ImageDescription", "-Make", "-Model", "-Software", "-ModifyDate", "-Artist", "-Copyright"]
    #expect(
      try await Self.exiftool(path, texts)
        == Self.exiftool(Fixtures.path("jpeg/valid/\(name).jpg"), texts))
    let info = try await Tool.run("tiffinfo", ["-D", path])
    #expect(info.errors == "")
    #expect(info.text.contains("--- EXIF directory") && info.text.contains("--- GPS directory"))
    // ExifTool groups the fields of a BigTIFF in another way; libtiff reads the same from both files.
    let big = try directory.write(try Self.file(metadata, bigTIFF: true).bytes, to: "big.tif")
    let bigInfo = try await Tool.run("tiffinfo", ["-D", big])
    #expect(bigInfo.errors == "")
    #expect(Self.withoutOffsets(bigInfo.text) == Self.withoutOffsets(info.text))
  }

  private static func withoutOffsets(_ listing: String) -> [Substring] {
    listing.split(separator: "\n").filter { !$0.contains("ffset") }
  }

  @Test("Other blocks are copied byte for byte")
  func otherBlocksAreCopiedByteForByte() async throws {
    var metadata = EncodeMetadata()
    let xmp = Array("<?xpacket begin=''?><x:xmpmeta xmlns:x='adobe:ns:meta/'></x:xmpmeta><?xpacket end='w'?>".utf8)
    metadata.xmp = xmp
    metadata.photoshop = Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, 4, 28, 2, 0, 0]
    let icc = TIFFSupport.fixture("valid/icc.tif")
    let profile = try #require(try TIFFSupport.decode(icc).picture.profile?.iccBytes)
    let directory = try TemporaryDirectory()
    let path = try directory.write(try Self.file(metadata, profile: .icc(profile)).bytes, to: "out.tif")
    #expect(try await Tool.run("exiftool", ["-b", "-icc_profile", path]).output == profile)
    #expect(try await Tool.run("exiftool", ["-b", "-xmp", path]).output == xmp)
    let photoshop = try await Tool.python(
      "import sys; from PIL import Image; sys.stdout.buffer.write(Image.open(sys.argv[1]).tag_v2[34377])", [path])
    #expect(photoshop.output == metadata.photoshop)
  }

  @Test(
    "Resolution and orientation are fields",
    arguments: [
      (Resolution(x: 300, y: 150, unit: .inch), "300 150 2"),
      (Resolution(x: 118, y: 59, unit: .centimeter), "118 59 3"),
      (Resolution(x: 11_800, y: 5_900, unit: .meter), "118 59 3"), (Resolution(x: 2, y: 1, unit: .none), "2 1 1"),
    ])
  func resolutionAndOrientationAreFields(_ resolution: Resolution, _ expected: String) async throws {
    var metadata = EncodeMetadata()
    metadata.resolution = resolution
    metadata.orientation = .right
    let directory = try TemporaryDirectory()
    let path = try directory.write(try Self.file(metadata).bytes, to: "out.tif")
    let said = try await Self.exiftool(
      path, ["-n", "-p", "$XResolution $YResolution $ResolutionUnit $Orientation"])
    #expect(said == expected + " 6\n")
  }

  /// Nothing is invented: no Software, no resolution, no orientation.
  @Test("A plain file has plain fields")
  func aPlainFileHasPlainFields() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(try Self.file(EncodeMetadata()).bytes, to: "out.tif")
    #expect(try await Self.exiftool(path, ["-s", "-Software", "-XResolution", "-Orientation", "-DateTime"]) == "")
  }

  @Test("Losses are reported")
  func lossesAreReported() throws {
    var metadata = EncodeMetadata()
    metadata.exif = Array("no Exif".utf8)
    let (bytes, notes) = try Self.file(metadata, profile: ColorProfile(.calibrated(.init(gamma: 2.2))))
    #expect(notes.count == 2)
    #expect(notes.allSatisfy { $0.severity == .note })
    #expect(try TIFFSupport.decode(bytes).warnings.isEmpty)
  }
}
