internal import ImageModel
internal import TestKit
internal import Testing

@Suite(.timed) struct CivilTimeTests {
  // What `date -u -d @SECONDS` says.
  @Test(
    "Seconds and dates agree",
    arguments: [
      (0, "1970-01-01", "00:00:00"), (951_782_400, "2000-02-29", "00:00:00"), (-1, "1969-12-31", "23:59:59"),
      (-2_203_891_200, "1900-03-01", "00:00:00"), (4_107_542_400, "2100-03-01", "00:00:00"),
      (-62_135_596_800, "0001-01-01", "00:00:00"), (253_402_300_799, "9999-12-31", "23:59:59"),
    ])
  func secondsAndDatesAgree(_ seconds: Int, _ date: String, _ clock: String) {
    let time = CivilTime(secondsSince1970: seconds)
    #expect(time.isoDate == date)
    #expect(time.clock == clock)
    #expect(time.secondsSince1970 == seconds)
  }

  @Test("Seconds outside the years are bounded")
  func secondsOutsideTheYearsAreBounded() {
    #expect(CivilTime(secondsSince1970: .min).isoDate == "0001-01-01")
    #expect(CivilTime(secondsSince1970: .max).isoDate == "9999-12-31")
  }

  @Test(
    "Dates that do not exist are refused",
    arguments: [
      (2023, 2, 29), (1900, 2, 29), (2024, 4, 31), (2024, 13, 1), (2024, 0, 1), (0, 1, 1), (10_000, 1, 1),
    ])
  func datesThatDoNotExistAreRefused(_ year: Int, _ month: Int, _ day: Int) {
    #expect(CivilTime(year: year, month: month, day: day) == nil)
  }

  @Test("Leap days and leap seconds exist")
  func leapDaysAndLeapSecondsExist() {
    #expect(CivilTime(year: 2000, month: 2, day: 29) != nil)
    #expect(CivilTime(year: 2016, month: 12, day: 31, hour: 23, minute: 59, second: 60)?.clock == "23:59:60")
    #expect(CivilTime(year: 2016, month: 12, day: 31, hour: 23, minute: 59, second: 61) == nil)
  }
}
