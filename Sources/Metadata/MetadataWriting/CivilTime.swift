/// A date and time of day in the Gregorian calendar, without a time zone, as Exif, XMP and IPTC store it.
struct CivilTime: Hashable {
  var year: Int
  var month: Int
  var day: Int
  var hour = 0
  var minute = 0
  var second = 0

  init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.days(inMonth: month, ofYear: year), (0...23).contains(hour), (0...59).contains(minute),
      (0...60).contains(second)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute, self.second) = (hour, minute, second)
  }

  static func days(inMonth month: Int, ofYear year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// `2024:05:06`
  var exifDate: String { "\(Self.digits(year, 4)):\(Self.digits(month, 2)):\(Self.digits(day, 2))" }
  /// `07:08:09`
  var clock: String { "\(Self.digits(hour, 2)):\(Self.digits(minute, 2)):\(Self.digits(second, 2))" }
  /// `2024:05:06 07:08:09`
  var exif: String { exifDate + " " + clock }

  static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  /// The days since 0000-03-01. Counting from March puts the leap day at the end of the year.
  private var dayNumber: Int {
    let shifted = month <= 2 ? year - 1 : year
    let place = (month + 9) % 12
    return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + (153 * place + 2) / 5 + day - 1
  }

  private static func date(dayNumber: Int) -> (Int, Int, Int) {
    let era = dayNumber / 146_097
    let dayOfEra = dayNumber - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let place = (5 * dayOfYear + 2) / 153
    let month = place < 10 ? place + 3 : place - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * place + 2) / 5 + 1)
  }

  /// The time moved by `shift`; nil outside the years 1 to 9999.
  ///
  /// Months are added first. The day of the month is kept, or becomes the last day of a shorter month.
  func shifted(by shift: DateShift) -> CivilTime? {
    var result = self
    if shift.months != 0 {
      let months = year * 12 + month - 1 + shift.months
      guard months >= 12, months < 120_000 else { return nil }
      (result.year, result.month) = (months / 12, months % 12 + 1)
      result.day = min(day, Self.days(inMonth: result.month, ofYear: result.year))
    }
    let total = result.dayNumber * 86_400 + result.hour * 3_600 + result.minute * 60 + result.second + shift.seconds
    guard total >= 0 else { return nil }
    let (year, month, day) = Self.date(dayNumber: total / 86_400)
    let clock = total % 86_400
    return CivilTime(
      year: year, month: month, day: day, hour: clock / 3_600, minute: clock / 60 % 60, second: clock % 60)
  }
}

/// A time by which dates are moved.
struct DateShift: Hashable {
  var months = 0
  var seconds = 0

  /// Parses a sign and numbers with units: `-1h`, `+1d`, `+1y2mo`, `-2w1d12h30m5s`.
  ///
  /// The units are `y`, `mo`, `w`, `d`, `h`, `m` or `min`, `s`, each at most once, larger units first.
  init?(_ text: String) {
    var rest = Substring(text.lowercased())
    guard let sign = rest.popFirst(), sign == "+" || sign == "-" else { return nil }
    let factor = sign == "-" ? -1 : 1
    var last = -1
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      let name = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(name.count)
      guard let number = Int(digits), number <= 10_000_000,
        let unit = Self.units.firstIndex(where: { $0.names.contains(String(name)) }), unit > last
      else { return nil }
      last = unit
      months += factor * number * Self.units[unit].months
      seconds += factor * number * Self.units[unit].seconds
    }
    guard last >= 0 else { return nil }
  }

  /// Whether a date without a time of day can be moved.
  var isWholeDays: Bool { seconds % 86_400 == 0 }

  private static let units: [(names: [String], months: Int, seconds: Int)] = [
    (["y"], 12, 0), (["mo"], 1, 0), (["w"], 0, 604_800), (["d"], 0, 86_400), (["h"], 0, 3_600),
    (["m", "min"], 0, 60), (["s"], 0, 1),
  ]
}
