internal import ImageModel
internal import ProviderSupport

/// What a number of a worksheet stands for, by the format of its cell (ECMA-376, part 1, 18.8.30 and 18.8.31).
enum OfficeNumberFormat: Equatable {
  /// Shown as stored.
  case general
  case percent(decimals: Int)
  /// Days since the workbook's first day, with the time of day as a fraction.
  case time(hasDate: Bool, hasClock: Bool, hasSeconds: Bool)
  /// `[h]:mm`: hours that are not those of a day.
  case duration

  /// The formats of percentages, dates and times that need no code in the workbook (18.8.30).
  private static let builtIn: [Int: String] = [
    9: "0%", 10: "0.00%", 14: "m/d/yy", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM",
    19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "m/d/yy h:mm", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mmss.0",
  ]

  /// - Parameter number: of a format that the workbook does not define.
  init(builtIn number: Int) { self.init(code: Self.builtIn[number] ?? "") }

  /// Reads the first section of a format code, which is that of positive numbers. Where a section has a condition of
  /// its own, `[<1]`, numbers are shown as stored.
  init(code: String) {
    var (letters, digitsAfterPoint, isAfterPoint) = (Set<Character>(), 0, false)
    var (isPercent, isDuration, isFirstSection) = (false, false, true)
    var rest = code.lowercased()[...]
    while let character = rest.popFirst() {
      switch character {
      case ";": isFirstSection = false
      case "\"": rest = rest.drop { $0 != "\"" }.dropFirst()
      // The next character stands for itself, for a space of its width, or for a filling.
      case "\\", "_", "*": rest = rest.dropFirst()
      case "[":
        let content = rest.prefix { $0 != "]" }
        rest = rest.dropFirst(content.count)
        guard rest.popFirst() != nil, let first = content.first else { break }
        if "<>=".contains(first) {
          self = .general
          return
        }
        if isFirstSection, "hms".contains(first), content.allSatisfy({ $0 == first }) { isDuration = true }
      case _ where !isFirstSection: break
      case "%": isPercent = true
      case ".": isAfterPoint = true
      case "0", "#", "?": if isAfterPoint { digitsAfterPoint += 1 }
      case "y", "m", "d", "h", "s": letters.insert(character)
      default: break
      }
    }
    if isPercent {
      self = .percent(decimals: min(digitsAfterPoint, 6))
    } else if isDuration {
      self = .duration
    } else if letters.isEmpty {
      self = .general
    } else {
      // `m` is the minutes beside hours or seconds.
      let hasClock = letters.contains("h") || letters.contains("s")
      let hasDate = letters.contains("y") || letters.contains("d") || !hasClock
      self = .time(hasDate: hasDate, hasClock: hasClock, hasSeconds: letters.contains("s"))
    }
  }

  /// A stored number as this format shows it: `2023-03-15`, `2023-03-15 06:30`, `25.0%`. A value that is not a number,
  /// or not a date of the calendar, stays as it is.
  ///
  /// - Parameter has1904Dates: whether days count from 1904-01-01, as in workbooks of old Macintosh versions.
  func text(_ stored: String, has1904Dates: Bool) -> String {
    guard self != .general, let value = Double(decimal: stored) else { return stored }
    switch self {
    case .general: return stored
    case .percent(let decimals): return Self.percent(value, decimals) ?? stored
    case .duration:
      guard (0..<1_000_000).contains(value) else { return stored }
      let seconds = Int((value * 86_400).rounded())
      return "\(seconds / 3_600):\(CivilTime.digits(seconds / 60 % 60)):\(CivilTime.digits(seconds % 60))"
    case .time(let hasDate, let hasClock, let hasSeconds):
      return Self.time(value, hasDate, hasClock, hasSeconds, has1904Dates) ?? stored
    }
  }

  /// Serial dates: 18.17.4.1. Day 60 of the system that begins in 1900 is 1900-02-29, which never was; the days before
  /// it count from 1899-12-31, those after it from 1899-12-30.
  private static func time(
    _ value: Double, _ hasDate: Bool, _ hasClock: Bool, _ hasSeconds: Bool, _ has1904Dates: Bool
  ) -> String? {
    // Up to 9999-12-31.
    guard (0..<(has1904Dates ? 2_957_004 : 2_958_466)).contains(value) else { return nil }
    // A clock shows the nearest second, a date the day that has begun.
    let seconds = hasClock ? Int((value * 86_400).rounded()) : Int(value) * 86_400
    let day = seconds / 86_400
    // In days since 1970-01-01.
    let first = has1904Dates ? -24_107 : day < 60 ? -25_568 : -25_569
    let time = CivilTime(secondsSince1970: first * 86_400 + seconds)
    let clock = hasSeconds ? time.clock : String(time.clock.prefix(5))
    guard hasDate else { return clock }
    // Day 0 of 1900 is the date of times without a date.
    if !has1904Dates, day == 0 { return hasClock ? clock : nil }
    let date = !has1904Dates && day == 60 ? "1900-02-29" : time.isoDate
    return hasClock ? "\(date) \(clock)" : date
  }

  private static func percent(_ value: Double, _ decimals: Int) -> String? {
    let power = (0..<decimals).reduce(1) { product, _ in product * 10 }
    // 0.285 is stored as a little less: numbers are rounded as the 15 digits that Excel keeps.
    let scaled = (value * 100 * Double(power) * (1 + 1e-15)).rounded()
    guard abs(scaled) < 1e15 else { return nil }
    let number = Int(abs(scaled))
    let fraction = decimals > 0 ? "." + CivilTime.digits(number % power, decimals) : ""
    return "\(scaled < 0 ? "-" : "")\(number / power)\(fraction)%"
  }
}

/// The formats of a workbook's cells: `xl/styles.xml` (ECMA-376, part 1, 18.8).
struct OfficeNumberFormats {
  /// By the number that a cell has as its style.
  private var formats: [OfficeNumberFormat] = []
  var has1904Dates = false

  init() {}

  init(styles xml: DocumentXML) throws {
    var (own, isInCellFormats) = ([Int: OfficeNumberFormat](), false)
    try xml.walk(skipping: ["cellStyleXfs", "dxfs"]) { event, attributes in
      switch event {
      case .start("numFmt"):
        if let number = attributes["numFmtId"].flatMap({ Int($0) }), let code = attributes["formatCode"] {
          own[number] = OfficeNumberFormat(code: code)
        }
      case .start("cellXfs"): isInCellFormats = true
      case .start("xf"):
        guard isInCellFormats else { break }
        let number = attributes["numFmtId"].flatMap { Int($0) } ?? 0
        formats.append(own[number] ?? OfficeNumberFormat(builtIn: number))
      case .end("cellXfs"): isInCellFormats = false
      default: break
      }
      return true
    }
  }

  /// - Parameter style: the attribute `s` of the cell.
  func text(_ stored: String, style: String?) -> String {
    let style = style.flatMap { Int($0) } ?? 0
    guard formats.indices.contains(style) else { return stored }
    return formats[style].text(stored, has1904Dates: has1904Dates)
  }
}
