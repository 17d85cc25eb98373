internal import TestKit
internal import Testing

@Suite("imgmeta: blocks, queries and sidecar files", .timed)
struct ExtractionTests {
  private let directory: TemporaryDirectory
  private let photo = Fixtures.path("jpeg/valid/exif_thumbnail.jpg")

  init() throws { directory = try TemporaryDirectory() }

  @Test("Blocks are written like pictures: existing files are kept, directories are created")
  func outputs() async throws {
    let inside = directory.file("new/sub/t.jpg")
    let refused = try await Tool.cameo("imgmeta", ["--extract", "thumbnail", "-o", inside, photo])
    #expect(refused.status == 1)
    #expect(refused.errors.contains("--parents"))
    let made = try await Tool.cameo("imgmeta", ["--extract", "thumbnail", "--parents", "-o", inside, photo])
    #expect(made.status == 0, "\(made.errors)")
    let thumbnail = try await Tool.run("exiftool", ["-b", "-ThumbnailImage", photo]).output
    #expect(Fixtures.bytes(inside) == thumbnail)

    let existing = try directory.write([1, 2, 3], to: "there.jpg")
    let kept = try await Tool.cameo("imgmeta", ["--extract", "thumbnail", "--no-clobber", "-o", existing, photo])
    #expect(kept.status == 0)
    #expect(Fixtures.bytes(existing) == [1, 2, 3])
    for option in ["--parents", "--no-clobber"] {
      let result = try await Tool.cameo("imgmeta", [option, photo])
      #expect(result.status == 64 && result.errors.contains("needs -o"), "\(option)")
    }
  }

  /// A page, followed by a directory that points to a JPEG file.
  private func page(withThumbnail jpeg: [UInt8]) -> [UInt8] {
    func short(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
    func long(_ value: Int) -> [UInt8] { short(value & 65_535) + short(value >> 16) }
    func field(_ tag: Int, _ value: Int) -> [UInt8] { short(tag) + short(4) + long(1) + long(value) }
    let picture = [
      (256, 4), (257, 4), (258, 8), (259, 1), (262, 1), (273, 8), (277, 1), (278, 4), (279, 16),
    ]
    let second = 24 + 2 + 12 * picture.count + 4
    let place = second + 2 + 12 * 4 + 4
    let first = short(picture.count) + picture.flatMap { field($0.0, $0.1) } + long(second)
    let thumbnail = [(254, 1), (259, 6), (513, place), (514, jpeg.count)]
    return [0x49, 0x49, 42, 0] + long(24) + [UInt8](0..<16) + first + short(4) + thumbnail.flatMap { field($0.0, $0.1) }
      + long(0) + jpeg
  }

  @Test("The JPEG file in a TIFF file is its thumbnail; without one there is an error")
  func tiffThumbnail() async throws {
    let jpeg = Fixtures.bytes(Fixtures.path("jpeg/valid/size_1x1.jpg"))
    let path = try directory.write(page(withThumbnail: jpeg), to: "a.tif")
    for part in ["thumbnail", "preview"] {
      let result = try await Tool.cameo("imgmeta", ["--extract", part, "-o", "-", path])
      #expect(result.output == jpeg, "\(part): \(result.errors)")
    }
    #expect(try await Tool.run("exiftool", ["-b", "-ThumbnailImage", path]).output == jpeg)
    let none = try await Tool.cameo(
      "imgmeta", ["--extract", "thumbnail", "-o", "-", Fixtures.path("tiff/valid/pyramid_subifds.tif")])
    #expect(none.status == 1)
    #expect(none.errors.contains("no embedded thumbnail that is a JPEG file"), "\(none.errors)")
  }

  @Test("Queries that no file answers are named once")
  func questions() async throws {
    let condition = try await Tool.cameo("imgmeta", ["--where", "exif.Isoo >= 100 or exif.isoo", "--json", photo])
    #expect(condition.errors == "imgmeta: note: no file has 'exif.Isoo'\n")
    #expect(condition.status == 0)
    let line = try await Tool.cameo("imgmeta", ["--print", "{name} {Modle} {exif.Nothing|-}", photo, photo])
    #expect(line.errors == "imgmeta: note: no file has 'Modle'; did you mean Model?\n")
    let right = try await Tool.cameo(
      "imgmeta", ["--where", "Image:Width > 100000 or Image:Height", "--print", "{name}", photo])
    #expect(right.errors == "")
  }

  private static func packet(_ content: String, wrapped: Bool = true) -> String {
    let text =
      "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
      + "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" \(content)/>"
      + "</rdf:RDF></x:xmpmeta>"
    guard wrapped else { return text }
    return "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\(text)<?xpacket end=\"w\"?>"
  }

  @Test(
    "XMP is recognised in a pipe, after any preceding text",
    arguments: [
      "<!-- made by hand -->\n", "\u{FEFF}", "\n\n  ", "<?xml version=\"1.0\"?>\n<!-- a --> <!-- b -->",
      "\u{FEFF}<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- > -->\n",
    ])
  func pipe(_ start: String) async throws {
    let text = start + Self.packet("dc:source=\"S\"", wrapped: false)
    let result = try await Tool.cameo("imgmeta", ["--tag", "dc:source", "-"], input: Array(text.utf8))
    #expect(result.text == "XMP:dc:source: S\n", "\(result.errors)")
  }

  @Test("All packets of a sidecar file are read")
  func packets() async throws {
    let text = Self.packet("dc:source=\"S\"") + "\n  \n" + Self.packet("dc:format=\"image/jpeg\" dc:source=\"T\"")
    let path = try directory.write(Array(text.utf8), to: "two.xmp")
    let result = try await Tool.cameo("imgmeta", ["--tag", "dc:*", path])
    #expect(result.text == "XMP:dc:source: S\nXMP:dc:format: image/jpeg\n", "\(result.errors)")
    // If a property occurs twice, the first is used, with a warning.
    #expect(result.status == 3)
    // A comment before a packet is not a packet.
    let commented = try directory.write(Array(("<!-- a -->" + Self.packet("dc:source=\"S\"")).utf8), to: "one.xmp")
    let one = try await Tool.cameo("imgmeta", ["--tag", "dc:*", commented])
    #expect(one.text == "XMP:dc:source: S\n" && one.status == 0, "\(one.errors)")
  }

  @Test("Attributes of an array item are fields of its structure, as in ExifTool")
  func itemAttributes() async throws {
    let items = [
      "<rdf:li stEvt:action=\"a\" rdf:parseType=\"Resource\"><stEvt:when>1</stEvt:when></rdf:li>",
      "<rdf:li stEvt:action=\"b\"><rdf:Description stEvt:when=\"2\"/></rdf:li>",
      "<rdf:li stEvt:action=\"c\" stEvt:when=\"3\"/>",
      "<rdf:li><rdf:Description stEvt:action=\"d\" stEvt:when=\"4\"/></rdf:li>",
    ]
    let text = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about="" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" \
      xmlns:stEvt="http://ns.adobe.com/xap/1.0/sType/ResourceEvent#"><xmpMM:History>\
      <rdf:Seq>\(items.joined())</rdf:Seq></xmpMM:History></rdf:Description></rdf:RDF></x:xmpmeta>
      """
    let path = try directory.write(Array(text.utf8), to: "items.xmp")
    let expected = try await Tool.run("exiftool", ["-s3", "-sep", ",", "-HistoryAction", "-HistoryWhen", path]).text
    #expect(expected == "a,b,c,d\n1,2,3,4\n")
    for (field, values) in [("action", ["a", "b", "c", "d"]), ("when", ["1", "2", "3", "4"])] {
      for (index, value) in values.enumerated() {
        let question = "xmpMM:History[\(index + 1)]/stEvt:\(field)"
        let result = try await Tool.cameo("imgmeta", ["--print", "{\(question)}", path])
        #expect(result.text == value + "\n", "\(question): \(result.errors)")
      }
    }
  }

  @Test("Each input has a report of its own with -o, as it has on standard output")
  func reportFiles() async throws {
    let other = Fixtures.path("jpeg/valid/size_1x1.jpg")
    let result = try await Tool.cameo(
      "imgmeta", ["--json", "-o", directory.file("{stem}.{ext}"), photo, other, directory.file("missing.jpg")])
    #expect(result.status == 1 && result.text == "", "\(result.errors)")
    #expect(directory.names.sorted() == ["exif_thumbnail.json", "size_1x1.json"])
    let alone = try await Tool.cameo("imgmeta", ["--json", other])
    #expect(Fixtures.bytes(directory.file("size_1x1.json")) == alone.output)
    let kept = try await Tool.cameo(
      "imgmeta", ["--print", "{name}", "--no-clobber", "-o", directory.file("size_1x1.json"), other])
    #expect(kept.status == 0 && Fixtures.bytes(directory.file("size_1x1.json")) == alone.output)
    for options in [["--totals"], ["--validate"], ["--diff", other]] {
      let refused = try await Tool.cameo("imgmeta", options + ["-o", directory.file("x"), photo])
      #expect(refused.status == 64 && refused.errors.contains("-o and"), "\(refused.errors)")
    }
  }

  @Test("Old texts are read in the encoding that is named")
  func charset() async throws {
    let path = directory.file("old.jpg")
    let made = try await Tool.run(
      "exiftool",
      [
        "-q", "-charset", "iptc=Cyrillic", "-charset", "exif=Cyrillic", "-IPTC:Caption-Abstract=Привет",
        "-EXIF:Artist=Привет", "-o", path, Fixtures.path("jpeg/valid/size_1x1.jpg"),
      ])
    #expect(made.status == 0, "\(made.errors)")
    for name in ["windows-1251", "Cyrillic"] {
      let read = try await Tool.cameo(
        "imgmeta", ["--charset", name, "--print", "{exif.Artist} {iptc.Caption-Abstract}", path])
      #expect(read.text == "Привет Привет\n", "\(read.errors)")
    }
    for (command, options) in [("imgmeta", []), ("imgconv", ["-d", directory.path])] {
      let refused = try await Tool.cameo(command, ["--charset", "klingon", path] + options)
      #expect(refused.status == 64 && refused.errors.contains("klingon"), "\(refused.errors)")
    }
    // New texts of XMP and names of outputs are made of the old ones.
    let new = try await Tool.cameo(
      "imgconv",
      [
        "--charset", "Cyrillic", "--set", "xmp.dc:description={iptc.Caption-Abstract}", path, "-o",
        directory.file("{exif.Artist}.jpg"),
      ])
    #expect(new.status == 0, "\(new.errors)")
    #expect(try await ExifTool.values(["XMP-dc:Description"], directory.file("Привет.jpg")) == ["Привет"])
    // The block keeps its bytes.
    let old = try await Tool.run(
      "exiftool", ["-charset", "iptc=Cyrillic", "-s3", "-IPTC:Caption-Abstract", directory.file("Привет.jpg")])
    #expect(old.text == "Привет\n", "\(old.text)")
    let sidecar = try await Tool.cameo("imgconv", ["--charset", "Cyrillic", "--sidecar", path])
    #expect(sidecar.status == 0, "\(sidecar.errors)")
    #expect(
      try await ExifTool.values(["XMP-dc:Creator", "XMP-dc:Description"], path + ".xmp") == ["Привет", "Привет"])
    let catalogue = directory.file("c.db")
    let update = try await Tool.cameo("imgindex", ["update", "--charset", "windows-1251", catalogue, path])
    #expect(update.status == 0, "\(update.errors)")
    let found = try await Tool.cameo("imgindex", ["query", catalogue, "iptc.Caption-Abstract = 'Привет'"])
    #expect(found.text.contains("old.jpg"), "\(found.text) \(found.errors)")
  }

  @Test(
    "The date in a file's name is a property",
    arguments: [
      ("IMG_20240501_120301.jpg", "2024-05-01T12:03:01"), ("PXL_20240501_120301123.MP.jpg", "2024-05-01T12:03:01.123"),
      ("Screenshot_2024-05-01-12-03-01.jpg", "2024-05-01T12:03:01"),
      ("WhatsApp Image 2024-05-01 at 12.03.01.jpg", "2024-05-01T12:03:01"), ("IMG-20240501-WA0007.jpg", "2024-05-01"),
      ("20240501120301.jpg", "2024-05-01T12:03:01"), ("DSC_1234.jpg", "-"), ("IMG_20241301_120301.jpg", "-"),
      ("1234567820240501.jpg", "-"),
    ])
  func dateInName(name: String, date: String) async throws {
    let path = try directory.write(Fixtures.bytes(Fixtures.path("jpeg/valid/size_1x1.jpg")), to: name)
    let result = try await Tool.cameo("imgmeta", ["--print", "{name.date|-}", path])
    #expect(result.text == date + "\n", "\(result.errors)")
  }

  @Test("All dates are set to the one in the file's name, as exiftool's AllDates<FileName does")
  func datesFromName() async throws {
    let path = try directory.write(
      Fixtures.bytes(Fixtures.path("jpeg/valid/size_1x1.jpg")), to: "IMG_20240501_120301.jpg")
    let result = try await Tool.cameo("imgconv", ["--in-place", "--set", "exif.AllDates={name.date}", path])
    #expect(result.status == 0, "\(result.errors)")
    let dates = try await ExifTool.values(["DateTimeOriginal", "CreateDate", "ModifyDate"], path)
    #expect(dates == Array(repeating: "2024:05:01 12:03:01", count: 3))
  }
}
