internal import ImageModel

/// The parts of a date as a user or a file writes it: in the format of Exif, ISO 8601 or XMP.
package struct DateText {
  var time: CivilTime
  var hasClock: Bool
  var hasSeconds: Bool
  /// The digits after the decimal point of the seconds.
  var fraction = ""
  /// `Z`, `+02:00`, or nothing.
  var zone = ""
  private let dateSeparator: Character
  private let clockSeparator: Character

  /// Parses `2024:05:06 07:08:09`, `2024-05-06T07:08:09.25+02:00`, `2024-05-06`; nil for anything else.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    func number(_ start: Int, _ count: Int) -> Int? {
      guard start + count <= bytes.count else { return nil }
      let digits = bytes[start..<start + count]
      guard digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
      return digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }
    func character(_ index: Int) -> Character? {
      index < bytes.count ? Character(Unicode.Scalar(bytes[index])) : nil
    }
    guard let year = number(0, 4), let month = number(5, 2), let day = number(8, 2), let separator = character(4),
      separator == character(7), separator == ":" || separator == "-"
    else { return nil }
    dateSeparator = separator
    var position = 10
    var (hour, minute, second) = (0, 0, 0)
    hasClock = false
    hasSeconds = false
    clockSeparator = character(10) ?? "T"
    if position < bytes.count {
      guard clockSeparator == "T" || clockSeparator == " ", let h = number(11, 2), character(13) == ":",
        let m = number(14, 2)
      else { return nil }
      (hour, minute, hasClock) = (h, m, true)
      position = 16
      if character(16) == ":" {
        guard let s = number(17, 2) else { return nil }
        (second, hasSeconds, position) = (s, true, 19)
        if character(19) == "." {
          let digits = bytes[20...].prefix { $0 >= 0x30 && $0 <= 0x39 }
          guard !digits.isEmpty else { return nil }
          fraction = String(decoding: digits, as: UTF8.self)
          position = 20 + digits.count
        }
      }
      zone = String(decoding: bytes[min(position, bytes.count)...], as: UTF8.self)
      guard zone.isEmpty || Self.isZone(zone) else { return nil }
    }
    guard
      let time = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    else { return nil }
    self.time = time
  }

  /// Whether a text is `Z` or `+hh:mm` in range.
  static func isZone(_ text: String) -> Bool {
    if text == "Z" { return true }
    let bytes = Array(text.utf8)
    guard bytes.count == 6, bytes[0] == 0x2B || bytes[0] == 0x2D, bytes[3] == 0x3A,
      let hours = Int(String(decoding: bytes[1...2], as: UTF8.self)),
      let minutes = Int(String(decoding: bytes[4...5], as: UTF8.self))
    else { return false }
    return (0...23).contains(hours) && (0...59).contains(minutes)
  }

  /// The zone as Exif's OffsetTime writes it.
  var exifZone: String? { zone.isEmpty ? nil : zone == "Z" ? "+00:00" : zone }

  /// `2024-05-06T07:08:09.25+02:00`, without the parts that are missing.
  var iso: String { written(dateSeparator: "-", clockSeparator: "T") }

  /// The same format with another time.
  func replacing(_ time: CivilTime) -> String {
    var copy = self
    copy.time = time
    return copy.written(dateSeparator: dateSeparator, clockSeparator: clockSeparator)
  }

  private func written(dateSeparator: Character, clockSeparator: Character) -> String {
    var text = time.exifDate
    if dateSeparator != ":" { text = text.split(separator: ":").joined(separator: String(dateSeparator)) }
    guard hasClock else { return text }
    text.append(clockSeparator)
    text += hasSeconds ? time.clock : String(time.clock.prefix(5))
    return text + (fraction.isEmpty ? "" : "." + fraction) + zone
  }

  /// The date moved by `shift`, in the same format; nil if it has no time of day but the shift needs one, or if it
  /// would leave the calendar.
  func shifted(by shift: DateShift) -> String? {
    guard hasClock || shift.isWholeDays else { return nil }
    return time.shifted(by: shift).map { replacing($0) }
  }
}
