internal import ByteStreams
internal import Glibc
internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import TIFFStructure
internal import TestKit
internal import Testing

@Suite("Exif directories", .timed)
struct ExifReadingTests {
  /// A JPEG file with an Exif block and no picture.
  private func jpeg(_ exif: [UInt8]) -> [UInt8] {
    let length = exif.count + 8
    return [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + Array("Exif\0\0".utf8) + exif
      + [0xFF, 0xD9]
  }

  private func read(
    _ exif: [UInt8], limits: Limits = .standard, detail: MetadataReader.Detail = .values
  ) throws -> ImageMetadata {
    try MetadataReader.read(MemoryByteSource(jpeg(exif)), fileName: nil, limits: limits, options: .init(detail))
  }

  private func warnings(_ metadata: ImageMetadata, about text: String) -> Int {
    metadata.diagnostics.count { $0.severity == .warning && $0.message.contains(text) }
  }

  @Test("Values keep their types")
  func valuesKeepTheirTypes() throws {
    let tree = IFDTree([
      .text(0x0110, "-1234"), .text(0x0131, "12.60"), .text(0x8298, "Photographer\0Editor"),
      IFDField(0x9C9B, .values(.byte, .unsigned([0x41, 0, 0xE4, 0, 0, 0]))),
      .directory(
        IFDPointerTag.exif,
        IFDTree([
          IFDField(0x829A, .values(.rational, .rationals([.init(1, 0)]))),
          IFDField(0x9204, .values(.signedRational, .rationals([.init(-1, 3)]))),
          IFDField(0x9286, .values(.undefined, .bytes(Array("UNICODE\0".utf8) + [0x48, 0, 0x69, 0, 0x20, 0, 0, 0]))),
          IFDField(0x9999, .values(.double, .floats([1.5]))),
        ])),
    ])
    let properties = try #require(try read(IFDWriter().stream([tree])).images.first?.properties)
    #expect(properties["IFD0"]?["Model"] == .text("-1234"))
    #expect(properties["IFD0"]?["Software"] == .text("12.60"))
    #expect(properties["IFD0"]?["Copyright"] == .text("Photographer\nEditor"))
    #expect(properties["IFD0"]?["XPTitle"] == .text("Aä"))
    #expect(properties["Exif"]?["ExposureTime"] == .rational(.init(1, 0)))
    #expect(properties["Exif"]?["ExposureBiasValue"]?.number == -1.0 / 3)
    #expect(properties["Exif"]?["UserComment"] == .text("Hi"))
    #expect(properties["Exif"]?["0x9999"] == .decimal(1.5))
  }

  @Test("An invalid orientation is a warning, and counts as 1", arguments: [0, 9, 300])
  func impossibleOrientation(value: UInt16) throws {
    let bytes = Fixtures.bytes(Fixtures.path("jpeg/valid/size_16x16.jpg"))
    let exif = try IFDWriter().stream([IFDTree([.short(0x0112, value)])])
    let file = jpeg(exif).dropLast(2) + bytes.dropFirst(2)
    let metadata = try MetadataReader.read(MemoryByteSource(Array(file)), fileName: nil, limits: .standard)
    #expect(metadata.images.first?.info?.orientation == .up)
    #expect(warnings(metadata, about: "orientation") == 1)
  }

  @Test("What is damaged is left out and the rest delivered")
  func whatIsDamagedIsLeftOutAndTheRestDelivered() throws {
    var exif = try SampleExif.block(bigEndian: false)
    // Make's value lies far outside.
    let entry = 10
    exif.replaceSubrange(entry + 8..<entry + 12, with: [255, 255, 255, 127])
    let metadata = try read(exif)
    #expect(warnings(metadata, about: "outside") == 1)
    let properties = try #require(metadata.images.first?.properties)
    #expect(properties["IFD0"]?["Make"] == nil)
    #expect(properties["IFD0"]?["Model"] == .text("Cameo Test"))
    #expect(properties["Exif"]?["LensModel"] == .text("Lens 24-70"))
    #expect(properties["GPS"]?["Longitude"]?.number == -13.41)
  }

  @Test("Loops end")
  func loopsEnd() throws {
    var exif = try IFDWriter().stream([IFDTree([.text(0x0110, "Looped")])])
    exif.replaceSubrange(exif.count - 7 - 1 - 4..<exif.count - 8, with: [8, 0, 0, 0])
    let metadata = try read(exif)
    #expect(metadata.images.first?.properties["IFD0"]?["Model"] == .text("Looped"))
    #expect(warnings(metadata, about: "loop") == 1)
  }

  @Test("Huge counts are refused before anything is allocated")
  func hugeCountsAreRefusedBeforeAnythingIsAllocated() throws {
    var exif = try IFDWriter().stream([IFDTree([.text(0x010F, "Make of it"), .text(0x0110, "Model")])])
    exif.replaceSubrange(14..<18, with: [255, 255, 255, 255])
    let metadata = try read(exif)
    #expect(warnings(metadata, about: "outside") == 1)
    #expect(metadata.images.first?.properties["IFD0"]?["Model"] == .text("Model"))
  }

  @Test("Overlapping values do not expand beyond the limit")
  func overlappingValuesDoNotExpandBeyondTheLimit() throws {
    var limits = Limits.standard
    limits.maxMetadataBytes = 100_000
    // 400 fields share 30,000 bytes.
    let shared = [UInt8](repeating: 7, count: 30_000)
    var exif: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 0x90, 0x01]
    let place = 10 + 400 * 12 + 4
    for tag in 0..<400 {
      exif += [UInt8(tag & 255), UInt8(0xB0 + tag >> 8), 7, 0, 0x30, 0x75, 0, 0]
      exif += (0..<4).map { UInt8(truncatingIfNeeded: place >> (8 * $0)) }
    }
    exif += [0, 0, 0, 0] + shared
    let metadata = try read(exif, limits: limits)
    let group = try #require(metadata.images.first?.properties["IFD0"])
    #expect(group.properties.count == 3)
    #expect(warnings(metadata, about: "max-metadata-block-bytes") > 0)
    #expect(metadata.diagnostics.count <= limits.maxWarnings + 10)
  }

  @Test("Overlapping directories do not expand beyond the limits")
  func overlappingDirectoriesDoNotExpandBeyondTheLimits() throws {
    // 4 x 4,096 fields are allowed, and 8 directories.
    for (fields, expected) in [(4_000, 4), (10, 8)] {
      let metadata = try read(OverlappingDirectories.stream(fields: fields, directories: 100))
      let groups = try #require(metadata.images.first?.properties.groups).filter { $0.name.hasPrefix("IFD") }
      #expect(groups.map(\.name) == (0..<expected).map { "IFD\($0)" })
      #expect(warnings(metadata, about: expected == 4 ? "together" : "more than 8 directories") == 1)
    }
  }

  @Test("Directories below the allowed depth are left out with a warning")
  func directoriesBelowTheAllowedDepthAreLeftOutWithAWarning() throws {
    let block = try SampleExif.block(bigEndian: false)
    for (depth, expected) in [(3, ["Exif", "GPS", "Interop"]), (2, ["Exif", "GPS"]), (1, [])] {
      var limits = Limits.standard
      limits.maxDirectoryDepth = depth
      let metadata = try read(block, limits: limits)
      let names = try #require(metadata.images.first?.properties.groups).map(\.name)
      #expect(["Exif", "GPS", "Interop"].filter { names.contains($0) } == expected)
      #expect(warnings(metadata, about: "--max-directory-depth") == [2, 1, 0][depth - 1])
    }
  }

  @Test("Texts that are left out because they inflate to too much count towards the limit")
  func bombs() async throws {
    let program = """
      import struct, sys, zlib
      def chunk(t, d): return struct.pack('>I', len(d)) + t + d + struct.pack('>I', zlib.crc32(t + d))
      bomb = zlib.compress(bytes(200000), 9)
      texts = b''.join(chunk(b'zTXt', b'k%d\\0\\0' % i + bomb) for i in range(300))
      header = chunk(b'IHDR', struct.pack('>IIBBBBB', 1, 1, 8, 0, 0, 0, 0))
      sys.stdout.buffer.write(b'\\x89PNG\\r\\n\\x1a\\n' + header + texts
        + chunk(b'IDAT', zlib.compress(b'\\0\\0')) + chunk(b'IEND', b''))
      """
    let file = try await Tool.python(program)
    #expect(file.status == 0)
    var limits = Limits.standard
    limits.maxMetadataBlockBytes = 100_000
    limits.maxMetadataBytes = 1_000_000
    let metadata = try MetadataReader.read(MemoryByteSource(file.output), fileName: nil, limits: limits)
    #expect(metadata.images.first?.info?.size == PixelSize(width: 1, height: 1))
    // Ten are inflated.
    #expect(warnings(metadata, about: "inflates to more than 100000 bytes") == 10)
    #expect(warnings(metadata, about: "--max-metadata-bytes") == 90)
    #expect(metadata.diagnostics.last?.message == "200 further warnings are not listed")
    #expect(metadata.diagnostics.count == 101)
  }

  @Test("The readable text of PlanarConfiguration is that of TIFF 6.0")
  func planarConfiguration() throws {
    for (value, text) in [(UInt16(1), "Chunky format"), (2, "Planar format"), (3, nil)] as [(UInt16, String?)] {
      let exif = try IFDWriter().stream([IFDTree([.short(284, value)])])
      let properties = try read(exif, detail: .readable).images.first?.properties["IFD0"]?.properties
      #expect(properties?.map(\.readable) == [text])
    }
  }

  @Test("The thumbnail is found")
  func theThumbnailIsFound() throws {
    for bigEndian in [false, true] {
      let block = try SampleExif.block(bigEndian: bigEndian)
      #expect(try read(block).embeddedThumbnail == SampleExif.thumbnail)
      #expect(try read(block, detail: .essentials).embeddedThumbnail == SampleExif.thumbnail)
    }
  }

  @Test("Essentials and full metadata describe the picture alike")
  func essentialsAgree() throws {
    for name in ["jpeg/valid", "png/valid", "tiff/valid", "webp/valid"].flatMap({ Fixtures.names(under: $0) }) {
      let source = try FileByteSource(path: Fixtures.path(name))
      let full = try MetadataReader.read(source, fileName: name, limits: .standard)
      let quick = try MetadataReader.read(source, fileName: name, limits: .standard, options: .init(.essentials))
      #expect(quick.images.map(\.info?.orientation) == full.images.map(\.info?.orientation), "\(name)")
      #expect(quick.images.map(\.info?.resolution) == full.images.map(\.info?.resolution), "\(name)")
      #expect(quick.images.map(\.info?.size) == full.images.map(\.info?.size), "\(name)")
      #expect(quick.embeddedThumbnail == full.embeddedThumbnail, "\(name)")
      #expect(quick.images.allSatisfy { $0.properties.groups.isEmpty })
    }
  }

  @Test("Resolution of Exif takes precedence over JFIF")
  func resolutionOfExifTakesPrecedenceOverJFIF() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(Fixtures.bytes(Fixtures.path("jpeg/valid/jfif_300x150_dpi.jpg")), to: "a.jpg")
    let tool = try await Tool.run(
      "exiftool", ["-q", "-IFD0:XResolution=100", "-IFD0:YResolution=120", "-IFD0:ResolutionUnit=inches", path])
    #expect(tool.status == 0)
    let info = try MetadataReader.read(try FileByteSource(path: path), fileName: nil, limits: .standard).images[0].info
    #expect(info?.resolution == Resolution(x: 100, y: 120, unit: .inch))
    let vips = try await Tool.run("vipsheader", ["-f", "xres", path])
    #expect(vips.text.hasPrefix("3.937"))
  }

  @Test("Readable words are English in every locale")
  func readableWordsAreEnglishInEveryLocale() throws {
    // glibc translates libexif's texts in any locale but C itself.
    let previous = setlocale(LC_ALL, nil).map { String(cString: $0) }
    setenv("LANGUAGE", "de", 1)
    setlocale(LC_ALL, "C.utf8")
    defer {
      unsetenv("LANGUAGE")
      setlocale(LC_ALL, previous)
    }
    let tree = IFDTree([.directory(IFDPointerTag.exif, IFDTree([.short(0x9209, 1), .short(0xA402, 0)]))])
    let exif = try #require(try read(IFDWriter().stream([tree]), detail: .readable).images.first?.properties["Exif"])
    #expect(exif.properties.map(\.readable) == ["Flash fired", "Auto exposure"])
    #expect(exif.properties.map(\.title) == ["Flash", "Exposure Mode"])
  }

  @Test("Only allowed formats are read")
  func onlyAllowedFormatsAreRead() {
    let bytes = Fixtures.bytes(Fixtures.path("jpeg/valid/gray.jpg"))
    let error = #expect(throws: ImageError.self) {
      try MetadataReader.read(MemoryByteSource(bytes), fileName: nil, limits: .standard, allowed: ["png"])
    }
    #expect(error?.kind == .unsupported)
  }
}
