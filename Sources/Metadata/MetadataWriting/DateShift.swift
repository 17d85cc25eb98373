internal import ImageModel

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

extension MetadataEdits {
  /// The seconds of a time such as `+1h30m`; nil for other texts, and for months and years.
  package static func seconds(of text: String) -> Int? {
    guard let shift = DateShift(text), shift.months == 0 else { return nil }
    return shift.seconds
  }
}

extension CivilTime {
  /// `2024:05:06`
  var exifDate: String { "\(Self.digits(year, 4)):\(Self.digits(month)):\(Self.digits(day))" }
  /// `2024:05:06 07:08:09`
  var exif: String { exifDate + " " + clock }

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
    let seconds = result.secondsSince1970 + shift.seconds
    return Self.secondsOfYears.contains(seconds) ? CivilTime(secondsSince1970: seconds) : nil
  }
}
