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

  @Test("A pattern of many stars does not take exponential time")
  func manyStars() {
    let pattern = String(repeating: "*a", count: 2_000) + "b"
    #expect(!PropertyQuery.pattern(pattern, matches: String(repeating: "a", count: 4_000)))
  }
}
