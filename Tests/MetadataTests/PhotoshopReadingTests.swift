internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import TestKit
internal import Testing

@Suite("Photoshop resources", .timed)
struct PhotoshopReadingTests {
  @Test("Properties agree with ExifTool's", arguments: ["photoshop_every_resource", "photoshop_two_segments"])
  func agreement(fixture: String) async throws {
    let agreement = BlockAgreement(
      groups: ["Photoshop": ["Photoshop"]], names: ["0x0FA1": "Photoshop_0x0fa1"],
      // ExifTool includes the length byte of the caption, and the lengths of Unicode channel names.
      ours: ["PStringCaption", "UnicodeAlphaNames"], theirs: ["PStringCaption", "UnicodeAlphaNames"])
    #expect(try await agreement.check("jpeg/valid/\(fixture).jpg") >= 30)
    let group = try #require(try BlockAgreement.read(Fixtures.path("jpeg/valid/\(fixture).jpg")).group("Photoshop"))
    #expect(group["PStringCaption"] == .text("A caption"))
    #expect(group["UnicodeAlphaNames"] == .array([.text("Alpha ä"), .text("Mask")]))
    #expect(group.properties.first { $0.name == "PhotoshopQuality" }?.readable == "8 of 12")
  }

  @Test("The thumbnail's range in the file is the JPEG that ExifTool extracts")
  func thumbnail() async throws {
    let path = Fixtures.path("jpeg/valid/photoshop_every_resource.jpg")
    let expected = try await Tool.run("exiftool", ["-b", "-PhotoshopThumbnail", path]).output
    let metadata = try BlockAgreement.read(path)
    let preview = try #require(metadata.previews.first)
    #expect(preview.origin == "Photoshop" && preview.format == "jpeg")
    #expect(Array(Fixtures.bytes(path)[Int(preview.range.lowerBound)..<Int(preview.range.upperBound)]) == expected)
    // In two segments the picture has no single range.
    let joined = try BlockAgreement.read(Fixtures.path("jpeg/valid/photoshop_two_segments.jpg"))
    #expect(joined.previews.isEmpty)
    #expect(joined.group("Photoshop")?["PhotoshopThumbnail"] == .bytes(expected))
  }

  @Test("Sizes that overflow, foreign bytes and short contents are warnings; what precedes them is delivered")
  func damage() throws {
    let good = SegmentedJPEG.resource(0x040A, [1])
    let head = Array("8BIM".utf8) + [0x04, 0x0B]
    for (damaged, place) in [
      (head + [0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 65], "byte 14"), (head + [0xFF, 65], "byte 14"),
      (head + [0, 0, 0, 0], "byte 14"),
      (Array("XXXX".utf8) + [0, 0, 0, 0, 0, 0, 0, 0], "byte 14"), (SegmentedJPEG.resource(0x0421, [0]), "0x0421"),
      (SegmentedJPEG.resource(0x040C, [0, 0, 0, 1]), "0x040C"),
      (SegmentedJPEG.resource(0x041E, [0xFF, 0xFF, 0xFF, 0xFF]), "0x041E"),
      (SegmentedJPEG.resource(0x041A, [0, 0, 0, 6] + [UInt8](repeating: 0xFF, count: 20)), "0x041A"),
    ] {
      let metadata = try SegmentedJPEG.read(photoshop: good + damaged)
      #expect(metadata.group("Photoshop")?["CopyrightFlag"] == .integer(1))
      #expect(metadata.warnings.contains { $0.hasPrefix("Photoshop") && $0.contains(place) }, "\(metadata.warnings)")
    }
  }

  @Test("A thumbnail ends with its resource, even if its declared size is larger")
  func thumbnailSize() throws {
    let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]
    let content =
      SegmentedJPEG.big(1) + [UInt8](repeating: 0, count: 16) + SegmentedJPEG.big(.max) + [0, 24, 0, 1] + picture
    let segments: [(marker: UInt8, content: [UInt8])] = [
      (0xED, SegmentedJPEG.photoshop + SegmentedJPEG.resource(0x040C, content))
    ]
    let preview = try #require(try SegmentedJPEG.read(segments).previews.first)
    let bytes = SegmentedJPEG.bytes(segments)
    #expect(Array(bytes[Int(preview.range.lowerBound)..<Int(preview.range.upperBound)]) == picture)
  }
}
