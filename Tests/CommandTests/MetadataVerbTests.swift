internal import TestKit
internal import Testing

/// Changes of whole blocks, and what is written beside pictures. exiftool says what files hold.
@Suite("Verbs of metadata", .timed)
struct MetadataVerbTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func copy(_ fixture: String, _ name: String) throws -> String {
    try directory.write(Fixtures.bytes(Fixtures.path(fixture)), to: name)
  }

  /// Edits a file in place.
  private func edit(_ path: String, _ options: [String]) async throws -> Tool.Result {
    try await Tool.cameo("imgconv", ["--in-place"] + options + [path])
  }

  @Test("Photoshop's resources go without IPTC, and the marks of JFIF and Adobe where no colour depends on them")
  func wholeBlocks() async throws {
    let photoshop = try copy("jpeg/valid/photoshop_every_resource.jpg", "p.jpg")
    let before = try await ExifTool.read([photoshop])[photoshop] ?? [:]
    #expect(before.keys.contains { $0.hasPrefix("Photoshop:") && $0 != "Photoshop:IPTCDigest" })
    let removed = try await edit(photoshop, ["--delete", "photoshop"])
    #expect(removed.status == 0, "\(removed.errors)")
    let after = try await ExifTool.read([photoshop])[photoshop] ?? [:]
    #expect(!after.keys.contains { $0.hasPrefix("Photoshop:") && $0 != "Photoshop:IPTCDigest" })
    #expect(
      Set(after.keys.filter { $0.hasPrefix("IPTC:") }) == Set(before.keys.filter { $0.hasPrefix("IPTC:") }))

    let plain = try copy("jpeg/valid/photo_landscape_444.jpg", "j.jpg")
    let marks = try await edit(plain, ["--delete", "jfif,adobe"])
    #expect(marks.status == 0, "\(marks.errors)")
    #expect(try await ExifTool.values(["JFIF:JFIFVersion"], plain) == ["-"])
    // The pixels are those of before.
    let same = try await Tool.cameo(
      "imgconv", ["--compare", Fixtures.path("jpeg/valid/photo_landscape_444.jpg"), plain])
    #expect(same.status == 0, "\(same.text)")
    let cmyk = try copy("jpeg/valid/cmyk_adobe_0.jpg", "c.jpg")
    let refused = try await edit(cmyk, ["--delete", "adobe"])
    #expect(refused.status == 1 && refused.errors.contains("how the colours are stored"), "\(refused.errors)")
    // Without JFIF, Adobe's mark would say that the colours are R, G and B.
    let bytes = Fixtures.bytes(plain)
    let jfif: [UInt8] = [0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]
    let adobe: [UInt8] = [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0]
    let both = try directory.write(bytes[..<2] + jfif + adobe + bytes[2...], to: "both.jpg")
    let outranked = try await edit(both, ["--delete", "jfif"])
    #expect(outranked.status == 1 && outranked.errors.contains("how the colours are stored"), "\(outranked.errors)")
    let part = try InProcess("imgconv", ["--in-place", "--delete", "jfif.JFIFVersion", plain])
    #expect(part.status == 64 && part.errors.contains("as a whole"), "\(part.errors)")
  }

  @Test("A profile is put into a picture and comes out again, byte for byte")
  func profile() async throws {
    let bytes = try await Tool.run("exiftool", ["-b", "-ICC_Profile", Fixtures.path("jpeg/valid/icc_one_piece.jpg")])
      .output
    try #require(bytes.count > 128)
    let profile = try directory.write(bytes, to: "p.icc")
    let path = try copy("jpeg/valid/photo_landscape_444.jpg", "a.jpg")
    let edited = try await edit(path, ["--copy-from", profile])
    #expect(edited.status == 0, "\(edited.errors)")
    #expect(try await Tool.run("exiftool", ["-b", "-ICC_Profile", path]).output == bytes)
    #expect(try await Tool.cameo("imgmeta", ["--extract", "icc", "-o", "-", path]).output == bytes)
    let gray = try copy("jpeg/valid/gray.jpg", "g.jpg")
    let refused = try await edit(gray, ["--copy-from", profile])
    #expect(refused.status == 1 && refused.errors.contains("GRAY"), "\(refused.errors)")
    let part = try await edit(path, ["--copy-from", try directory.write(Array(bytes.prefix(200)), to: "cut.icc")])
    #expect(part.status != 0 && part.errors.contains("of 200"), "\(part.errors)")
  }

  @Test(
    "A profile is put into PNG and WebP without a change of the pixels, and replaces what contradicts it",
    arguments: [
      "png/valid/photo_rgb.png", "png/valid/palette8.png", "png/valid/colour_srgb_gama_chrm.png",
      "png/valid/anim_rgb.png",
      "webp/valid/iccp.webp", "webp/valid/lossy.webp", "webp/valid/lossy_alpha.webp", "webp/valid/palette.webp",
    ])
  func profileOfChunks(_ fixture: String) async throws {
    let bytes = try await Tool.run("exiftool", ["-b", "-ICC_Profile", Fixtures.path("jpeg/valid/icc_one_piece.jpg")])
      .output
    let profile = try directory.write(bytes, to: "p.icc")
    let suffix = fixture.hasSuffix("png") ? "png" : "webp"
    let path = try copy(fixture, "a.\(suffix)")
    func pixels(_ path: String) async throws -> String {
      try await Tool.run("identify", ["-quiet", "-format", "%# ", path]).text
    }
    let edited = try await edit(path, ["--copy-from", profile])
    #expect(edited.status == 0, "\(edited.errors)")
    #expect(try await Tool.run("exiftool", ["-b", "-ICC_Profile", path]).output == bytes)
    #expect(try await Tool.cameo("imgmeta", ["--extract", "icc", "-o", "-", path]).output == bytes)
    if suffix == "png" {
      let checked = try await Tool.run("pngcheck", ["-v", path])
      #expect(checked.status == 0 && checked.text.contains("iCCP"), "\(checked.text)")
      for name in ["sRGB", "gAMA", "cHRM"] { #expect(!checked.text.contains("chunk \(name)"), "\(checked.text)") }
    } else {
      let told = try await Tool.run("webpmux", ["-info", path])
      #expect(told.status == 0 && told.text.contains("ICC profile"), "\(told.text) \(told.errors)")
    }
    if !fixture.contains("gama") {
      #expect(try await pixels(path) == pixels(Fixtures.path(fixture)))
    }
    let removed = try await edit(path, ["--delete", "icc"])
    #expect(removed.status == 0, "\(removed.errors)")
    #expect(try await Tool.run("exiftool", ["-b", "-ICC_Profile", path]).output.isEmpty)
    let gray = try await edit(try copy("png/valid/gray8.png", "g.png"), ["--copy-from", profile])
    #expect(gray.status == 1 && gray.errors.contains("GRAY"), "\(gray.errors)")
  }

  @Test(
    "A thumbnail is put into Exif, replaced, extracted and deleted, as exiftool reads it",
    arguments: [
      "jpeg/valid/gray.jpg", "jpeg/valid/exif_thumbnail.jpg", "jpeg/valid/exif_gps_big_endian.jpg",
      "png/valid/photo_rgb.png", "png/valid/exif.png", "webp/valid/lossy.webp",
    ])
  func thumbnail(_ fixture: String) async throws {
    let path = try copy(fixture, "a" + fixture[(fixture.lastIndex(of: ".") ?? fixture.startIndex)...])
    let before = try await ExifTool.read([path])[path] ?? [:]
    // A file without metadata is put in as it is.
    let plain = Fixtures.bytes(Fixtures.path("jpeg/valid/size_1x1.jpg"))
    let small = try directory.write(plain, to: "small.jpg")
    let edited = try await edit(path, ["--thumbnail", small, "--json"])
    #expect(edited.status == 0 && edited.text.contains("set thumbnail"), "\(edited.text) \(edited.errors)")
    #expect(try await Tool.run("exiftool", ["-b", "-ThumbnailImage", path]).output == plain)
    #expect(try await Tool.cameo("imgmeta", ["--extract", "thumbnail", "-o", "-", path]).output == plain)
    let checked = try await Tool.run("exiftool", ["-validate", "-warning", "-a", "-s3", path])
    #expect(!checked.text.contains("IFD1"), "\(checked.text)")
    // Nothing else of Exif has changed.
    let after = try await ExifTool.read([path])[path] ?? [:]
    for (name, value) in before where ["IFD0:", "ExifIFD:", "GPS:"].contains(where: name.hasPrefix) {
      #expect(ExifTool.text(after, name) == "\(value)", "\(name)")
    }
    // The metadata of the other file stays out.
    let other = try await edit(path, ["--thumbnail", Fixtures.path("jpeg/valid/exif_gps_big_endian.jpg")])
    #expect(other.status == 0, "\(other.errors)")
    let inner = try directory.write(
      try await Tool.run("exiftool", ["-b", "-ThumbnailImage", path]).output, to: "inner.jpg")
    #expect(try await ExifTool.values(["GPSLatitude", "Make"], inner) == ["-", "-"])
    let same = try await Tool.cameo(
      "imgconv", ["--compare", Fixtures.path("jpeg/valid/exif_gps_big_endian.jpg"), inner])
    #expect(same.status == 0, "\(same.text) \(same.errors)")
    #expect(try await edit(path, ["--delete", "thumbnail"]).status == 0)
    #expect(try await Tool.run("exiftool", ["-b", "-ThumbnailImage", path]).output.isEmpty)
  }

  @Test("A comment between the scans of a thumbnail is left out, and does not end it")
  func commentBetweenScans() async throws {
    let fixture = Fixtures.path("jpeg/valid/rgb_progressive.jpg")
    let bytes = Fixtures.bytes(fixture)
    let scans = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
    try #require(scans.count > 1)
    let comment: [UInt8] = [0xFF, 0xFE, 0, 10] + Array("secret".utf8) + [0xFF, 0xD9]
    let commented = try directory.write(
      Array(bytes[..<scans[1]] + comment + bytes[scans[1]...]), to: "commented.jpg")
    let path = try copy("jpeg/valid/gray.jpg", "a.jpg")
    let edited = try await edit(path, ["--thumbnail", commented])
    #expect(edited.status == 0, "\(edited.errors)")
    let inner = try await Tool.run("exiftool", ["-b", "-ThumbnailImage", path]).output
    #expect(!String(decoding: inner, as: UTF8.self).contains("secret"))
    let same = try await Tool.cameo("imgconv", ["--compare", fixture, try directory.write(inner, to: "inner.jpg")])
    #expect(same.status == 0, "\(same.text) \(same.errors)")
  }

  @Test("What cannot be a thumbnail, or has no place for one, is refused with its path")
  func refusedThumbnails() async throws {
    let path = try copy("jpeg/valid/gray.jpg", "a.jpg")
    let whole = Fixtures.bytes(path)
    let cases = [
      (try directory.write(Array("no".utf8), to: "no.jpg"), "no.jpg: is not a JPEG file"),
      (try directory.write(Array(whole.dropLast(20)), to: "cut.jpg"), "cut.jpg: is not a whole JPEG file"),
      (directory.file("missing.jpg"), "missing.jpg"),
    ]
    for (name, message) in cases {
      let result = try await edit(path, ["--thumbnail", name])
      #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
    }
    // The profile of 70 kB is not in the thumbnail.
    let large = try await edit(path, ["--thumbnail", Fixtures.path("jpeg/valid/icc_70_kb.jpg")])
    #expect(large.status == 0, "\(large.errors)")
    for name in ["tiff/valid/cielab8.tif", "gif/valid/size_2x3.gif"] {
      let result = try await edit(try copy(name, "b" + name.suffix(4)), ["--thumbnail", path])
      #expect(result.status == 1, "\(name): \(result.errors)")
    }
    let sidecar = try await Tool.cameo("imgconv", ["--sidecar", "--thumbnail", path, path])
    #expect(sidecar.status == 1 && sidecar.errors.contains("thumbnails"), "\(sidecar.errors)")
  }

  @Test("imgconv names the command for documents")
  func documents() async throws {
    let result = try await Tool.cameo(
      "imgconv", [Fixtures.path("preview/valid/letter.docx"), "-o", directory.file("a.png")])
    #expect(result.status == 1 && result.errors.contains("(preview makes thumbnails"), "\(result.errors)")
    // Who changes metadata alone wants no picture.
    let metadata = try await edit(try copy("preview/valid/house.svg", "a.svg"), ["--set", "xmp.dc:title=x"])
    #expect(metadata.status == 1 && !metadata.errors.contains("(preview makes"), "\(metadata.errors)")
  }

  @Test("The video of a motion photo is extracted where XMP, Samsung's trailer or a box says that it is")
  func video() async throws {
    let video = [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 2, 0] + Array("and more of it".utf8)
    let android = try copy("jpeg/valid/size_1x1.jpg", "android.jpg")
    let made = try await Tool.run(
      "exiftool",
      [
        "-q", "-overwrite_original", "-XMP-GCamera:MicroVideo=1", "-XMP-GCamera:MicroVideoOffset=\(video.count)",
        android,
      ])
    #expect(made.status == 0, "\(made.errors)")
    try directory.write(Fixtures.bytes(android) + video, to: "android.jpg")
    let box = [0, 0, 0, UInt8(video.count + 8)] + Array("mpvd".utf8) + video
    let heic = try directory.write(Fixtures.bytes(Fixtures.path("heic/valid/rgb.heic")) + box, to: "box.heic")
    func little(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    let name = Array("MotionPhoto_Data".utf8)
    let block = [0, 0, 0x30, 0x0A] + little(name.count) + name + video
    let list =
      Array("SEFH".utf8) + little(106) + little(1) + [0, 0, 0x30, 0x0A] + little(block.count) + little(block.count)
    let samsung = try directory.write(
      Fixtures.bytes(Fixtures.path("jpeg/valid/gray.jpg")) + block + list + little(list.count) + Array("SEFT".utf8),
      to: "samsung.jpg")
    let result = try await Tool.cameo(
      "imgmeta", ["--extract", "video", "-o", directory.file("{stem}.{ext}"), android, heic, samsung])
    #expect(result.status == 0, "\(result.errors)")
    for stem in ["android", "box", "samsung"] {
      #expect(Fixtures.bytes(directory.file("\(stem).mp4")) == video, "\(stem)")
    }
    let none = try await Tool.cameo(
      "imgmeta", ["--extract", "video", "-o", "-", Fixtures.path("jpeg/valid/gray.jpg")])
    #expect(none.status == 1 && none.errors.contains("no video"), "\(none.errors)")
  }

  @Test("The altitude of an old position stays, as with exiftool, and a note says so")
  func altitude() async throws {
    let name = "jpeg/valid/exif_gps_big_endian.jpg"
    let (own, other) = (try copy(name, "own.jpg"), try copy(name, "other.jpg"))
    let edited = try await edit(own, ["--set", "gps.position=1.5,2.5"])
    #expect(edited.status == 0 && edited.errors.contains("the altitude of the old position stays"), "\(edited.errors)")
    let made = try await Tool.run(
      "exiftool",
      [
        "-q", "-overwrite_original", "-GPSLatitude=1.5", "-GPSLatitudeRef=N", "-GPSLongitude=2.5", "-GPSLongitudeRef=E",
        other,
      ])
    #expect(made.status == 0, "\(made.errors)")
    let tags = ["GPSLatitude", "GPSLongitude", "GPSAltitude"]
    #expect(try await ExifTool.values(tags, own) == ExifTool.values(tags, other))
    let whole = try await edit(own, ["--set", "gps.position=1.5,2.5,30"])
    #expect(!whole.errors.contains("altitude"), "\(whole.errors)")
  }

  @Test("The names that can be set are listed, and a property of XMP needs no prefix")
  func names() async throws {
    let list = try await Tool.cameo("imgmeta", ["--list-settable"])
    #expect(list.status == 0, "\(list.errors)")
    let lines = list.text.split(separator: "\n")
    #expect(lines.count > 200)
    for line in [
      "exif.Artist\ttext", "gps.position\tLAT,LON or LAT,LON,ALT; with the references",
      "iptc.Keywords\ttext of at most 64 bytes; list", "xmp.dc:subject\tlist", "keywords\ttext; in XMP, Exif and IPTC",
      "xmp.xmp:CreateDate\tdate", "xmp.xmp:Rating\tnumber from -1 to 5", "iptc.TimeCreated\ttime: 07:08:09+02:00",
    ] { #expect(lines.contains { $0 == line }, "\(line)") }
    let path = try copy("jpeg/valid/size_1x1.jpg", "a.jpg")
    let rated = try await edit(path, ["--set", "xmp.Rating=3"])
    #expect(rated.status == 0, "\(rated.errors)")
    #expect(try await ExifTool.values(["XMP-xmp:Rating"], path) == ["3"])
  }

  @Test("The name of a document has properties of its input")
  func documentName() async throws {
    let result = try await Tool.cameo(
      "mkpdf",
      [Fixtures.path("jpeg/valid/exif_gps_big_endian.jpg"), "-o", directory.file("{DateTimeOriginal:%Y}-{Model}.pdf")])
    #expect(result.status == 0, "\(result.errors)")
    #expect(directory.names == ["2024-Fixture One.pdf"])
    let missing = try await Tool.cameo(
      "mkpdf", [Fixtures.path("jpeg/valid/size_1x1.jpg"), "-o", directory.file("{Model}.pdf")])
    #expect(missing.status == 1 && missing.errors.contains("size_1x1.jpg: no name: it has no {M"), "\(missing.errors)")
  }
}
