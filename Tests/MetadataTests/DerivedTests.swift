internal import ByteStreams
internal import ImageModel
internal import MetadataModel
@testable internal import MetadataReading
internal import TIFFStructure
internal import TestKit
internal import Testing

@Suite("Derived properties", .timed)
struct DerivedTests {
  private func date(_ main: [IFDField] = [], exif: [IFDField] = []) throws -> (String?, String?) {
    let group = try ExifSamples.properties(main, exif: exif)["Derived"]
    return (group?["DateCreated"]?.text, group?["DateCreatedSource"]?.text)
  }

  @Test("The best date has its fraction of a second and its zone")
  func bestDate() throws {
    let taken = IFDField.text(0x9003, "2024:05:06 12:34:56")
    #expect(
      try date(exif: [taken, .text(0x9291, "78 "), .text(0x9011, "+02:00")])
        == ("2024-05-06T12:34:56.78+02:00", "Exif:DateTimeOriginal"))
    #expect(try date(exif: [taken]) == ("2024-05-06T12:34:56", "Exif:DateTimeOriginal"))
    #expect(try date(exif: [taken, .text(0x9291, "ab"), .text(0x9011, "   :  ")]).0 == "2024-05-06T12:34:56")
    // The zone of another date is ignored.
    #expect(try date(exif: [taken, .text(0x9010, "+02:00")]).0 == "2024-05-06T12:34:56")
    // TIFF/EP: hours.
    let hours = IFDField(0x882A, .values(.signedShort, .signed([-6])))
    #expect(try date(exif: [taken, hours]).0 == "2024-05-06T12:34:56-06:00")
  }

  @Test(
    "Invalid dates are skipped",
    arguments: [
      "0000:00:00 00:00:00", "    :  :     :  :  ", "2024:02:30 00:00:00", "2024:13:01 00:00:00", "", "unknown",
    ])
  func noDates(text: String) throws {
    let found = try date(
      [.text(0x0132, "2001:02:03 04:05:06")], exif: [.text(0x9003, text), .text(0x9004, "2002:03:04 05:06:07")])
    #expect(found == ("2002-03-04T05:06:07", "Exif:DateTimeDigitized"))
    #expect(
      try date([.text(0x0132, "2001:02:03 04:05:06")], exif: [.text(0x9003, text)])
        == ("2001-02-03T04:05:06", "IFD0:DateTime"))
    #expect(try date(exif: [.text(0x9003, text)]) == (nil, nil))
  }

  /// Hour 24 is what Java's pattern `kk` writes for the first hour of a day.
  @Test(
    "A date with an odd time keeps its day",
    arguments: [
      ("2019:01:01 24:04:20", "2019-01-01T00:04:20"), ("2024:05:06 07:08:62", "2024-05-06T07:08"),
      ("2024:05:06 07:60:09", "2024-05-06"), ("2024:05:06 25:08:09", "2024-05-06"), ("2024:05:06 x", "2024-05-06"),
      ("2024:05:06 07:08:09\n", "2024-05-06T07:08:09"), ("2024:05:06  7:08:09", "2024-05-06T07:08:09"),
      ("2024:05:06 02:08:09 PM", "2024-05-06T14:08:09"), ("2024:05:06 14:08:09 PM", "2024-05-06T14:08:09"),
      ("2024:05:06 12:08:09 AM", "2024-05-06T00:08:09"), ("2024:05:06 07:08:09 DST", "2024-05-06T07:08:09"),
      ("2024:05:06 07:08:09 UTC", "2024-05-06T07:08:09Z"), ("2024-05-06Z", "2024-05-06"), ("2024:05:061", nil),
      ("2024 was a good year", nil),
    ])
  func oddTimes(text: String, expected: String?) throws {
    #expect(try date(exif: [.text(0x9003, text)]).0 == expected)
  }

  @Test("A PNG's creation time is read in all usual formats")
  func creationTimes() async throws {
    let forms = [
      ("Mon, 6 May 2024 12:34:56 +0200", "2024-05-06T12:34:56+02:00"), ("2024-05-06T12:34:56Z", "2024-05-06T12:34:56Z"),
      ("6 May 2024 12:34 GMT", "2024-05-06T12:34Z"), ("2024:05:06 12:34:56", "2024-05-06T12:34:56"), ("2024", "2024"),
      ("some day", nil), ("Mon, 6 May 2024 24:34:99 +0200", "2024-05-06T00:34+02:00"),
    ]
    for (text, expected) in forms {
      let program = """
        import sys, io
        from PIL import Image, PngImagePlugin
        info = PngImagePlugin.PngInfo()
        info.add_text('Creation Time', sys.argv[1])
        out = io.BytesIO()
        Image.new('L', (2, 3)).save(out, 'PNG', pnginfo=info)
        sys.stdout.buffer.write(out.getvalue())
        """
      let file = try await Tool.python(program, [text]).output
      let metadata = try MetadataReader.read(MemoryByteSource(file), fileName: nil, limits: .standard)
      let group = try #require(metadata.images.first?.properties["Derived"])
      #expect(group["DateCreated"]?.text == expected)
      #expect(group["DateCreatedSource"]?.text == (expected == nil ? nil : "Text:Creation Time"))
      #expect(group["Megapixels"] == .decimal(0.000006))
    }
  }

  @Test("The time of APNG is in UTC")
  func theTimeOfAPNGIsInUTC() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(Fixtures.bytes(Fixtures.path("png/valid/exif.png")), to: "a.png")
    let tool = try await Tool.run("exiftool", ["-q", "-EXIF:All=", "-PNG:ModifyDate=2024:05:06 07:08:09", path])
    #expect(tool.status == 0)
    let metadata = try MetadataReader.read(try FileByteSource(path: path), fileName: nil, limits: .standard)
    let group = try #require(metadata.images.first?.properties["Derived"])
    #expect(group["DateCreated"]?.text == "2024-05-06T07:08:09Z")
    #expect(group["DateCreatedSource"]?.text == "PNG:ModifyDate")
  }

  @Test("Camera, lens and exposure are on one line each")
  func camera() throws {
    let tree = try ExifSamples.properties(
      [.text(0x010F, "NIKON CORPORATION"), .text(0x0110, "NIKON D80 ")],
      exif: [
        ExifSamples.rationals(0x829A, [(10, 2_500)]), ExifSamples.rationals(0x829D, [(28, 10)]), .short(0x8827, 400),
        ExifSamples.rationals(0x920A, [(350, 10)]),
        ExifSamples.rationals(0xA432, [(24, 1), (70, 1), (28, 10), (28, 10)]),
      ])
    #expect(tree["Derived"]?["Camera"] == .text("NIKON D80"))
    #expect(tree["Derived"]?["Lens"] == .text("24-70 mm f/2.8"))
    #expect(tree["Derived"]?["Exposure"] == .text("1/250 s, f/2.8, ISO 400, 35 mm"))
    let other = try ExifSamples.properties(
      [.text(0x010F, "Canon"), .text(0x0110, "EOS 5")],
      exif: [
        ExifSamples.rationals(0x829A, [(25, 10)]), .short(0x8827, 65_535), .long(0x8832, 102_400),
        .text(0xA434, "EF 50mm"),
      ])
    #expect(other["Derived"]?["Camera"] == .text("Canon EOS 5"))
    #expect(other["Derived"]?["Lens"] == .text("EF 50mm"))
    #expect(other["Derived"]?["Exposure"] == .text("2.5 s, ISO 102400"))
  }

  @Test("Position")
  func position() throws {
    let path = Fixtures.path("jpeg/valid/everything.jpg")
    let metadata = try MetadataReader.read(try FileByteSource(path: path), fileName: nil, limits: .standard)
    let group = try #require(metadata.images.first?.properties["Derived"])
    // 47° 33' 21.5" south, 8° 32' 24" west.
    #expect(abs((group["Latitude"]?.number ?? 0) + 47.555972222) < 1e-8)
    #expect(abs((group["Longitude"]?.number ?? 0) + 8.54) < 1e-8)
    #expect(group["Megapixels"] == .decimal(67 * 45 / 1e6))
  }

  /// The group `Derived` of an image with this metadata.
  private func derived(_ groups: [PropertyGroup]) -> PropertyGroup {
    var metadata = ImageMetadata(format: "jpeg", contentType: "public.jpeg", byteCount: 1)
    var image = ImageMetadata.Image(info: nil)
    image.properties.groups = groups
    metadata.images = [image]
    return DerivedProperties(metadata, image: 0, makerNote: nil).group(describes: false)
  }

  @Test("Dates of XMP and IPTC count if Exif has none")
  func otherDates() {
    let exif = PropertyGroup("IFD0", [Property("DateTime", .text("2001:02:03 04:05:06"))])
    let xmp = PropertyGroup("XMP", [Property("xmp:CreateDate", .text("2024-05-06T07:08-03:00"))])
    let iptc = PropertyGroup(
      "IPTC", [Property("DateCreated", .text("2024:05:07")), Property("TimeCreated", .text("12:34:56+02:00"))])
    #expect(derived([exif, xmp, iptc])["DateCreated"] == .text("2024-05-06T07:08-03:00"))
    #expect(derived([exif, xmp, iptc])["DateCreatedSource"] == .text("XMP:xmp:CreateDate"))
    #expect(derived([exif, iptc])["DateCreated"] == .text("2024-05-07T12:34:56+02:00"))
    #expect(derived([exif, iptc])["DateCreatedSource"] == .text("IPTC:DateCreated"))
    #expect(derived([exif])["DateCreated"] == .text("2001-02-03T04:05:06"))
    let day = PropertyGroup(
      "IPTC", [Property("DateCreated", .text("2024:05:07")), Property("TimeCreated", .text("99:00"))])
    #expect(derived([day])["DateCreated"] == .text("2024-05-07"))
  }

  @Test("Positions of XMP count if Exif has none")
  func otherPositions() {
    func group(_ latitude: String, _ longitude: String) -> PropertyGroup {
      derived([
        PropertyGroup(
          "XMP", [Property("exif:GPSLatitude", .text(latitude)), Property("exif:GPSLongitude", .text(longitude))])
      ])
    }
    // The formats of ISO 16684-2: degrees, minutes and seconds, or minutes with decimals.
    #expect(group("52,30,36N", "13,24.6W")["Latitude"] == .decimal(52.51))
    #expect(group("52,30,36N", "13,24.6W")["Longitude"] == .decimal(-13.41))
    for wrong in ["91,0N", "52,30", "52,-30N", "52,inf,0N", ",N", "", "91.5", "inf", "52W", "-52N"] {
      #expect(group(wrong, "13,24.6W").properties.isEmpty, "\(wrong)")
    }
    // What programs write instead.
    #expect(group("60.5", "-68.5")["Latitude"] == .decimal(60.5))
    #expect(group("60.5", "-68.5")["Longitude"] == .decimal(-68.5))
    #expect(group("60.5S", "68.5 W")["Latitude"] == .decimal(-60.5))
    #expect(group("60.5S", "68.5 W")["Longitude"] == .decimal(-68.5))
    #expect(group("52N", "13E")["Latitude"] == .decimal(52))
  }

  @Test("A position of XMP may have references of its own", arguments: [("N", "W"), ("North", "West")])
  func references(latitude: String, longitude: String) {
    let xmp = PropertyGroup(
      "XMP",
      [
        Property("exif:GPSLatitude", .text("60.5")), Property("exif:GPSLatitudeRef", .text(latitude)),
        Property("exif:GPSLongitude", .text("68,30")), Property("exif:GPSLongitudeRef", .text(longitude)),
      ])
    #expect(derived([xmp])["Latitude"] == .decimal(60.5))
    #expect(derived([xmp])["Longitude"] == .decimal(-68.5))
  }

  /// Windows stores one to five stars as 1, 25, 50, 75 and 99 (System.Rating of the Windows Property System).
  @Test("The rating is in stars, whatever block of the file has it")
  func ratings() {
    func stars(xmp: [Property] = [], main: [Property] = []) -> PropertyValue? {
      derived([PropertyGroup("IFD0", main), PropertyGroup("XMP", xmp)])["Rating"]
    }
    for (percent, count) in [(0, 0), (1, 1), (25, 2), (50, 3), (75, 4), (99, 5)] as [(Int64, Int64)] {
      #expect(stars(xmp: [Property("MicrosoftPhoto:Rating", .text("\(percent)"))]) == .integer(count))
      #expect(stars(main: [Property("RatingPercent", .integer(percent))]) == .integer(count))
    }
    #expect(stars(main: [Property("Rating", .integer(4)), Property("RatingPercent", .integer(75))]) == .integer(4))
    #expect(
      stars(
        xmp: [Property("MicrosoftPhoto:Rating", .text("25")), Property("xmp:Rating", .text("3"))],
        main: [Property("Rating", .integer(2))]) == .integer(3))
    #expect(stars(xmp: [Property("xmp:Rating", .text("-1"))]) == .integer(-1))
    #expect(stars(xmp: [Property("xmp:Rating", .text("3.5"))]) == .decimal(3.5))
    #expect(stars(xmp: [Property("acdsee:rating", .text("5"))]) == .integer(5))
    // Per cent in the tag of the stars.
    #expect(stars(main: [Property("Rating", .integer(99))]) == nil)
    #expect(stars(xmp: [Property("xmp:Rating", .text("good"))]) == nil)
  }

  @Test("Paths of tags alone give keywords")
  func keywords() {
    func words(_ groups: PropertyGroup...) -> PropertyValue? { derived(groups)["Keywords"] }
    func texts(_ words: String...) -> PropertyValue { .array(words.map { .text($0) }) }
    let digiKam = Property("digiKam:TagsList", texts("Ort/Alpen/Eiger", "Ort/Bern"))
    let lightroom = Property("lr:hierarchicalSubject", texts("Ort|Alpen|Eiger"))
    #expect(words(PropertyGroup("XMP", [digiKam])) == texts("Ort", "Alpen", "Eiger", "Bern"))
    #expect(words(PropertyGroup("XMP", [lightroom])) == texts("Ort", "Alpen", "Eiger"))
    let flat = PropertyGroup("XMP", [lightroom, Property("dc:subject", texts("Eiger"))])
    let iptc = PropertyGroup("IPTC", [Property("Keywords", texts("Eiger", "Schnee"))])
    let windows = PropertyGroup("IFD0", [Property("XPKeywords", .text("Berg; Schnee"))])
    #expect(words(flat, iptc, windows) == texts("Eiger", "Schnee", "Berg"))
  }

  @Test("XMP says that a video or a map of distances belongs to the picture")
  func parts() {
    func names(_ properties: [Property]) -> [String] {
      derived([PropertyGroup("XMP", properties)]).properties.map(\.name)
    }
    func directory(_ semantics: String...) -> Property {
      Property(
        "Container:Directory",
        .array(
          semantics.map {
            .structure([Property("Container:Item", .structure([Property("Item:Semantic", .text($0))]))])
          }))
    }
    #expect(names([Property("GCamera:MotionPhoto", .text("1"))]) == ["MotionPhoto"])
    #expect(names([Property("GCamera:MicroVideo", .text("1"))]) == ["MotionPhoto"])
    #expect(names([Property("GCamera:MotionPhoto", .text("0"))]) == [])
    #expect(names([Property("GDepth:Format", .text("RangeInverse"))]) == ["DepthMap"])
    #expect(names([directory("Primary", "MotionPhoto")]) == ["MotionPhoto"])
    #expect(names([directory("Primary", "Depth", "Confidence")]) == ["DepthMap"])
    #expect(names([directory("Primary", "GainMap")]) == [])
  }
}
