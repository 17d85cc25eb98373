internal import Foundation
internal import TestKit
internal import Testing

/// Settings that depend on the file, single tags, languages and lists. exiftool reads the results back.
@Suite("imgconv: single tags, fields in values, languages and lists", .timed)
struct SingleTagTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func copy(_ name: String, to file: String) throws -> String {
    try directory.write(Fixtures.bytes(Fixtures.path(name)), to: file)
  }

  private func imgconv(_ arguments: String...) async throws -> Tool.Result {
    try await Tool.cameo("imgconv", arguments)
  }

  private func exiftool(_ arguments: String...) async throws {
    let result = try await Tool.run("exiftool", ["-q", "-overwrite_original"] + arguments)
    try #require(result.status == 0, "\(result.errors)")
  }

  @Test("A value may be that of another tag of the file; without one nothing is set, and a note says so")
  func fields() async throws {
    let path = try copy("jpeg/valid/gray.jpg", to: "a.jpg")
    try await exiftool(
      "-IFD0:ImageDescription=A {fjord}", "-IPTC:Keywords=sea", "-IPTC:Keywords=boat",
      "-ExifIFD:DateTimeOriginal=2024:05:06 07:08:09", path)
    let result = try await imgconv(
      "--in-place", "--set", "xmp.dc:title={exif.ImageDescription}", "--set", "xmp.dc:subject={iptc.Keywords}",
      "--set", "xmp.photoshop:Headline={DateTimeOriginal:%Y}, {exif.Model|no camera}", "--set",
      "xmp.photoshop:City={iptc.City}", "--set", "xmp.photoshop:Credit={{braces}}", path)
    #expect(result.status == 0)
    #expect(result.errors.contains("xmp.photoshop:City is not set: the file has no iptc.City"), "\(result.errors)")
    #expect(
      try await ExifTool.values(
        [
          "XMP-dc:Title", "XMP-dc:Subject", "XMP-photoshop:Headline", "XMP-photoshop:City", "XMP-photoshop:Credit",
        ], path) == ["A {fjord}", "sea|boat", "2024, no camera", "-", "{braces}"])
  }

  @Test(
    "Wrong fields, names and languages are usage errors before any work",
    arguments: [
      "xmp.dc:title={exif.Model", "xmp.dc:titel={exif.Model}", "exif.Artst={exif.Model}", "xmp.dc:title={}",
      "xmp.dc:subject[de]=x", "xmp.dc:title[1]=x", "xmp.dc:title-=x", "exif.Artist-=x",
      "exif.UserComment={\"a\": 1}",
    ])
  func refused(_ setting: String) throws {
    let path = try copy("jpeg/valid/gray.jpg", to: "a.jpg")
    let result = try InProcess("imgconv", ["--in-place", "--set", setting, path])
    #expect(result.status == 64, "\(result.errors)")
  }

  @Test("Texts in languages are set and deleted one by one, and the first one is the default, too")
  func languages() async throws {
    let path = try copy("jpeg/valid/gray.jpg", to: "a.jpg")
    #expect(try await imgconv("--in-place", "--set", "xmp.dc:title[de]=Meer", path).status == 0)
    #expect(try await ExifTool.values(["XMP-dc:Title", "XMP-dc:Title-de"], path) == ["Meer", "Meer"])
    let second = try await imgconv(
      "--in-place", "--set", "xmp.dc:title=Sea", "--set", "xmp.dc:title[fr]=Mer & ciel", path)
    #expect(second.status == 0, "\(second.errors)")
    let tags = ["XMP-dc:Title", "XMP-dc:Title-de", "XMP-dc:Title-fr"]
    #expect(try await ExifTool.values(tags, path) == ["Sea", "Meer", "Mer & ciel"])
    #expect(try await imgconv("--in-place", "--delete", "xmp.dc:title[DE]", path).status == 0)
    #expect(try await ExifTool.values(tags, path) == ["Sea", "-", "Mer & ciel"])
  }

  @Test("Fields of a structure are set one by one, in each form that it has in XML")
  func structures() async throws {
    let path = try copy("jpeg/valid/gray.jpg", to: "a.jpg")
    let contact = "xmp.Iptc4xmpCore:CreatorContactInfo"
    let first = try await imgconv("--in-place", "--set", "\(contact)/CiEmailWork=ann@example.org", path)
    #expect(first.status == 0, "\(first.errors)")
    let names = ["XMP-iptcCore:CreatorWorkEmail", "XMP-iptcCore:CreatorWorkTelephone", "XMP-iptcCore:CreatorCity"]
    #expect(try await ExifTool.values(names, path) == ["ann@example.org", "-", "-"])
    // exiftool writes the form with parseType="Resource".
    try await exiftool("-XMP-iptcCore:CreatorWorkTelephone=1 < 2", path)
    let second = try await imgconv(
      "--in-place", "--set", "\(contact)/CiAdrCity=Oslo", "--delete", "\(contact)/CiEmailWork", path)
    #expect(second.status == 0, "\(second.errors)")
    #expect(try await ExifTool.values(names, path) == ["-", "1 < 2", "Oslo"])
    let sidecar = try directory.write(
      Array(
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/" rdf:about="">
        <Iptc4xmpCore:CreatorContactInfo Iptc4xmpCore:CiTelWork="12"/></rdf:Description></rdf:RDF></x:xmpmeta>
        """.utf8), to: "b.jpg.xmp")
    let other = try copy("jpeg/valid/gray.jpg", to: "b.jpg")
    #expect(try await imgconv("--sidecar", "--set", "\(contact)/CiAdrCity=Oslo", other).status == 0)
    #expect(try await ExifTool.values(names, sidecar) == ["-", "12", "Oslo"])
    let refused = try InProcess("imgconv", ["--in-place", "--set", "\(contact)/CiEmail=x", path])
    #expect(refused.status == 64)
  }

  @Test("Structures in lists have numbers, and exiftool reads and writes the same ones")
  func structureLists() async throws {
    let path = try copy("jpeg/valid/gray.jpg", to: "a.jpg")
    let names = ["XMP-plus:LicensorURL", "XMP-plus:LicensorName", "XMP-iptcExt:LocationShownCity"]
    // In one call, so that the second change finds what the first one wrote.
    let first = try await imgconv(
      "--in-place", "--set", "xmp.plus:Licensor/LicensorURL=https://a.example/?a&b", "--set",
      "xmp.plus:Licensor/LicensorName=Ann", "--set", "xmp.Licensor[2]/plus:LicensorURL=https://b.example", "--set",
      "XMP-iptcExt:LocationShownCity=Oslo", "--set", "XMP:CreatorWorkEmail=ann@example.org", "--set",
      "xmp.Iptc4xmpCore:CreatorContactInfo/Iptc4xmpCore:CiTelWork=12", path)
    #expect(first.status == 0, "\(first.errors)")
    #expect(try await ExifTool.values(names, path) == ["https://a.example/?a&b|https://b.example", "Ann", "Oslo"])
    let contact = ["XMP-iptcCore:CreatorWorkEmail", "XMP-iptcCore:CreatorWorkTelephone"]
    #expect(try await ExifTool.values(contact, path) == ["ann@example.org", "12"])
    // exiftool writes parseType="Resource", and keeps what is there.
    try await exiftool(
      "-struct", "-XMP-plus:Licensor+={LicensorName=Cid}", "-XMP-iptcExt:LocationShown+={City=Bergen}", path)
    let second = try await imgconv(
      "--in-place", "--set", "xmp.plus:Licensor[3]/LicensorURL=https://c.example", "--set",
      "xmp.LocationShown[2]/CountryName=Norge", path)
    #expect(second.status == 0, "\(second.errors)")
    #expect(try await imgconv("--in-place", "--delete", "xmp.plus:Licensor[2]/LicensorURL", path).status == 0)
    #expect(
      try await ExifTool.values(names + ["XMP-iptcExt:LocationShownCountryName"], path)
        == ["https://a.example/?a&b|https://c.example", "Ann|Cid", "Oslo|Bergen", "Norge"])
    let shown = try await Tool.cameo("imgmeta", ["--tag", "plus:Licensor[2]/plus:LicensorURL", path])
    #expect(shown.text.contains("https://c.example"), "\(shown.text) \(shown.errors)")
    let other = try copy("jpeg/valid/gray.jpg", to: "b.jpg")
    #expect(try await imgconv("--in-place", "--copy-from", path, "--copy", "xmp.plus:Licensor", other).status == 0)
    #expect(try await ExifTool.values([names[0]], other) == ["https://a.example/?a&b|https://c.example"])
    // The property goes with its last field.
    let third = try await imgconv(
      "--in-place", "--delete", "XMP:LocationShownCity,xmp.LocationShown[2]/City,xmp.LocationShown[2]/CountryName",
      "--delete", "XMP:CreatorWorkEmail,XMP:CreatorWorkTelephone", path)
    #expect(third.status == 0, "\(third.errors)")
    let left = try await ExifTool.read([path])[path] ?? [:]
    #expect(!left.keys.contains { $0.contains("LocationShown") || $0.contains("CreatorWork") }, "\(left.keys)")
    for (name, status) in [
      ("xmp.plus:Licensor[9]/LicensorURL=x", 1), ("xmp.plus:Licensor[0]/LicensorURL=x", 64),
      ("xmp.CreatorContactInfo[2]/CiTelWork=x", 64), ("xmp.plus:Licensor/City=x", 64), ("xmp.xmpMM:History/when=x", 64),
    ] {
      let refused = try await imgconv("--in-place", "--set", name, path)
      #expect(refused.status == status, "\(name): \(refused.errors)")
    }
  }

  @Test("Values are removed from lists, and added only if they are not there")
  func lists() async throws {
    let path = try copy("jpeg/valid/gray.jpg", to: "a.jpg")
    try await exiftool(
      "-XMP-dc:Subject=sea", "-XMP-dc:Subject=R&B", "-XMP-dc:Subject=boat", "-IPTC:Keywords=sea", "-IPTC:Keywords=boat",
      path)
    let changed = try await imgconv(
      "--in-place", "--set", "xmp.dc:subject-=R&B", "--set", "keywords+=sea", "--set", "keywords+=sky", "--set",
      "iptc.Keywords-=boat", path)
    #expect(changed.status == 0, "\(changed.errors)")
    #expect(try await ExifTool.values(["XMP-dc:Subject", "IPTC:Keywords"], path) == ["sea|boat|sky", "sea|sky"])
    let again = try await imgconv("--in-place", "--set", "keywords+=sea", "--set", "keywords-=rain", "--json", path)
    #expect(again.text.contains("\"skipped\": \"unchanged\""), "\(again.text)")
    #expect(try await imgconv("--in-place", "--set", "keywords-=sea", path).status == 0)
    #expect(try await ExifTool.values(["XMP-dc:Subject", "IPTC:Keywords"], path) == ["boat|sky", "sky"])
  }

  @Test("One name sets a property in all its places, and all dates")
  func everywhere() async throws {
    let path = try copy("jpeg/valid/gray.jpg", to: "a.jpg")
    let plain = try copy("jpeg/valid/gray.jpg", to: "b.jpg")
    try await exiftool("-IFD0:Artist=Old", "-IPTC:City=Oslo", path)
    for file in [path, plain] {
      let result = try await imgconv(
        "--in-place", "--set", "description=A fjord", "--set", "creator=Ann", "--set", "title=Fjord", "--set",
        "dates=2024:05:06 07:08:09+02:00", file)
      #expect(result.status == 0, "\(result.errors)")
    }
    let tags = [
      "XMP-dc:Description", "IFD0:ImageDescription", "IPTC:Caption-Abstract", "XMP-dc:Creator", "IFD0:Artist",
      "XMP-dc:Title", "IPTC:ObjectName", "XMP-photoshop:DateCreated", "ExifIFD:DateTimeOriginal",
      "ExifIFD:OffsetTimeOriginal", "IPTC:DateCreated", "IPTC:TimeCreated",
    ]
    let date = "2024:05:06 07:08:09"
    #expect(
      try await ExifTool.values(tags, path) == [
        "A fjord", "A fjord", "A fjord", "Ann", "Ann", "Fjord", "Fjord", date + "+02:00", date, "+02:00", "2024:05:06",
        "07:08:09+02:00",
      ])
    #expect(
      try await ExifTool.values(tags, plain) == [
        "A fjord", "-", "-", "Ann", "-", "Fjord", "-", date + "+02:00", "-", "-", "-", "-",
      ])
  }

  @Test("Single tags are kept when their kinds are stripped")
  func kept() async throws {
    let path = try copy("jpeg/valid/exif_gps_big_endian.jpg", to: "a.jpg")
    try await exiftool(
      "-IFD0:Copyright=Ann 2024", "-IFD0:Artist=Ann", "-XMP-dc:Rights=Ann", "-XMP-dc:Rights-de=Anne", "-XMP-dc:Title=T",
      "-GPS:GPSLatitude=33.8575", "-GPS:GPSLatitudeRef=S", "-GPS:GPSLongitude=151.215", "-GPS:GPSLongitudeRef=E", path)
    let output = directory.file("b.jpg")
    let result = try await imgconv(
      "--strip", "all", "--keep", "exif.Copyright,xmp.dc:rights,exif.DateTimeOriginal", path, "-o", output)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      try await ExifTool.values(
        [
          "IFD0:Copyright", "XMP-dc:Rights", "XMP-dc:Rights-de", "ExifIFD:DateTimeOriginal",
          "ExifIFD:SubSecTimeOriginal", "IFD0:Artist", "XMP-dc:Title", "GPSLatitude",
        ], output) == ["Ann 2024", "Ann", "Anne", "2024:05:06 07:08:09", "123", "-", "-", "-"])
    let position = directory.file("c.jpg")
    #expect(try await imgconv("--keep", "gps.position", path, "-o", position).status == 0)
    let tags = ["GPS:GPSLatitudeRef", "GPS:GPSLongitudeRef", "GPS:GPSMapDatum", "IFD0:Copyright"]
    #expect(try await ExifTool.values(tags, position) == ["S", "E", "-", "-"])
    let place = try await ExifTool.values(["GPS:GPSLatitude", "GPS:GPSLongitude"], position).compactMap { Double($0) }
    try #require(place.count == 2)
    #expect(abs(place[0] - 33.8575) < 1e-6 && abs(place[1] - 151.215) < 1e-6)
    let refused = try InProcess("imgconv", ["--keep", "exif.Copyright", "--resize", "50%", path, "-o", output])
    #expect(refused.status == 64)
  }

  @Test("Single tags are copied from another file, and the others stay")
  func copied() async throws {
    let source = try copy("jpeg/valid/gray.jpg", to: "a.jpg")
    let target = try copy("png/valid/flat_gray16.png", to: "b.png")
    try await exiftool("-IFD0:Artist=Ann", "-IFD0:Copyright=Ann 2024", "-XMP-dc:Subject=sea", source)
    try await exiftool("-IFD0:Software=Own", "-XMP-dc:Title=Own", target)
    let result = try await imgconv(
      "--in-place", "--copy-from", source, "--copy", "exif.Artist", "--copy", "xmp.dc:*", target)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      try await ExifTool.values(
        ["IFD0:Artist", "IFD0:Copyright", "XMP-dc:Subject", "IFD0:Software", "XMP-dc:Title"], target)
        == ["Ann", "-", "sea", "Own", "Own"])
    #expect(try InProcess("imgconv", ["--in-place", "--copy", "exif.Artist", target]).status == 64)
  }
}
