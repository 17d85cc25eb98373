internal import MetadataModel
internal import TestKit
internal import Testing

@Suite("Property queries", .timed)
struct PropertyQueryTests {
  private let tree = PropertyTree([
    PropertyGroup("File", [Property("Format", .text("JPEG"))]),
    PropertyGroup("IFD0", [Property("Model", .text("M"), tag: 272), Property("Orientation", .integer(6))]),
    PropertyGroup("Exif", [Property("ISOSpeedRatings", .integer(200)), Property("LensModel", .text("L"))]),
    PropertyGroup(
      "XMP",
      [
        Property("dc:subject", .array([.text("one"), .text("two")])),
        Property("dc:title", .structure([Property("x-default", .text("Title")), Property("de", .text("Titel"))])),
        Property(
          "xmpMM:History",
          .array([
            .structure([Property("stEvt:action", .text("saved"))]),
            .structure([Property("stEvt:when", .text("2024-05-06"))]),
          ])),
        Property("xmp:Rating", .text("4")),
      ]),
    PropertyGroup("Text", [Property("Creation.Time: x", .text("noon"))]),
  ])

  @Test("A tag of 0/0 has no value, and the next one that matches counts")
  func unknownValues() {
    let unknown = PropertyValue.rational(.init(0, 0))
    let tree = PropertyTree([
      PropertyGroup(
        "GPS",
        [
          Property("GPSAltitude", unknown), Property("GPSLatitude", .array([unknown, unknown, unknown])),
          Property("GPSSpeed", .rational(.init(1, 0))),
        ]),
      PropertyGroup("XMP", [Property("exif:GPSAltitude", .text("34/10"))]),
    ])
    #expect(PropertyQuery("gps.GPSAltitude").first(in: tree) == nil)
    #expect(PropertyQuery("gps.GPSLatitude").first(in: tree) == nil)
    #expect(PropertyQuery("*GPSAltitude").first(in: tree)?.property.value == .text("34/10"))
    // Infinite.
    #expect(PropertyQuery("GPSSpeed").first(in: tree) != nil)
    #expect(PropertyQuery("gps.GPSAltitude").matches(in: tree).count == 1)
  }

  @Test(
    "A query selects these properties",
    arguments: [
      ("Model", ["IFD0:Model=M"]), ("model", ["IFD0:Model=M"]), ("ifd0.model", ["IFD0:Model=M"]),
      ("Exif:Model", ["IFD0:Model=M"]), ("GPS:Model", []), ("Mod", []),
      ("*odel", ["IFD0:Model=M", "Exif:LensModel=L"]),
      ("exif.ISO", ["Exif:ISOSpeedRatings=200"]), ("Exif:PhotographicSensitivity", ["Exif:ISOSpeedRatings=200"]),
      ("File:*", ["File:Format=JPEG"]), ("f?le:FORMAT", ["File:Format=JPEG"]),
      ("dc:subject", ["XMP:dc:subject=one, two"]), ("XMP:dc:subject", ["XMP:dc:subject=one, two"]),
      ("xmp.subject", ["XMP:dc:subject=one, two"]), ("dc:subject[2]", ["XMP:dc:subject[2]=two"]),
      ("dc:subject[3]", []), ("dc:subject[0]", []), ("xmp.dc:title[de]", ["XMP:dc:title/de=Titel"]),
      ("dc:title/x-default", ["XMP:dc:title/x-default=Title"]),
      ("xmpMM:History[2]/stEvt:when", ["XMP:xmpMM:History[2]/stEvt:when=2024-05-06"]),
      ("xmpMM:History[1]/stEvt:when", []), ("xmp:Rating[1]", ["XMP:xmp:Rating=4"]), ("Rating", ["XMP:xmp:Rating=4"]),
      ("Text:Creation.Time: x", ["Text:Creation.Time: x=noon"]), ("Creation.Time: x", ["Text:Creation.Time: x=noon"]),
      ("", []), ("[", []), ("dc:subject[", []),
      ("dc:*", ["XMP:dc:subject=one, two", "XMP:dc:title=x-default = Title; de = Titel"]),
    ] as [(String, [String])])
  func matches(question: String, expected: [String]) {
    let found = PropertyQuery(question).matches(in: tree).map { match in
      "\(match.group.name):\(match.property.name)=\(match.property.value.plainText)"
    }
    #expect(found == expected)
  }

  @Test(
    "A name alone means one thing",
    arguments: [
      ("Rating", ["Derived:Rating=2"]), ("rating", ["Derived:Rating=2"]), ("XMP:Rating", ["XMP:xmp:Rating=2"]),
      ("RatingPercent", ["IFD0:RatingPercent=25", "XMP:MicrosoftPhoto:Rating=25"]),
      ("MicrosoftPhoto:Rating", ["XMP:MicrosoftPhoto:Rating=25"]), ("IFD0:Rating", ["IFD0:Rating=2"]),
      ("DateCreated", ["Derived:DateCreated=2024-05-06T07:08:09"]),
      ("photoshop:DateCreated", ["XMP:photoshop:DateCreated=2024-05-06"]),
      ("IPTC:DateCreated", ["IPTC:DateCreated=2024:05:06"]),
      ("Contrast", ["Exif:Contrast=1"]), ("crs:Contrast", ["XMP:crs:Contrast=+20"]),
      ("XResolution", ["IFD0:XResolution=300"]), ("IFD1:XResolution", ["IFD1:XResolution=72"]),
      ("ThumbnailLength", ["IFD1:ThumbnailLength=100"]), ("Size", ["File:Size=5"]),
      ("MakerNotes:Size", ["MakerNotes:Size=7"]),
    ] as [(String, [String])])
  func oneMeaning(question: String, expected: [String]) {
    let tree = PropertyTree([
      PropertyGroup("File", [Property("Size", .integer(5))]),
      PropertyGroup(
        "IFD0",
        [
          Property("XResolution", .integer(300)), Property("Rating", .integer(2)),
          Property("RatingPercent", .integer(25)),
        ]
      ),
      PropertyGroup("Exif", [Property("Contrast", .integer(1))]),
      PropertyGroup("IFD1", [Property("XResolution", .integer(72)), Property("ThumbnailLength", .integer(100))]),
      PropertyGroup("MakerNotes", [Property("Size", .integer(7))]),
      PropertyGroup(
        "XMP",
        [
          Property("MicrosoftPhoto:Rating", .text("25")), Property("xmp:Rating", .text("2")),
          Property("photoshop:DateCreated", .text("2024-05-06")), Property("crs:Contrast", .text("+20")),
        ]),
      PropertyGroup("IPTC", [Property("DateCreated", .text("2024:05:06"))]),
      PropertyGroup(
        "Derived", [Property("DateCreated", .text("2024-05-06T07:08:09")), Property("Rating", .integer(2))]),
    ])
    let found = PropertyQuery(question).matches(in: tree).map { match in
      "\(match.group.name):\(match.property.name)=\(match.property.value.plainText)"
    }
    #expect(found == expected)
  }

  @Test("A pattern of many stars does not take exponential time")
  func manyStars() {
    let pattern = String(repeating: "*a", count: 2_000) + "b"
    #expect(!PropertyQuery.pattern(pattern, matches: String(repeating: "a", count: 4_000)))
  }
}
