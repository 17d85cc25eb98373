package import ImageModel

/// A date and time in PDF (ISO 32000-1, 7.9.4). It always comes from the caller; the current time is never used.
package struct PDFDate: Hashable, Sendable {
  package var time: CivilTime
  /// The offset from UTC in minutes; nil where it is unknown.
  package var offsetMinutes: Int?

  package init(_ time: CivilTime, offsetMinutes: Int? = nil) {
    self.time = time
    self.offsetMinutes = offsetMinutes
  }

  /// Seconds since the beginning of 1970, in UTC.
  package init(secondsSince1970 seconds: Int) {
    self.init(CivilTime(secondsSince1970: seconds), offsetMinutes: 0)
  }

  /// The seconds since the beginning of 1970. A date without a time zone is taken as UTC.
  package var secondsSince1970: Int { time.secondsSince1970 - (offsetMinutes ?? 0) * 60 }

  /// Parses a date in a file: `D:20240131235959+01'00'`. Everything after the year is optional. A day after the end of
  /// its month becomes the last day.
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
    guard (1...12).contains(parts[0]), (1...31).contains(parts[1]),
      let time = CivilTime(
        year: max(year, 1), month: parts[0], day: min(parts[1], CivilTime.days(inMonth: parts[0], ofYear: year)),
        hour: parts[2], minute: parts[3], second: parts[4])
    else { return nil }
    self.init(time)
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
    "D:" + (time.isoDate + time.clock).filter { $0 != "-" && $0 != ":" } + zone(separator: "'")
  }

  /// The value for XMP: `2024-01-31T23:59:59Z`.
  package var xmpText: String { "\(time.isoTime)\(zone(separator: ":"))" }

  private func zone(separator: String) -> String {
    guard let offsetMinutes else { return "" }
    guard offsetMinutes != 0 else { return "Z" }
    let minutes = abs(offsetMinutes)
    let sign = offsetMinutes < 0 ? "-" : "+"
    return sign + CivilTime.digits(minutes / 60) + separator + CivilTime.digits(minutes % 60)
  }
}
