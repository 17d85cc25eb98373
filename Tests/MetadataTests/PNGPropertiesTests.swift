internal import ByteStreams
internal import Foundation
internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import TestKit
internal import Testing

@Suite("PNG properties", .timed)
struct PNGPropertiesTests {
  private static let agreement = BlockAgreement(
    groups: ["PNG": ["PNG", "PNG-pHYs", "PNG-cICP"], "Text": ["PNG"]],
    ours: [
      // ExifTool has the inverse of the standard's exponent (11.3.2.2), and text and bytes instead of numbers.
      "Gamma", "ImageOffset", "ImageOffsetUnits", "SuggestedPalettes", "PaletteHistogram", "Transparency",
    ],
    theirs: [
      "Gamma", "ImageOffset", "SuggestedPalette", "PaletteHistogram", "Transparency", "Datecreate", "Datemodify",
    ])

  @Test("Every chunk has ExifTool's names and values")
  func fixtures() async throws {
    let names = [
      "chunks_every", "colour_gama_chrm", "colour_iccp", "colour_srgb", "gray16_trns", "palette8_trns",
      "phys_aspect_2_1",
      "rgb8_interlaced", "sbit_bkgd_time", "text", "text_after_image", "text_international", "text_packed",
      "writer_imagemagick",
    ]
    var compared = 0
    for name in names { compared += try await Self.agreement.check("png/valid/\(name).png") }
    #expect(compared >= 150)
  }

  @Test("Values that differ from ExifTool's are those of the chunk")
  func ownValues() throws {
    let metadata = try BlockAgreement.read(Fixtures.path("png/valid/chunks_every.png"))
    let group = try #require(metadata.group("PNG"))
    #expect(group["Gamma"] == .decimal(0.45455))
    #expect(group["ImageOffset"] == .array([.integer(10), .integer(20)]))
    #expect(group["SuggestedPalettes"] == .integer(1))
    #expect(group["ModifyDate"] == .text("2024:05:06 07:08:09"))
    #expect(group.properties.first { $0.name == "PixelUnits" }?.readable == "metres")
    let keyed = try BlockAgreement.read(Fixtures.path("png/valid/gray16_trns.png"))
    #expect(keyed.group("PNG")?.properties.first { $0.name == "ColorType" }?.readable == "greyscale")
  }

  @Test("A text keeps its language and its translated keyword")
  func languages() throws {
    let metadata = try BlockAgreement.read(Fixtures.path("png/valid/chunks_every.png"))
    let texts = try #require(metadata.properties["Text"])
    #expect(texts["Title"] == .text("Plain"))
    #expect(texts["Title-de"] == .text("Grüße"))
    #expect(texts["Title-fr"] == .text("Bonjour"))
    #expect(texts.properties.map(\.title) == [nil, "Titel", "Titre"])
  }

  @Test("A text that should be UTF-8 and is not is read anyway, with a warning")
  func wrongEncoding() throws {
    var bytes = Fixtures.bytes(Fixtures.path("png/valid/text_international.png"))
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: "Gr\u{FC}".utf8) })
    bytes[start + 2] = 0xFC
    let damaged = try MetadataReader.read(
      MemoryByteSource(repaired(bytes)), fileName: nil, limits: .standard, options: .init(.readable))
    #expect(damaged.warnings.contains { $0.contains("Title") && $0.contains("UTF-8") })
    #expect(damaged.properties["Text"]?["Title-de"]?.text?.hasPrefix("Grü") == true)
  }

  @Test("The page of ImageMagick and dates in texts are ExifTool's")
  func pageAndDates() async throws {
    let path = Fixtures.path("png/valid/text.png")
    var bytes = Fixtures.bytes(path)
    // After the signature and IHDR.
    bytes.insert(
      contentsOf: Self.chunk("vpAg", SegmentedJPEG.big(640) + SegmentedJPEG.big(480) + [0])
        + Self.chunk("tEXt", Array("create-date\02024-05-06T07:08:09+02:00".utf8))
        + Self.chunk("tEXt", Array("modify-date\02025-05-06T07:08:09.25Z".utf8)), at: 33)
    let directory = try TemporaryDirectory()
    let file = try directory.write(bytes, to: "a.png")
    let ours = try await Tool.cameo("imgmeta", ["--exiftool", file])
    let theirs = try await Tool.run("exiftool", ["-json", "-G", "-n", file])
    let names = ["VirtualImageWidth", "VirtualImageHeight", "VirtualPageUnits", "CreateDate", "ModDate"]
    func values(_ text: [UInt8]) throws -> [String] {
      let list = try JSONSerialization.jsonObject(with: Data(text)) as? [[String: Any]]
      return names.map { name in list?.first?["PNG:\(name)"].map { "\($0)" } ?? "" }
    }
    #expect(try values(ours.output) == values(theirs.output))
    #expect(
      try values(ours.output) == ["640", "480", "0", "2024:05:06 07:08:09+02:00", "2025:05:06 07:08:09.25Z"])
    let date = try await Tool.cameo("imgmeta", ["--print", "{derived.DateCreated}", file])
    #expect(date.text == "2024-05-06T07:08:09+02:00\n")
  }

  @Test(
    "PNG's Creation Time is a date, as in ExifTool",
    arguments: [
      ("Mon, 06 May 2024 07:08:09 +0200", "2024:05:06 07:08:09+02:00"),
      ("6 May 2024 07:08 GMT", "2024:05:06 07:08:00+00:00"), ("6 May 2024 07:08:09 EST", "2024:05:06 07:08:09-05:00"),
      ("2024-05-06T07:08:09Z", "2024-05-06T07:08:09Z"), ("06 May 2024", "06 May 2024"), ("yesterday", "yesterday"),
    ])
  func creationTime(text: String, expected: String) async throws {
    var bytes = Fixtures.bytes(Fixtures.path("png/valid/gray1.png"))
    bytes.insert(contentsOf: Self.chunk("tEXt", Array("Creation Time\0\(text)".utf8)), at: 33)
    let directory = try TemporaryDirectory()
    let file = try directory.write(bytes, to: "a.png")
    let ours = try await Tool.cameo("imgmeta", ["--exiftool", file])
    let theirs = try await Tool.run("exiftool", ["-json", "-G", "-n", "-PNG:CreationTime", file])
    let line = "\"PNG:CreationTime\": \"\(expected)\""
    #expect(ours.text.contains(line))
    #expect(theirs.text.contains(line))
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    SegmentedJPEG.big(UInt32(content.count)) + Array(name.utf8) + content
      + SegmentedJPEG.big(check(name.utf8 + content))
  }

  /// The check value of a chunk (PNG third edition, 5.5).
  private static func check(_ bytes: [UInt8]) -> UInt32 { checkValue(bytes) }

  /// The file with correct CRCs of its chunks (PNG third edition, 5.5).
  private func repaired(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    var position = 8
    while position + 12 <= bytes.count {
      let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = position + 8 + length
      guard end + 4 <= bytes.count else { break }
      bytes.replaceSubrange(end..<end + 4, with: SegmentedJPEG.big(Self.check(Array(bytes[position + 4..<end]))))
      position = end + 4
    }
    return bytes
  }

  @Test("Chunks that are cut short or too long are ignored, and a text that inflates to too much is left out")
  func damage() throws {
    let bomb = try BlockAgreement.read(Fixtures.path("png/broken/metadata_itxt_bomb.png"))
    #expect(bomb.warnings.contains { $0.contains("XMP") })
    #expect(bomb.group("PNG")?["ImageWidth"] != nil)
    let text = try BlockAgreement.read(Fixtures.path("png/broken/metadata_ztxt_bomb.png"))
    #expect(text.properties["Text"] == nil && !text.warnings.isEmpty)
  }
}
