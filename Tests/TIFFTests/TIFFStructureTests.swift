internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import TIFFStructure
internal import TestKit
internal import Testing

@Suite("Directories of TIFF files", .timed)
struct TIFFStructureTests {
  private func structure(_ name: String) throws -> TIFFStructure {
    try TIFFStructure.read(try FileByteSource(path: Fixtures.path("tiff/valid/\(name)")), limits: .standard)
  }

  @Test("Size, bits, samples, compression and orientation agree with ExifTool")
  func fieldsAgree() async throws {
    let names = Fixtures.names(under: "tiff/valid")
    let others = try await ExifTool.read(names.map { Fixtures.path($0) })
    #expect(names.count > 100)
    for name in names {
      let other = try #require(others[Fixtures.path(name)])
      let structure = try TIFFStructure.read(try FileByteSource(path: Fixtures.path(name)), limits: .standard)
      // ExifTool takes the first directory as IFD0, whatever its role.
      guard try #require(structure.pages.first).picture.ifd.offset == firstDirectory(name) else { continue }
      let info = try structure.imageInfo(at: 0)
      #expect(ExifTool.text(other, "IFD0:ImageWidth") == "\(info.size.width)", "\(name)")
      #expect(ExifTool.text(other, "IFD0:ImageHeight") == "\(info.size.height)", "\(name)")
      let bits = ExifTool.text(other, "IFD0:BitsPerSample") ?? "1"
      #expect(bits.split(separator: " ").first.map { String($0) } == "\(info.bitsPerSample)", "\(name)")
      #expect((ExifTool.text(other, "IFD0:SamplesPerPixel") ?? "1") == "\(info.samplesPerPixel)", "\(name)")
      #expect((ExifTool.text(other, "IFD0:Orientation") ?? "1") == "\(info.orientation.rawValue)", "\(name)")
      let compression = Int(ExifTool.text(other, "IFD0:Compression") ?? "1") ?? 0
      #expect(info.compression == TIFFCompressionName.name(of: compression), "\(name)")
      #expect((ExifTool.text(other, "IFD0:TileWidth").map { Int($0) } ?? nil) == info.tileSize?.width, "\(name)")
    }
  }

  private func firstDirectory(_ name: String) throws -> UInt64 {
    try IFDReader(try FileByteSource(path: Fixtures.path(name)), limits: .standard).firstOffset
  }

  @Test("Smaller versions are not pages")
  func smallerVersionsAreNotPages() throws {
    for (name, reduced) in [
      ("pyramid_reduced_pages.tif", true), ("pyramid_reduced_page_first.tif", true), ("pyramid_subifds.tif", true),
      ("rgb8_lzw.tif", false),
    ] {
      let structure = try structure(name)
      #expect(structure.pages.count == 1, "\(name)")
      #expect(structure.pages[0].reduced.isEmpty == !reduced, "\(name)")
      let size = try structure.imageInfo(at: 0).size
      // In this file the "reduced" version is larger: its field decides, not its size.
      guard name != "pyramid_reduced_page_first.tif" else { continue }
      for small in structure.pages[0].reduced { #expect(try small.header.get().size.width < size.width, "\(name)") }
    }
  }

  @Test("Pages are counted")
  func pagesAreCounted() throws {
    #expect(try structure("pages_forty.tif").pages.count == 40)
    #expect(try structure("pages_three_kinds.tif").pages.count == 3)
    let pyramid = try structure("pages_two_with_subifds_bigtiff.tif")
    #expect(pyramid.pages.count == 2)
    #expect(pyramid.isBigTIFF)
    // As tiffinfo lists them.
    #expect(pyramid.pages.map(\.reduced.count) == [1, 0])
  }

  @Test("Blocks are found")
  func blocksAreFound() throws {
    #expect(try structure("xmp.tif").pages[0].blocks.map(\.kind) == [.xmp])
    #expect(try structure("icc.tif").imageInfo(at: 0).profile?.iccBytes?.count ?? 0 > 128)
    #expect(try structure("iptc_photoshop.tif").pages[0].blocks.contains { $0.kind == .photoshop || $0.kind == .iptc })
  }

  @Test("Strips lie in the file")
  func stripsLieInTheFile() async throws {
    let path = Fixtures.path("tiff/valid/rgb8_lzw.tif")
    let source = try FileByteSource(path: path)
    let page = try #require(try TIFFStructure.read(source, limits: .standard).pages.first)
    let segments = try TIFFStructure.segments(of: page.directory, in: source, limits: .standard)
    let other = try #require(try await ExifTool.read([path])[path])
    #expect(ExifTool.text(other, "IFD0:StripOffsets") == segments.offsets.map { "\($0)" }.joined(separator: " "))
    #expect(
      ExifTool.text(other, "IFD0:StripByteCounts") == segments.byteCounts.map { "\($0)" }.joined(separator: " "))
  }

  private let page = IFDTree([.short(256, 10), .short(257, 20), .short(258, 8), .short(262, 1)])

  @Test("A loop ends the list of pages with a warning")
  func aLoopEndsTheListOfPagesWithAWarning() throws {
    var bytes = try IFDWriter().stream([page, page])
    // The second directory's pointer leads back to the first.
    bytes.replaceSubrange(bytes.count - 4..<bytes.count, with: [8, 0, 0, 0])
    let structure = try TIFFStructure.read(MemoryByteSource(bytes), limits: .standard)
    #expect(structure.pages.count == 2)
    #expect(structure.diagnostics.contains { $0.severity == .warning && $0.message.contains("loop") })
  }

  /// As in OME-TIFF: SubIFDs lists all smaller versions, and each of them points to the next.
  @Test("Smaller versions may be listed and chained")
  func smallerVersionsMayBeListedAndChained() throws {
    var bytes = Fixtures.bytes(Fixtures.path("tiff/valid/pyramid_subifds.tif"))
    let listed = try structure("pyramid_subifds.tif").pages[0]
    let places = listed.directory.subIFDs.map { Int($0) }
    for (place, next) in zip(places, places.dropFirst()) {
      let end = place + 2 + 12 * Int(bytes[place])
      bytes.replaceSubrange(end..<end + 4, with: TIFFSupport.little(UInt32(next)))
    }
    let chained = try TIFFStructure.read(MemoryByteSource(bytes), limits: .standard)
    #expect(chained.diagnostics.isEmpty)
    #expect(chained.pages.map { $0.reduced.map(\.ifd.offset) } == [listed.reduced.map(\.ifd.offset)])
  }

  /// A DNG file: the thumbnail comes first, the picture is data of a sensor, so the preview is shown.
  @Test("The preview stands for data of a sensor")
  func thePreviewStandsForDataOfASensor() throws {
    let structure = try structure("preview_of_sensor_data.dng")
    #expect(structure.pages.count == 1)
    let info = try structure.imageInfo(at: 0)
    #expect(info.size == PixelSize(width: 192, height: 144))
    // The first directory states it.
    #expect(info.orientation.rawValue == 6)
    let decoder = try TIFFSupport.open(TIFFSupport.fixture("valid/preview_of_sensor_data.dng"))
    #expect(decoder.diagnostics.map(\.severity) == [.note])
    #expect(decoder.diagnostics.allSatisfy { $0.message.contains("preview of 192x144") })
  }

  @Test("More directories than allowed are left out with a warning")
  func moreDirectoriesThanAllowedAreLeftOutWithAWarning() throws {
    var limits = Limits.standard
    limits.maxImages = 3
    let bytes = try IFDWriter().stream(Array(repeating: page, count: 5))
    let structure = try TIFFStructure.read(MemoryByteSource(bytes), limits: limits)
    #expect(structure.pages.count == 3)
    #expect(structure.diagnostics.contains { $0.message.contains("--max-images") })
  }

  @Test("Overlapping directories end the list of pages")
  func overlappingDirectoriesEndTheListOfPages() throws {
    let bytes = OverlappingDirectories.stream(fields: 4_000, directories: 60)
    let structure = try TIFFStructure.read(MemoryByteSource(bytes), limits: .standard)
    // 4 x 4,096 + 64 x 1,000 fields are allowed.
    #expect(structure.pages.count == 20)
    #expect(structure.diagnostics.contains { $0.message.contains("together") })
  }

  @Test("Sub directories are not followed below the allowed depth")
  func subDirectoriesAreNotFollowedBelowTheAllowedDepth() throws {
    var limits = Limits.standard
    let source = try FileByteSource(path: Fixtures.path("tiff/valid/pyramid_subifds.tif"))
    limits.maxDirectoryDepth = 2
    #expect(try TIFFStructure.read(source, limits: limits).pages[0].reduced.isEmpty == false)
    limits.maxDirectoryDepth = 1
    let structure = try TIFFStructure.read(source, limits: limits)
    #expect(structure.pages.map(\.reduced.count) == [0])
    #expect(structure.diagnostics.contains { $0.message.contains("--max-directory-depth") })
  }

  @Test("Hostile headers are refused with a reason")
  func hostileHeadersAreRefusedWithAReason() {
    let cases: [[UInt8]] = [
      [], [0x49, 0x49], [0x49, 0x49, 42, 0, 0, 0, 0, 0], [0x49, 0x49, 42, 0, 255, 255, 255, 255],
      [0x4D, 0x4D, 0, 43, 0, 8, 0, 0] + [UInt8](repeating: 255, count: 8), [0x49, 0x49, 42, 0, 8, 0, 0, 0],
      [0x49, 0x49, 42, 0, 8, 0, 0, 0, 255, 255, 1, 2, 3],
    ]
    for bytes in cases {
      let error = #expect(throws: ImageError.self) {
        try TIFFStructure.read(MemoryByteSource(bytes), limits: .standard)
      }
      #expect(error?.kind == .invalidData || error?.kind == .limitExceeded)
    }
  }
}
