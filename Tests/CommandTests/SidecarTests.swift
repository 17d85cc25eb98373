internal import Foundation
internal import TestKit
internal import Testing

/// Sidecar files that imgconv makes, changes and reads. exiftool reads them back.
@Suite("imgconv: sidecar files", .timed)
struct SidecarTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func copy(_ name: String, to file: String) throws -> String {
    try directory.write(Fixtures.bytes(Fixtures.path(name)), to: file)
  }

  private func imgconv(_ arguments: String...) async throws -> Tool.Result {
    try await Tool.cameo("imgconv", arguments)
  }

  /// As darktable writes it, shortened.
  private static let darktable = """
    <?xml version="1.0" encoding="UTF-8"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
     <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about=""
        xmlns:xmp="http://ns.adobe.com/xap/1.0/"
        xmlns:darktable="http://darktable.sf.net/"
       xmp:Rating="1"
       darktable:xmp_version="5"
       darktable:history_end="2">
       <darktable:history>
        <rdf:Seq>
         <rdf:li
          darktable:num="0"
          darktable:operation="rawprepare"
          darktable:params="000000000000000000000000"/>
        </rdf:Seq>
       </darktable:history>
      </rdf:Description>
     </rdf:RDF>
    </x:xmpmeta>

    """

  /// The picture's own values, in the properties of XMP that the Metadata Working Group names.
  @Test("A new sidecar file has what the picture says, and the edits; the picture stays as it is")
  func made() async throws {
    let picture = try copy("jpeg/valid/exif_gps_big_endian.jpg", to: "a.jpg")
    let described = try await Tool.run(
      "exiftool",
      [
        "-q", "-overwrite_original", "-Artist=Ann", "-IFD0:ImageDescription=A fjord", "-IPTC:Keywords=sea",
        "-IPTC:Keywords=boat", "-DateTimeOriginal=2024:05:06 07:08:09", "-OffsetTimeOriginal=+02:00",
        "-GPS:GPSLatitude=33.8575", "-GPS:GPSLatitudeRef=S", "-GPS:GPSLongitude=151.215", "-GPS:GPSLongitudeRef=E",
        picture,
      ])
    try #require(described.status == 0, "\(described.errors)")
    let before = Fixtures.bytes(picture)
    let result = try await imgconv("--sidecar", "--set", "exif.Copyright=Ann 2024", "--set", "iptc.City=Oslo", picture)
    #expect(result.status == 0, "\(result.errors)")
    #expect(Fixtures.bytes(picture) == before)
    let sidecar = picture + ".xmp"
    let tags = [
      "XMP-dc:Creator", "XMP-dc:Description", "XMP-dc:Subject", "XMP-exif:DateTimeOriginal", "XMP-dc:Rights",
      "XMP-photoshop:City",
    ]
    #expect(
      try await ExifTool.values(tags, sidecar) == [
        "Ann", "A fjord", "sea|boat", "2024:05:06 07:08:09.123+02:00", "Ann 2024", "Oslo",
      ])
    let position = ["XMP-exif:GPSLatitude", "XMP-exif:GPSLongitude"]
    let place = try await ExifTool.values(position, sidecar).compactMap { Double($0) }
    try #require(place.count == 2)
    #expect(abs(place[0] + 33.8575) < 1e-6 && abs(place[1] - 151.215) < 1e-6)
    #expect(try await ExifTool.values(["Warning", "Error"], sidecar) == ["-", "-"])
    // A second run without a change writes nothing.
    let again = try await imgconv("--sidecar", "--set", "exif.Copyright=Ann 2024", "--json", picture)
    #expect(again.text.contains("\"skipped\": \"unchanged\""), "\(again.text)")
  }

  @Test(
    "Other content of a sidecar file keeps its bytes, in each of the places that programs use",
    arguments: ["a.jpg.xmp", "a.xmp", "a.jpg.XMP", "a.XMP"])
  func changed(_ name: String) async throws {
    let picture = try copy("jpeg/valid/gray.jpg", to: "a.jpg")
    let sidecar = try directory.write(Array(Self.darktable.utf8), to: name)
    let result = try await imgconv(
      "--sidecar", "--set", "xmp.xmp:Rating=4", "--set", "xmp.dc:subject+=sea", "--orientation", "6", picture)
    #expect(result.status == 0, "\(result.errors)")
    #expect(directory.names.sorted() == ["a.jpg", name].sorted())
    let text = String(decoding: Fixtures.bytes(sidecar), as: UTF8.self)
    let history = Self.darktable.split(separator: "\n").filter { $0.contains("darktable") }.joined(separator: "\n")
    for line in history.split(separator: "\n") { #expect(text.contains(line), "\(line)") }
    #expect(
      try await ExifTool.values(["XMP-xmp:Rating", "XMP-dc:Subject", "XMP-tiff:Orientation"], sidecar) == [
        "4", "sea", "6",
      ])
  }

  @Test("Of two sidecar files the one with the longer name is read and changed")
  func precedence() async throws {
    let picture = try copy("jpeg/valid/gray.jpg", to: "a.jpg")
    let other = try directory.write(Array(Self.darktable.utf8), to: "a.xmp")
    let own = try directory.write(
      Array(Self.darktable.replacing("Rating=\"1\"", with: "Rating=\"3\"").utf8), to: "a.jpg.XMP")
    let shown = try await Tool.cameo("imgmeta", ["--sidecar", "--print", "{Rating}", picture])
    #expect(shown.text == "3\n")
    #expect(try await imgconv("--sidecar", "--set", "exif.Artist=Ann", picture).status == 0)
    #expect(try await ExifTool.values(["XMP-dc:Creator"], own) == ["Ann"])
    #expect(Fixtures.bytes(other) == Array(Self.darktable.utf8))
  }

  @Test(
    "A raw file is edited through its sidecar file, and stays as it is",
    arguments: ["raw/valid/camera.arw", "raw/valid/camera.cr2", "raw/valid/camera.cr3", "raw/valid/camera.dng"])
  func raw(_ name: String) async throws {
    let picture = try copy(name, to: "b." + (name.split(separator: ".").last ?? ""))
    let before = Fixtures.bytes(picture)
    let result = try await imgconv("--in-place", "--set", "exif.Artist=Ann", "--set", "gps.position=60,5", picture)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("the changes are in \(picture).xmp"))
    #expect(Fixtures.bytes(picture) == before)
    #expect(
      try await ExifTool.values(["XMP-dc:Creator", "XMP-exif:GPSLatitude", "XMP-dc:Description"], picture + ".xmp")
        == ["Ann", "60", "A synthetic landscape"])
  }

  @Test("With --edit-raw the raw file itself is changed, in place or as a copy, and no sidecar file is made")
  func rawItself() async throws {
    let picture = try copy("raw/valid/camera.nef", to: "b.nef")
    let out = directory.file("out")
    try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: false)
    let refused = try await imgconv("--set", "exif.Artist=Ann", picture, "-d", out)
    #expect(refused.status == 1 && refused.errors.contains("--edit-raw"), "\(refused.errors)")
    let copied = try await imgconv("--edit-raw", "--set", "exif.Artist=Ann", picture, "-d", out)
    #expect(copied.status == 0, "\(copied.errors)")
    #expect(try await ExifTool.values(["IFD0:Artist"], out + "/b.nef") == ["Ann"])
    // Standard input has no suffix; that of the kind is taken.
    let piped = try await Tool.cameo(
      "imgconv", ["-", "--edit-raw", "--set", "exif.Artist=Ann", "-o", "\(out)/piped.{ext}"],
      input: Fixtures.bytes(Fixtures.path("raw/valid/camera.cr2")))
    #expect(piped.status == 0, "\(piped.errors)")
    #expect(try await ExifTool.values(["IFD0:Artist"], out + "/piped.cr2") == ["Ann"])
    let edits = ["--set", "title=Sea", "--set", "keywords=boat", "--set", "rating=4", "--orientation", "3"]
    let result = try await Tool.cameo("imgconv", ["--in-place", "--edit-raw"] + edits + [picture])
    #expect(result.status == 0, "\(result.errors)")
    #expect(directory.names.sorted() == ["b.nef", "out"])
    let tags = ["XMP-dc:Title", "XMP-dc:Subject", "XMP-xmp:Rating", "IFD0:Orientation", "IFD0:Artist"]
    #expect(try await ExifTool.values(tags, picture) == ["Sea", "boat", "4", "3", "Nobody"])
    let deleted = try await imgconv("--in-place", "--edit-raw", "--delete", "gps", picture)
    #expect(deleted.status == 1 && deleted.errors.contains("the bytes would stay"), "\(deleted.errors)")
  }

  @Test(
    "What cannot be rewritten is refused in place with a hint: other formats, and removing from raw files",
    arguments: [
      ("bmp/valid/alpha_v4.bmp", ["--set", "exif.Artist=Ann"]), ("raw/valid/camera.nef", ["--delete", "gps"]),
      ("raw/valid/camera.nef", ["--strip", "gps", "--set", "exif.Artist=Ann"]),
    ] as [(String, [String])])
  func notBeside(_ name: String, _ options: [String]) async throws {
    let picture = try copy(name, to: "b." + (name.split(separator: ".").last ?? ""))
    let result = try await Tool.cameo("imgconv", ["--in-place"] + options + [picture])
    #expect(result.status == 1 && result.errors.contains("--sidecar changes the sidecar file"), "\(result.errors)")
    #expect(directory.names.count == 1)
    let beside = try await Tool.cameo("imgconv", ["--sidecar"] + options + [picture])
    #expect(beside.status == 0, "\(beside.errors)")
    #expect(directory.names.count == 2)
  }

  @Test("Values with references to characters and CDATA are found by += and -=")
  func references() async throws {
    let picture = try copy("jpeg/valid/gray.jpg", to: "a.jpg")
    let sidecar = try directory.write(
      Array(
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
        <dc:subject><rdf:Bag><rdf:li>caf&#233;</rdf:li><rdf:li><![CDATA[a&b]]></rdf:li><rdf:li>c&lt;d</rdf:li></rdf:Bag>
        </dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>
        """.utf8), to: "a.jpg.xmp")
    let added = try await imgconv(
      "--sidecar", "--set", "xmp.dc:subject+=caf\u{E9}", "--set", "xmp.dc:subject+=a&b", picture)
    #expect(added.status == 0, "\(added.errors)")
    #expect(try await ExifTool.values(["XMP-dc:Subject"], sidecar) == ["caf\u{E9}|a&b|c<d"])
    let removed = try await imgconv(
      "--sidecar", "--set", "xmp.dc:subject-=caf\u{E9}", "--set", "xmp.dc:subject-=c<d", picture)
    #expect(removed.status == 0, "\(removed.errors)")
    #expect(try await ExifTool.values(["XMP-dc:Subject"], sidecar) == ["a&b"])
  }

  @Test("Names in -o and -d, standard output, and --dry-run")
  func places() async throws {
    let picture = try copy("jpeg/valid/everything.jpg", to: "a.jpg")
    try FileManager.default.createDirectory(atPath: directory.file("out"), withIntermediateDirectories: false)
    #expect(try await imgconv("--sidecar", picture, "-d", directory.file("out")).status == 0)
    #expect(FileManager.default.fileExists(atPath: directory.file("out/a.jpg.xmp")))
    #expect(try await imgconv("--sidecar", picture, "-o", directory.file("{stem}.xmp")).status == 0)
    let piped = try await imgconv("--sidecar", picture, "-o", "-")
    #expect(piped.status == 0 && piped.output == Fixtures.bytes(directory.file("a.xmp")))
    let planned = try await imgconv("--sidecar", "--dry-run", "--set", "exif.Artist=Ann", picture)
    #expect(planned.errors.contains("would write \(directory.file("a.xmp"))"), "\(planned.errors)")
    #expect(!directory.names.contains("a.jpg.xmp"))
  }

  @Test("A sidecar file is merged into its picture: properties that it lacks stay, Exif and IPTC follow")
  func merged() async throws {
    let picture = try copy("jpeg/valid/gray.jpg", to: "a.jpg")
    let described = try await Tool.run(
      "exiftool",
      [
        "-q", "-overwrite_original", "-XMP-dc:Title=Kept", "-XMP-xmp:Rating=1", "-IFD0:Artist=Old",
        "-IPTC:Keywords=old",
        picture,
      ])
    try #require(described.status == 0, "\(described.errors)")
    let made = try await Tool.run(
      "exiftool",
      [
        "-q", "-XMP-xmp:Rating=5", "-XMP-dc:Creator=Ann", "-XMP-dc:Subject=sea", "-XMP-dc:Subject=boat", "-o",
        directory.file("a.jpg.xmp"),
      ])
    try #require(made.status == 0, "\(made.errors)")
    let result = try await imgconv("--merge-sidecar", "--in-place", picture)
    #expect(result.status == 0, "\(result.errors)")
    let tags = ["XMP-dc:Title", "XMP-xmp:Rating", "XMP-dc:Creator", "IFD0:Artist", "IPTC:Keywords", "IPTC:By-line"]
    #expect(try await ExifTool.values(tags, picture) == ["Kept", "5", "Ann", "Ann", "sea|boat", "-"])
    // The same file for another picture.
    let other = try copy("png/valid/flat_gray16.png", to: "c.png")
    let copied = try await imgconv("--copy-from", directory.file("a.jpg.xmp"), "--in-place", other)
    #expect(copied.status == 0, "\(copied.errors)")
    #expect(try await ExifTool.values(["XMP-xmp:Rating", "XMP-dc:Creator"], other) == ["5", "Ann"])
  }

  @Test(
    "A sidecar file that cannot be changed safely is an error with its path, and stays as it is",
    arguments: [
      "<x:xmpmeta", "<!DOCTYPE a [<!ENTITY b \"c\">]><x:xmpmeta xmlns:x=\"adobe:ns:meta/\"/>",
      String(repeating: "<a>", count: 5_000), SidecarTests.darktable + SidecarTests.darktable, "",
    ])
  func hostile(_ content: String) async throws {
    let picture = try copy("jpeg/valid/gray.jpg", to: "a.jpg")
    let sidecar = try directory.write(Array(content.utf8), to: "a.xmp")
    let result = try await imgconv("--sidecar", "--set", "exif.Artist=Ann", picture)
    #expect(result.status == 1)
    #expect(result.errors.contains(sidecar) || result.errors.contains("a.xmp"), "\(result.errors)")
    #expect(Fixtures.bytes(sidecar) == Array(content.utf8))
    #expect(directory.names.sorted() == ["a.jpg", "a.xmp"])
  }

  @Test("What XMP has no property for is refused by name")
  func refused() async throws {
    let picture = try copy("jpeg/valid/gray.jpg", to: "a.jpg")
    for setting in ["exif.HostComputer=x", "comment=x", "dpi=300", "iptc.EditStatus=x"] {
      let result = try await imgconv("--sidecar", "--set", setting, picture)
      #expect(result.status == 1 && result.errors.contains("a sidecar file"), "\(setting): \(result.errors)")
    }
    #expect(directory.names == ["a.jpg"])
  }

  @Test("imgindex reads sidecar files, and notices when one is made, changed or removed")
  func catalogue() async throws {
    try FileManager.default.createDirectory(atPath: directory.file("in"), withIntermediateDirectories: false)
    let picture = try copy("jpeg/valid/gray.jpg", to: "in/a.jpg")
    let catalogue = directory.file("photos.db")
    func rated(_ rating: Int, _ options: String...) async throws -> Int {
      let update = try await Tool.cameo("imgindex", ["update"] + options + [catalogue, directory.file("in")])
      #expect(update.status == 0, "\(update.errors)")
      let query = try await Tool.cameo("imgindex", ["query", catalogue, "Rating = \(rating)"])
      return query.text.split(separator: "\n").count
    }
    #expect(try await rated(1, "--sidecar") == 0)
    try directory.write(Array(Self.darktable.utf8), to: "in/a.jpg.xmp")
    #expect(try await rated(1) == 1)
    #expect(try await imgconv("--sidecar", "--set", "rating=4", picture).status == 0)
    #expect(try await rated(4) == 1)
    try FileManager.default.removeItem(atPath: picture + ".xmp")
    #expect(try await rated(4) == 0)
  }
}
