internal import ImageModel
internal import MetadataModel
@testable internal import MetadataWriting
internal import TestKit
internal import Testing

@Suite("Values that users write", .timed)
struct ValueParsingTests {
  /// Expected values are those of GNU date: `date -u -d '2024-03-31 12:00 -1 month'` and the like, and the calendar.
  @Test(
    "A shift moves a date",
    arguments: [
      ("2024:02:29 00:00:30", "-1m", "2024:02:28 23:59:30"), ("2023:12:31 23:59:59", "+1s", "2024:01:01 00:00:00"),
      ("2024:03:31 12:00:00", "-1mo", "2024:02:29 12:00:00"), ("2024:02:29 12:00:00", "+1y", "2025:02:28 12:00:00"),
      ("1900:03:01 00:00:00", "-1d", "1900:02:28 00:00:00"), ("2000:03:01 00:00:00", "-1d", "2000:02:29 00:00:00"),
      ("2024:05:06 07:08:09", "+1y2mo3w4d5h6m7s", "2025:07:31 12:14:16"),
    ])
  func datesMove(_ text: String, _ shift: String, _ expected: String) throws {
    let shift = try #require(DateShift(shift))
    #expect(DateText(text)?.shifted(by: shift) == expected)
  }

  @Test("Dates that leave the calendar stay")
  func datesThatLeaveTheCalendarStay() throws {
    #expect(DateText("0001:01:01 00:00:00")?.shifted(by: try #require(DateShift("-1s"))) == nil)
    #expect(DateText("9999:12:31 23:59:59")?.shifted(by: try #require(DateShift("+1s"))) == nil)
    #expect(DateText("2024:05:06")?.shifted(by: try #require(DateShift("+1h"))) == nil)
    #expect(DateText("2024-05-06")?.shifted(by: try #require(DateShift("+24h"))) == "2024-05-07")
    for wrong in [
      "2024:13:01 00:00:00", "2023:02:29 00:00:00", "2024:05:06 24:00:00", "2024", "", "2024-05-06T07:08+2",
    ] {
      #expect(DateText(wrong) == nil, "\(wrong)")
    }
  }

  @Test(
    "Decimals become fractions",
    arguments: [
      ("0.004", 1, 250), ("2.8", 14, 5), ("1/250", 1, 250), ("0/0", 0, 0), ("72", 72, 1), ("0.3333", 3_333, 10_000),
      ("4294967295", 4_294_967_295, 1), ("1e-3", 1, 1_000),
      // The smallest fraction, 2.33e-10, from its half on.
      ("2e-10", 1, 4_294_967_295), ("1.2e-10", 1, 4_294_967_295), ("0", 0, 1),
    ])
  func decimalsBecomeFractions(_ text: String, _ numerator: Int64, _ denominator: Int64) throws {
    let fraction = try #require(DecimalFraction(text, signed: false))
    #expect(fraction.numerator == numerator && fraction.denominator == denominator)
  }

  @Test("Numbers that do not fit are refused")
  func numbersThatDoNotFitAreRefused() {
    for text in ["-1", "4294967296", "1/2/3", "nan", "inf", "0x10", "", "1/", "a"] {
      #expect(DecimalFraction(text, signed: false) == nil, "\(text)")
    }
    for small in ["1e-10", "5e-324"] { #expect(DecimalFraction(small, signed: false)?.isTooSmall == true) }
    #expect(DecimalFraction("0", signed: false)?.isTooSmall == false)
    #expect(DecimalFraction("-1/3", signed: true) != nil)
    #expect(DecimalFraction("2147483648", signed: true) == nil)
  }

  @Test("Stars match any letters")
  func starsMatchAnyLetters() {
    #expect(GlobPattern("*serial*").matches("BodySerialNumber"))
    #expect(GlobPattern("gps*ref").matches("GPSLatitudeRef"))
    #expect(!GlobPattern("gps*ref").matches("GPSLatitude"))
    #expect(GlobPattern("?rtist").matches("Artist"))
    // The pattern that takes exponential time where stars are tried one by one.
    #expect(!GlobPattern(String(repeating: "a*", count: 40) + "b").matches(String(repeating: "a", count: 2_000)))
  }

  @Test("IPTC text is written in the character set of the data")
  func characterSets() throws {
    // Keyword "Öl" in Latin-1, without a declaration.
    let latin1: [UInt8] = [0x1C, 2, 25, 0, 2, 0xD6, 0x6C]
    var records = try #require(IPTCRecords(latin1))
    try records.set(.init(number: 90, values: ["Köln"], adds: false))
    #expect(records.bytes == latin1 + [0x1C, 2, 90, 0, 4, 0x4B, 0xF6, 0x6C, 0x6E])
    #expect(IPTCRecords([0x1C, 2, 25, 0, 9, 1]) == nil)
  }

  @Test("IPTC text becomes UTF-8 where its character set cannot hold new text")
  func conversion() throws {
    let mark: [UInt8] = [0x1C, 1, 90, 0, 3, 0x1B, 0x25, 0x47]
    let tokyo: [UInt8] = [0x1C, 2, 90, 0, 6, 0xE6, 0x9D, 0xB1, 0xE4, 0xBA, 0xAC]
    // Keyword "Öl": in Latin-1 without a declaration, and in Latin-1 and Latin-2 with one (ISO 2022, ESC - A and B).
    let keyword: [UInt8] = [0x1C, 2, 25, 0, 2, 0xD6, 0x6C]
    for declaration in [[], [0x1C, 1, 90, 0, 3, 0x1B, 0x2D, 0x41], [0x1C, 1, 90, 0, 3, 0x1B, 0x2D, 0x42]] as [[UInt8]] {
      var records = try #require(IPTCRecords(declaration + keyword))
      try records.set(.init(number: 90, values: ["東京"], adds: false))
      #expect(records.bytes == mark + [0x1C, 2, 25, 0, 3, 0xC3, 0x96, 0x6C] + tokyo)
      #expect(records.changes == ["converted the texts of iptc to UTF-8", "set iptc.City"])
    }
    // The declared set holds ő (0xF5 in Latin-2), but not ø.
    let latin2: [UInt8] = [0x1C, 1, 90, 0, 3, 0x1B, 0x2D, 0x42]
    var records = try #require(IPTCRecords(latin2 + keyword))
    try records.set(.init(number: 90, values: ["Győr"], adds: false))
    #expect(records.bytes == latin2 + keyword + [0x1C, 2, 90, 0, 4, 0x47, 0x79, 0xF5, 0x72])
    try records.set(.init(number: 90, values: ["ø"], adds: false))
    #expect(records.bytes == mark + [0x1C, 2, 25, 0, 3, 0xC3, 0x96, 0x6C, 0x1C, 2, 90, 0, 2, 0xC3, 0xB8])
    // The version stays a number, and a long text gets an extended length (IIM 4.2, 1.5 c).
    let version: [UInt8] = [0x1C, 2, 0, 0, 2, 0, 0x84]
    let long = [UInt8](repeating: 0xD6, count: 0x7FFF)
    var large = try #require(IPTCRecords(version + [0x1C, 2, 120, 0x7F, 0xFF] + long))
    try large.set(.init(number: 90, values: ["東京"], adds: false))
    let extended: [UInt8] = [0x1C, 2, 120, 0x80, 4, 0, 0, 0xFF, 0xFE]
    #expect(large.bytes == mark + version + tokyo + extended + long.flatMap { _ in [0xC3, 0x96] })
    var unknown = try #require(IPTCRecords([0x1C, 1, 90, 0, 3, 0x1B, 0x2D, 0x7E] + keyword))
    #expect(throws: (any Error).self) { try unknown.set(.init(number: 90, values: ["東京"], adds: false)) }
  }

  @Test(
    "--set takes the names of imgmeta and of exiftool",
    arguments: [
      ("exif:Artist", "exif.Artist"), ("EXIF:Artist", "exif.Artist"), ("IFD0:Artist", "exif.Artist"),
      ("ExifIFD:LensModel", "exif.LensModel"), ("XMP-dc:Title", "xmp.dc:title"), ("XMP:dc:title", "xmp.dc:title"),
      ("dc:title", "xmp.dc:title"), ("XMP:Title", "xmp.dc:title"), ("xmp:Nickname", "xmp.xmp:Nickname"),
      ("XMP-iptcCore:Location", "xmp.Iptc4xmpCore:Location"),
      ("XMP-lr:HierarchicalSubject", "xmp.lr:hierarchicalSubject"),
      ("XMP-microsoft:RatingPercent", "xmp.MicrosoftPhoto:Rating"), ("XMP-acdsee:Caption", "xmp.acdsee:caption"),
      ("IPTC:Keywords", "iptc.Keywords"), ("PNG:Title", "png.Title"), ("Text:Title", "png.Title"),
      ("File:Comment", "comment"),
    ])
  func otherNames(other: String, own: String) throws {
    func edits(_ name: String) throws -> MetadataEdits {
      try MetadataEdits(set: ["\(name)=x"], delete: [], strip: [], keep: [], orientation: nil, shiftDates: nil)
    }
    let (one, two) = (try edits(other), try edits(own))
    #expect(one.exif == two.exif && one.xmp == two.xmp && one.iptc == two.iptc && one.texts == two.texts)
    #expect(one.comments == two.comments && !one.isEmpty)
    guard own != "comment" else { return }
    let deletions = try [other, own].map { try MetadataDeletion($0) }
    #expect(deletions[0].group == deletions[1].group && deletions[0].pattern == deletions[1].pattern)
  }

  @Test(
    "IFD0 and ExifIFD are one directory each",
    arguments: [
      ("IFD0:*", true, false), ("ExifIFD:*", false, true), ("exififd:Lens*", false, true), ("EXIF:*", true, true),
      ("exif.*", true, true),
    ])
  func directories(text: String, inMain: Bool, inExif: Bool) throws {
    let deletion = try MetadataDeletion(text)
    // LensModel, which some writers put into IFD0.
    #expect(deletion.matches(0xA434, in: .main) == inMain)
    #expect(deletion.matches(0xA434, in: .exif) == inExif)
    #expect(!deletion.matches(0x0002, in: .gps))
  }

  @Test("AllDates sets the three dates of Exif")
  func allDates() throws {
    let date = "2024:05:06 07:08:09"
    let names = ["DateTimeOriginal", "DateTimeDigitized", "DateTime"]
    let all = try MetadataEdits(
      set: ["AllDates=\(date)"], delete: [], strip: [], keep: [], orientation: nil, shiftDates: nil)
    let each = try MetadataEdits(
      set: names.map { "exif.\($0)=\(date)" }, delete: [], strip: [], keep: [], orientation: nil, shiftDates: nil)
    #expect(all.exif == each.exif && all.exif.count >= 3)
  }

  @Test(
    "A name without a group is suggested with one",
    arguments: [
      ("Artist", "exif.Artist"), ("GPSLatitude", "gps.GPSLatitude"), ("Subject", "xmp.dc:subject"),
      ("Keywords", "iptc.Keywords"), ("Image:Orientation", "exif.Orientation"),
    ])
  func suggestions(name: String, expected: String) {
    let error = #expect(throws: ImageError.self) {
      try MetadataEdits(set: ["\(name)=x"], delete: [], strip: [], keep: [], orientation: nil, shiftDates: nil)
    }
    #expect(error?.message.hasSuffix("; did you mean \(expected)?") == true)
  }

  @Test("A position without its name is named")
  func position() {
    let error = #expect(throws: ImageError.self) {
      try MetadataEdits(set: ["gps=48.1,11.5"], delete: [], strip: [], keep: [], orientation: nil, shiftDates: nil)
    }
    #expect(error?.message.hasSuffix("--set gps.position=48.1,11.5") == true)
  }
}
