package import ImageModel

/// A date with as much of time and zone as is known.
///
/// Files write dates in many ways: `2024:05:06 12:34:56` (Exif), `2024-05-06T12:34+02:00` or only `2024` (XMP), date
/// and time apart (IPTC), or in words (PNG). The initialisers return nil for invalid dates such as `0000:00:00
/// 00:00:00`. A time of day that cannot be read is left out, and the day is kept.
package struct MetadataDate: Hashable, Sendable {
  let year: Int
  var month: Int?
  var day: Int?
  /// Hour and minute: both are set, or neither is.
  package internal(set) var hour: Int?
  var minute: Int?
  package internal(set) var second: Int?
  /// The fractional digits of the seconds, as the file has them.
  var fraction = ""
  /// `Z`, `+02:00` or empty.
  package internal(set) var zone = ""

  /// The date in ISO 8601, with the precision of the file: `2024-05-06T12:34:56.78+02:00`.
  package var text: String {
    var text = String(repeating: "0", count: max(0, 4 - String(year).count)) + String(year)
    guard let month else { return text }
    text += "-" + DecimalText.padded(month)
    guard let day else { return text }
    text += "-" + DecimalText.padded(day)
    guard let hour, let minute else { return text }
    text += "T" + DecimalText.padded(hour) + ":" + DecimalText.padded(minute)
    if let second {
      text += ":" + DecimalText.padded(second)
      if !fraction.isEmpty { text += "." + fraction }
    }
    return text + zone
  }

  /// A date of Exif, completed with the fraction of a second and the zone from other tags.
  package init?(exif text: String, subSeconds: String? = nil, zone: String? = nil) {
    self.init(text)
    guard hour != nil else { return }
    if fraction.isEmpty, second != nil, let digits = subSeconds?.prefix(while: { $0 != " " && $0 != "\0" }),
      digits.count <= 9, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    {
      fraction = String(digits)
    }
    if self.zone.isEmpty, let zone {
      var parser = MetadataDateParser(zone)
      if let parsed = parser.zone(), parser.isAtEnd { self.zone = parsed }
    }
  }

  /// A date and a time of IPTC (`2024:05:06`, `12:34:56+02:00`).
  package init?(date: String, time: String?) {
    self.init(time.map { date + " " + $0 } ?? date)
  }

  /// A date in numbers (Exif, XMP, IPTC) or in the format of RFC 2822 (PNG).
  package init?(_ text: String) {
    var parser = MetadataDateParser(text)
    guard let date = parser.numericDate() ?? parser.mailDate() else { return nil }
    self = date
  }

  /// nil for a day that does not exist.
  init?(year: Int, month: Int?, day: Int?) {
    guard (1...9_999).contains(year), (1...12).contains(month ?? 1) else { return nil }
    guard (1...CivilTime.days(inMonth: month ?? 1, ofYear: year)).contains(day ?? 1) else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }
}

// MARK: Seconds

extension MetadataDate {
  /// The date and time without fraction and zone, of a day alone its beginning; nil for a year or a month alone.
  package var civilTime: CivilTime? {
    guard let month, let day else { return nil }
    return CivilTime(year: year, month: month, day: day, hour: hour ?? 0, minute: minute ?? 0, second: second ?? 0)
  }

  /// The time in seconds since 1970; nil for a date without a time of day, or before the year 1. Without a zone it is
  /// what a clock in an unknown zone showed, counted as if that were UTC.
  package var time: (seconds: Double, hasZone: Bool)? {
    guard hour != nil, let time = civilTime else { return nil }
    let seconds = Double(time.secondsSince1970) + (Double("0." + fraction) ?? 0)
    guard let offset = Self.offset(zone) else { return (seconds, false) }
    return (seconds - Double(offset), true)
  }

  /// The seconds by which clocks of a zone are ahead of UTC (`Z`, `+02:00`, `+0200`, `-03`); nil for other texts.
  package static func offset(_ zone: String) -> Int? {
    var parser = MetadataDateParser(zone)
    guard let zone = parser.zone(), parser.isAtEnd else { return nil }
    if zone == "Z" { return 0 }
    // `zone()` gives a sign, two digits, a colon and two digits.
    let digits = zone.utf8.compactMap { (0x30...0x39).contains($0) ? Int($0) - 0x30 : nil }
    let minutes = (digits[0] * 10 + digits[1]) * 60 + digits[2] * 10 + digits[3]
    return (zone.hasPrefix("-") ? -60 : 60) * minutes
  }
}

// MARK: Formats

extension MetadataDate {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  /// A part by its letter of strftime (`Y y m B b d H M S`), `f` (fraction of a second) or `z` (zone); nil if it is
  /// missing. A fraction and a zone that are missing are empty.
  private func part(_ letter: Unicode.Scalar) -> String? {
    switch letter {
    case "Y": String(text.prefix(4))
    case "y": String(text.prefix(4).suffix(2))
    case "m": month.map { DecimalText.padded($0) }
    case "B": month.map { Self.months[$0 - 1] }
    case "b": month.map { String(Self.months[$0 - 1].prefix(3)) }
    case "d": day.map { DecimalText.padded($0) }
    case "H": hour.map { DecimalText.padded($0) }
    case "M": minute.map { DecimalText.padded($0) }
    case "S": second.map { DecimalText.padded($0) }
    case "f": fraction
    case "z": zone
    default: nil
    }
  }

  /// The date in a format of strftime's letters; nil if the format has a part that the date lacks.
  package func text(_ format: String) -> String? {
    var text = ""
    var scalars = format.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "%", let letter = scalars.next() else {
        text.unicodeScalars.append(scalar)
        continue
      }
      guard let part = letter == "%" ? "%" : part(letter) else { return nil }
      text += part
    }
    return text
  }
}
