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
    #expect(throws: (any Error).self) { try records.set(.init(number: 90, values: ["東京"], adds: false)) }
    #expect(IPTCRecords([0x1C, 2, 25, 0, 9, 1]) == nil)
  }
}
