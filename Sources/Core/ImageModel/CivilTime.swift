/// A date and time of day in the Gregorian calendar, without a time zone.
package struct CivilTime: Hashable, Sendable {
  package var year: Int
  package var month: Int
  package var day: Int
  package var hour = 0
  package var minute = 0
  package var second = 0

  /// nil for a date or time that does not exist. Years are 1 to 9999; a second may be 60.
  package init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.days(inMonth: month, ofYear: year), (0...23).contains(hour), (0...59).contains(minute),
      (0...60).contains(second)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute, self.second) = (hour, minute, second)
  }

  /// The time of a count of seconds since the beginning of 1970, as SOURCE_DATE_EPOCH gives them, in UTC. Counts
  /// outside `secondsOfYears` become its first or last one.
  package init(secondsSince1970 seconds: Int) {
    let bounded = min(max(seconds, Self.secondsOfYears.lowerBound), Self.secondsOfYears.upperBound)
    // After this shift to the beginning of March of the year 0, no count is negative.
    let total = bounded + Self.daysFromMarch0To1970 * 86_400
    let clock = total % 86_400
    (hour, minute, second) = (clock / 3_600, clock / 60 % 60, clock % 60)
    // Days are counted in eras of 400 years that begin in March, so that the leap day is the last day of its year.
    let days = total / 86_400
    let era = days / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
  }

  /// The seconds since the beginning of 1970, with the time taken as UTC.
  package var secondsSince1970: Int {
    let (year, month) = self.month > 2 ? (year, self.month - 3) : (year - 1, self.month + 9)
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1
    return (days - Self.daysFromMarch0To1970) * 86_400 + hour * 3_600 + minute * 60 + second
  }

  /// The counts of seconds since 1970 of the years 1 to 9999.
  package static let secondsOfYears = -62_135_596_800...253_402_300_799

  package static func days(inMonth month: Int, ofYear year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// `2024-05-06`
  package var isoDate: String { "\(Self.digits(year, 4))-\(Self.digits(month))-\(Self.digits(day))" }
  /// `07:08:09`
  package var clock: String { "\(Self.digits(hour)):\(Self.digits(minute)):\(Self.digits(second))" }
  /// `2024-05-06T07:08:09`
  package var isoTime: String { "\(isoDate)T\(clock)" }

  /// A number with zeros in front, so that it has at least `count` digits.
  package static func digits(_ number: Int, _ count: Int = 2) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }

  private static let daysFromMarch0To1970 = 719_468
}
