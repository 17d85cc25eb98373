internal import ImageModel
internal import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport

/// The events and tasks of a calendar file (RFC 5545), in the order of their beginning.
struct CalendarFile {
  /// A day, or a time of day.
  struct Moment: Hashable {
    var time: CivilTime
    var isDay: Bool
    /// `UTC`, `Europe/Zurich`; empty for a time that is the same everywhere.
    var zone: String
  }

  struct Event: Hashable {
    var title = ""
    var isTask = false
    var start: Moment?
    var end: Moment?
    /// Place, organiser, attendees and the like, in their order.
    var facts: [SheetBlock.Property] = []
    var description = ""
    var isCancelled = false
  }

  private(set) var name: String?
  private(set) var events: [Event] = []
  /// Whether there is more than was read.
  private(set) var isCut: Bool

  private static let maxBytes = 8 << 20
  private static let maxEvents = 2_000
  private static let longest = 2_000

  /// - Throws: `corruptInput` for a file that is no calendar, and what reading throws.
  init(path: String) throws {
    let (bytes, isWhole) = try DocumentFile.beginning(of: path, atMost: Self.maxBytes)
    isCut = !isWhole
    let lines = ContentLine.lines(bytes, isWhole: isWhole)
    guard lines.first?.name == "BEGIN", lines.first?.value.uppercased() == "VCALENDAR" else {
      throw ProviderError(.corruptInput, "the file is not a calendar: it does not begin with BEGIN:VCALENDAR")
    }
    var open: [String] = []
    var event: Event?
    var attendees: [String] = []
    for (index, line) in lines.enumerated() {
      if index % 4_096 == 0 { try Task.checkCancellation() }
      switch line.name {
      case "BEGIN":
        let part = line.value.uppercased()
        open.append(part)
        if open.count > 32 { throw ProviderError(.limitExceeded, "the parts of the calendar are nested too deeply") }
        if open.count == 2, part == "VEVENT" || part == "VTODO" {
          guard events.count < Self.maxEvents else {
            isCut = true
            break
          }
          event = Event(isTask: part == "VTODO")
          attendees = []
        }
      case "END":
        _ = open.popLast()
        if open.count == 1, let done = event { close(done, attendees, &event) }
      case "X-WR-CALNAME", "NAME": if open.count == 1 { name = Self.cut(line.text) }
      case "ATTENDEE": if open.count == 2, attendees.count < 50 { attendees.append(Self.person(line)) }
      // Alarms in an event have the same properties.
      default: if open.count == 2 { event?.read(line) }
      }
    }
    // A file that is cut within an event.
    if let rest = event { close(rest, attendees, &event) }
    let keyed = events.enumerated().map { (seconds: $1.start?.time.secondsSince1970 ?? .max, index: $0) }
    events = keyed.sorted { ($0.seconds, $0.index) < ($1.seconds, $1.index) }.map { events[$0.index] }
  }

  private mutating func close(_ event: Event, _ attendees: [String], _ open: inout Event?) {
    var event = event
    if !attendees.isEmpty { event.facts.append(.init(key: "Attendees", value: attendees.joined(separator: ", "))) }
    events.append(event)
    open = nil
  }

  fileprivate static func cut(_ text: String) -> String { text.shortened(to: longest) }

  /// The name of a person, or the address.
  fileprivate static func person(_ line: ContentLine) -> String {
    if let name = line.parameters["CN"], !name.isEmpty { return cut(name) }
    let address = line.value
    return cut(address.lowercased().hasPrefix("mailto:") ? String(address.dropFirst(7)) : address)
  }
}

extension CalendarFile.Event {
  fileprivate mutating func read(_ line: ContentLine) {
    func fact(_ label: String, _ value: String) {
      if !value.isEmpty { facts.append(.init(key: label, value: CalendarFile.cut(value))) }
    }
    switch line.name {
    case "SUMMARY": title = CalendarFile.cut(line.text)
    case "DTSTART": start = CalendarFile.Moment(line)
    case "DTEND", "DUE": end = CalendarFile.Moment(line)
    case "DURATION": fact("Duration", line.value)
    case "LOCATION": fact("Place", line.text)
    case "URL": fact("Address", line.value)
    case "ORGANIZER": fact("Organiser", CalendarFile.person(line))
    case "RRULE": fact("Repeated", Self.rule(line.value))
    case "EXDATE": add(dates: line.value, to: "Except on")
    case "RDATE": add(dates: line.value, to: "Also on")
    case "CATEGORIES": fact("Categories", line.text.replacing(",", with: ", "))
    case "STATUS":
      isCancelled = line.value.uppercased() == "CANCELLED"
      fact("Status", line.value.lowercased())
    case "DESCRIPTION": description = CalendarFile.cut(line.text)
    default: break
    }
  }

  private static let maxDates = 100

  /// Adds the days of a list of times, of which there may be several (RFC 5545, 3.8.5.1 and 3.8.5.2). Of a period the
  /// beginning counts.
  private mutating func add(dates list: String, to label: String) {
    let days = list.split(separator: ",").prefix(Self.maxDates).compactMap { text in
      CalendarFile.Moment(String(text.prefix { $0 != "/" }), zone: "")?.time.isoDate
    }
    guard !days.isEmpty else { return }
    let text = days.joined(separator: ", ")
    if let index = facts.firstIndex(where: { $0.key == label }) {
      facts[index].value = CalendarFile.cut("\(facts[index].value), \(text)")
    } else {
      facts.append(.init(key: label, value: CalendarFile.cut(text)))
    }
  }

  private static let ordinals: [Substring: String] = [
    "1": "first", "2": "second", "3": "third", "4": "fourth", "5": "fifth", "-1": "last",
  ]

  /// `Sunday`, `second Sunday`, `last Sunday` for `SU`, `2SU`, `-1SU`.
  private static func day(_ text: Substring) -> String {
    let name = CalendarFile.Moment.weekdays.first { $0.uppercased().hasPrefix(text.suffix(2)) }
    let number = text.dropLast(2).drop { $0 == "+" }
    guard let name, !number.isEmpty else { return name ?? text.lowercased() }
    return ordinals[number].map { "\($0) \(name)" } ?? text.lowercased()
  }

  /// `March` for `3`.
  private static func month(_ text: Substring) -> String {
    let months = CalendarFile.Moment.months
    return Int(text).flatMap { (1...months.count).contains($0) ? months[$0 - 1] : nil } ?? String(text)
  }

  /// `day 15`, `the last day`, `day 3 from the end` for `15`, `-1`, `-3`.
  private static func dayOfMonth(_ text: Substring) -> String {
    guard let number = Int(text), number < 0 else { return "day \(text)" }
    return number == -1 ? "the last day" : "day \(number.magnitude) from the end"
  }

  /// `every week, until 2024-06-30`: the frequency, the interval, the days and months, and the end of a recurrence (RFC
  /// 5545, 3.3.10).
  private static func rule(_ rule: String) -> String {
    var parts: [String: String] = [:]
    for part in rule.uppercased().split(separator: ";").prefix(20) {
      let sides = part.split(separator: "=", maxSplits: 1).map(String.init)
      if sides.count == 2 { parts[sides[0]] = sides[1] }
    }
    let units = ["DAILY": "day", "WEEKLY": "week", "MONTHLY": "month", "YEARLY": "year", "HOURLY": "hour"]
    guard let frequency = parts["FREQ"], let unit = units[frequency] else { return rule }
    let interval = parts["INTERVAL"].flatMap { Int($0) } ?? 1
    var text = interval == 1 ? "every \(unit)" : "every \(interval) \(unit)s"
    func list(_ name: String, _ shown: (Substring) -> String) -> String? {
      parts[name].map { $0.split(separator: ",").map(shown).joined(separator: ", ") }
    }
    if let days = list("BYDAY", day) { text += " on \(days)" }
    if let days = list("BYMONTHDAY", dayOfMonth) { text += " on \(days)" }
    if let months = list("BYMONTH", month) { text += " in \(months)" }
    if let count = parts["COUNT"] { text += ", \(count) times" }
    if let end = parts["UNTIL"], let moment = CalendarFile.Moment(end, zone: "") {
      text += ", until \(moment.time.isoDate)"
    }
    return text
  }
}

extension CalendarFile.Moment {
  fileprivate init?(_ line: ContentLine) { self.init(line.value, zone: line.parameters["TZID"] ?? "") }

  /// `20240514`, `20240514T090000`, `20240514T090000Z` (RFC 5545, 3.3.4 and 3.3.5).
  fileprivate init?(_ text: String, zone: String) {
    let bytes = Array(text.utf8)
    func number(_ range: Range<Int>) -> Int? {
      guard range.upperBound <= bytes.count else { return nil }
      return Int(String(decoding: bytes[range], as: UTF8.self))
    }
    guard let year = number(0..<4), let month = number(4..<6), let day = number(6..<8) else { return nil }
    let hour = bytes.count > 8 ? number(9..<11) : nil
    let minute = bytes.count > 8 ? number(11..<13) : nil
    guard let time = CivilTime(year: year, month: month, day: day, hour: hour ?? 0, minute: minute ?? 0) else {
      return nil
    }
    self.time = time
    isDay = hour == nil
    self.zone = bytes.last == UInt8(ascii: "Z") ? "UTC" : String(zone.prefix(60))
  }

  fileprivate static let weekdays = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"]
  fileprivate static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  var weekday: String {
    // 1970 began on a Thursday.
    let days = Int((Double(time.secondsSince1970) / 86_400).rounded(.down))
    return Self.weekdays[((days % 7) + 7) % 7]
  }
  var month: String { Self.months[time.month - 1] }
  /// `Tuesday, 14 May 2024`
  var date: String { "\(weekday), \(time.day) \(month) \(time.year)" }
  /// `09:00`
  var clock: String { String(time.clock.prefix(5)) }
}

extension CalendarFile.Event {
  /// When it is: `Tuesday, 14 May 2024, 09:00 – 10:30 (Europe/Zurich)`; empty for a task without a date.
  var when: String {
    guard let start = start ?? end else { return "" }
    let isTaskWithEnd = self.start == nil
    var text = isTaskWithEnd ? "until \(start.date)" : start.date
    if !start.isDay { text += ", \(start.clock)" }
    guard !isTaskWithEnd else { return text }
    if let end {
      // The end of an event of whole days is the day after (RFC 5545, 3.6.1).
      if end.isDay {
        let last = CivilTime(secondsSince1970: end.time.secondsSince1970 - 86_400)
        if last.secondsSince1970 > start.time.secondsSince1970 {
          text += " – \(CalendarFile.Moment(time: last, isDay: true, zone: "").date)"
        }
      } else {
        let isSameDay =
          (end.time.year, end.time.month, end.time.day) == (start.time.year, start.time.month, start.time.day)
        // A flight ends in another zone than that of its beginning.
        if end.zone != start.zone, !start.zone.isEmpty { text += " (\(start.zone))" }
        text += isSameDay ? " – \(end.clock)" : " – \(end.date), \(end.clock)"
        return end.zone.isEmpty ? text : "\(text) (\(end.zone))"
      }
    }
    return start.zone.isEmpty ? text : "\(text) (\(start.zone))"
  }
}
