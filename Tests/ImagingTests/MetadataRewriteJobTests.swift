internal import ImageModel
internal import Imaging
internal import TestKit
internal import Testing

/// Rewritten metadata, checked by exiftool and exiv2; a separate program compares the compressed picture.
@Suite(.timed) struct MetadataRewriteJobTests {
  let directory: TemporaryDirectory
  /// A new directory for each run: two jobs of one run must not write one file.
  private var environment: JobEnvironment { JobEnvironment(limits: .standard) }

  init() throws { directory = try TemporaryDirectory() }

  private static let files = [
    "jpeg/valid/everything.jpg", "jpeg/valid/gray.jpg", "jpeg/valid/mpf_two_images.jpg", "jpeg/valid/xmp_extended.jpg",
    "jpeg/valid/fill_bytes_and_trailer.jpg", "jpeg/valid/exif_thumbnail.jpg", "jpeg/valid/icc_three_pieces.jpg",
    "jpeg/valid/scans_one_per_component.jpg", "png/valid/exif.png", "png/valid/rgb8.png",
    "png/valid/exif_after_image.png", "png/valid/exif_raw_profile.png", "png/valid/text_international.png",
    "png/valid/unknown_chunks.png", "tiff/valid/exif_gps_big_endian.tif", "tiff/valid/bigtiff_big_endian.tif",
    "tiff/valid/bigtiff_little_endian_tiles_deflate.tif", "tiff/valid/pages_forty.tif",
    "tiff/valid/pyramid_subifds.tif", "tiff/valid/jpeg_ycbcr_tiles.tif", "tiff/valid/iptc_photoshop.tif",
    "tiff/valid/pages_bigtiff.tif",
  ]

  private func output(_ name: String) -> String {
    directory.file(name.split(separator: "/").joined(separator: "_"))
  }

  @discardableResult
  private func rewrite(
    _ name: String, from input: String? = nil, _ change: (inout MetadataRewriteJob) -> Void
  ) throws -> JobReport {
    var job = MetadataRewriteJob(input: .path(input ?? Fixtures.path(name)), output: .path(output(name)))
    change(&job)
    try job.check()
    return try job.run(in: environment)
  }

  private func exiftool(_ arguments: [String], _ path: String) async throws -> [String] {
    try await Tool.run("exiftool", ["-charset", "iptc=UTF8"] + arguments + [path]).text
      .split(separator: "\n").map(String.init)
  }

  /// The metadata of a file, without properties of the file itself and offsets.
  private func everything(_ path: String, besides names: Set<String>) async throws -> [String] {
    let omitted = ["File:all", "System:all", "ExifTool:all", "Composite:all"]
    let lines = try await exiftool(["-G1", "-a", "-u", "-n", "-s"] + omitted.map { "--" + $0 }, path)
    let places: Set<String> = ["ThumbnailOffset", "MPImageStart", "MPImageLength", "IPTCDigest", "HasExtendedXMP"]
    return lines.filter { line in
      let name = line.split(separator: "]").last?.split(separator: ":").first?.filter { $0 != " " } ?? ""
      return !names.contains(name) && !places.contains(name)
    }.sorted()
  }

  @Test("The compressed picture stays byte for byte", arguments: files)
  func pictureIsCopied(_ name: String) async throws {
    let isTIFF = name.hasPrefix("tiff")
    try rewrite(name) { job in
      job.set = [
        "exif.Artist=Ann", "exif.ImageDescription=\(String(repeating: "long ", count: 80))", "gps.latitude=-33.85",
        "xmp.dc:title=Sea", "iptc.Keywords=sea", "dpi=300",
      ]
      if !isTIFF { job.set.append("comment=Sea") }
      job.orientation = 6
    }
    let digests = try await PictureData.digests([Fixtures.path(name), output(name)])
    #expect(digests[0] == digests[1])
    let said = try await exiftool(
      ["-n", "-s3", "-IFD0:Artist", "-IFD0:Orientation", "-GPS:GPSLatitudeRef", "-XMP:Title", "-IPTC:Keywords"],
      output(name))
    if !name.contains("bigtiff") { #expect(said == ["Ann", "6", "S", "Sea", "sea"]) }
  }

  @Test("Other metadata stays unchanged", arguments: files)
  func restStays(_ name: String) async throws {
    let new: Set<String> = [
      "Artist", "Subject", "ApplicationNotes", "XResolution", "YResolution", "ResolutionUnit", "YCbCrPositioning",
    ]
    try rewrite(name) { $0.set = ["exif.Artist=A much longer name than any", "xmp.dc:subject=a", "xmp.dc:subject=b"] }
    let before = try await everything(Fixtures.path(name), besides: new)
    #expect(try await everything(output(name), besides: new) == before)
  }

  @Test("Everything but the named kinds is removed", arguments: files)
  func stripAll(_ name: String) async throws {
    try rewrite(name) { job in
      job.strip = ["all"]
      job.keep = ["icc", "orientation"]
    }
    let digests = try await PictureData.digests([Fixtures.path(name), output(name)], withTrailer: false)
    #expect(digests[0] == digests[1])
    // Nothing follows the picture: neither further pictures nor what another program has appended.
    #expect(try await PictureData.digests([output(name)]) == [digests[1]])
    let left = try await exiftool(
      [
        "-s", "-G1", "-GPS:all", "-XMP:all", "-IPTC:all", "-ExifIFD:all", "-IFD0:Artist", "-IFD0:Make", "-File:Comment",
        "-MakerNotes:all",
      ],
      output(name))
    #expect(left == [])
    let profiles = try await exiftool(["-s3", "-ICC_Profile:ProfileDescription"], Fixtures.path(name))
    #expect(try await exiftool(["-s3", "-ICC_Profile:ProfileDescription"], output(name)) == profiles)
  }

  @Test("Values have the types that the standard declares")
  func values() async throws {
    try rewrite("jpeg/valid/gray.jpg") { job in
      job.set = [
        "exif.ExposureTime=0.004", "exif.FNumber=28/10", "exif.ExposureBiasValue=-1/3",
        "exif.DateTimeOriginal=2024-05-06T07:08:09.25+02:00", "exif.UserComment=Grüße", "exif.XPTitle=Ünï",
        "gps.position=-33.856784,151.215297,-12.5", "iptc.DateCreated=2024-05-06", "iptc.Caption=Öl",
        "xmp.dc:title=A<B & C", "xmp.xmp:Rating=4", "xmp.photoshop:DateCreated=2024:05:06 07:08:09", "comment=Hallo",
      ]
    }
    let path = output("jpeg/valid/gray.jpg")
    #expect(
      try await exiftool(
        [
          "-n", "-s3", "-ExposureTime", "-FNumber", "-ExposureCompensation", "-ExifIFD:DateTimeOriginal",
          "-SubSecTimeOriginal", "-OffsetTimeOriginal", "-UserComment", "-XPTitle", "-Composite:GPSPosition",
          "-Composite:GPSAltitude", "-IPTC:DateCreated", "-IPTC:Caption-Abstract", "-XMP:Title", "-XMP:Rating",
          "-XMP:DateCreated", "-File:Comment",
        ], path) == [
          "0.004", "2.8", "-0.3333333333", "2024:05:06 07:08:09", "25", "+02:00", "Grüße", "Ünï",
          "-33.856784 151.215297", "-12.5", "2024:05:06", "Öl", "A<B & C", "4", "2024:05:06 07:08:09", "Hallo",
        ])
    #expect(try await exiftool(["-validate", "-warning", "-a", "-s3"], path) == ["OK"])
    let xmp = try await Tool.run("exiv2", ["-px", path])
    #expect(xmp.text.contains("lang=\"x-default\" A<B & C"), "\(xmp.errors)")
    let iptc = try await Tool.run("exiv2", ["-pi", path])
    #expect(iptc.text.contains("Öl"))
  }

  @Test("Lists of XMP and IPTC are replaced and appended to")
  func lists() async throws {
    let name = "jpeg/valid/gray.jpg"
    try rewrite(name) { $0.set = ["xmp.dc:subject=a", "xmp.dc:subject=b", "iptc.Keywords=a"] }
    let second = directory.file("second.jpg")
    var job = MetadataRewriteJob(input: .path(output(name)), output: .path(second))
    job.set = ["xmp.dc:subject+=c", "iptc.Keywords+=b", "iptc.Keywords+=c", "xmp.dc:creator+=Ann"]
    _ = try job.run(in: environment)
    #expect(
      try await exiftool(["-s3", "-XMP:Subject", "-IPTC:Keywords", "-XMP:Creator"], second)
        == ["a, b, c", "a, b, c", "Ann"])
  }

  @Test("Wrong names and values are reported before anything is done")
  func usage() throws {
    let wrong = [
      "exif.Artst=a": "did you mean exif.Artist", "gps.latitude=91": "degrees", "exif.ExposureTime=abc": "1/250",
      "xmp.dc:titel=a": "did you mean xmp.dc:title", "xmp.foo:bar=a": "prefix", "iptc.Keyworts=a": "iptc.Keyword",
      "foo.bar=1": "exif.NAME", "exif.Artist": "NAME=VALUE", "exif.Artist+=x": "lists",
      "exif.DateTimeOriginal=yesterday": "date", "xmp.xmp:Rating=7": "-1 to 5", "dpi=many": "dots",
      "png. a=b": "keyword", "exif.Flash=70000": "65535", "exif.Orientation=9": "1 to 8",
      "iptc.City=\(String(repeating: "x", count: 33))": "32 bytes",
      "exif.ExposureTime=1e-10": "nearer to 0", "gps.latitude=0x10": "degrees", "gps.altitude=0x10": "metres",
      "dpi=0x10": "dots", "exif.ImageWidth=5": "cannot be set", "exif.SubIFDs=5": "cannot be set",
      "exif.CameraSerialNumber=5": "not set",
    ]
    for (text, hint) in wrong {
      var job = MetadataRewriteJob(input: .path("none.jpg"), output: .path("none.jpg"))
      job.set = [text]
      let error = #expect(throws: ImageError.self, "\(text)") { try job.check() }
      #expect(error?.kind == .usage)
      #expect(error?.message.contains(hint) == true, "\(text): \(error?.message ?? "")")
    }
    for shift in ["1h", "+", "-1", "+1x", "-1h1d", "+1m1m", ""] {
      var job = MetadataRewriteJob(input: .path("none.jpg"), output: .path("none.jpg"))
      job.shiftDates = shift
      #expect(throws: ImageError.self, "\(shift)") { try job.check() }
    }
    #expect(throws: ImageError.self) {
      try MetadataRewriteJob(input: .path("none.jpg"), output: .path("none.jpg")).check()
    }
  }

  @Test("Deleting the position deletes names of places in XMP and IPTC, too")
  func location() async throws {
    let name = "jpeg/valid/everything.jpg"
    try rewrite(name) { job in
      job.set = [
        "gps.position=1,2", "xmp.photoshop:City=Berlin", "xmp.Iptc4xmpCore:Location=Mitte", "iptc.City=Berlin",
        "iptc.Keywords=stays", "xmp.exif:GPSLatitude=1,2N",
      ]
    }
    var job = MetadataRewriteJob(input: .path(output(name)), output: .path(directory.file("b.jpg")))
    job.delete = ["gps"]
    let report = try job.run(in: environment)
    #expect(report.changes.contains("deleted gps"))
    #expect(report.changes.contains("deleted iptc.City"))
    let bytes = String(decoding: Fixtures.bytes(directory.file("b.jpg")), as: UTF8.self)
    for trace in ["Berlin", "Mitte", "GPSLatitude"] { #expect(!bytes.contains(trace), "\(trace)") }
    #expect(try await exiftool(["-s3", "-GPS:all", "-IPTC:Keywords"], directory.file("b.jpg")) == ["stays"])
  }

  @Test("Names with wildcards are deleted")
  func globs() async throws {
    let name = "jpeg/valid/gray.jpg"
    try rewrite(name) { job in
      job.set = [
        "exif.BodySerialNumber=1", "exif.LensSerialNumber=2", "exif.LensModel=L", "xmp.dc:title=T", "xmp.dc:source=S",
      ]
    }
    var job = MetadataRewriteJob(input: .path(output(name)), output: .path(directory.file("b.jpg")))
    job.delete = ["exif.*Serial*", "xmp.dc:t*"]
    #expect(
      try job.run(in: environment).changes == [
        "deleted exif.BodySerialNumber", "deleted exif.LensSerialNumber", "deleted xmp.dc:title",
      ])
    #expect(
      try await exiftool(
        ["-s3", "-SerialNumber", "-LensSerialNumber", "-LensModel", "-XMP:Title", "-XMP:Source"],
        directory.file("b.jpg"))
        == ["L", "S"])
  }

  @Test(
    "Dates are moved together; fractions and zones stay",
    arguments: ["jpeg/valid/gray.jpg", "tiff/valid/gray8.tif", "png/valid/rgb8.png"])
  func dates(_ name: String) async throws {
    try rewrite(name) { job in
      job.set = [
        "exif.DateTimeOriginal=2024-03-01T00:30:00.50+02:00", "exif.DateTime=2023:12:31 23:59:59",
        "gps.GPSDateStamp=2024:02:29", "gps.GPSTimeStamp=22,30,15/2", "xmp.xmp:CreateDate=2024-03-01T00:30:00+02:00",
        "xmp.xmp:MetadataDate=2024-03-01T00:30:00+02:00", "iptc.DateCreated=2024-03-01",
        "iptc.TimeCreated=00:30:00+02:00",
      ]
    }
    let moved = directory.file("moved." + (name.split(separator: ".").last ?? ""))
    var job = MetadataRewriteJob(input: .path(output(name)), output: .path(moved))
    job.shiftDates = "-1h"
    _ = try job.run(in: environment)
    let tags = [
      "-n", "-s3", "-ExifIFD:DateTimeOriginal", "-SubSecTimeOriginal", "-OffsetTimeOriginal", "-IFD0:ModifyDate",
      "-GPS:GPSDateStamp", "-GPS:GPSTimeStamp", "-XMP:CreateDate", "-XMP:MetadataDate", "-IPTC:DateCreated",
      "-IPTC:TimeCreated",
    ]
    #expect(
      try await exiftool(tags, moved) == [
        // The time of GPS comes from satellites and was right.
        "2024:02:29 23:30:00", "50", "+02:00", "2023:12:31 22:59:59", "2024:02:29", "22:30:07.5",
        "2024:02:29 23:30:00+02:00", "2024:03:01 00:30:00+02:00", "2024:02:29", "23:30:00+02:00",
      ])
    job.shiftDates = "+1y1mo"
    _ = try job.run(in: environment)
    #expect(
      try await exiftool(["-s3", "-ExifIFD:DateTimeOriginal", "-IFD0:ModifyDate"], moved) == [
        "2025:04:01 00:30:00", "2025:01:31 23:59:59",
      ])
  }

  @Test("The index of the pictures after the first stays correct")
  func furtherPictures() async throws {
    let name = "jpeg/valid/mpf_two_images.jpg"
    let report = try rewrite(name) {
      $0.set = ["exif.ImageDescription=\(String(repeating: "x", count: 999))", "xmp.dc:title=T"]
    }
    #expect(report.diagnostics.contains { $0.severity == .note && $0.message.contains("MPF") })
    func second(_ path: String) async throws -> [UInt8] {
      try await Tool.run("exiftool", ["-b", "-PreviewImage", path]).output
    }
    let before = try await second(Fixtures.path(name))
    #expect(!before.isEmpty)
    #expect(try await second(output(name)) == before)
    let length = try await exiftool(["-n", "-s3", "-a", "-MPImageLength"], output(name))
    let old = try await exiftool(["-n", "-s3", "-a", "-MPImageLength"], Fixtures.path(name))
    let growth = Fixtures.bytes(output(name)).count - Fixtures.bytes(Fixtures.path(name)).count
    #expect(length.first == Int(old[0]).map { "\($0 + growth)" })
  }

  /// The record with which FotoStation ends a file: tag, size, signature.
  private func withTrailer(_ name: String) throws -> String {
    let caption: [UInt8] = [0x1C, 2, 120, 0, 5] + Array("Hello".utf8)
    let footer: [UInt8] = [0, 1, 0, 0, 0, 20, 0xA1, 0xB2, 0xC3, 0xD4]
    return try directory.write(Fixtures.bytes(Fixtures.path(name)) + caption + footer, to: "trailer.jpg")
  }

  @Test(
    "Further pictures and trailers are removed by name", arguments: [(["mpf"], 20), (["trailers"], 909), (["all"], 0)])
  func trailers(strip: [String], kept: Int) async throws {
    let name = "jpeg/valid/mpf_two_images.jpg"
    let report = try rewrite(name, from: withTrailer(name)) { $0.strip = strip }
    let bytes = Fixtures.bytes(output(name))
    let pictures = try await exiftool(["-s3", "-MPF:NumberOfImages"], output(name))
    let captions = try await exiftool(["-s3", "-IPTC:Caption-Abstract"], output(name))
    #expect(captions == (strip == ["mpf"] ? ["Hello"] : []))
    #expect(pictures == (strip == ["trailers"] ? ["2"] : []))
    // The end marker of the first picture comes right before what is kept.
    #expect(bytes.dropLast(kept).suffix(2) == [0xFF, 0xD9])
    let notes = report.diagnostics.map(\.message)
    #expect(notes.contains { $0.hasPrefix("20 bytes after the picture (FotoStation) are kept") } == (kept == 20))
    #expect(notes.contains { $0.hasPrefix("the further pictures after the first (MPF, 909 bytes)") } == (kept == 909))
  }

  @Test("One page of several can be changed")
  func onePage() async throws {
    try rewrite("tiff/valid/pages_forty.tif") { job in
      job.set = ["exif.Artist=Second"]
      job.page = 2
    }
    #expect(try await exiftool(["-s", "-G1", "-a", "-Artist"], output("tiff/valid/pages_forty.tif")).count == 1)
    #expect(throws: ImageError.self) {
      try rewrite("tiff/valid/pages_forty.tif") { job in
        job.set = ["exif.Artist=x"]
        job.page = 41
      }
    }
  }

  @Test(
    "Metadata of another file replaces that of this file, except for properties of the pixels",
    arguments: ["jpg", "png", "tif"])
  func copying(_ suffix: String) async throws {
    let name =
      ["jpg": "jpeg/valid/photo_large_420.jpg", "png": "png/valid/rgb8.png", "tif": "tiff/valid/rgb8_lzw.tif"][suffix]
      ?? ""
    try rewrite(name) { $0.copyFrom = Fixtures.path("jpeg/valid/exif_gps_big_endian.jpg") }
    let source = Fixtures.path("jpeg/valid/exif_gps_big_endian.jpg")
    let tags = [
      "-n", "-s3", "-IFD0:Make", "-IFD0:Model", "-ExposureTime", "-DateTimeOriginal", "-GPS:GPSLatitude", "-LensModel",
    ]
    #expect(try await exiftool(tags, output(name)) == (try await exiftool(tags, source)))
    let own = ["-s3", "-n", "-ImageWidth", "-Orientation", "-IFD0:XResolution", "-JFIF:XResolution"]
    #expect(try await exiftool(own, output(name)) == (try await exiftool(own, Fixtures.path(name))))
    let digests = try await PictureData.digests([Fixtures.path(name), output(name)])
    #expect(digests[0] == digests[1])
  }

  @Test("Rewriting twice gives the same as rewriting once")
  func stable() throws {
    for name in Self.files {
      let change: (inout MetadataRewriteJob) -> Void = {
        $0.set = ["exif.Artist=Ann", "xmp.dc:title=T", "iptc.City=C"]
      }
      try rewrite(name, change)
      let first = Fixtures.bytes(output(name))
      let copy = directory.file("copy")
      var job = MetadataRewriteJob(input: .path(output(name)), output: .path(copy))
      change(&job)
      _ = try job.run(in: environment)
      #expect(Fixtures.bytes(copy).count == first.count, "\(name)")
    }
  }

  @Test("A file keeps its format, and what the format cannot hold is refused")
  func refusals() throws {
    var job = MetadataRewriteJob(
      input: .path(Fixtures.path("jpeg/valid/gray.jpg")), output: .path(directory.file("a.png")))
    job.set = ["exif.Artist=A"]
    #expect(throws: ImageError.self) { try job.run(in: environment) }
    for (name, set) in [
      ("jpeg/valid/gray.jpg", "png.Title=x"), ("tiff/valid/gray8.tif", "comment=x"),
      ("jpeg/valid/gray.jpg", "exif.ImageDescription=\(String(repeating: "x", count: 70_000))"),
    ] {
      let error = #expect(throws: ImageError.self) { try rewrite(name) { $0.set = [set] } }
      #expect(error?.kind == .unsupported)
    }
    #expect(directory.names == [])
  }

  @Test("A block that is too large to read is not replaced, and is removed if it may contain what is deleted")
  func unread() async throws {
    var limits = Limits.standard
    limits.maxMetadataBlockBytes = 100
    let strict = JobEnvironment(limits: limits)
    var job = MetadataRewriteJob(
      input: .path(Fixtures.path("jpeg/valid/everything.jpg")), output: .path(directory.file("a.jpg")))
    job.set = ["exif.Artist=A"]
    let error = #expect(throws: ImageError.self) { try job.run(in: strict) }
    #expect(error?.kind == .invalidData)
    job.set = []
    job.delete = ["gps"]
    _ = try job.run(in: JobEnvironment(limits: limits))
    #expect(try await exiftool(["-s3", "-GPS:all", "-XMP:all", "-IPTC:all"], directory.file("a.jpg")) == [])
  }

  @Test("Every broken fixture is rewritten, or refused with a reason and without an output")
  func brokenFiles() throws {
    for name in ["jpeg", "png", "tiff"].flatMap({ Fixtures.names(under: "\($0)/broken") }) {
      do {
        try rewrite(name) { job in
          job.set = ["exif.Artist=\(String(repeating: "A", count: 300))", "xmp.dc:title=T", "iptc.City=C"]
          job.delete = ["gps"]
        }
      } catch {
        #expect(error is ImageError, "\(name)")
        #expect(!directory.names.contains { $0.hasPrefix(".") })
      }
    }
  }

  /// The last bytes are missing: the end marker of the JPEG, the end of the data of the PNG.
  @Test(
    "What is left of a damaged picture does not replace a file, also where it is copied",
    arguments: ["jpeg/valid/gray.jpg", "png/valid/rgb8.png"], [true, false])
  func damage(_ name: String, _ isCopied: Bool) throws {
    let whole = Fixtures.bytes(Fixtures.path(name))
    let cut = Array(whole.dropLast(40))
    let suffix = String(name.suffix(3))
    let input = try directory.write(cut, to: "cut.\(suffix)")
    let kept = try directory.write(whole, to: "kept.\(suffix)")
    func run(to path: String, _ change: (inout JobEnvironment.FileOptions) -> Void = { _ in }) throws -> JobReport {
      var files = JobEnvironment.FileOptions()
      change(&files)
      let environment = JobEnvironment(limits: .standard, files: files)
      if isCopied { return try ConversionJob(input: .path(input), output: .path(path)).run(in: environment) }
      var job = MetadataRewriteJob(input: .path(input), output: .path(path))
      job.set = ["exif.Artist=Ann"]
      return try job.run(in: environment)
    }
    let refused = #expect(throws: ImageError.self) { try run(to: kept) }
    #expect(refused?.kind == .invalidData && refused?.path == input)
    #expect(refused?.message.hasSuffix("\(kept) stays as it is (--fail-on none replaces it)") == true)
    #expect(Fixtures.bytes(kept) == whole)
    // A new file gets what is left, with a warning, unless damage is an error.
    let strict = #expect(throws: ImageError.self) {
      try run(to: directory.file("new.\(suffix)")) { $0.damage = .isRefused }
    }
    #expect(strict?.kind == .invalidData)
    #expect(directory.names == ["cut.\(suffix)", "kept.\(suffix)"])
    let made = try run(to: directory.file("new.\(suffix)"))
    #expect(made.diagnostics.contains { $0.severity == .warning } && made.outputs.map(\.isCopied) == [true])
    _ = try run(to: kept) { $0.damage = .isWritten }
    #expect(Fixtures.bytes(kept) == Fixtures.bytes(directory.file("new.\(suffix)")))
    // In place nothing is lost: the file has its damage already.
    if !isCopied {
      #expect(throws: ImageError.self) { try run(to: input) { ($0.inPlace, $0.damage) = (true, .isRefused) } }
      #expect(Fixtures.bytes(input) == cut)
    }
    _ = try run(to: input) { $0.inPlace = true }
    #expect(Fixtures.bytes(input) == Fixtures.bytes(kept))
  }
}
