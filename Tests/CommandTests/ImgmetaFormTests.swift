internal import CommandKit
internal import Foundation
internal import TestKit
internal import Testing

@Suite("Output formats of imgmeta", .timed)
struct ImgmetaFormTests {
  private let photo = Fixtures.path("jpeg/valid/exif_gps_big_endian.jpg")
  private let plain = Fixtures.path("png/valid/gray1.png")

  private func lines(_ arguments: [String]) async throws -> [String] {
    let result = try await Tool.cameo("imgmeta", arguments)
    #expect(result.errors == "")
    #expect(result.status == 0)
    return result.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test("JSON lines have the records of the array")
  func jsonLinesHaveTheRecordsOfTheArray() async throws {
    let files = [photo, plain, Fixtures.path("tiff/valid/pages_three_kinds.tif")]
    let array = try await Tool.cameo("imgmeta", ["--json"] + files)
    let records = try #require(try JSONSerialization.jsonObject(with: Data(array.output)) as? [NSDictionary])
    let lines = try await lines(["--jsonl"] + files).dropLast()
    #expect(lines.count == 3)
    for (line, record) in zip(lines, records) {
      #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? NSDictionary == record)
    }
  }

  @Test("Records follow the schema in docs/, including failures and warnings")
  func schema() async throws {
    let files =
      ["missing.jpg", Fixtures.path("jpeg/broken/scans_2000.jpg")]
      + FormatOptions.names.flatMap { Fixtures.names(under: "\($0)/valid") }.map { Fixtures.path($0) }
    let directory = try TemporaryDirectory()
    let report = try await Tool.cameo("imgmeta", ["--json", "--value", "raw"] + files)
    let path = try directory.write(report.output, to: "report.json")
    let check = try await Tool.python(
      """
      import json, jsonschema, sys
      schema = json.load(open(sys.argv[1]))
      jsonschema.Draft7Validator.check_schema(schema)
      jsonschema.validate(json.load(open(sys.argv[2])), schema)
      print(len(json.load(open(sys.argv[2]))))
      """, [Fixtures.root + "/docs/imgmeta.schema.json", path])
    #expect(check.errors == "")
    #expect(check.text == "\(files.count)\n")
  }

  @Test("A property list is read by another program with types, dates as text and bytes as data")
  func propertyList() async throws {
    let directory = try TemporaryDirectory()
    let list = try await Tool.cameo("imgmeta", ["--plist", photo, "missing.jpg"])
    #expect(list.status == 1)
    let path = try directory.write(list.output, to: "a.plist")
    let read = try await Tool.python(
      """
      import plistlib, sys
      first, second = plistlib.load(open(sys.argv[1], 'rb'))
      image = first['images'][0]
      print(image['Image']['Width'], image['IFD0']['Model'], image['Exif']['ExposureTime']['denominator'],
            image['Image']['HasAlpha'], second['error']['kind'])
      """, [path])
    #expect(read.text == "67 Fixture One 250 False io\n")
  }

  @Test("An XML document is read by another program, whatever text is in it")
  func xml() async throws {
    let directory = try TemporaryDirectory()
    let comment = Array("a < b & \"c\" \u{1}]]>".utf8)
    let file: [UInt8] =
      Array(try Data(contentsOf: URL(fileURLWithPath: photo)).prefix(2)) + [0xFF, 0xFE, 0, UInt8(comment.count + 2)]
      + comment + Array(try Data(contentsOf: URL(fileURLWithPath: photo)).dropFirst(2))
    let commented = try directory.write(file, to: "a.jpg")
    let document = try await Tool.cameo("imgmeta", ["--xml", commented, photo])
    let path = try directory.write(document.output, to: "a.xml")
    let read = try await Tool.python(
      """
      import sys, xml.etree.ElementTree as tree
      files = tree.parse(sys.argv[1]).getroot().findall('file')
      print(len(files), files[0].find("group[@name='Comment']/property").text,
            files[1].find("image/group[@name='Exif']/property[@name='ExposureTime']").attrib['denominator'])
      """, [path])
    #expect(read.text == "2 a < b & \"c\" \u{FFFD}]]> 250\n")
  }

  @Test("Columns are the requested tags")
  func columnsAreTheRequestedTags() async throws {
    let table = try await lines([
      "--csv", "--tag", "Model", "--tag", "gps.latitude", "--tag", "exif.FNumber", photo, plain,
    ])
    #expect(
      table == [
        "input,image,Model,gps.latitude,exif.FNumber", "\(photo),1,Fixture One,-47.555972222222216,2.8",
        "\(plain),1,,,", "",
      ])
  }

  @Test("Columns of patterns are those that some file has, and values are quoted where they must be")
  func columnsOfPatterns() async throws {
    let directory = try TemporaryDirectory()
    let comment = Array("one, \"two\"\nthree".utf8)
    let path = try directory.write(
      [0xFF, 0xD8, 0xFF, 0xFE, 0, UInt8(comment.count + 2)] + comment + [0xFF, 0xD9], to: "a.jpg")
    let result = try await Tool.cameo(
      "imgmeta", ["--csv", "--tag", "Comment:*", "--tag", "IFD0:M*", "-j", "2", path, photo])
    let rows = try await Tool.run(
      "/usr/bin/python3", ["-c", "import csv, sys; print([row[2:] for row in csv.reader(sys.stdin)])"],
      input: result.output)
    #expect(
      rows.text
        == "[['IFD0:Make', 'IFD0:Model', 'Comment:Comment'], ['', '', 'one, \"two\"\\nthree'], ['Cameo', 'Fixture One', '']]\n"
    )
  }

  @Test("Cells of a table have NUL and ESC as escapes, so that a file cannot steer the terminal")
  func controlCharactersInTables() async throws {
    let comment = Array("one\0two\u{1B}[31m\tthree".utf8)
    let directory = try TemporaryDirectory()
    let path = try directory.write(
      [0xFF, 0xD8, 0xFF, 0xFE, 0, UInt8(comment.count + 2)] + comment + [0xFF, 0xD9], to: "a.jpg")
    let result = try await Tool.cameo("imgmeta", ["--csv", "--tag", "Comment", path])
    #expect(result.output.split(separator: 0x0A).last == Array("\(path),1,one\\x00two\\x1B[31m\tthree".utf8)[...])
  }

  @Test(
    "With --csv-guard a spreadsheet takes no cell for a formula; numbers keep their sign",
    arguments: [
      ("=1+1", "'=1+1"), ("+49 30 1", "'+49 30 1"), ("-2+3", "'-2+3"), ("@SUM(A1)", "'@SUM(A1)"), ("\tx", "'\tx"),
      ("-47.5", "-47.5"), ("+1", "+1"), ("-1e3", "-1e3"), ("a=b", "a=b"), ("'", "'"),
    ])
  func guardedCells(comment: String, cell: String) async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(
      [0xFF, 0xD8, 0xFF, 0xFE, 0, UInt8(comment.utf8.count + 2)] + Array(comment.utf8) + [0xFF, 0xD9], to: "a.jpg")
    for tag in ["Comment", "Comment:*"] {
      let guarded = try await Tool.cameo("imgmeta", ["--csv", "--csv-guard", "--tag", tag, path])
      #expect(guarded.text.hasSuffix(",1,\(cell)\n"))
      let plain = try await Tool.cameo("imgmeta", ["--csv", "--tag", tag, path])
      #expect(plain.text.hasSuffix(",1,\(comment)\n"))
    }
  }

  @Test(
    "A pattern's fields are names and properties, with formats and defaults",
    arguments: [
      ("{name} {stem} {n}", "exif_gps_big_endian.jpg exif_gps_big_endian 1"),
      ("{exif.DateTimeOriginal:%Y-%m-%d %H.%M}", "2024-05-06 07.08"),
      ("{exif.ISO} {exif.ISO:%06d}|{exif.ISO:%6.1f}", "200 000200| 200.0"),
      ("{gps.latitude:%.3f} {gps.longitude:%.2f}", "-47.556 -8.54"),
      ("{nothing|-}{nothing|}{IFD0:Model:%Y|no date}", "-no date"), ("{{{Make}}}", "{Cameo}"),
      ("{exif.ExposureTime}\\t{Make}", "0.004\tCameo"),
      // The words of conditions.
      ("{date:%Y-%m-%d} {camera}", "2024-05-06 Cameo Fixture One"),
    ])
  func patterns(pattern: String, expected: String) async throws {
    #expect(try await lines(["--print", pattern, photo]) == [expected, ""])
  }

  @Test("A pattern may end its lines with NUL")
  func aPatternMayEndItsLinesWithNUL() async throws {
    let result = try await Tool.cameo("imgmeta", ["--print", "{stem}\\0", photo, plain])
    #expect(result.text == "exif_gps_big_endian\0gray1\0")
  }

  @Test(
    "Files are chosen by a condition",
    arguments: [
      ("exif.ISO >= 200", true), ("exif.ISO > 200", false), ("exif.ISO != 200", false), ("exif.FNumber = 2.8", true),
      ("gps.latitude", true), ("not gps.latitude", false), ("iptc.Keywords or Make = Cameo", true),
      ("Make = cameo", false), ("Make ~ 'ca*'", true), ("Model = 'Fixture One'", true),
      ("Model == \"Fixture Two\"", false),
      ("exif.DateTimeOriginal >= '2024:05'", true), ("exif.DateTimeOriginal < '2024:05:06'", false),
      ("exif.DateTimeOriginal >= 2024-12-31", false), ("exif.DateTimeOriginal < 2024-06-01T00:00:00", true),
      ("exif.DateTimeOriginal ~ '2024-05*'", true), ("nothing = 1 or nothing != 1", false),
      ("(gps.latitude < 0 and not exif.ISO < 200)", true),
      ("exif.ExposureTime < 0.01", true),
      // The words of templates.
      ("name = exif_gps_big_endian.jpg", true), ("stem ~ 'EXIF*endian'", true), ("stem ~ '*.jpg'", false),
      ("path ~ '*/jpeg/valid/*' and dir ~ '*/valid' and not name = x", true),
      ("date >= 2024-05 and camera ~ 'Cameo*'", true), ("date < 2024", false), ("date ~ '2024-13*'", false),
    ])
  func conditions(condition: String, isChosen: Bool) async throws {
    let result = try await Tool.cameo("imgmeta", ["--where", condition, "--print", "{stem}", photo])
    #expect(result.status == 0)
    #expect(result.text == (isChosen ? "exif_gps_big_endian\n" : ""))
  }

  @Test("Values are raw, readable or both")
  func valuesAreRawReadableOrBoth() async throws {
    #expect(try await lines(["--tag", "MeteringMode", "--value", "raw", photo]) == ["Exif:MeteringMode: 5", ""])
    #expect(try await lines(["--tag", "MeteringMode", photo]) == ["Exif:MeteringMode: Pattern", ""])
    #expect(
      try await lines(["--tag", "MeteringMode", "--value", "both", photo]) == ["Exif:MeteringMode: 5 (Pattern)", ""])
  }

  @Test("--tag date is the day of a condition, and --tag camera the camera's name")
  func words() async throws {
    let tags = ["--tag", "date", "--tag", "camera"]
    let expected = ["2024-05-06T07:08:09", "Cameo Fixture One"]
    let text = try await lines(tags + [photo])
    #expect(text.count == 3 && zip(text, expected).allSatisfy { $0.contains($1.prefix(10)) }, "\(text)")
    let record = try await Tool.run(
      "jq", ["-r", ".images[0].Derived.Camera"], input: Array(try await lines(["--jsonl"] + tags + [photo])[0].utf8))
    #expect(record.text == "Cameo Fixture One\n")
    #expect(try await lines(["--csv"] + tags + [photo]).dropFirst().first?.hasSuffix(",Cameo Fixture One") == true)
  }

  @Test("A summary counts files and values")
  func aSummaryCounts() async throws {
    let result = try await Tool.cameo("imgmeta", ["--totals", "--json", photo, photo, plain, "missing.jpg"])
    let object = try JSONSerialization.jsonObject(with: Data(result.output))
    let summary = try #require(object as? [String: Any])
    #expect(summary["files"] as? Int == 3)
    #expect(summary["failed"] as? Int == 1)
    #expect(summary["formats"] as? [String: Int] == ["jpeg": 2, "png": 1])
    #expect(summary["cameras"] as? [String: Int] == ["Cameo Fixture One": 2])
    #expect(summary["withPosition"] as? Int == 2)
    #expect(summary["earliest"] as? String == "2024-05-06")
    #expect(result.status == 1)
  }

  @Test(
    "Blocks are written as ExifTool finds them", arguments: [("icc", "-ICC_Profile"), ("thumbnail", "-ThumbnailImage")])
  func extraction(part: String, tag: String) async throws {
    let directory = try TemporaryDirectory()
    let phone = Fixtures.path("jpeg/valid/photo_phone.jpg")
    let result = try await Tool.cameo("imgmeta", ["--extract", part, "-o", directory.file("{stem}.{ext}"), phone])
    #expect(result.status == 0)
    let theirs = try await Tool.run("exiftool", ["-b", tag, phone])
    let name = try #require(directory.names.first)
    #expect(Array(try Data(contentsOf: URL(fileURLWithPath: directory.file(name)))) == theirs.output)
    #expect(theirs.output.count > 100)
  }

  @Test("A missing block is a failure and no file")
  func aMissingBlockIsAFailureAndNoFile() async throws {
    let directory = try TemporaryDirectory()
    let result = try await Tool.cameo("imgmeta", ["--extract", "icc", "-o", directory.file("a.icc"), plain])
    #expect(result.status == 1)
    #expect(result.errors == "imgmeta: \(plain): there is no ICC profile\n")
    #expect(directory.names == [])
  }

  @Test("An input is never overwritten")
  func anInputIsNeverOverwritten() async throws {
    let directory = try TemporaryDirectory()
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: Fixtures.path("jpeg/valid/photo_phone.jpg"))))
    let path = try directory.write(bytes, to: "a.jpg")
    let result = try await Tool.cameo("imgmeta", ["--extract", "thumbnail", "-o", path, path])
    #expect(result.status != 0)
    #expect(Array(try Data(contentsOf: URL(fileURLWithPath: path))) == bytes)
  }

  @Test(
    "Invalid command lines are refused before any work",
    arguments: [
      ["--json", "--csv"], ["--csv-guard"], ["--where", "exif.ISO >="], ["--where", "(Make"], ["--where", "a = b c"],
      ["--where", "date > 2024-13-45"], ["--where", "date = 2023-02-29"], ["--where", "date < 'yesterday'"],
      ["--where", "exif.DateTimeOriginal >= 2024-05-06T25:00"], ["--where", "exif.DateTime < 2024-5-6"],
      ["--print", "{Make"],
      ["--print", "{Make:%Q}"], ["--print", "}"], ["--value", "nice"], ["--extract", "icc"],
      ["--tag", ""],
      ["--where", String(repeating: "not ", count: 60) + "Make"], ["--extract", "soul", "-o", "x"],
    ])
  func refused(arguments: [String]) throws {
    let result = try InProcess("imgmeta", arguments + [photo])
    #expect(result.status == 64)
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test("Names in lines that end with NUL keep their bytes")
  func namesAsBytes() async throws {
    let directory = try TemporaryDirectory()
    let name = Array("new\nline".utf8) + [0xE4] + Array(".png".utf8)
    let made = try await Tool.python(
      "import os, shutil, sys; shutil.copy(sys.argv[1], sys.argv[2].encode() + b'/new\\nline\\xe4.png')",
      [plain, directory.path])
    #expect(made.errors == "")
    let result = try await Tool.cameo("imgmeta", ["-r", "--print", "{name}\\0", directory.path])
    #expect(result.output == name + [0])
  }

  @Test("A structure that looks like bytes does not break a property list")
  func structuresThatLookLikeBytes() async throws {
    let directory = try TemporaryDirectory()
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:a="urn:a"><a:evil rdf:parseType="Resource"><byteCount>1</byteCount>
      <base64>&lt;/data&gt;&lt;key&gt;x&lt;/key&gt;</base64></a:evil></rdf:Description></rdf:RDF></x:xmpmeta>
      """
    let path = try directory.write(Array(packet.utf8), to: "a.xmp")
    let list = try directory.write(try await Tool.cameo("imgmeta", ["--plist", path]).output, to: "a.plist")
    let read = try await Tool.python("import plistlib, sys; print(len(plistlib.load(open(sys.argv[1], 'rb'))))", [list])
    #expect(read.text == "1\n")
  }

  @Test("Columns that the first pass finds hold their own property, whatever its name is")
  func namesOfColumns() async throws {
    let directory = try TemporaryDirectory()
    let png = directory.file("a.png")
    let made = try await Tool.python(
      """
      import sys
      from PIL import Image, PngImagePlugin
      texts = PngImagePlugin.PngInfo()
      for name in ("abc", "a*", "a[1]", "foo/bar"):
          texts.add_text(name, "value of " + name)
      Image.new("L", (1, 1)).save(sys.argv[1], pnginfo=texts)
      """, [png])
    #expect(made.errors == "")
    let table = try await Tool.cameo("imgmeta", ["--csv", "--group", "Text", png])
    #expect(
      table.text == """
        input,image,Text:a*,Text:a[1],Text:abc,Text:foo/bar
        \(png),1,value of a*,value of a[1],value of abc,value of foo/bar

        """)
  }

  @Test("A sidecar's properties match queries like those of a packet, and its defects are reported with its name")
  func sidecars() async throws {
    let directory = try TemporaryDirectory()
    let picture = try directory.write(Array(try Data(contentsOf: URL(fileURLWithPath: plain))), to: "a.png")
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Fjord</rdf:li>
      </rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>
      """
    try directory.write(Array(packet.utf8), to: "a.xmp")
    for question in ["dc:title", "title", "XMP:dc:title", "sidecar.title"] {
      let result = try await Tool.cameo("imgmeta", ["--sidecar", "--print", "{\(question)}", picture])
      #expect(result.text == "Fjord\n", "\(question)")
    }
    try directory.write(Array("<x:xmpmeta".utf8), to: "a.xmp")
    let broken = try await Tool.cameo("imgmeta", ["--sidecar", "--print", "{title|none}", picture])
    #expect(broken.text == "none\n")
    #expect(broken.errors.contains("the sidecar file \(directory.file("a.xmp")): "))
    #expect(broken.status == 3)
  }

  /// The rating, the date and the position are what ExifTool shows.
  @Test("What a sidecar says counts instead of what the picture says")
  func sidecarsCountFirst() async throws {
    let directory = try TemporaryDirectory()
    let (picture, sidecar) = (directory.file("a.jpg"), directory.file("a.jpg.xmp"))
    try FileManager.default.copyItem(atPath: photo, toPath: picture)
    let made = try await Tool.run(
      "exiftool",
      [
        "-q", "-XMP-xmp:Rating=4", "-XMP-exif:DateTimeOriginal=2024:05:06 07:08:09", "-XMP-digiKam:TagsList=Ort/Eiger",
        "-o", sidecar, "-XMP-photoshop:DateCreated=2001:02:03",
      ])
    try #require(made.status == 0, "\(made.errors)")
    let inside = try await Tool.run("exiftool", ["-q", "-overwrite_original", "-XMP-xmp:Rating=2", picture])
    try #require(inside.status == 0, "\(inside.errors)")
    let fields = "{Rating} {DateCreated:%Y%m%d_%H%M%S} {DateCreatedSource} {Keywords}"
    #expect(
      try await lines(["--sidecar", "--print", fields, picture]).first
        == "4 20240506_070809 Sidecar:exif:DateTimeOriginal Ort, Eiger")
    #expect(try await lines(["--print", "{Rating}", picture]).first == "2")
    #expect(try await lines(["--print", "{Rating}", sidecar]).first == "4")
    #expect(try await lines(["--sidecar", "--where", "Rating = 2", "--print", "{name}", picture]) == [""])
    try FileManager.default.moveItem(atPath: sidecar, toPath: directory.file("a.XMP"))
    #expect(try await lines(["--sidecar", "--print", "{Rating}", picture]).first == "4")
  }

  @Test("A date of a sidecar that is less sure than the picture's does not replace it")
  func lessSureDateOfSidecar() async throws {
    let directory = try TemporaryDirectory()
    let (picture, sidecar) = (directory.file("a.jpg"), directory.file("a.jpg.xmp"))
    try FileManager.default.copyItem(atPath: photo, toPath: picture)
    func write(_ arguments: String...) async throws {
      let made = try await Tool.run("exiftool", ["-q"] + arguments)
      try #require(made.status == 0, "\(made.errors)")
    }
    try await write("-overwrite_original", "-all=", "-ExifIFD:DateTimeOriginal=2024:05:06 07:08:09", picture)
    try await write("-XMP-xmp:CreateDate=2026:01:01 00:00:00", "-XMP-xmp:Rating=4", "-o", sidecar)
    let arguments = ["--sidecar", "--print", "{DateCreated:%Y%m%d_%H%M%S} {DateCreatedSource} {Rating}", picture]
    #expect(try await lines(arguments).first == "20240506_070809 Exif:DateTimeOriginal 4")
    try await write(
      "-overwrite_original", "-ExifIFD:DateTimeOriginal=", "-ExifIFD:CreateDate=2025:02:03 04:05:06", picture)
    #expect(try await lines(arguments).first == "20260101_000000 Sidecar:xmp:CreateDate 4")
  }

  @Test("DateCreated is the derived date, and a format that does not fit takes the default")
  func derivedDate() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("a.jpg")
    try FileManager.default.copyItem(atPath: photo, toPath: path)
    func write(_ tags: String...) async throws {
      let made = try await Tool.run("exiftool", ["-q", "-overwrite_original"] + tags + [path])
      try #require(made.status == 0, "\(made.errors)")
    }
    let fields = "{DateCreated:%Y%m%d_%H%M%S|none} {DateCreated:%Y-%m-%d%z}"
    try await write(
      "-all=", "-IPTC:DateCreated=2024:05:06", "-XMP-photoshop:DateCreated=2024:05:06",
      "-ExifIFD:DateTimeOriginal=2024:05:06 07:08:09")
    #expect(try await lines(["--print", fields, path]).first == "20240506_070809 2024-05-06")
    let table = try await lines(["--csv", "--tag", "DateCreated", path])
    #expect(table.dropFirst().first == "\(path),1,2024-05-06T07:08:09")
    #expect(try await lines(["--where", "DateCreated >= 2024-05-06T07", "--print", "{name}", path]).first == "a.jpg")
    try await write("-ExifIFD:DateTimeOriginal=")
    #expect(try await lines(["--print", fields, path]).first == "none 2024-05-06")
  }

  @Test("A name alone selects the tags of all groups in ExifTool's output, which has no computed ones")
  func namesAloneOfExifTool() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("a.jpg")
    try FileManager.default.copyItem(atPath: Fixtures.path("jpeg/valid/size_1x1.jpg"), toPath: path)
    let made = try await Tool.run(
      "exiftool",
      [
        "-q", "-overwrite_original", "-XMP-xmp:Rating=4", "-IFD0:Rating=3", "-IPTC:Keywords=sea",
        "-XMP-photoshop:DateCreated=2024:05:06", "-IPTC:DateCreated=2024:05:07", "-XMP-aux:Lens=Biotar", path,
      ])
    try #require(made.status == 0, "\(made.errors)")
    func record(_ output: [UInt8]) throws -> NSDictionary {
      let records = try #require(try JSONSerialization.jsonObject(with: Data(output)) as? [NSDictionary])
      return try #require(records.first)
    }
    let names = ["Rating", "Keywords", "DateCreated", "Lens"]
    let ours = try await Tool.cameo("imgmeta", ["--exiftool"] + names.flatMap { ["--tag", $0] } + [path])
    #expect(ours.errors == "")
    let theirs = try await Tool.run("exiftool", ["-json", "-G", "-n", "-a"] + names.map { "-\($0)" } + [path])
    let own = try record(ours.output)
    // The file's name, two ratings, keywords, two dates, the lens.
    #expect(try own == record(theirs.output) && own.count == 7)
  }

  @Test("A name alone that means a computed property is not that of a text of the file")
  func namesAloneBesideTexts() async throws {
    let directory = try TemporaryDirectory()
    let png = directory.file("a.png")
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmp:Rating="4">
      <dc:subject><rdf:Bag><rdf:li>sea</rdf:li></rdf:Bag></dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>
      """
    let made = try await Tool.python(
      """
      import sys
      from PIL import Image, PngImagePlugin
      texts = PngImagePlugin.PngInfo()
      texts.add_text("Rating", "80")
      texts.add_text("Keywords", "other")
      texts.add_itxt("XML:com.adobe.xmp", sys.argv[2])
      Image.new("L", (1, 1)).save(sys.argv[1], pnginfo=texts)
      """, [png, packet])
    #expect(made.errors == "")
    #expect(try await lines(["--print", "{Rating} {Keywords} {Text:Rating}", png]).first == "4 sea 80")
    #expect(try await lines(["--tag", "Rating", png]) == ["Derived:Rating: 4", ""])
    #expect(try await lines(["--where", "Rating > 5", "--print", "{name}", png]) == [""])
  }

  @Test("IPTC is copied into PNG, where ExifTool reads it")
  func intoPNG() async throws {
    let directory = try TemporaryDirectory()
    let source = Fixtures.path("jpeg/valid/everything.jpg")
    let result = try await Tool.cameo("imgconv", [source, "-o", directory.file("a.png")])
    #expect(!result.errors.contains("IPTC"))
    let theirs = try await Tool.run("exiftool", ["-s3", "-IPTC:all", directory.file("a.png")])
    let before = try await Tool.run("exiftool", ["-s3", "-IPTC:all", source])
    #expect(theirs.text == before.text && !before.text.isEmpty)
  }
}
