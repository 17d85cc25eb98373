internal import Foundation
internal import TestKit
internal import Testing

/// Faults that users of `imgconv --metadata-only` found. Each result is checked by exiftool, by bytes or by arithmetic.
@Suite("imgconv --metadata-only: values, messages and leftovers", .timed)
struct RewritingOptionTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func copy(_ name: String, to file: String) throws -> String {
    try directory.write(Fixtures.bytes(Fixtures.path(name)), to: file)
  }

  private func rewrite(_ arguments: [String], _ input: String, to output: String) async throws -> Tool.Result {
    try await Tool.cameo("imgconv", ["--metadata-only"] + arguments + [input, "-o", output])
  }

  /// The end of a command line that is refused before any work.
  private func refusal(_ arguments: [String], _ input: String, to output: String) throws -> InProcess {
    try InProcess("imgconv", ["--metadata-only"] + arguments + [input, "-o", output])
  }

  private func exiftool(_ arguments: [String], _ path: String) async throws -> [String] {
    try await Tool.run("exiftool", arguments + [path]).text.split(separator: "\n").map(String.init)
  }

  private static let phone = Fixtures.path("jpeg/valid/photo_phone.jpg")

  // MARK: Values

  @Test("Values that are not UTF-8 are usage errors, and a pattern's bytes are printed unchanged")
  func bytesThatAreNoText() async throws {
    let out = directory.file("out.jpg")
    let result = try await Tool.python(
      """
      import os, subprocess, sys
      conv, meta, photo, out = sys.argv[1:]
      for name in (b"exif.Artist", b"xmp.dc:title", b"iptc.City", b"comment"):
          run = subprocess.run([conv, "--metadata-only", photo, "-o", out, "--set", name + b"=M\\xfcller"], stderr=subprocess.PIPE)
          print(run.returncode, os.path.exists(out), b"not UTF-8" in run.stderr)
      print(subprocess.run([meta, "--print", b"a\\xff {stem} {nothing|\\xfe}", photo], stdout=subprocess.PIPE).stdout)
      """, [Tool.products + "/imgconv", Tool.products + "/imgmeta", Self.phone, out])
    #expect(
      result.text == String(repeating: "64 False True\n", count: 4) + "b'a\\xff photo_phone \\xfe\\n'\n",
      "\(result.errors)")
  }

  @Test(
    "Structures, coordinates in another format and control characters are refused",
    arguments: [
      "xmp.xmpMM:History=x", "xmp.exif:GPSLatitude=10", "xmp.exif:GPSLatitude=91,0N", "xmp.exif:GPSLongitude=8,30N",
      "xmp.Iptc4xmpExt:LocationCreated=Paris", "png.Title=a\u{1B}b", "png.Title=a\u{85}b",
    ])
  func refusedValues(_ setting: String) throws {
    let out = directory.file("out.png")
    let result = try refusal(["--set", setting], Fixtures.path("png/valid/rgb8.png"), to: out)
    #expect(result.status == 64)
    #expect(result.errors.contains("--set \(setting.prefix { $0 != "=" })"), "\(result.errors)")
    #expect(directory.names == [])
  }

  @Test("A coordinate in the format of XMP is accepted")
  func coordinates() async throws {
    let out = directory.file("out.jpg")
    let set = ["--set", "xmp.exif:GPSLatitude=48,51.5N", "--set", "xmp.exif:GPSLongitude=2,21,36W"]
    #expect(try await rewrite(set, Self.phone, to: out).status == 0)
    // 48 + 51.5 / 60; 2 + 21 / 60 + 36 / 3600.
    #expect(
      try await exiftool(["-n", "-s3", "-XMP-exif:GPSLatitude", "-XMP-exif:GPSLongitude"], out) == [
        "48.8583333333333", "-2.36",
      ])
  }

  // MARK: What must be removed

  @Test("Bytes between segments are removed with any deletion, and kept otherwise")
  func bytesBetweenSegments() async throws {
    let plain = Fixtures.bytes(Fixtures.path("jpeg/valid/gray.jpg"))
    // After the JFIF segment, which has 18 bytes with its marker.
    let secret = Array("exif:GPSLatitude=\"48,51.5N\"".utf8)
    let path = try directory.write(plain[..<20] + secret + plain[20...], to: "a.jpg")
    for (number, change) in [["--delete", "gps"], ["--strip", "all"], ["--delete", "exif.Artist"]].enumerated() {
      let out = directory.file("out\(number).jpg")
      #expect([0, 3].contains(try await rewrite(change, path, to: out).status))
      #expect(!Fixtures.bytes(out).contains(secret), "\(change)")
    }
    let out = directory.file("set.jpg")
    #expect([0, 3].contains(try await rewrite(["--set", "exif.Artist=A"], path, to: out).status))
    #expect(Fixtures.bytes(out).contains(secret))
  }

  @Test("A packet that is left out because it cannot be searched is reported")
  func unreadPacket() async throws {
    let out = directory.file("out.png")
    let bomb = Fixtures.path("png/broken/metadata_itxt_bomb.png")
    let result = try await rewrite(["--delete", "gps"], bomb, to: out)
    #expect(result.status == 3)
    #expect(result.errors.contains("xmp is left out: it cannot be read"), "\(result.errors)")
    #expect(!Fixtures.bytes(out).contains(Array("iTXt".utf8)))
  }

  @Test("A new Exif block does not turn an aspect ratio into a length")
  func aspect() async throws {
    let out = directory.file("out.jpg")
    let input = Fixtures.path("jpeg/valid/jfif_aspect_2_1.jpg")
    #expect(try await rewrite(["--set", "exif.Artist=A"], input, to: out).status == 0)
    #expect(
      try await exiftool(["-n", "-s3", "-IFD0:XResolution", "-IFD0:YResolution", "-IFD0:ResolutionUnit"], out) == [
        "2", "1", "1",
      ])
    let shown = try await Tool.cameo("imgmeta", ["--print", "{PixelAspectRatio} {DPIWidth|none}", input, out])
    #expect(shown.text == "0.5 none\n0.5 none\n")
  }

  @Test("A position is deleted as it is set: with its references, and also by the names of Exif")
  func positions() async throws {
    let tags = ["GPSLatitudeRef", "GPSLatitude", "GPSLongitudeRef", "GPSLongitude", "GPSAltitudeRef", "GPSAltitude"]
    func left(_ name: String) async throws -> [String] {
      let out = directory.file("\(name).jpg")
      let result = try await rewrite(["--delete", name], Self.phone, to: out)
      #expect(result.status == 0, "\(result.errors)")
      let found = try await exiftool(["-s", "-n"] + tags.map { "-GPS:" + $0 }, out)
      return found.map { String($0.prefix { $0 != " " }) }
    }
    let before = try await exiftool(["-s", "-n"] + tags.map { "-GPS:" + $0 }, Self.phone)
      .map { String($0.prefix { $0 != " " }) }
    #expect(before.contains("GPSLatitudeRef") && before.contains("GPSAltitude"))
    for name in ["gps.latitude", "exif.GPSLatitude"] {
      #expect(try await left(name) == before.filter { !$0.hasPrefix("GPSLatitude") }, "\(name)")
    }
    #expect(try await left("gps.position") == [])
  }

  // MARK: Messages

  @Test("A page that a JPEG or PNG file does not have is reported")
  func pages() async throws {
    for name in ["jpeg/valid/gray.jpg", "png/valid/rgb8.png"] {
      let result = try await rewrite(
        ["--set", "exif.Artist=A", "--page", "2"], Fixtures.path(name), to: directory.file("out"))
      #expect(result.status != 0)
      #expect(result.errors.contains("there is no page 2: the file has 1"), "\(result.errors)")
      #expect(directory.names == [])
    }
  }

  @Test("A file in which nothing changes has no changes in the report")
  func noChanges() async throws {
    let path = try copy("jpeg/valid/everything.jpg", to: "a.jpg")
    let arguments = ["--metadata-only", "--in-place", "--set", "exif.Artist=Somebody", "--json", path]
    #expect(try await Tool.cameo("imgconv", arguments).text.contains("\"changes\": [\"set exif.Artist\"]"))
    let again = try await Tool.cameo("imgconv", arguments)
    #expect(again.text.contains("\"unchanged\"") && !again.text.contains("set exif.Artist"), "\(again.text)")
  }

  @Test("Only unreferenced bytes that an earlier program left are counted")
  func leftovers() async throws {
    let plain = Fixtures.bytes(Fixtures.path("tiff/valid/exif_gps_big_endian.tif"))
    let path = try directory.write(plain, to: "a.tif")
    let clean = try await rewrite(["--delete", "gps"], path, to: directory.file("b.tif"))
    #expect(!clean.errors.contains("no field leads"), "\(clean.errors)")
    let left = try directory.write(plain + [UInt8](repeating: 0x41, count: 32), to: "c.tif")
    let told = try await rewrite(["--delete", "gps"], left, to: directory.file("d.tif"))
    #expect(told.errors.contains("32 unreferenced bytes"), "\(told.errors)")
  }

  @Test(
    "Messages name the option and what was given",
    arguments: [
      (["--delete", "xmp.subjekt"], "--delete xmp.subjekt: "),
      (["--delete", "xmp.dc:subject[0]"], "xmp.dc:subject[0]: expected a number from 1 to 1000"),
      (["--delete", "xmp.dc:nosuch"], "--delete xmp.dc:nosuch: dc has no property nosuch"),
      (["--strip", "serials", "--keep", "exif"], "--keep keeps every kind that --strip removes"),
    ])
  func messages(_ arguments: [String], _ expected: String) throws {
    let result = try refusal(arguments, Self.phone, to: directory.file("out.jpg"))
    #expect(result.status == 64)
    #expect(result.errors.contains(expected), "\(result.errors)")
  }

  @Test("A note says that texts may name a place, but only if positions are deleted")
  func words() async throws {
    let input = Fixtures.path("jpeg/valid/everything.jpg")
    func notes(_ arguments: [String]) async throws -> String {
      try await rewrite(arguments, input, to: directory.file("\(directory.names.count).jpg")).errors
    }
    #expect(!(try await notes(["--delete", "serials"])).contains("a place may"))
    #expect(!(try await notes(["--delete", "exif"])).contains("a place may"))
    let all = try await notes(["--delete", "gps"])
    // The tags that exiftool finds in the file.
    let tags = ["-IFD0:ImageDescription", "-XMP-dc:Subject", "-IPTC:Keywords", "-IPTC:Caption-Abstract"]
    let names = ["exif.ImageDescription", "xmp.dc:subject", "iptc.Keywords", "iptc.Caption-Abstract"]
    for (tag, name) in zip(tags, names) {
      let isThere = !(try await exiftool(["-s3", tag], input)).isEmpty
      #expect(all.contains(name) == isThere, "\(name): \(all)")
    }
    #expect(!(try await notes(["--delete", "gps,iptc"])).contains("iptc.Keywords"))
  }

  @Test("Too many directories are reported with the option that raises the limit")
  func manyPages() async throws {
    let result = try await rewrite(
      ["--max-images", "10", "--set", "exif.Artist=A"], Fixtures.path("tiff/valid/pages_forty.tif"),
      to: directory.file("out.tif"))
    #expect(result.status == 1)
    #expect(result.errors.contains("--max-images"), "\(result.errors)")
  }

  // MARK: Files

  @Test("No picture is too large if none is decoded")
  func largePicture() async throws {
    var bytes = Fixtures.bytes(Fixtures.path("jpeg/valid/gray.jpg"))
    // SOF0: marker, length, precision, then height and width (ITU-T T.81, B.2.2); 65,500 squared are 4.3 gigapixels.
    let frame = try #require(zip(bytes, bytes.dropFirst()).enumerated().first { $0.element == (0xFF, 0xC0) }?.offset)
    bytes.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xDC, 0xFF, 0xDC])
    let path = try directory.write(bytes, to: "a.jpg")
    let out = directory.file("out.jpg")
    let result = try await rewrite(["--set", "exif.Artist=Ann"], path, to: out)
    #expect(result.status != 1 && result.status != 64, "\(result.errors)")
    #expect(try await exiftool(["-s3", "-Artist", "-ImageWidth"], out) == ["Ann", "65500"])
  }

  @Test("Files keep their names in another directory")
  func names() async throws {
    let files = [try copy("jpeg/valid/gray.jpg", to: "A.JPG"), try copy("jpeg/valid/gray.jpg", to: "noext")]
    let out = directory.file("out")
    try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: false)
    let result = try await Tool.cameo(
      "imgconv", ["--metadata-only", "--set", "exif.Artist=A", "-d", out] + files)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: out).sorted() == ["A.JPG", "noext"])
  }

  @Test("Only options that change the picture, and -q keep, encode it again")
  func encodedAnew() async throws {
    let pixels = try await Tool.run("djpeg", [Self.phone]).output
    for (arguments, isCopied) in [([], true), (["-q", "keep"], false), (["-q", "80"], false)] {
      let result = try await Tool.cameo(
        "imgconv", ["--strip", "gps", Self.phone, "-o", directory.file("a.jpg")] + arguments)
      #expect(result.status == 0, "\(result.errors)")
      #expect((try await Tool.run("djpeg", [directory.file("a.jpg")]).output == pixels) == isCopied, "\(arguments)")
    }
  }
}

@Suite("imgmeta: templates for names and lines", .timed)
struct ImgmetaPatternTests {
  private static let plain = Fixtures.path("png/valid/gray1.png")

  @Test("A template of --extract with a field that has no meaning there is a usage error, reported once")
  func fields() throws {
    let directory = try TemporaryDirectory()
    let photo = Fixtures.path("jpeg/valid/photo_phone.jpg")
    let result = try InProcess(
      "imgmeta", ["--extract", "thumbnail", "-o", directory.file("{stem}_{page}.jpg"), photo, Self.plain])
    #expect(result.status == 64)
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(result.errors.contains("{dir} {name} {stem} {ext} {n}") && !result.errors.contains("{width}"))
    let one = try InProcess(
      "imgmeta", ["--extract", "thumbnail", "-o", directory.file("a.jpg"), photo, Self.plain])
    #expect(one.status == 64)
    #expect(!one.errors.contains("-d DIR"), "\(one.errors)")
    #expect(directory.names == [])
  }

  @Test("A number can have a format, and a name cannot")
  func forms() async throws {
    let result = try await Tool.cameo("imgmeta", ["--print", "{n:%03d} {n}", Self.plain, Self.plain])
    #expect(result.text == "001 1\n002 2\n")
    for pattern in ["{name:%Y}", "{stem:%03d}", "{n:%Y}"] {
      #expect(try InProcess("imgmeta", ["--print", pattern, Self.plain]).status == 64, "\(pattern)")
    }
  }

  @Test("A name that looks like a cluster of options is reported as one word")
  func unknownOption() throws {
    let result = try InProcess("imgmeta", ["-x.jpg"])
    #expect(result.status == 64)
    #expect(result.errors.hasPrefix("imgmeta: unknown option '-x.jpg' (see"), "\(result.errors)")
  }
}
