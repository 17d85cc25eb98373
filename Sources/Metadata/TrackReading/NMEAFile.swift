internal import ImageModel

/// The places with times in the sentences of a receiver (NMEA 0183): RMC has date, time and place, GGA time, place and
/// height above sea level. Sentences of one time are one point.
struct NMEAFile {
  private(set) var points: [PositionTrack.Point] = []
  /// Whether there are more points than were read.
  private(set) var isCut = false
  /// Sentences whose checksum is wrong, which are left out.
  private(set) var damagedCount = 0
  /// Places whose day is not known: no RMC sentence is near.
  private(set) var undatedCount = 0

  private static let secondsOfDay = 86_400.0
  /// The lines among which the first sentence has to be, as in ExifTool.
  private static let searchedLines = 50
  /// The most bytes of a sentence (NMEA 0183, 5.3), with room for a writer's remark before it.
  private static let longestLine = 1_000
  /// For how many seconds the date of an earlier sentence holds, as in ExifTool.
  private static let datedSeconds = 10.0

  /// One sentence, or several of one time.
  private struct Fix {
    /// Seconds of the day, in UTC.
    var clock: Double
    var latitude: Double
    var longitude: Double
    var altitude: Double?
    /// The seconds of the day's beginning since 1970.
    var day: Double?
  }

  private var fix: Fix?
  /// The day and the time of the last point with a date.
  private var last: (day: Double, clock: Double)?

  /// - Returns: nil for a file without such sentences.
  init?(_ bytes: [UInt8], maxPoints: Int) {
    var isFound = false
    var (number, position) = (0, 0)
    while position < bytes.count {
      let line = bytes[position...].prefix { $0 != 0x0A && $0 != 0x0D }
      position = line.endIndex + 1
      if line.isEmpty { continue }
      number += 1
      guard isFound || number <= Self.searchedLines else { return nil }
      guard line.count <= Self.longestLine, let start = line.lastIndex(of: UInt8(ascii: "$")) else { continue }
      let sentence = line[line.index(after: start)...]
      let isRMC = Self.isSentence(sentence, "RMC,")
      guard isRMC || Self.isSentence(sentence, "GGA,") else { continue }
      isFound = true
      guard let fields = fields(of: sentence), let new = isRMC ? Self.minimum(fields) : Self.fix(fields) else {
        continue
      }
      if let old = fix, old.clock == new.clock, old.day ?? new.day == new.day ?? old.day {
        fix?.altitude = old.altitude ?? new.altitude
        fix?.day = old.day ?? new.day
        continue
      }
      guard finish(maxPoints) else { return }
      fix = new
    }
    guard isFound else { return nil }
    _ = finish(maxPoints)
  }

  /// Whether a sentence has a kind, whoever sends it: GP, GL, GA, GN ...
  private static func isSentence(_ sentence: ArraySlice<UInt8>, _ kind: String) -> Bool {
    sentence.count > 6 && sentence.dropFirst(2).starts(with: kind.utf8)
  }

  /// The fields of a sentence after its kind; nil if its checksum is wrong: the exclusive or of all bytes before the
  /// asterisk. Some programs leave it out.
  private mutating func fields(of sentence: ArraySlice<UInt8>) -> [String]? {
    let text = sentence.prefix { $0 != UInt8(ascii: "*") }
    if text.count < sentence.count {
      let stated = String(decoding: sentence[text.endIndex...].dropFirst().prefix(2), as: UTF8.self)
      guard Hexadecimal.bytes(stated) == [text.reduce(0, ^)] else {
        damagedCount += 1
        return nil
      }
    }
    return text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).dropFirst()
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// RMC: time, A for a valid place, latitude, N or S, longitude, E or W, speed, course, date.
  private static func minimum(_ fields: [String]) -> Fix? {
    guard fields.count >= 9, ["A", ""].contains(fields[1]), var fix = fix(fields[0], fields[2...5]),
      let date = digits(fields[8]), date.count == 6,
      // ExifTool, too, takes 70 for 1970.
      let day = CivilTime(
        year: date[4] * 10 + date[5] + (date[4] >= 7 ? 1900 : 2000), month: date[2] * 10 + date[3],
        day: date[0] * 10 + date[1])
    else { return nil }
    fix.day = Double(day.secondsSince1970)
    return fix
  }

  /// GGA: time, latitude, N or S, longitude, E or W, quality (0 without a place, 7 and 8 for made up ones), satellites,
  /// dilution, height in metres.
  private static func fix(_ fields: [String]) -> Fix? {
    guard fields.count >= 9, ["", "1", "2", "3", "4", "5", "6"].contains(fields[5]),
      var fix = fix(fields[0], fields[1...4])
    else { return nil }
    fix.altitude = Double(fields[8]).flatMap { abs($0) < 100_000 ? $0 : nil }
    return fix
  }

  /// - Parameter place: latitude, N or S, longitude, E or W.
  private static func fix(_ time: String, _ place: ArraySlice<String>) -> Fix? {
    let place = Array(place)
    guard let clock = digits(time.prefix(6)), clock.count == 6, let seconds = Double(time.dropFirst(4)),
      seconds < 61, case let minutes = (clock[0] * 10 + clock[1]) * 60 + clock[2] * 10 + clock[3], minutes < 24 * 60,
      let latitude = degrees(place[0], positive: "N", negative: "S", place[1], most: 90),
      let longitude = degrees(place[2], positive: "E", negative: "W", place[3], most: 180)
    else { return nil }
    return Fix(clock: Double(minutes * 60) + seconds, latitude: latitude, longitude: longitude)
  }

  private static func digits(_ text: some StringProtocol) -> [Int]? {
    let digits = text.utf8.map { Int($0) - 0x30 }
    return digits.allSatisfy { (0...9).contains($0) } ? digits : nil
  }

  /// `4807.038`: degrees, then two digits of minutes with their fraction.
  private static func degrees(
    _ text: String, positive: String, negative: String, _ sign: String, most: Double
  ) -> Double? {
    let whole = text.prefix { $0 != "." }
    guard sign == positive || sign == negative, (1...5).contains(whole.utf8.count), digits(whole) != nil,
      let minutes = Double(text.dropFirst(max(0, whole.count - 2))), minutes < 60,
      let degrees = whole.count > 2 ? Double(whole.dropLast(2)) : 0, case let value = degrees + minutes / 60,
      value <= most
    else { return nil }
    return sign == positive ? value : -value
  }

  /// Ends the point whose sentences were read.
  ///
  /// - Returns: false if there are too many points.
  private mutating func finish(_ maxPoints: Int) -> Bool {
    guard var fix else { return true }
    self.fix = nil
    if fix.day == nil, let last {
      // Midnight has passed. A receiver may be two seconds late.
      let isNextDay = fix.clock < last.clock - 2
      let passed = fix.clock - last.clock + (isNextDay ? Self.secondsOfDay : 0)
      if passed < Self.datedSeconds { fix.day = last.day + (isNextDay ? Self.secondsOfDay : 0) }
    }
    guard let day = fix.day else {
      undatedCount += 1
      return true
    }
    last = (day, fix.clock)
    guard points.count < maxPoints else {
      isCut = true
      return false
    }
    points.append(
      PositionTrack.Point(
        time: day + fix.clock, latitude: fix.latitude, longitude: fix.longitude, altitude: fix.altitude))
    return true
  }
}
