internal import ByteStreams

extension PropertyTree {
  /// What a file's name says, for the query `name.date`: the date in names that cameras, telephones and programs give,
  /// such as `IMG_20240501_120301.jpg`. Empty for a name without a date.
  package init(fileName path: String) {
    guard let date = MetadataDate(fileName: path) else {
      self.init()
      return
    }
    self.init([PropertyGroup("name", [Property("date", .text(date.text))])])
  }

  /// The query that a file's name answers.
  package static func isAboutFileName(_ query: PropertyQuery) -> Bool {
    query.text.utf8.count == 9 && ["name.date", "name:date"].contains(query.text.lowercased())
  }
}

extension MetadataDate {
  /// The first date in the name of a file: eight digits, or year, month and day with `-`, `_` or `.` between them. A
  /// time of six digits may follow, also with `-`, `_`, `.` or `:` between its numbers, and with milliseconds. Years
  /// are those from 1900 to 2099. nil for a name without a date.
  package init?(fileName path: String) {
    let bytes = Array(PathText.split(path).name.utf8)
    func isDigit(_ index: Int) -> Bool { index < bytes.count && (0x30...0x39).contains(bytes[index]) }
    for start in bytes.indices where isDigit(start) && (start == 0 || !isDigit(start - 1)) {
      guard let found = Self.date(in: bytes, at: start, isDigit) else { continue }
      self = found
      return
    }
    return nil
  }

  private static func date(in bytes: [UInt8], at start: Int, _ isDigit: (Int) -> Bool) -> MetadataDate? {
    var position = start
    func number(_ count: Int) -> Int? {
      guard (position..<position + count).allSatisfy(isDigit) else { return nil }
      defer { position += count }
      return bytes[position..<position + count].reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }
    func takes(_ separators: String.UTF8View) -> UInt8? {
      guard position < bytes.count, separators.contains(bytes[position]) else { return nil }
      position += 1
      return bytes[position - 1]
    }
    guard let year = number(4), (1_900...2_099).contains(year) else { return nil }
    let separator = takes("-_.".utf8)
    guard let month = number(2), separator == nil || takes("-_.".utf8) == separator, let day = number(2),
      var date = MetadataDate(year: year, month: month, day: day)
    else { return nil }
    let end = position
    if bytes[position...].starts(with: " at ".utf8) { position += 4 } else { _ = takes("-_ T.".utf8) }
    guard position == end || isDigit(position), let hour = number(2), case let between = takes("-_.:".utf8),
      let minute = number(2), between == nil || takes("-_.:".utf8) == between, let second = number(2), hour < 24,
      minute < 60, second < 60
    else {
      // The digits of a longer number are no date.
      return isDigit(end) ? nil : date
    }
    (date.hour, date.minute, date.second) = (hour, minute, second)
    let clockEnd = position
    if let milliseconds = number(3), !isDigit(position) {
      date.fraction = String(String(milliseconds + 1_000).dropFirst())
      position = clockEnd
    } else if isDigit(clockEnd) {
      return isDigit(end) ? nil : MetadataDate(year: year, month: month, day: day)
    }
    return date
  }
}
