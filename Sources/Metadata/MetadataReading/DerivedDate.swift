/// A date, with what is known of its time and zone, in the form of ISO 8601: `2024-05-06T12:34:56.78+02:00`.
///
/// Files write dates in many ways: `2024:05:06 12:34:56` (Exif), `2024-05-06T12:34+02:00` or only `2024` (XMP), a date and a time
/// apart (IPTC), and in words (PNG). What is no date, as `0000:00:00 00:00:00`, gives nil.
struct DerivedDate: Hashable {
  let year: Int
  var month: Int?
  var day: Int?
  /// Hours and minutes; both or none.
  var hour: Int?
  var minute: Int?
  var second: Int?
  /// Digits behind the point of the seconds, as the file has them.
  var fraction = ""
  /// `Z`, `+02:00` or empty.
  var zone = ""

  /// The date in the form of ISO 8601, as exact as the file has it.
  var text: String {
    var text = String(repeating: "0", count: max(0, 4 - String(year).count)) + String(year)
    guard let month else { return text }
    text += "-" + DecimalWords.padded(month)
    guard let day else { return text }
    text += "-" + DecimalWords.padded(day)
    guard let hour, let minute else { return text }
    text += "T" + DecimalWords.padded(hour) + ":" + DecimalWords.padded(minute)
    if let second {
      text += ":" + DecimalWords.padded(second)
      if !fraction.isEmpty { text += "." + fraction }
    }
    return text + zone
  }

  /// A date of Exif, with its parts of a second and its zone where other tags have them.
  init?(exif text: String, subSeconds: String? = nil, zone: String? = nil) {
    self.init(text)
    guard hour != nil else { return }
    if fraction.isEmpty, second != nil, let digits = subSeconds?.prefix(while: { $0 != " " && $0 != "\0" }),
      digits.count <= 9, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    {
      fraction = String(digits)
    }
    if self.zone.isEmpty, let zone {
      var parser = DerivedDateParser(zone)
      if let parsed = parser.zone(), parser.isAtEnd { self.zone = parsed }
    }
  }

  /// A date and a time of IPTC (`2024:05:06`, `12:34:56+02:00`).
  init?(date: String, time: String?) {
    if let time, let both = DerivedDate(date + " " + time) {
      self = both
    } else {
      self.init(date)
    }
  }

  /// A date in numbers (of Exif, XMP, IPTC), or in the form of RFC 2822 (of PNG).
  init?(_ text: String) {
    var parser = DerivedDateParser(text)
    guard let date = parser.numericDate() ?? parser.mailDate() else { return nil }
    self = date
  }

  /// nil where the day does not exist.
  init?(year: Int, month: Int?, day: Int?) {
    guard (1...9_999).contains(year), (1...12).contains(month ?? 1) else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...days[(month ?? 1) - 1]).contains(day ?? 1) else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }
}
