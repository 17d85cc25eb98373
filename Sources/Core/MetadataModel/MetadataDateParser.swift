/// Dates as in mail: `Mon, 6 May 2024 12:34:56 +0200`, PNG's Creation Time.
package enum MailDate {
  /// The date and time in Exif's format, with the zone: `2024:05:06 12:34:56+02:00`. nil for other texts, and for a
  /// date without a time.
  package static func exifText(_ text: String) -> String? {
    var parser = MetadataDateParser(text)
    guard var date = parser.mailDate(), parser.isAtEnd, date.hour != nil else { return nil }
    date.second = date.second ?? 0
    if date.zone == "Z" { date.zone = "+00:00" }
    let text = date.text
    return text.prefix(10).replacing("-", with: ":") + " " + text.dropFirst(11)
  }
}

/// Parses dates from left to right. The public methods do not advance if they return nil.
struct MetadataDateParser {
  private let bytes: [UInt8]
  private var index = 0

  /// Longer texts are not dates.
  private static let longestText = 64

  init(_ text: String) {
    bytes = Array(text.utf8.prefix(Self.longestText + 1).prefix { $0 != 0 })
    skipSpaces()
  }

  /// Whether only white space is left.
  var isAtEnd: Bool { bytes.count <= Self.longestText && bytes[index...].allSatisfy(Self.isSpace) }

  /// `2024:05:06 12:34:56.78+02:00`, also with other separators, and cut short after any part.
  mutating func numericDate() -> MetadataDate? {
    let start = index
    guard let date = parsedDate(), isAtEnd || date.day != nil && bytes.count <= Self.longestText else {
      index = start
      return nil
    }
    return date
  }

  private mutating func parsedDate() -> MetadataDate? {
    guard let year = digits(4) else { return nil }
    var month: Int?
    var day: Int?
    if takeSeparator() || isDigit {
      guard let number = digits(2) else { return nil }
      month = number
      if takeSeparator() || isDigit {
        guard let number = digits(2) else { return nil }
        day = number
      }
    }
    guard var date = MetadataDate(year: year, month: month, day: day) else { return nil }
    if day == nil { return date }
    // More digits are another number.
    if isDigit { return nil }
    _ = take("T")
    readTime(into: &date)
    return date
  }

  /// `Mon, 6 May 2024 12:34:56 +0200` (RFC 2822, section 3.3; PNG third edition, 11.3.3.1, Creation Time).
  mutating func mailDate() -> MetadataDate? {
    let start = index
    guard let date = parsedMailDate(), bytes.count <= Self.longestText else {
      index = start
      return nil
    }
    return date
  }

  private mutating func parsedMailDate() -> MetadataDate? {
    if word() != nil { _ = take(",") }
    skipSpaces()
    guard let day = digits(2) ?? digits(1) else { return nil }
    skipSpaces()
    guard let name = word(), let month = Self.months.firstIndex(of: name) else { return nil }
    skipSpaces()
    guard let year = digits(4), var date = MetadataDate(year: year, month: month + 1, day: day) else { return nil }
    readTime(into: &date)
    return date
  }

  /// Adds the time of day and the zone as far as they can be read: an odd time says nothing against the day.
  private mutating func readTime(into date: inout MetadataDate) {
    skipSpaces()
    guard let time = time() else { return }
    (date.hour, date.minute, date.second, date.fraction) = time
    skipSpaces()
    if let half = takeWord(among: ["am": 0, "pm": 12]) {
      // 12 is the first hour of each half of the day.
      if time.0 <= 12 { date.hour = time.0 % 12 + half }
      skipSpaces()
    }
    date.zone = zone() ?? takeWord(among: Self.zones) ?? ""
  }

  /// The value of the next word; nil if the word is not in the list.
  private mutating func takeWord<Value>(among values: [String: Value]) -> Value? {
    let start = index
    if let word = word(), let value = values[word] { return value }
    index = start
    return nil
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// The names of RFC 2822, section 4.3, and UTC.
  private static let zones = [
    "gmt": "Z", "ut": "Z", "utc": "Z", "edt": "-04:00", "est": "-05:00", "cdt": "-05:00", "cst": "-06:00",
    "mdt": "-06:00", "mst": "-07:00", "pdt": "-07:00", "pst": "-08:00",
  ]

  /// `12:34`, `12:34:56` or `12:34:56.78`, also without colons. Without seconds if they are more than 60.
  ///
  /// Telephones that count the hours from 1 to 24 (`kk` in Java's formats) write 24 for the first hour of the day.
  private mutating func time() -> (Int, Int, Int?, String)? {
    guard let hour = digits(2) ?? digits(1), hour <= 24, take(":") || isDigit, let minute = digits(2), minute < 60
    else {
      return nil
    }
    guard take(":") || isDigit, let second = digits(2) else { return (hour % 24, minute, nil, "") }
    let first = index + 1
    if take(".") || take(",") { while isDigit { index += 1 } }
    guard second <= 60 else { return (hour % 24, minute, nil, "") }
    return (hour % 24, minute, second, String(decoding: bytes[min(first, index)..<index], as: UTF8.self))
  }

  /// `Z`, `+02:00`, `+0200` or `+02`, as `Z` or `+02:00`.
  mutating func zone() -> String? {
    let start = index
    if take("Z") || take("z") { return "Z" }
    guard index < bytes.count, bytes[index] == 0x2B || bytes[index] == 0x2D else { return nil }
    let sign = bytes[index] == 0x2B ? "+" : "-"
    index += 1
    guard let hours = digits(2), hours <= 15 else {
      index = start
      return nil
    }
    guard take(":") || isDigit else { return "\(sign)\(DecimalText.padded(hours)):00" }
    guard let minutes = digits(2), minutes < 60 else {
      index = start
      return nil
    }
    return "\(sign)\(DecimalText.padded(hours)):\(DecimalText.padded(minutes))"
  }

  private var isDigit: Bool { index < bytes.count && (0x30...0x39).contains(bytes[index]) }

  /// A number of exactly `count` digits.
  private mutating func digits(_ count: Int) -> Int? {
    guard index + count <= bytes.count else { return nil }
    var number = 0
    for byte in bytes[index..<index + count] {
      guard (0x30...0x39).contains(byte) else { return nil }
      number = number * 10 + Int(byte) - 0x30
    }
    index += count
    return number
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard index < bytes.count, UInt32(bytes[index]) == character.value else { return false }
    index += 1
    return true
  }

  /// Skips a separator between the parts of a date.
  private mutating func takeSeparator() -> Bool { take(":") || take("-") || take("/") || take(".") }

  /// The first three letters of a word, in lowercase.
  private mutating func word() -> String? {
    let first = index
    while index < bytes.count, (0x41...0x5A).contains(bytes[index] & 0xDF) { index += 1 }
    guard index > first else { return nil }
    return String(decoding: bytes[first..<index].prefix(3), as: UTF8.self).lowercased()
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private mutating func skipSpaces() {
    while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
  }
}
