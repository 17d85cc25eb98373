internal import MetadataModel

/// How a field writes its value: `%.4f`, `%05d` and `%'.2f` for numbers, `%Y-%m-%d`, `%x` for dates.
package enum ValueFormat: Hashable, Sendable {
  case number(NumberFormat)
  /// Parts of a date, by letters of strftime(3): `Y m d H M S y` are numbers, `B` and `b` the English name of the month
  /// and its abbreviation; also `f` (fraction of a second) and `z` (zone). `%d` and `%f` alone are formats of numbers,
  /// too.
  case date(String)
  /// A date as people of a language write it: `%x` of numbers, `%lx` with the name of the month.
  case localDate(isLong: Bool)

  /// How to treat values that do not quite fit the format.
  package enum Strictness: Sendable {
    /// For reports: halves are rounded to even, and a number that is too long for the format is written as it is.
    case lenient
    /// For documents: halves are rounded away from zero, as on bills, and a value that does not fit has no text.
    case strict
  }

  /// nil for a text that is not a format.
  package init?(_ text: String) {
    if text == "%x" || text == "%lx" {
      self = .localDate(isLong: text == "%lx")
      return
    }
    if text != "%f", let number = NumberFormat(text) {
      self = .number(number)
      return
    }
    var scalars = text.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "%" else { continue }
      guard let letter = scalars.next(), "YymBbdHMSfz%".unicodeScalars.contains(letter) else { return nil }
    }
    self = .date(text)
  }

  /// A value in this format; nil if it is not a number, or not a date with all parts of the format.
  ///
  /// - Parameters:
  ///   - number: the value as a number; nil if it is not one.
  ///   - text: the value as a text, which may be a date.
  ///   - locale: the language of the names of months, and of the signs that `%'` and dates have.
  package func text(
    number: Double?, text: @autoclosure () -> String?, _ strictness: Strictness, locale: ValueLocale? = nil
  ) -> String? {
    switch self {
    case .number(let format): return number.flatMap { format.text($0, strictness, locale ?? .english) }
    case .localDate(let isLong):
      guard let date = text().flatMap({ MetadataDate($0) }) else { return nil }
      let locale = locale ?? .english
      return locale.text(date, isLong ? locale.longDate : locale.shortDate)
    case .date(let format):
      if format == "%d" || format == "%f", let number,
        let text = NumberFormat(decimals: format == "%d" ? 0 : 6).text(number, strictness, .english)
      {
        return text
      }
      guard let date = text().flatMap({ MetadataDate($0) }) else { return nil }
      // In a document four digits are rather a number than a year.
      if strictness == .strict, date.text("%m") == nil { return nil }
      return locale.map { $0.text(date, format) } ?? date.text(format)
    }
  }
}

/// How a field writes a number, in the syntax of printf(3): `%.2f`, `%05d`, `%8.1f`, `%'.2f`.
package struct NumberFormat: Hashable, Sendable {
  /// Digits after the decimal point.
  private var decimals: Int
  /// The minimum number of characters.
  private var width = 0
  /// Whether zeros after the sign fill the width, instead of spaces before it.
  private var hasZeros = false
  /// Whether it has the signs of a language, also between groups of three digits.
  private var isLocal = false

  fileprivate init(decimals: Int) { self.decimals = decimals }

  /// `%`, perhaps an apostrophe, perhaps 0, a width of at most 40, perhaps a point and at most 15 digits, `d` or `f`;
  /// nil for anything else, and for `%d` alone, which is the day of a date.
  fileprivate init?(_ text: String) {
    var bytes = Array(text.utf8)[...]
    guard bytes.popFirst() == UInt8(ascii: "%"), let kind = bytes.popLast() else { return nil }
    if bytes.first == UInt8(ascii: "'") {
      isLocal = true
      bytes = bytes.dropFirst()
    }
    hasZeros = bytes.first == UInt8(ascii: "0")
    func digits() -> Int? {
      let digits = bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      bytes = bytes.dropFirst(digits.count)
      return digits.isEmpty ? 0 : Int(String(decoding: digits, as: UTF8.self))
    }
    guard let width = digits(), width <= 40 else { return nil }
    self.width = width
    decimals = 6
    if bytes.first == UInt8(ascii: ".") {
      bytes = bytes.dropFirst()
      guard let count = digits(), count <= 15 else { return nil }
      decimals = count
    }
    guard bytes.isEmpty else { return nil }
    switch kind {
    case UInt8(ascii: "d") where text != "%d": decimals = 0
    case UInt8(ascii: "f"): break
    default: return nil
    }
  }

  /// The number in this format; nil for 1e15 and more, and for a value that is not finite.
  fileprivate func text(
    _ number: Double, _ strictness: ValueFormat.Strictness, _ locale: ValueLocale
  ) -> String? {
    guard abs(number) < 1e15 else { return nil }
    let scaled = abs(number) * (0..<decimals).reduce(1.0) { value, _ in value * 10 }
    switch strictness {
    case .lenient: return text(number, scaled.rounded(.toNearestOrEven), locale) ?? filled(number.description)
    // In binary 1.005 * 100 is slightly less than 100.5. The factor raises such products to the half that was meant.
    case .strict:
      return text(
        number, (scaled * (1 + 4 * Double.ulpOfOne)).rounded(.toNearestOrAwayFromZero), locale)
    }
  }

  /// nil where the digits exceed 64 bits.
  ///
  /// - Parameter scaled: the absolute value, times 10 for each digit after the point, rounded to an integer.
  private func text(_ number: Double, _ scaled: Double, _ locale: ValueLocale) -> String? {
    guard scaled < 9e18 else { return nil }
    var digits = String(UInt64(scaled))
    if decimals > 0 {
      digits = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
      let point = digits.index(digits.endIndex, offsetBy: -decimals)
      digits = digits[..<point] + "." + digits[point...]
    }
    let isNegative = number < 0 && scaled > 0
    if isLocal { return filled(locale.text(digits: digits, isNegative: isNegative)) }
    return filled((isNegative ? "-" : "") + digits)
  }

  /// Fills a number's text up to the width.
  private func filled(_ text: String) -> String {
    let missing = max(0, width - text.unicodeScalars.count)
    guard hasZeros else { return String(repeating: " ", count: missing) + text }
    let zeros = String(repeating: "0", count: missing)
    return text.hasPrefix("-") ? "-" + zeros + text.dropFirst() : zeros + text
  }
}
