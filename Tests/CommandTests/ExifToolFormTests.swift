internal import TestKit
internal import Testing

/// `imgmeta --exiftool` can replace `exiftool -json -G -n`: docs/exiftool.md.
@Suite("The output of ExifTool", .timed)
struct ExifToolFormTests {
  /// Values that differ on purpose, by tag: where, and why. Empty names mean all files.
  private static let different: [String: (names: [String], reason: String)] = [
    "EXIF:PageNumber": (["pages_three_kinds.tif"], "the first page counts; there the last"),
    "EXIF:TileWidth": (["pyramid_"], "the page counts; there the smallest version"),
    "EXIF:TileLength": (["pyramid_"], "the page counts; there the smallest version"),
    "EXIF:ImageWidth": (["pyramid_reduced_page_first.tif"], "the page counts; there the first directory"),
    "EXIF:ImageHeight": (["pyramid_reduced_page_first.tif"], "the page counts; there the first directory"),
    "EXIF:RowsPerStrip": (["pyramid_reduced_page_first.tif"], "the page counts; there the first directory"),
    "Composite:ImageSize": (["pyramid_reduced_page_first.tif", "os2_64"], "as for the width and the height"),
    "Composite:Megapixels": (["pyramid_reduced_page_first.tif", "os2_64"], "as for the width and the height"),
    "File:ImageHeight": (["os2_64"], "fields of 32 bits; there of 16"),
    "File:Planes": (["os2_64"], "fields of 32 bits before it; there of 16"),
    "File:BitDepth": (["os2_64"], "fields of 32 bits before it; there of 16"),
    "XMP:Title": (["xmp_extended.jpg"], "the main packet counts; there the extended one"),
    // Reading changes it.
    "File:FileAccessDate": ([], "the other program reads the file, too"),
  ]

  /// Tags that are missing here, and why.
  private static let missing: [String: String] = [
    "EXIF:StripOffsets": "where pixels are", "EXIF:StripByteCounts": "where pixels are",
    "EXIF:TileOffsets": "where pixels are", "EXIF:TileByteCounts": "where pixels are",
    "EXIF:PreviewImageStart": "strips, taken for a preview", "EXIF:PreviewImageLength": "strips, taken for a preview",
    "EXIF:PreviewImage": "strips, taken for a preview",
    "EXIF:OtherImageStart": "old JPEG in TIFF: where pixels are",
    "EXIF:OtherImageLength": "old JPEG in TIFF: where pixels are", "EXIF:OtherImage": "old JPEG in TIFF: the pixels",
    "EXIF:JPEGTables": "a part of the pixels", "EXIF:ColorMap": "a part of the pixels",
    "EXIF:SubfileType": "said of smaller versions, which have no record of tags",
    "PNG:SuggestedPalette": "a part of the pixels",
    "JFIF:ThumbnailTIFF": "made by ExifTool of pixels", "EXIF:ThumbnailTIFF": "made by ExifTool of a smaller version",
  ]
  private static let standardGroups: Set<String> = [
    "EXIF", "JFIF", "PNG", "GPS", "IPTC", "XMP", "ICC_Profile", "Photoshop", "APP14", "Ducky",
  ]

  @Test(
    "Raw files have the size of the sensor's data, as ExifTool says it", arguments: Fixtures.names(under: "raw/valid"))
  func sensorSize(_ name: String) async throws {
    let path = Fixtures.path(name)
    let (ours, theirs) = try #require(try await ExifToolForm.read([path])[path])
    let tags = ["EXIF:ImageWidth", "EXIF:ImageHeight", "EXIF:SensorWidth", "EXIF:SensorHeight", "File:ImageWidth"]
    for tag in tags + ["File:ImageHeight", "Composite:ImageSize", "Composite:Megapixels"] {
      guard let value = ours[tag], let other = theirs[tag] else {
        #expect(ours[tag] == nil && theirs[tag] == nil, "\(tag)")
        continue
      }
      #expect(value.agrees(with: other), "\(tag): \(value), ExifTool: \(other)")
    }
  }

  @Test("Every tag of every fixture has ExifTool's name and value")
  func fixturesAgree() async throws {
    // Of a raw file ExifTool shows the directory of the sensor's data, imgmeta the first one with the size of those
    // data.
    let names = ["jpeg/valid", "png/valid", "tiff/valid", "bmp/valid", "ico/valid"].flatMap {
      Fixtures.names(under: $0)
    }.filter {
      !$0.hasSuffix(".dng")
    }
    let records = try await ExifToolForm.read(names.map { Fixtures.path($0) })
    var compared = 0
    for name in names {
      let (ours, theirs) = try #require(records[Fixtures.path(name)])
      try #require(!ours.isEmpty && !theirs.isEmpty, "\(name)")
      for (key, value) in ours where key != "ExifTool:Warning" && !Self.differs(key, name) {
        guard let other = theirs[key] else {
          Issue.record("\(name): \(key) is not ExifTool's")
          continue
        }
        #expect(value.agrees(with: other), "\(name): \(key): \(value), ExifTool: \(other)")
        compared += 1
      }
      for key in theirs.keys where ours[key] == nil && Self.missing[key] == nil {
        let group = key.split(separator: ":").first.map { String($0) } ?? ""
        #expect(!Self.standardGroups.contains(group), "\(name): \(key) is missing")
      }
    }
    #expect(compared > 8_000)
  }

  @Test("PDF, SVG and movies have ExifTool's types", arguments: ["", "qt  ", "M4V ", "3gp4", "3ge6", "3g2a", "mp42"])
  func typesOfDocumentsAndMovies(brand: String) async throws {
    let directory = try TemporaryDirectory()
    var movie = Fixtures.bytes(Fixtures.path("preview/valid/pier.mp4"))
    // The main brand follows the length and the name of the box.
    if !brand.isEmpty { movie.replaceSubrange(8..<12, with: brand.utf8) }
    var paths = [try directory.write(movie, to: "movie.mov")]
    if brand.isEmpty {
      paths += ["valid/bars.pdf", "valid/house.svg", "broken/sound_only.mp4"].map { Fixtures.path("preview/" + $0) }
    }
    let records = try await ExifToolForm.read(paths)
    for path in paths {
      let (ours, theirs) = try #require(records[path])
      for tag in ["File:FileType", "File:FileTypeExtension", "File:MIMEType"] {
        #expect(ours[tag] != nil && ours[tag] == theirs[tag], "\(path): \(tag)")
      }
    }
  }

  private static func differs(_ key: String, _ name: String) -> Bool {
    guard let difference = different[key] else { return false }
    return difference.names.isEmpty || difference.names.contains { name.contains($0) }
  }

  @Test("XMP becomes the same flat tags")
  func xmpAgrees() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(Array(ExifToolFormSample.xmp.utf8), to: "sample.xmp")
    let (ours, theirs) = try #require(try await ExifToolForm.read([path])[path])
    let keys = Set(ours.keys).union(theirs.keys).filter { $0.hasPrefix("XMP:") }
    #expect(keys.count > 50)
    for key in keys {
      guard let value = ours[key], let other = theirs[key] else {
        Issue.record("\(key): \(ours[key]?.description ?? "-"), ExifTool: \(theirs[key]?.description ?? "-")")
        continue
      }
      #expect(value.agrees(with: other), "\(key): \(value), ExifTool: \(other)")
    }
    // The type of a property decides whether a value is a boolean, a number or text.
    #expect(ours["XMP:Marked"] == .bool(true))
    #expect(ours["XMP:Rating"] == .number(4))
    #expect(ours["XMP:Headline"] == .text("2024"))
  }

  @Test("Dates of files are in the time zone of the user", arguments: ["America/St_Johns", "Asia/Tokyo", "UTC"])
  func timeZones(zone: String) async throws {
    let path = Fixtures.path("png/valid/gray1.png")
    let (ours, theirs) = try #require(try await ExifToolForm.read([path], environment: ["TZ": zone])[path])
    #expect(ours["File:FileModifyDate"] != nil)
    #expect(ours["File:FileModifyDate"] == theirs["File:FileModifyDate"])
  }

  @Test("The layout is ExifTool's, so that scripts that cut lines work")
  func layout() async throws {
    let path = Fixtures.path("jpeg/valid/everything.jpg")
    let result = try await Tool.cameo("imgmeta", ["--exiftool", path, path])
    let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    #expect(lines.first == "[{")
    #expect(lines[1] == "  \"SourceFile\": \"\(path)\",")
    #expect(lines.contains("  \"XMP:Subject\": [\"landscape\",\"Grüße\"],"))
    #expect(lines.contains("},") && lines.contains("{"))
    #expect(lines.suffix(2) == ["}]", ""])
    #expect(!result.text.contains("ExifToolVersion"))
    #expect(result.status == 0)
  }

  @Test("A file that is not an image has a record with the reason; a missing file has none, as in ExifTool")
  func errors() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(Array("just text".utf8), to: "a.jpg")
    let result = try await Tool.cameo("imgmeta", ["--exiftool", path, "\(directory.path)/missing.jpg"])
    let records = try ExifToolForm.records(result)
    #expect(records.count == 1)
    #expect(records[path]?.keys.sorted() == ["ExifTool:Error", "SourceFile"])
    #expect(result.status == 1)
  }

  @Test("Only the requested tags are shown")
  func selection() async throws {
    let path = Fixtures.path("jpeg/valid/everything.jpg")
    let result = try await Tool.cameo("imgmeta", ["--exiftool", "--tag", "Model", "--tag", "gps.latitude", path])
    let record = try #require(try ExifToolForm.records(result)[path])
    #expect(record["EXIF:Model"] == .text("Fixture One"))
    #expect(record.keys.allSatisfy { $0 == "SourceFile" || $0.hasPrefix("EXIF:") })
  }

  /// A JPEG file with a position and a time of the same three fractions.
  private static func fileWithPosition(_ fractions: [UInt8]) -> [UInt8] {
    // IFD0 with a pointer to the GPS directory at 26, in big-endian order; its fractions are at 92.
    func field(_ tag: UInt8, _ type: UInt8, _ count: UInt8, _ value: [UInt8]) -> [UInt8] {
      [0, tag, 0, type, 0, 0, 0, count] + value
    }
    let gps =
      field(1, 2, 2, Array("N\0\0\0".utf8)) + field(2, 5, 3, [0, 0, 0, 92]) + field(3, 2, 2, Array("E\0\0\0".utf8))
      + field(4, 5, 3, [0, 0, 0, 92]) + field(7, 5, 3, [0, 0, 0, 92])
    let exif =
      Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0]
      + [0, 5] + gps + [0, 0, 0, 0] + fractions
    return [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + [0xFF, 0xD9]
  }

  @Test(
    "A coordinate with a part of n/0 is empty",
    arguments: [[0, 0, 0, 0], [0, 0, 0, 1]] as [[UInt8]])
  func partlyUnknownPosition(numerator: [UInt8]) async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(
      Self.fileWithPosition([0, 0, 0, 47, 0, 0, 0, 1] + numerator + [UInt8](repeating: 0, count: 12)), to: "a.jpg")
    let (ours, theirs) = try #require(try await ExifToolForm.read([path])[path])
    for name in ["EXIF:GPSLatitude", "EXIF:GPSLongitude"] {
      #expect(ours[name] == .text(""))
      #expect(ours[name] == theirs[name])
    }
    #expect(!ours.keys.contains { $0.hasPrefix("Composite:") })
  }

  @Test("Coordinates and a time of 0/0 are not a place and a time")
  func unknownPosition() async throws {
    let jpeg = Self.fileWithPosition([UInt8](repeating: 0, count: 24))
    let directory = try TemporaryDirectory()
    let path = try directory.write(jpeg, to: "a.jpg")
    let (ours, theirs) = try #require(try await ExifToolForm.read([path])[path])
    for name in ["EXIF:GPSLatitude", "EXIF:GPSLongitude"] {
      #expect(ours[name] == .text(""))
      #expect(ours[name] == theirs[name])
    }
    #expect(ours["EXIF:GPSTimeStamp"] == nil)
    #expect(!ours.keys.contains { $0.hasPrefix("Composite:") })
    let line = try await Tool.cameo(
      "imgmeta", ["--print", "{gps.GPSLatitude|none} {gps.latitude|none} {gps.GPSTimeStamp|none}", path])
    #expect(line.text == "none none none\n")
    for condition in ["gps.GPSLatitude", "gps.GPSLatitude = 0", "gps.GPSLatitude != 0", "gps.GPSLatitude ~ '*'"] {
      #expect(try await Tool.cameo("imgmeta", ["--where", condition, "--print", "{name}", path]).text == "")
    }
    let table = try await Tool.cameo("imgmeta", ["--csv", "--group", "GPS", path])
    #expect(table.text.hasSuffix("a.jpg,1,,N,,E,\n"), "\(table.text)")
  }

  @Test("Texts that look like numbers stay texts")
  func texts() async throws {
    let path = Fixtures.path("jpeg/valid/everything.jpg")
    let (ours, theirs) = try #require(try await ExifToolForm.read([path])[path])
    #expect(ours["EXIF:SubSecTimeOriginal"] == .text("123"))
    #expect(theirs["EXIF:SubSecTimeOriginal"] == .number(123))
  }

  @Test("Texts of a colour profile in several languages, its dictionary and its measurements are ExifTool's")
  func profiles() async throws {
    func big(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    func utf16(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } }
    // Texts after a table of records. Each record has a head before the offsets of its texts.
    func table(_ type: String, size: Int, _ records: [(head: String, texts: [String], sizeFirst: Bool)]) -> [UInt8] {
      var head = Array(type.utf8) + [0, 0, 0, 0] + big(records.count) + big(size)
      var content: [UInt8] = []
      for record in records {
        head += Array(record.head.utf8)
        for text in record.texts {
          let place = (big(16 + size * records.count + content.count), big(utf16(text).count))
          head += record.sizeFirst ? place.1 + place.0 : place.0 + place.1
          content += utf16(text)
        }
      }
      return head + content
    }
    func texts(_ texts: [(String, String)]) -> [UInt8] {
      table("mluc", size: 12, texts.map { ($0.0, [$0.1], true) })
    }
    let languages = [("deDE", "Farb-LCD"), ("enGB", "Colour LCD"), ("enUS", "Color LCD"), ("en\0\0", "LCD")]
    let names = ["EDID_md5", "foo bar", "x.y", "a", "_b", "OpenICC:device", "0c"]
    let tags = [
      ("desc", texts(Array(languages.prefix(3)))), ("dscm", texts(Array(languages.prefix(2)))),
      ("cprt", texts([languages[0]])), ("dmnd", texts([languages[3]])),
      ("targ", Array("text\0\0\0\0".utf8) + [UInt8](repeating: 0x41, count: 129) + [0]),
      ("meta", table("dict", size: 16, names.map { ("", [$0, "value of " + $0], false) })),
    ]
    var directory = big(tags.count)
    var content: [UInt8] = []
    for (signature, data) in tags {
      directory += Array(signature.utf8) + big(132 + 12 * tags.count + content.count) + big(data.count)
      content += data
    }
    var profile = [UInt8](repeating: 0, count: 128) + directory + content
    profile.replaceSubrange(0..<4, with: big(profile.count))
    profile.replaceSubrange(36..<40, with: Array("acsp".utf8))
    let segment = Array("ICC_PROFILE\0".utf8) + [1, 1] + profile
    let jpeg = [0xFF, 0xD8, 0xFF, 0xE2] + big(segment.count + 2).suffix(2) + segment + [0xFF, 0xD9]
    let folder = try TemporaryDirectory()
    let path = try folder.write(jpeg, to: "a.jpg")
    let (ours, theirs) = try #require(try await ExifToolForm.read([path])[path])
    let expected = theirs.filter { $0.key.hasPrefix("ICC_Profile:") }
    #expect(expected["ICC_Profile:ProfileDescription"] == .text("Color LCD"))
    #expect(expected["ICC_Profile:FooBar"] != nil && expected["ICC_Profile:TagA"] != nil)
    #expect(expected["ICC_Profile:ProfileCopyright-de-DE"] != nil)
    #expect(ours.filter { $0.key.hasPrefix("ICC_Profile:") } == expected)
  }

  @Test("Composite tags are ExifTool's: the size of Canon's sensor, the lens, the direction and the flash of XMP")
  func composites() async throws {
    func big(_ value: Int, _ count: Int = 4) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }
    // IFD0 at 8 with three fields, the Exif directory after it, then all values that are longer than four bytes.
    let fractions = [(1, 250), (28, 10), (5406, 1000), (1_600_000, 206), (1_200_000, 155)]
    let tags = [0x829A, 0x829D, 0x920A, 0xA20E, 0xA20F]
    let (exif, values) = (8 + 2 + 3 * 12 + 4, 8 + 2 + 3 * 12 + 4 + 2 + 8 * 12 + 4)
    let printing = Array("PrintIM\u{0}0300\u{0}\u{0}\u{0}\u{0}".utf8)
    let lens = Array("A lens of 5.4 mm\u{0}".utf8)
    let lensPlace = values + 8 * fractions.count
    var tiff = Array("MM\0*".utf8) + big(8) + big(3, 2)
    tiff += big(0x10F, 2) + big(2, 2) + big(6) + big(lensPlace + lens.count)
    tiff += big(0x8769, 2) + big(4, 2) + big(1) + big(exif)
    tiff += big(0xC4A5, 2) + big(7, 2) + big(printing.count) + big(lensPlace + lens.count + 6) + big(0)
    tiff += big(8, 2)
    for (index, tag) in tags.enumerated() {
      if tag == 0xA20E { tiff += big(0x9209, 2) + big(3, 2) + big(1) + big(0) }
      tiff += big(tag, 2) + big(5, 2) + big(1) + big(values + 8 * index)
    }
    tiff += big(0xA210, 2) + big(3, 2) + big(1) + big(2, 2) + big(0, 2)
    tiff += big(0xA434, 2) + big(2, 2) + big(lens.count) + big(lensPlace) + big(0)
    tiff += fractions.flatMap { big($0.0) + big($0.1) } + lens + Array("Canon\0".utf8) + printing
    let xmp = """
      http://ns.adobe.com/xap/1.0/\u{0}<x:xmpmeta xmlns:x='adobe:ns:meta/'>
      <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>
      <rdf:Description rdf:about='' xmlns:exif='http://ns.adobe.com/exif/1.0/' exif:GPSLatitude='10,30S'
        exif:GPSLongitude='20,15E'>
      <exif:Flash rdf:parseType='Resource'><exif:Fired>True</exif:Fired><exif:Mode>3</exif:Mode>
        <exif:RedEyeMode>True</exif:RedEyeMode></exif:Flash></rdf:Description></rdf:RDF></x:xmpmeta>
      """
    var jpeg: [UInt8] = [0xFF, 0xD8]
    for content in [Array("Exif\0\0".utf8) + tiff, Array(xmp.utf8)] {
      jpeg += [0xFF, 0xE1]
      jpeg += big(content.count + 2, 2) + content
    }
    jpeg += [0xFF, 0xD9]
    let folder = try TemporaryDirectory()
    let path = try folder.write(jpeg, to: "a.jpg")
    let (ours, theirs) = try #require(try await ExifToolForm.read([path])[path])
    let expected = theirs.filter { $0.key.hasPrefix("Composite:") || $0.key.hasPrefix("PrintIM:") }
    #expect(expected["Composite:LensID"] != nil && expected["PrintIM:PrintIMVersion"] != nil)
    // 206 and 155 thousandths of an inch, against 36 and 24 mm.
    #expect(expected["Composite:ScaleFactor35efl"]?.agrees(with: .number(6.60747866943939)) == true)
    #expect(expected["Composite:Flash"] == .number(0x59) && expected["Composite:GPSLatitudeRef"] == .text("S"))
    for (key, value) in expected {
      #expect(ours[key]?.agrees(with: value) == true, "\(key): \(ours[key]?.description ?? "-"), ExifTool: \(value)")
    }
    #expect(ours.keys.filter { $0.hasPrefix("Composite:") && expected[$0] == nil }.isEmpty)
  }

  @Test(
    "The lens and the fractions of seconds may come from XMP, as programs write them",
    arguments: [
      "lensID=53 lens=EF-S18-55mm", "lensID=53 lens=Foo", "lensID=53 model=EF50mm", "lensID=53 make=Canon lens=EF50mm",
      "lensID=53", "model=Foo", "model=Foo lens=18mm", "model=50/F2", "model=EF50mm lens=EF35mm", "lens=EF35mm",
      "fraction=25", "fraction=25 zone=+02:00", "latitude=60.5 longitude=-68.5",
    ])
  func tagsFromXMP(text: String) async throws {
    let parts = Dictionary(
      uniqueKeysWithValues: text.split(separator: " ").map { part in
        let words = part.split(separator: "=", maxSplits: 1).map { String($0) }
        return (words[0], words[1])
      })
    let names = [
      "lensID": "aux:LensID", "lens": "aux:Lens", "fraction": "exif:SubSecTimeOriginal",
      "zone": "exif:OffsetTimeOriginal", "latitude": "exif:GPSLatitude", "longitude": "exif:GPSLongitude",
    ]
    let attributes = parts.compactMap { key, value in names[key].map { "\($0)='\(value)'" } }.joined(separator: " ")
    let folder = try TemporaryDirectory()
    let packet = try folder.write(
      Array(
        """
        <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>
        <rdf:Description xmlns:aux='http://ns.adobe.com/exif/1.0/aux/' xmlns:exif='http://ns.adobe.com/exif/1.0/'
          \(attributes)/></rdf:RDF></x:xmpmeta>
        """.utf8), to: "a.xmp")
    let path = folder.file("a.jpg")
    let tags =
      (parts["make"].map { ["-EXIF:Make=\($0)"] } ?? []) + (parts["model"].map { ["-EXIF:LensModel=\($0)"] } ?? [])
    let made = try await Tool.run(
      "exiftool",
      ["-q", "-o", path, "-XMP<=\(packet)", "-EXIF:DateTimeOriginal=2024:05:06 07:08:09"] + tags
        + [Fixtures.path("jpeg/valid/gray.jpg")])
    try #require(made.status == 0, "\(made.errors)")
    let (ours, theirs) = try #require(try await ExifToolForm.read([path])[path])
    func wanted(_ key: String) -> Bool { key.hasPrefix("Composite:") || key.hasPrefix("XMP:GPS") }
    #expect(Set(ours.keys.filter(wanted)) == Set(theirs.keys.filter(wanted)))
    for (key, value) in theirs where wanted(key) {
      #expect(ours[key]?.agrees(with: value) == true, "\(key): \(ours[key]?.description ?? "-"), ExifTool: \(value)")
    }
  }
}
