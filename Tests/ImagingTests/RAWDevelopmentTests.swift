internal import ImageModel
internal import Imaging
internal import MetadataModel
internal import Synchronization
internal import TestKit
internal import Testing

/// Raw files whose sensor data is developed. The fixtures have patches of known colours; `dcraw_emu` is libraw's own
/// program.
@Suite(.timed) struct RAWDevelopmentTests {
  private static let mosaic = Fixtures.path("raw/valid/mosaic.dng")

  @Test(
    "Raw files with a structure of their own are named",
    arguments: [
      ("a.crw", [0x49, 0x49, 0x1A, 0, 0, 0] + Array("HEAPCCDR".utf8), "Canon CRW"),
      ("a.mrw", Array("\0MRM".utf8) + [0, 0, 1, 0], "Minolta MRW"),
      ("a.x3f", Array("FOVb".utf8) + [0, 0, 2, 0], "Sigma X3F"),
      ("a.nef", Array("FOVb".utf8) + [0, 0, 2, 0], "Sigma X3F"),
    ])
  func namedFormats(_ name: String, _ head: [UInt8], _ kind: String) throws {
    let bytes = head + [UInt8](repeating: 0, count: 100)
    let error = #expect(throws: ImageError.self) { try ImageSource(bytes: bytes, name: name) }
    #expect(error?.kind == .unsupported && error?.reason == "unsupported RAW: \(kind) files are not read")
  }

  /// Their fixtures have a sensor of 64 x 48, and a preview of 160 x 120.
  @Test("The sensor's size is beside the preview's", arguments: ["nef", "cr2", "arw", "pef", "orf", "rw2", "dng"])
  func sensorSize(_ suffix: String) throws {
    #expect(try Self.sizes(Fixtures.bytes(Fixtures.path("raw/valid/camera.\(suffix)"))) == [160, 120, 64, 48])
  }

  /// The sample entry of the second track says it (ISO/IEC 14496-12, 12.1.3).
  @Test("The sensor's size is the largest of the tracks of CR3")
  func sensorSizeOfTracks() throws {
    #expect(try Self.sizes(Fixtures.bytes(Fixtures.path("raw/valid/camera.cr3"))) == [160, 120, 640, 480])
  }

  /// A directory with one field; ExifTool reads it, too.
  @Test("The sensor's size is in the directory of RAF")
  func sensorSizeOfRAF() async throws {
    var file = Fixtures.bytes(Fixtures.path("raw/valid/camera.raf"))
    let place = file.count
    file += [0, 0, 0, 1, 1, 0, 0, 4, 0, 48, 0, 64]
    for (index, number) in [place, 12].enumerated() {
      for byte in 0..<4 { file[92 + 4 * index + byte] = UInt8(truncatingIfNeeded: number >> (24 - 8 * byte)) }
    }
    let directory = try TemporaryDirectory()
    let path = try directory.write(file, to: "a.raf")
    let judge = try await Tool.run("exiftool", ["-s3", "-RawImageFullSize", path])
    #expect(judge.text == "64x48\n", "\(judge.errors)")
    #expect(try Self.sizes(file) == [160, 120, 64, 48])
  }

  private static func sizes(_ file: [UInt8]) throws -> [Double?] {
    let source = try ImageSource(bytes: file, name: "a.nef")
    let group = try #require(try source.properties(at: 0)["Image"])
    return ["Width", "Height", "SensorWidth", "SensorHeight"].map { group[$0]?.number }
  }

  /// The patches of scripts/fixture_maker/raws.py in sRGB, in rows of four.
  private static let patches: [[UInt8]] = [
    [255, 255, 255], [128, 128, 128], [200, 60, 50], [70, 160, 80],
    [50, 80, 170], [230, 200, 60], [60, 160, 180], [180, 90, 150],
    [200, 150, 130], [30, 30, 30], [240, 130, 40], [0, 0, 0],
  ]

  private static func source(_ path: String = mosaic, limits: Limits = .standard) throws -> ImageSource {
    var options = ImageSource.Options(limits: limits)
    options.raw = .develop
    return try ImageSource(path: path, options)
  }

  private static var environment: JobEnvironment {
    var environment = JobEnvironment(limits: .standard)
    environment.raw = .develop
    return environment
  }

  private static func convert(_ input: String = mosaic, to path: String) throws -> JobReport {
    try ConversionJob(input: .path(input), output: .path(path)).run(in: environment)
  }

  /// The picture is turned clockwise: the first row of patches is the last column.
  @Test("Colours are those that the sensor saw", arguments: [nil, SizeRequest.longSide(32)])
  func coloursAreThoseThatTheSensorSaw(_ size: SizeRequest?) throws {
    var options = RenderOptions()
    (options.size, options.component) = (size, .uint8)
    let pixels = try Self.source().thumbnail(at: 0, options).pixels
    let side = size == nil ? 32 : 8
    #expect(pixels.size == PixelSize(width: 3 * side, height: 4 * side) && pixels.profile == .sRGB)
    for (index, expected) in Self.patches.enumerated() {
      let (row, column) = (index % 4 * side + side / 2, (2 - index / 4) * side + side / 2)
      let found = pixels.row(row).dropFirst(3 * column).prefix(3)
      let differences = zip(found, expected).map { abs(Int($0) - Int($1)) }
      #expect(differences.allSatisfy { $0 <= 1 }, "\(index): \(Array(found))")
    }
  }

  /// The samples of a fixture by `dcraw_emu`, with the same parameters.
  private static func samples(_ kind: Kind, _ options: [String], _ size: PixelSize) async throws -> [UInt16] {
    let directory = try TemporaryDirectory()
    let path = try directory.write(Fixtures.bytes(kind.path), to: "a.dng")
    let result = try await Tool.run("dcraw_emu", ["-w", "-g", "2.4", "12.92", "-6"] + options + [path])
    try #require(result.status == 0, "\(result.errors)")
    let file = Fixtures.bytes(path + (kind.channels == 1 ? ".pgm" : ".ppm"))
    let header = Array("P\(kind.channels == 1 ? 5 : 6)\n\(size.width) \(size.height)\n65535\n".utf8)
    try #require(file.starts(with: header) && file.count == header.count + 2 * kind.channels * size.pixelCount)
    return stride(from: header.count, to: file.count, by: 2).map { UInt16(bigEndianBytes: file[$0..<$0 + 2]) }
  }

  private static func samples(_ pixels: PixelBuffer) -> [UInt16] {
    pixels.bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 2).map { bytes.loadUnaligned(fromByteOffset: $0, as: UInt16.self) }
    }
  }

  /// The data of a sensor: a mosaic, three samples for each pixel, one, and pixels that are twice as wide as high.
  enum Kind: String, CaseIterable {
    case mosaic, linear, gray
    case wide = "wide_pixels"

    var path: String { Fixtures.path("raw/valid/\(rawValue).dng") }
    var channels: Int { self == .gray ? 1 : 3 }
    /// The camera was turned, so that its rows are columns.
    var size: PixelSize { PixelSize(width: 96, height: self == .wide ? 256 : 128) }
  }

  @Test("Samples are those of another program", arguments: Kind.allCases)
  func samplesAreThoseOfAnotherProgram(
    _ kind: Kind
  ) async throws {
    let pixels = try Self.source(kind.path).image(at: 0).pixels
    try #require(pixels.size == kind.size && pixels.format.channelCount == kind.channels)
    let isSame = try await Self.samples(pixels) == Self.samples(kind, [], pixels.size)
    #expect(isSame)
  }

  /// A picture of a quarter of the size. For a mosaic, the picture of half the size is reduced: four of its pixels
  /// become one. Other data has no picture of half the size, and 16 pixels become one.
  @Test("Small pictures are made of blocks", arguments: Kind.allCases)
  func smallPicturesAreMadeOfBlocks(_ kind: Kind) async throws {
    var options = RenderOptions()
    (options.size, options.kernel) = (.longSide(kind.size.height / 4), .box)
    let thumbnail = try Self.source(kind.path).thumbnail(at: 0, options).pixels
    let (size, channels) = (thumbnail.size, kind.channels)
    try #require(size == PixelSize(width: 24, height: kind.size.height / 4))
    let isHalf = kind == .mosaic || kind == .wide
    let width = isHalf ? 48 : 96
    let whole = try await Self.samples(
      kind, isHalf ? ["-h"] : [], PixelSize(width: width, height: kind.size.height / (isHalf ? 2 : 1)))
    let side = isHalf ? 2 : 4
    for (index, sample) in Self.samples(thumbnail).enumerated() {
      let (row, column) = (index / channels / size.width * side, index / channels % size.width * side)
      var sum = 0
      for (y, x) in (0..<side * side).map({ (row + $0 / side, column + $0 % side) }) {
        sum += Int(whole[channels * (y * width + x) + index % channels])
      }
      #expect(abs(Int(sample) - sum / (side * side)) <= 1, "\(index)")
    }
  }

  @Test("A converted picture is upright with the depth of its format")
  func aConvertedPictureIsUprightWithTheDepthOfItsFormat() async throws {
    let directory = try TemporaryDirectory()
    for (name, bits) in [("a.png", 16), ("a.tif", 16), ("a.jpg", 8), ("a.webp", 8)] {
      let report = try Self.convert(to: directory.file(name))
      let info = try ImageSource(path: directory.file(name)).info(at: 0)
      #expect(info.size == PixelSize(width: 96, height: 128) && info.orientation == .up, "\(name)")
      #expect(info.bitsPerSample == bits, "\(name)")
      #expect(!report.diagnostics.contains { $0.message.contains("preview") }, "\(report.diagnostics)")
    }
    let exif = try await ExifTool.read([directory.file("a.jpg")])
    let properties = try #require(exif.values.first)
    #expect(ExifTool.text(properties, "IFD0:Model") == "Fixture One")
    #expect(ExifTool.text(properties, "IFD0:Orientation") == "1")
  }

  /// The pixels are sRGB of the size of the sensor, whatever Exif says of the camera's own JPEG file.
  @Test("Exif describes the developed picture")
  func exifDescribesTheDevelopedPicture() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(Fixtures.bytes(Self.mosaic), to: "a.dng")
    let fields = ["-ColorSpace=Uncalibrated", "-InteropIndex=R03", "-ExifImageWidth=80", "-ExifImageHeight=60"]
    let change = try await Tool.run("exiftool", ["-q", "-overwrite_original"] + fields + [path])
    try #require(change.status == 0, "\(change.errors)")
    let before = try #require(try await ExifTool.read([path])[path])
    try #require(ExifTool.text(before, "InteropIFD:InteropIndex")?.hasPrefix("R03") ?? false)
    _ = try Self.convert(path, to: directory.file("a.jpg"))
    let after = try #require(try await ExifTool.read([directory.file("a.jpg")]).values.first)
    #expect(ExifTool.text(after, "ExifIFD:ColorSpace") == "1")
    #expect(ExifTool.text(after, "InteropIFD:InteropIndex")?.hasPrefix("R98") == true)
    #expect(ExifTool.text(after, "ExifIFD:ExifImageWidth") == "96")
    #expect(ExifTool.text(after, "ExifIFD:ExifImageHeight") == "128")
  }

  /// A pipe has no name, and the option says what is wanted.
  @Test("The name does not matter", arguments: ["a", "a.tif"])
  func theNameDoesNotMatter(_ name: String) throws {
    let directory = try TemporaryDirectory()
    let source = try Self.source(try directory.write(Fixtures.bytes(Self.mosaic), to: name))
    #expect(try source.info(at: 0).orientation == .up)
    let isSame = try source.image(at: 0) == Self.source().image(at: 0)
    #expect(isSame)
  }

  @Test("`--formats` also holds for raw files")
  func theListOfFormatsHolds() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(Fixtures.bytes(Self.mosaic), to: "a.tif")
    var options = ImageSource.Options()
    (options.raw, options.allowedFormats) = (.develop, ["tiff"])
    let error = #expect(throws: ImageError.self) { try ImageSource(path: path, options) }
    #expect(error?.kind == .unsupported && error?.message.contains("raw files are not allowed") ?? false)
  }

  /// A page of colours before that of a sensor: it is a TIFF file with an odd page.
  @Test("A file of several pages is that of its first")
  func aFileOfSeveralPagesIsThatOfItsFirst() async throws {
    let directory = try TemporaryDirectory()
    let result = try await Tool.python(
      """
      import struct, sys
      from PIL import Image
      picture = Image.new("RGB", (8, 8), (10, 200, 30))
      picture.save(sys.argv[1], save_all=True, append_images=[picture])
      data = bytearray(open(sys.argv[1], "rb").read())
      first, = struct.unpack_from("<I", data, 4)
      count, = struct.unpack_from("<H", data, first)
      second, = struct.unpack_from("<I", data, first + 2 + 12 * count)
      for entry in range(struct.unpack_from("<H", data, second)[0]):
          place = second + 2 + 12 * entry
          if struct.unpack_from("<H", data, place)[0] == 262:
              struct.pack_into("<H", data, place + 8, 32803)
      open(sys.argv[1], "wb").write(data)
      """, [directory.file("a.tif")])
    try #require(result.status == 0, "\(result.errors)")
    let pixels = try Self.source(directory.file("a.tif")).image(at: 0).pixels
    #expect(Array(pixels.bytes.prefix(3)) == [10, 200, 30])
  }

  @Test(
    "A change of metadata in the file itself leaves the developed picture", arguments: ["mosaic", "linear", "gray"])
  func changedMetadata(_ name: String) throws {
    let directory = try TemporaryDirectory()
    let input = Fixtures.path("raw/valid/\(name).dng")
    let output = directory.file("a.dng")
    var job = MetadataRewriteJob(input: .path(input), output: .path(output))
    job.editsRaw = true
    job.set = ["title=Sea", "exif.ImageDescription=\(String(repeating: "long ", count: 80))", "gps.position=1,2,3"]
    let report = try job.run(in: JobEnvironment(limits: .standard))
    #expect(report.changes.contains("set exif.ImageDescription"), "\(report.changes)")
    let before = try Self.source(input).image(at: 0).pixels
    let after = try Self.source(output).image(at: 0).pixels
    let isSame = before.size == after.size && Array(before.bytes) == Array(after.bytes)
    #expect(isSame)
  }

  @Test("Without the option the preview is used")
  func withoutTheOptionThePreviewIsUsed() throws {
    let size = try ImageSource(path: Self.mosaic).info(at: 0).size
    #expect(size == PixelSize(width: 80, height: 60))
  }

  @Test("Other formats are read as before")
  func otherFormatsAreReadAsBefore() throws {
    let photo = Fixtures.path("jpeg/valid/photo_landscape_420.jpg")
    #expect(try Self.source(photo).image(at: 0) == ImageSource(path: photo).image(at: 0))
  }

  @Test("Sizes are checked before anything is developed")
  func sizesAreCheckedBeforeAnythingIsDeveloped() throws {
    var limits = Limits.standard
    limits.maxPixels = 96 * 128 - 1
    let size = #expect(throws: ImageError.self) { try Self.source(limits: limits) }
    #expect(size?.kind == .limitExceeded && size?.limit?.name == "max-pixels")
    limits = .standard
    // The file, two bytes a sample, and 14 a pixel.
    limits.maxMemory = Fixtures.bytes(Self.mosaic).count + 16 * 96 * 128
    let memory = #expect(throws: ImageError.self) { try Self.source(limits: limits).image(at: 0) }
    #expect(memory?.kind == .limitExceeded && memory?.limit?.name == "max-memory")
  }

  @Test("Cut data is an error")
  func cutDataIsAnError() throws {
    let directory = try TemporaryDirectory()
    var bytes = Fixtures.bytes(Self.mosaic)
    // The field StripOffsets says 8; now the data lies at the end of the file.
    let field: [UInt8] = [0x11, 1, 4, 0, 1, 0, 0, 0, 8, 0, 0, 0]
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: field) })
    bytes.replaceSubrange(place + 8..<place + 12, with: UInt32(bytes.count - 1_000).bigEndianBytes.reversed())
    let path = try directory.write(bytes, to: "a.dng")
    let error = #expect(throws: ImageError.self) { try Self.source(path).image(at: 0) }
    #expect(error?.kind == .invalidData)
    #expect(error?.message.contains("libraw: Input/output error") ?? false)
  }

  /// The first check for cancellation comes before libraw begins; libraw makes the later ones.
  @Test("Work is cancelled")
  func workIsCancelled() throws {
    let questions = Mutex(0)
    var options = ImageSource.Options(
      isCancelled: {
        questions.withLock { count in
          count += 1
          return count > 1
        }
      })
    options.raw = .develop
    let source = try ImageSource(path: Self.mosaic, options)
    let error = #expect(throws: ImageError.self) { try source.image(at: 0) }
    #expect(error?.kind == .cancelled)
    #expect(questions.withLock { $0 } == 2)
  }
}
