internal import ByteStreams
internal import ImageModel
internal import JPEGStructure
internal import TestKit
internal import Testing

@Suite(.timed) struct JPEGStructureTests {
  private func read(_ file: [UInt8], limits: Limits = .standard) throws(ImageError) -> JPEGStructure {
    try JPEGStructure.read(MemoryByteSource(file), limits: limits)
  }

  /// ExifTool reads the same from the headers of all fixtures.
  @Test("Headers are read as by ExifTool")
  func headersAreReadAsByExifTool() async throws {
    let names = JPEGSupport.validFixtures
    let tags = ["-ImageWidth", "-ImageHeight", "-BitsPerSample", "-ColorComponents", "-EncodingProcess#"]
    let peer = try await Tool.run(
      "exiftool", ["-T"] + tags.map { "-File:" + $0.dropFirst() } + names.map { Fixtures.path($0) })
    let lines = peer.text.split(separator: "\n")
    try #require(lines.count == names.count)
    for (name, line) in zip(names, lines) {
      let structure = try read(Fixtures.bytes(Fixtures.path(name)))
      let info = try structure.imageInfo()
      let frame = try #require(structure.frame)
      let ours: [Int] = [
        info.size.width, info.size.height, info.bitsPerSample, info.samplesPerPixel, Int(frame.marker.code) - 0xC0,
      ]
      #expect(ours.map { String($0) } == line.split(separator: "\t").map { String($0) }, "\(name)")
      #expect(structure.diagnostics.isEmpty, "\(name)")
    }
  }

  @Test(
    "Subsampling has its usual name",
    arguments: [
      ("ycbcr_444", "4:4:4"), ("ycbcr_422", "4:2:2"), ("ycbcr_420", "4:2:0"), ("ycbcr_440", "4:4:0"),
      ("ycbcr_411", "4:1:1"), ("ycbcr_410", "4:1:0"), ("ycck_adobe_2", "4:4:4"), ("gray", nil), ("rgb_adobe_0", nil),
    ])
  func subsamplingHasItsUsualName(_ name: String, _ notation: String?) throws {
    #expect(try read(JPEGSupport.fixture("valid/\(name).jpg")).imageInfo().chromaSubsampling == notation)
  }

  @Test(
    "Model and compression are named",
    arguments: [
      ("gray", .gray, "baseline", false), ("ycbcr_no_jfif_no_adobe", .ycbcr, "baseline", false),
      ("ycbcr_adobe_1", .ycbcr, "baseline", false), ("rgb_adobe_0", .rgb, "baseline", false),
      ("rgb_component_letters", .rgb, "baseline", false), ("rgb_progressive", .rgb, "progressive", true),
      ("cmyk_no_marker", .cmyk, "baseline", false), ("cmyk_adobe_0", .cmyk, "baseline", false),
      ("ycck_adobe_2", .ycck, "baseline", false), ("arithmetic", .ycbcr, "arithmetic", false),
      ("arithmetic_progressive", .ycbcr, "arithmetic", true),
      ("ycbcr_420_quality_1_16bit_tables", .ycbcr, "extended sequential", false),
    ] as [(String, ImageInfo.StoredColorModel, String, Bool)])
  func modelAndCompressionAreNamed(
    _ name: String, _ model: ImageInfo.StoredColorModel, _ compression: String, _ progressive: Bool
  ) throws {
    let info = try read(JPEGSupport.fixture("valid/\(name).jpg")).imageInfo()
    #expect(info.colorModel == model)
    #expect(info.compression == compression)
    #expect(info.isProgressive == progressive)
  }

  @Test(
    "Density is that of JFIF",
    arguments: [
      ("jfif_300x150_dpi", Resolution(x: 300, y: 150, unit: .inch)),
      ("jfif_118_per_cm", Resolution(x: 118, y: 118, unit: .centimeter)),
      ("jfif_aspect_2_1", Resolution(x: 2, y: 1, unit: .none)),
    ])
  func densityIsThatOfJFIF(_ name: String, _ resolution: Resolution) throws {
    #expect(try read(JPEGSupport.fixture("valid/\(name).jpg")).imageInfo().resolution == resolution)
  }

  /// Every kind of block is found, with the bytes that ExifTool extracts.
  @Test(
    "Blocks have the bytes that ExifTool extracts",
    arguments: [
      ("icc_one_piece", MetadataBlock.Kind.icc, "-icc_profile"), ("icc_70_kb", .icc, "-icc_profile"),
      ("icc_pieces_out_of_order", .icc, "-icc_profile"), ("xmp", .xmp, "-xmp"), ("iptc", .photoshop, "-iptc"),
      ("exif_gps_big_endian", .exif, "-exif"), ("everything", .icc, "-icc_profile"), ("everything", .exif, "-exif"),
    ])
  func blocksHaveTheBytesThatExifToolExtracts(_ name: String, _ kind: MetadataBlock.Kind, _ tag: String) async throws {
    let path = Fixtures.path("jpeg/valid/\(name).jpg")
    let file = Fixtures.bytes(path)
    let block = try #require(try read(file).blocks.first { $0.kind == kind })
    let peer = try await Tool.run("exiftool", ["-b", tag, path])
    #expect(!peer.output.isEmpty)
    if kind == .photoshop {
      // ExifTool gives the IPTC record inside the resources.
      #expect(block.bytes.indices.contains { block.bytes[$0...].starts(with: peer.output) })
    } else {
      #expect(block.bytes == peer.output)
    }
    // The offset is that of the content.
    #expect(file[Int(block.offset)...].starts(with: block.bytes.prefix(64)))
  }

  @Test("Comments are blocks")
  func commentsAreBlocks() async throws {
    let path = Fixtures.path("jpeg/valid/comments.jpg")
    let comments = try read(Fixtures.bytes(path)).blocks.filter { $0.kind == .comment }
    let peer = try await Tool.run("exiftool", ["-a", "-s3", "-Comment", path])
    let lines = peer.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { String($0) }
    #expect(!comments.isEmpty)
    #expect(comments.map { String(decoding: $0.bytes, as: UTF8.self) } == lines)
  }

  @Test("MPF and extended XMP are found")
  func multiPictureAndExtendedXMPAreFound() throws {
    #expect(
      try read(JPEGSupport.fixture("valid/mpf_two_images.jpg")).blocks.contains { $0.kind == .multiPicture })
    let blocks = try read(JPEGSupport.fixture("valid/xmp_extended.jpg")).blocks
    let block = try #require(blocks.first { $0.kind == .extendedXMP })
    #expect(block.bytes.starts(with: Array("<".utf8)))
  }

  /// A profile with a missing piece is not used.
  @Test("A missing piece is a warning")
  func aMissingPieceIsAWarning() throws {
    let structure = try read(JPEGSupport.fixture("broken/icc_piece_missing.jpg"))
    #expect(!structure.blocks.contains { $0.kind == .icc })
    #expect(structure.diagnostics.contains { $0.severity == .warning && $0.message.contains("colour profile") })
  }

  /// Exif that continues in a second segment becomes one block; so do Photoshop resources.
  @Test("Pieces are joined")
  func piecesAreJoined() throws {
    let exif = Array("II*\0".utf8) + JPEGSupport.noise(70_000)
    let resources = Array("8BIM".utf8) + JPEGSupport.noise(90_000, seed: 2)
    let (exifName, resourcesName) = (Array("Exif\0\0".utf8), Array("Photoshop 3.0\0".utf8))
    let file = JPEGSupport.inserting(
      JPEGSupport.segment(0xE1, exifName + exif[..<65_000]) + JPEGSupport.segment(0xE1, exifName + exif[65_000...])
        + JPEGSupport.segment(0xED, resourcesName + resources[..<60_000])
        + JPEGSupport.segment(0xED, resourcesName + resources[60_000...]), into: JPEGSupport.fixture("valid/gray.jpg"))
    let blocks = try read(file).blocks
    #expect(blocks.filter { $0.kind == .exif }.map(\.bytes) == [exif])
    #expect(blocks.filter { $0.kind == .photoshop }.map(\.bytes) == [resources])
  }

  /// Garbage between segments, fill bytes and an impossible length cause at most a warning.
  @Test("Odd bytes between segments are skipped")
  func oddBytesBetweenSegmentsAreSkipped() throws {
    let file = JPEGSupport.fixture("valid/gray.jpg")
    let fill = try read(JPEGSupport.inserting([0xFF, 0xFF, 0xFF], into: file))
    #expect(fill.frame != nil && fill.diagnostics.isEmpty)
    let garbage = try read(JPEGSupport.inserting([1, 2, 3, 0xFF, 0, 4], into: file))
    #expect(
      garbage.frame
        == fill.frame.map { frame in
          var moved = frame
          moved.offset += 3
          return moved
        })
    #expect(garbage.diagnostics == [.warning("6 bytes of garbage between segments")])
    let length = try read(JPEGSupport.inserting([0xFF, 0xE5, 0, 1], into: file))
    #expect(length.frame != nil && length.diagnostics.count == 1)
  }

  @Test("A file that ends early keeps its metadata")
  func aFileThatEndsEarlyKeepsItsMetadata() throws {
    let file = JPEGSupport.inserting(
      JPEGSupport.segment(0xFE, Array("hello".utf8)), into: JPEGSupport.fixture("valid/gray.jpg"))
    let structure = try read(Array(file[..<20]))
    #expect(structure.blocks.filter { $0.kind == .comment }.map(\.bytes) == [Array("hello".utf8)])
    #expect(structure.frame == nil)
    #expect(structure.diagnostics.contains(.warning("the file ends before the picture's data")))
    #expect { try structure.imageInfo() } throws: { ($0 as? ImageError)?.kind == .invalidData }
  }

  @Test("Metadata is limited")
  func metadataIsLimited() throws {
    let file = JPEGSupport.inserting(
      (0..<4).flatMap { JPEGSupport.segment(0xFE, [UInt8](repeating: $0, count: 1_000)) },
      into: JPEGSupport.fixture("valid/gray.jpg"))
    var limits = Limits()
    limits.maxMetadataBytes = 2_500
    let inAll = try read(file, limits: limits)
    #expect(inAll.blocks.filter { $0.kind == .comment }.count == 2)
    #expect(inAll.diagnostics.contains { $0.message.contains("--max-metadata-bytes") })
    limits = Limits()
    limits.maxMetadataBlockBytes = 999
    let each = try read(file, limits: limits)
    #expect(!each.blocks.contains { $0.kind == .comment })
    #expect(try each.imageInfo().size == PixelSize(width: 67, height: 45))
  }

  private func scans(_ name: String) throws -> [JPEGScan] {
    let source = MemoryByteSource(JPEGSupport.fixture("valid/\(name).jpg"))
    let start = try #require(try JPEGStructure.read(source, limits: .standard).firstScanOffset)
    var walker = JPEGScanWalker(source, from: start, limits: .standard)
    var scans: [JPEGScan] = []
    var last: JPEGScanWalker.Element?
    while let element = try walker.next() {
      if case .scan(let scan) = element { scans.append(scan) }
      last = element
    }
    guard case .segment(let end)? = last else { throw TestFailure("the walk does not end with a segment") }
    #expect(end.marker == .endOfImage)
    return scans
  }

  /// cjpeg's script has ten scans; 67 x 45 in 4:2:0 has 15 MCUs, so an interval of 3 has four markers between.
  @Test("Scans are walked")
  func scansAreWalked() throws {
    #expect(try scans("gray").map(\.header.components) == [[1]])
    #expect(try scans("scans_one_per_component").map(\.header.components) == [[1], [2], [3]])
    let progressive = try scans("ycbcr_420_progressive")
    #expect(progressive.count == 10)
    #expect(progressive.map(\.header.spectralStart) == [0, 1, 1, 1, 6, 1, 0, 1, 1, 1])
    #expect(progressive.map(\.header.approximationLow) == [1, 2, 1, 1, 2, 1, 0, 0, 0, 0])
    #expect(progressive.allSatisfy { $0.isComplete && $0.dataLength > 0 })
    #expect(try scans("restart_each_3_blocks").map(\.restartMarkers) == [4])
  }

  /// The primary packet names one GUID, as an attribute or an element; pieces of others are counted and left out.
  @Test(
    "Extended XMP is that of the named GUID",
    arguments: [
      "xmpNote:HasExtendedXMP=\"GUID\"", "xmpNote:HasExtendedXMP = 'GUID'",
      "<xmpNote:HasExtendedXMP>GUID</xmpNote:HasExtendedXMP>",
      "HasExtendedXMP, Has <xmpNote:HasExtendedXMP>\n  GUID\n</xmpNote:HasExtendedXMP>",
    ])
  func extendedXMPIsThatOfTheNamedGUID(_ property: String) throws {
    func piece(_ identifier: String, _ text: String) -> [UInt8] {
      JPEGSupport.segment(
        0xE1,
        Array("http://ns.adobe.com/xmp/extension/\0\(identifier)".utf8) + [0, 0, 0, UInt8(text.utf8.count), 0, 0, 0, 0]
          + Array(text.utf8))
    }
    let named = "0123456789ABCDEF0123456789abcdef"
    let packet = property.split(separator: "GUID").joined(separator: named)
    // The other GUID is in the packet too, but not as the property.
    let otherGUID = String(repeating: "A", count: 32)
    let segments =
      JPEGSupport.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0\(otherGUID) \(packet)".utf8))
      + piece(otherGUID, "strange") + piece(named, "ours") + piece(String(repeating: "B", count: 32), "other")
    let structure = try read(JPEGSupport.inserting(segments, into: JPEGSupport.fixture("valid/gray.jpg")))
    #expect(structure.blocks.filter { $0.kind == .extendedXMP }.map(\.bytes) == [Array("ours".utf8)])
    #expect(structure.diagnostics.map(\.message).filter { $0.hasPrefix("2 pieces of extended XMP") }.count == 1)
  }

  /// The packet is not searched again for each of thousands of GUIDs.
  @Test("Pieces of many GUIDs are left out")
  func piecesOfManyGUIDsAreLeftOut() throws {
    var segments = JPEGSupport.segment(
      0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + [UInt8](repeating: 0x41, count: 65_000))
    for index in 0..<20_000 {
      let digits = String(index, radix: 16)
      let identifier = String(repeating: "A", count: 32 - digits.count) + digits
      segments += JPEGSupport.segment(
        0xE1, Array("http://ns.adobe.com/xmp/extension/\0\(identifier)".utf8) + [0, 0, 0, 10, 0, 0, 0, 0])
    }
    let structure = try read(JPEGSupport.inserting(segments, into: JPEGSupport.fixture("valid/gray.jpg")))
    #expect(structure.blocks.allSatisfy { $0.kind != .extendedXMP })
    #expect(structure.diagnostics.contains { $0.message.hasPrefix("20000 pieces of extended XMP") })
  }
}
