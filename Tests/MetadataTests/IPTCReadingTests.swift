internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import TestKit
internal import TIFFStructure
internal import Testing

@Suite("IPTC", .timed)
struct IPTCReadingTests {
  @Test(
    "Every dataset has ExifTool's name and value",
    arguments: [
      ("jpeg/valid/iptc_every_dataset.jpg", 75), ("jpeg/valid/iptc.jpg", 8), ("jpeg/valid/iptc_extended_latin1.jpg", 3),
      ("png/valid/iptc_raw_profile.png", 75), ("tiff/valid/iptc_swapped_longs.tif", 75),
      ("tiff/valid/iptc_photoshop.tif", 8),
    ])
  func agreement(fixture: String, count: Int) async throws {
    let agreement = BlockAgreement(
      groups: ["IPTC": ["IPTC"]],
      names: ["2:229": "IPTC_ApplicationRecord_229", "2:250": "IPTC_ApplicationRecord_250"])
    #expect(try await agreement.check(fixture) >= count)
  }

  @Test("Datasets that may repeat are arrays, and texts that look like numbers remain texts")
  func types() throws {
    let metadata = try BlockAgreement.read(Fixtures.path("jpeg/valid/iptc_every_dataset.jpg"))
    let group = try #require(metadata.group("IPTC"))
    #expect(group["Keywords"] == .array([.text("one"), .text("zwölf"), .text("12.60")]))
    #expect(group["By-lineTitle"] == .array([.text("Staff")]))
    #expect(group["Urgency"] == .text("3"))
    #expect(group["EnvelopeNumber"] == .text("00000042"))
    #expect(group["FileFormat"] == .integer(11))
    #expect(group["TimeCreated"] == .text("07:08:09+02:00"))
    #expect(group["2:250"] == .bytes([0, 1, 2, 3]))
    #expect(group.properties.first { $0.name == "CodedCharacterSet" }?.readable == "UTF-8")
    #expect(group.properties.first { $0.name == "SpecialInstructions" }?.title == "Special Instructions")
    #expect(metadata.warnings.isEmpty)
  }

  @Test("Texts are read in the character set that dataset 1:90 declares")
  func characterSets() throws {
    func city(_ escape: [UInt8]?, _ bytes: [UInt8]) throws -> (PropertyValue?, [String]) {
      let declaration = escape.map { SegmentedJPEG.dataset(1, 90, $0) } ?? []
      let metadata = try SegmentedJPEG.read(iptc: declaration + SegmentedJPEG.dataset(2, 90, bytes))
      return (metadata.group("IPTC")?["City"], metadata.warnings)
    }
    // Łódź in ISO 8859-2, Москва in ISO 8859-5, by their code charts.
    #expect(try city([0x1B, 0x2D, 0x42], [0xA3, 0xF3, 0x64, 0xBC]).0 == .text("Łódź"))
    #expect(try city([0x1B, 0x2D, 0x4C], [0xBC, 0xDE, 0xE1, 0xDA, 0xD2, 0xD0]).0 == .text("Москва"))
    #expect(try city([0x1B, 0x2E, 0x41], [0x5A, 0xFC]).0 == .text("Zü"))
    #expect(try city([0x1B, 0x25, 0x2F, 0x49], Array("Zürich".utf8)).0 == .text("Zürich"))
    // Nothing declared: UTF-8 if it is valid, else Windows-1252.
    #expect(try city(nil, Array("Zürich".utf8)).0 == .text("Zürich"))
    #expect(try city(nil, [0x5A, 0xFC, 0x96]).0 == .text("Zü–"))
    let wrong = try city([0x1B, 0x25, 0x47], [0x5A, 0xFC])
    #expect(wrong.0 == .text("Zü") && wrong.1.contains { $0.contains("City") })
    let unknown = try city([0x1B, 0x24, 0x29, 0x43], [0x5A])
    #expect(unknown.0 == .text("Z") && unknown.1.contains { $0.contains("1:90") })
  }

  @Test("Records that are cut short give a warning with the place, and the rest is delivered")
  func cut() throws {
    let first = SegmentedJPEG.dataset(2, 5, Array("Title".utf8))
    for damaged in [
      [0x1C, 2, 80, 0, 50] + Array("short".utf8), [0x1C, 2, 80], [0x1C, 2, 80, 0x80, 9, 1, 1, 1, 1, 1, 1, 1, 1, 1],
      [0x1C, 2, 80, 0x80, 8, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x1C, 2, 80, 0x80, 0],
      [0x42, 2, 80, 0, 1, 65],
    ] as [[UInt8]] {
      let metadata = try SegmentedJPEG.read(iptc: first + damaged)
      #expect(metadata.group("IPTC")?["ObjectName"] == .text("Title"))
      #expect(metadata.warnings.contains { $0.hasPrefix("IPTC") && $0.contains("byte 10") }, "\(metadata.warnings)")
    }
    let broken = try BlockAgreement.read(Fixtures.path("jpeg/broken/metadata_iptc_cut.jpg"))
    #expect(broken.group("IPTC")?["ObjectName"] == .text("Fixture"))
    #expect(broken.warnings.contains { $0.contains("0x0404") })
  }

  @Test("Zeros that pad a block are not damage")
  func padding() throws {
    let metadata = try SegmentedJPEG.read(iptc: SegmentedJPEG.dataset(2, 5, [65]) + [0, 0, 0, 0, 0])
    #expect(metadata.group("IPTC")?["ObjectName"] == .text("A"))
    #expect(metadata.warnings.isEmpty)
  }

  @Test("Tens of thousands of empty datasets are not all kept")
  func tooMany() throws {
    let many = Array([[UInt8]](repeating: SegmentedJPEG.dataset(2, 25, []), count: 13_000).joined())
    let whole = SegmentedJPEG.resource(0x0404, many + many)
    let segments = stride(from: 0, to: whole.count, by: 60_000).map { start in
      (marker: UInt8(0xED), content: SegmentedJPEG.photoshop + whole[start..<min(start + 60_000, whole.count)])
    }
    #expect(segments.count == 3)
    let metadata = try SegmentedJPEG.read(segments)
    guard case .array(let keywords) = metadata.group("IPTC")?["Keywords"] else {
      Issue.record("no keywords")
      return
    }
    #expect(keywords.count == 16_384)
    #expect(metadata.warnings.contains { $0.contains("more than 16384 datasets") })
  }

  @Test("Pages that share a block of thousands of datasets do not fill the memory")
  func sharedByPages() throws {
    let datasets = Array([[UInt8]](repeating: SegmentedJPEG.dataset(2, 25, []), count: 10_000).joined())
    // Little-endian, pages of one pixel, each with the same IPTC block after the header.
    func little(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let pages = 100
    let first = 8 + datasets.count
    var bytes = Array("II*\0".utf8) + little(first, 4) + datasets
    for page in 0..<pages {
      let fields = [
        (256, 4, 1, 1), (257, 4, 1, 1), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1), (273, 4, 1, 8), (279, 4, 1, 1),
      ]
      bytes += little(fields.count + 1, 2)
      for (tag, type, count, value) in fields {
        bytes += little(tag, 2) + little(type, 2) + little(count, 4) + little(value, 4)
      }
      bytes += little(33723, 2) + little(7, 2) + little(datasets.count, 4) + little(8, 4)
      bytes += little(page == pages - 1 ? 0 : bytes.count + 4, 4)
    }
    let metadata = try MetadataReader.read(
      MemoryByteSource(bytes), fileName: nil, limits: .standard, options: .init(.readable))
    #expect(metadata.images.count == pages)
    #expect(metadata.images.count { $0.properties["IPTC"] != nil } < 12)
    #expect(metadata.warnings.contains { $0.contains("too many properties") })
  }

  @Test("IPTC data in a field of Exif is read, also as numbers with reversed bytes", arguments: [false, true])
  func insideExif(isReversed: Bool) throws {
    // 24 bytes.
    var data = SegmentedJPEG.dataset(2, 80, Array("Ann Lee".utf8)) + SegmentedJPEG.dataset(2, 90, Array("Rome".utf8))
    data += [UInt8](repeating: 0, count: 24 - data.count)
    if isReversed { for start in stride(from: 0, to: 24, by: 4) { data[start..<start + 4].reverse() } }
    let metadata = try ExifSamples.read(
      ExifSamples.block([.text(0x010F, "Acme"), ExifSamples.undefined(0x83BB, data)]))
    let properties = try #require(metadata.images.first?.properties)
    #expect(properties["IPTC"]?["By-line"] == .array([.text("Ann Lee")]))
    #expect(properties["IPTC"]?["City"] == .text("Rome"))
    #expect(properties["IFD0"]?.properties.map(\.name) == ["Make"])
  }
}
