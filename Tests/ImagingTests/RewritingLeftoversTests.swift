internal import ImageModel
internal import Imaging
internal import TestKit
internal import Testing

/// Deleted metadata is no longer in the file: its bytes are searched for in the whole file.
@Suite(.timed) struct RewritingLeftoversTests: RewriteTrial {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private static let latitude = HandMadeTIFF.fractions([(48, 1), (51, 1), (299_999, 10_000)])
  private static let trace = Array("TRACE OF SOMETHING".utf8)

  // MARK: Exif blocks

  /// A directory that an editor has rewritten at the end of the block, and the old one, to which nothing points.
  private static func rewritten(exif: [HandMadeTIFF.Entry]? = nil) -> [UInt8] {
    let old = HandMadeTIFF.block(
      [(0x010F, 2, 5, Array("Acme\0".utf8)), (0x013B, 2, trace.count, trace)], exif: exif,
      gps: [[(1, 2, 2, [0x4E, 0]), (2, 5, 3, latitude)]])
    var place = old.count
    let orientation: HandMadeTIFF.Entry = (0x0112, 3, 1, HandMadeTIFF.short(6))
    var fields = [orientation]
    var below: [UInt8] = []
    if let exif {
      below = HandMadeTIFF.directory(exif, at: place)
      fields.append((0x8769, 4, 1, HandMadeTIFF.long(place)))
      place += below.count
    }
    var block = old + below + HandMadeTIFF.directory(fields, at: place)
    block.replaceSubrange(4..<8, with: HandMadeTIFF.long(place))
    return block
  }

  @Test("Data that an earlier program has unlinked is removed when something is stripped", arguments: ["jpg", "png"])
  func unlinked(_ suffix: String) async throws {
    let block = Self.rewritten()
    #expect(block.contains(Self.latitude) && block.contains(Self.trace))
    let file =
      suffix == "jpg"
      ? HandMadeJPEG.with([(0xE1, HandMadeJPEG.exif + block)]) : HandMadePNG.with([HandMadePNG.chunk("eXIf", block)])
    let changes: [(String, (inout MetadataRewriteJob) -> Void)] = [
      (
        "all",
        {
          $0.strip = ["all"]
          $0.keep = ["orientation"]
        }
      ),
      ("gps", { $0.delete = ["gps"] }), ("a name", { $0.delete = ["exif.Artist"] }),
      ("set", { $0.set = ["exif.Software=S"] }),
    ]
    for (name, change) in changes {
      let result = try rewrite(file, suffix, change)
      #expect(!result.bytes.contains(Self.latitude), "\(name)")
      #expect(!result.bytes.contains(Self.trace), "\(name)")
      #expect(try await exiftool(["-n", "-s3", "-IFD0:Orientation"], result.path) == ["6"], "\(name)")
    }
  }

  @Test("Unreferenced bytes stay beside a maker note, which may point to them, and are removed with it")
  func besideMakerNote() throws {
    let note: [HandMadeTIFF.Entry] = [(0x927C, 7, 12, Array("Acme note 01".utf8))]
    let file = HandMadeJPEG.with([(0xE1, HandMadeJPEG.exif + Self.rewritten(exif: note))])
    #expect(try rewrite(file, "jpg") { $0.set = ["exif.Software=S"] }.bytes.contains(Self.trace))
    #expect(try !rewrite(file, "jpg") { $0.delete = ["makernotes"] }.bytes.contains(Self.trace))
  }

  @Test("A conversion does not copy unreferenced bytes", arguments: [[], ["gps"], ["serials"]])
  func conversion(_ strip: [String]) throws {
    let input = try directory.write(
      HandMadeJPEG.with([(0xE1, HandMadeJPEG.exif + Self.rewritten())]), to: "unlinked.jpg")
    var job = ConversionJob(input: .path(input), output: .path(directory.file("converted.png")))
    job.strip = strip
    _ = try job.run(in: environment)
    let bytes = Fixtures.bytes(directory.file("converted.png"))
    #expect(!bytes.contains(Self.latitude) && !bytes.contains(Self.trace))
  }

  // MARK: TIFF

  /// A page with a smaller version in SubIFDs and one chained to it, both with a position, XMP and an author.
  private static func parts() -> [UInt8] {
    let xmp = Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="48,51N" \
      xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="stay"/></rdf:RDF></x:xmpmeta>
      """.utf8)
    func part(at place: Int) -> [UInt8] {
      func fields(_ gps: Int) -> [HandMadeTIFF.Entry] {
        [
          (254, 4, 1, HandMadeTIFF.long(1)), (256, 3, 1, HandMadeTIFF.short(4)), (257, 3, 1, HandMadeTIFF.short(4)),
          (258, 3, 1, HandMadeTIFF.short(8)), (259, 3, 1, HandMadeTIFF.short(1)), (262, 3, 1, HandMadeTIFF.short(1)),
          (273, 4, 1, HandMadeTIFF.long(8)), (277, 3, 1, HandMadeTIFF.short(1)), (278, 3, 1, HandMadeTIFF.short(4)),
          (279, 4, 1, HandMadeTIFF.long(16)), (306, 2, 20, Array("2024:05:06 07:08:09\0".utf8)),
          (315, 2, trace.count, trace), (700, 1, xmp.count, xmp), (0x8825, 4, 1, HandMadeTIFF.long(gps)),
        ]
      }
      let gps = place + HandMadeTIFF.directory(fields(0), at: place).count
      return HandMadeTIFF.directory(fields(gps), at: place)
        + HandMadeTIFF.directory([(1, 2, 2, [0x4E, 0]), (2, 5, 3, latitude)], at: gps)
    }
    func pad(_ bytes: [UInt8], to count: Int) -> [UInt8] {
      bytes + [UInt8](repeating: 0, count: count - bytes.count)
    }
    var file = HandMadeTIFF.page([(330, 4, 1, HandMadeTIFF.long(1_000))])
    // The pointer to the next directory follows the ten fields of the directory at 24.
    file.replaceSubrange(24 + 2 + 120..<24 + 2 + 124, with: HandMadeTIFF.long(3_000))
    return pad(pad(file, to: 1_000) + part(at: 1_000), to: 3_000) + part(at: 3_000)
  }

  @Test("Sub-directories and smaller versions of a TIFF page lose what the page loses, and keep their pictures")
  func subDirectories() async throws {
    let file = Self.parts()
    let input = try directory.write(file, to: "parts.tif")
    #expect(try await exiftool(["-a", "-s3", "-GPSLatitude", "-ee"], input).count >= 2)
    let gps = try rewrite(file, "tif") { $0.delete = ["gps"] }
    #expect(!gps.bytes.contains(Self.latitude) && !gps.bytes.contains(Array("48,51N".utf8)))
    #expect(gps.bytes.contains(Array("stay".utf8)) && gps.bytes.contains(Self.trace))
    #expect(try await exiftool(["-a", "-s3", "-G1", "-Artist"], gps.path).count == 2)
    let all = try rewrite(file, "tif") { $0.strip = ["all"] }
    for bytes in [Self.latitude, Self.trace, Array("stay".utf8), Array("2024:05".utf8)] {
      #expect(!all.bytes.contains(bytes))
    }
    let named = try rewrite(file, "tif") { $0.delete = ["exif.Artist", "xmp.dc:*"] }
    #expect(!named.bytes.contains(Self.trace) && !named.bytes.contains(Array("stay".utf8)))
    let moved = try rewrite(file, "tif") { $0.shiftDates = "+1d" }
    #expect(
      try await exiftool(["-a", "-s3", "-ModifyDate"], moved.path) == ["2024:05:07 07:08:09", "2024:05:07 07:08:09"])
    for path in [gps.path, all.path, named.path] {
      let fields = ["-a", "-s3", "-ImageWidth", "-StripOffsets", "-StripByteCounts", "-SubfileType"]
      #expect(try await exiftool(fields, path) == exiftool(fields, input))
      #expect(try await Tool.run("tiffinfo", [path]).status == 0)
    }
  }

  @Test("Unreferenced bytes of a TIFF file are reported if something is deleted")
  func tiffLeftovers() throws {
    let file = HandMadeTIFF.page([]) + Self.trace
    let told = try rewrite(file, "tif") { $0.strip = ["all"] }
    #expect(told.report.diagnostics.contains { $0.message.contains("18 unreferenced bytes") })
    // ImageJ's stacks are unreferenced bytes, which must stay.
    #expect(told.bytes.contains(Self.trace))
    #expect(try rewrite(file, "tif") { $0.set = ["exif.Artist=A"] }.report.diagnostics.isEmpty)
  }

  // MARK: PNG

  @Test("Texts that repeat deleted metadata are not copied from the other file")
  func copiedTexts() async throws {
    let other = try directory.write(
      HandMadePNG.with([
        HandMadePNG.chunk("tEXt", Array("exif:GPSLatitude\0TRACE".utf8)),
        HandMadePNG.chunk("tEXt", Array("Location\0Berlin".utf8)),
        HandMadePNG.chunk("tEXt", Array("Title\0Sea".utf8)),
      ]), to: "other.png")
    let result = try rewrite(HandMadePNG.with([]), "png") {
      $0.copyFrom = other
      $0.delete = ["gps"]
    }
    #expect(!result.bytes.contains(Array("TRACE".utf8)))
    #expect(try await exiftool(["-s3", "-PNG:Title"], result.path) == ["Sea"])
    // Any text may name a place.
    #expect(result.report.diagnostics.contains { $0.message.contains("mention a place: Location, Title") })
    let named = try rewrite(HandMadePNG.with([]), "png") {
      $0.copyFrom = other
      $0.delete = ["png.Loc*"]
    }
    #expect(!named.bytes.contains(Array("Berlin".utf8)))
  }

  // MARK: Growth

  @Test(
    "A file that is changed again and again does not grow",
    arguments: [
      "jpeg/valid/everything.jpg", "jpeg/valid/exif_thumbnail.jpg", "png/valid/exif.png",
      "tiff/valid/exif_gps_big_endian.tif", "tiff/valid/bigtiff_big_endian.tif", "tiff/valid/pages_forty.tif",
      "note.jpg",
    ])
  func growth(_ name: String) async throws {
    let note: [HandMadeTIFF.Entry] = [(0x927C, 7, 12, Array("Acme note 01".utf8))]
    let block = HandMadeTIFF.block([(0x010F, 2, 5, Array("Acme\0".utf8))], exif: note)
    let isOwn = name == "note.jpg"
    let path = try directory.write(
      isOwn ? HandMadeJPEG.with([(0xE1, HandMadeJPEG.exif + block)]) : Fixtures.bytes(Fixtures.path(name)),
      to: "grow." + (name.split(separator: ".").last ?? ""))
    var environment = environment
    environment.files.inPlace = true
    var sizes: [Int] = []
    for turn in 0..<60 {
      var job = MetadataRewriteJob(input: .path(path), output: .path(path))
      // Values that alternately grow and shrink, and a field that is added and removed.
      job.set = [
        "exif.Artist=\(String(repeating: "a", count: 10 + turn * 7 % 60))",
        "exif.LensModel=\(String(repeating: "b", count: 70 - turn * 11 % 60))",
      ]
      if turn % 2 == 0 { job.set.append("exif.UserComment=\(String(repeating: "c", count: 30))") }
      if turn % 2 == 1 { job.delete = ["exif.UserComment"] }
      // Two jobs of one run must not write one file.
      var fresh = JobEnvironment(limits: .standard)
      fresh.files = environment.files
      _ = try job.run(in: fresh)
      sizes.append(Fixtures.bytes(path).count)
    }
    // Values of the same lengths recur; the holes that they are put into differ a little.
    let (early, late) = (try #require(sizes[..<30].max()), try #require(sizes[30...].max()))
    #expect(late <= early + early / 50, "\(sizes)")
    if name.contains("bigtiff") {
      // ExifTool reads the first directory of BigTIFF only.
      #expect(try await exiftool(["-s3", "-Artist"], path) == [String(repeating: "a", count: 10 + 59 * 7 % 60)])
      return
    }
    #expect(
      try await exiftool(["-s3", "-IFD0:Artist", "-ExifIFD:LensModel"], path) == [
        String(repeating: "a", count: 10 + 59 * 7 % 60), String(repeating: "b", count: 70 - 59 * 11 % 60),
      ])
    if isOwn { #expect(Fixtures.bytes(path).contains(Array("Acme note 01".utf8))) }
  }

  // MARK: Dates

  @Test("A date that is set brings its own fraction and zone, or none", arguments: ["jpg", "tif", "png"])
  func dates(_ suffix: String) async throws {
    let name = ["jpg": "jpeg/valid/gray.jpg", "png": "png/valid/rgb8.png", "tif": "tiff/valid/gray8.tif"][suffix] ?? ""
    let first = try rewrite(Fixtures.bytes(Fixtures.path(name)), suffix) {
      $0.set = [
        "exif.DateTimeOriginal=2024-03-01T00:30:00.50+02:00", "exif.DateTimeDigitized=2024-03-01T00:30:00.75+02:00",
      ]
    }
    let tags = [
      "-s3", "-ExifIFD:DateTimeOriginal", "-SubSecTimeOriginal", "-OffsetTimeOriginal", "-SubSecTimeDigitized",
      "-OffsetTimeDigitized",
    ]
    let other = ["75", "+02:00"]
    let plain = try rewrite(first.bytes, suffix) { $0.set = ["exif.DateTimeOriginal=2020:01:02 03:04:05"] }
    #expect(try await exiftool(tags, plain.path) == ["2020:01:02 03:04:05"] + other)
    let fraction = try rewrite(first.bytes, suffix) { $0.set = ["exif.DateTimeOriginal=2020:01:02 03:04:05.6"] }
    #expect(try await exiftool(tags, fraction.path) == ["2020:01:02 03:04:05", "6"] + other)
    let own = try rewrite(first.bytes, suffix) {
      $0.set = ["exif.SubSecTimeOriginal=8", "exif.DateTimeOriginal=2020:01:02 03:04:05"]
    }
    #expect(try await exiftool(tags, own.path) == ["2020:01:02 03:04:05", "8"] + other)
    let moved = try rewrite(first.bytes, suffix) { $0.shiftDates = "+1h" }
    #expect(try await exiftool(tags, moved.path) == ["2024:03:01 01:30:00", "50", "+02:00"] + other)
  }

  @Test("DNG's serial number has a name, and what has to stay is reported")
  func names() throws {
    let file = HandMadeTIFF.page([(50735, 2, 8, Array("SERIAL7\0".utf8))])
    let result = try rewrite(file, "tif") { $0.delete = ["exif.CameraSerialNumber"] }
    #expect(!result.bytes.contains(Array("SERIAL7".utf8)))
    for name in ["exif.ImageWidth", "exif.StripOffsets", "exif.DNGVersion"] {
      var job = MetadataRewriteJob(input: .path("none.tif"), output: .path("none.tif"))
      job.delete = [name]
      let error = #expect(throws: ImageError.self, "\(name)") { try job.check() }
      #expect(error?.message.contains("has to stay") == true, "\(name)")
    }
  }

  // MARK: IPTC

  @Test("IPTC data with bytes swapped in groups of four is swapped back when it is copied")
  func turnedIPTC() async throws {
    let datasets: [UInt8] =
      [0x1C, 2, 90, 0, 6] + Array("Berlin".utf8) + [0x1C, 2, 25, 0, 3] + Array("sea".utf8) + [0, 0]
    #expect(datasets.count % 4 == 1)
    let whole = datasets + [0, 0, 0]
    let turned = stride(from: 0, to: whole.count, by: 4).flatMap { Array(whole[$0..<$0 + 4].reversed()) }
    let file = HandMadeTIFF.page([(33723, 4, turned.count / 4, turned)])
    let input = try directory.write(file, to: "turned.tif")
    for suffix in ["jpg", "tif"] {
      let output = directory.file("straight.\(suffix)")
      var job = ConversionJob(input: .path(input), output: .path(output))
      job.encodesAgain = true
      _ = try job.run(in: environment)
      #expect(try await exiftool(["-s3", "-IPTC:City", "-IPTC:Keywords"], output) == ["Berlin", "sea"])
    }
    let rewritten = try rewrite(file, "tif") { $0.delete = ["gps"] }
    #expect(try await exiftool(["-s3", "-IPTC:City", "-IPTC:Keywords"], rewritten.path) == ["sea"])
    #expect(!rewritten.bytes.contains(Array("ilreB".utf8)))
  }
}
