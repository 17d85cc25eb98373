/// A date and time in PDF (ISO 32000-1, 7.9.4). It always comes from the caller; the current time is never used.
package struct PDFDate: Hashable, Sendable {
  package var year: Int
  package var month: Int
  package var day: Int
  package var hour: Int
  package var minute: Int
  package var second: Int
  /// The offset from UTC in minutes; nil where it is unknown.
  package var offsetMinutes: Int?

  package init(
    year: Int, month: Int = 1, day: Int = 1, hour: Int = 0, minute: Int = 0, second: Int = 0,
    offsetMinutes: Int? = nil
  ) {
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute, self.second) = (hour, minute, second)
    self.offsetMinutes = offsetMinutes
  }

  /// Seconds since the beginning of 1970, as SOURCE_DATE_EPOCH gives them, in UTC.
  package init(secondsSince1970 seconds: Int) {
    let bounded = min(max(seconds, -62_135_596_800), 253_402_300_799)
    let days = bounded >= 0 ? bounded / 86_400 : (bounded - 86_399) / 86_400
    let rest = bounded - days * 86_400
    // Days are counted in eras of 400 years that begin in March, so that the leap day is the last day of its year.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1, hour: rest / 3_600, minute: rest / 60 % 60,
      second: rest % 60, offsetMinutes: 0)
  }

  /// Parses a date in a file: `D:20240131235959+01'00'`. Everything after the year is optional.
  package init?(_ text: String) {
    var digits = Array(text.utf8)
    if digits.starts(with: Array("D:".utf8)) { digits.removeFirst(2) }
    func number(_ start: Int, _ count: Int) -> Int? {
      guard start + count <= digits.count, digits[start..<start + count].allSatisfy({ (48...57).contains($0) })
      else { return nil }
      return digits[start..<start + count].reduce(0) { $0 * 10 + Int($1) - 48 }
    }
    guard let year = number(0, 4) else { return nil }
    var parts = [1, 1, 0, 0, 0]
    var end = 4
    for index in parts.indices {
      guard let value = number(end, 2) else { break }
      parts[index] = value
      end += 2
    }
    self.init(year: year, month: parts[0], day: parts[1], hour: parts[2], minute: parts[3], second: parts[4])
    guard (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61 else { return nil }
    guard end < digits.count else { return }
    switch digits[end] {
    case UInt8(ascii: "Z"): offsetMinutes = 0
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      guard let hours = number(end + 1, 2), hours < 24 else { return }
      let minutes = number(end + 4, 2) ?? 0
      offsetMinutes = (digits[end] == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + min(minutes, 59))
    default: break
    }
  }

  /// The value for Info: `D:20240131235959Z`.
  package var pdfText: String {
    "D:" + pad(year, 4) + pad(month) + pad(day) + pad(hour) + pad(minute) + pad(second)
      + zone(separator: "'")
  }

  /// The value for XMP: `2024-01-31T23:59:59Z`.
  package var xmpText: String {
    pad(year, 4) + "-" + pad(month) + "-" + pad(day) + "T" + pad(hour) + ":" + pad(minute) + ":" + pad(second)
      + zone(separator: ":")
  }

  private func zone(separator: String) -> String {
    guard let offsetMinutes else { return "" }
    guard offsetMinutes != 0 else { return "Z" }
    let minutes = abs(offsetMinutes)
    return (offsetMinutes < 0 ? "-" : "+") + pad(minutes / 60) + separator + pad(minutes % 60)
  }

  private func pad(_ number: Int, _ width: Int = 2) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
  }
}
