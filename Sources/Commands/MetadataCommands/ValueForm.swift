internal import ArgumentParser
package import MetadataModel

/// How a field of a template writes its value: `%.4f` and `%05d` for numbers, `%Y-%m-%d` for dates.
package enum ValueForm: Sendable {
  /// Digits behind the point, and the least number of characters, filled with zeros or spaces.
  case number(fraction: Int, width: Int, hasZeros: Bool)
  /// Parts of a date, in the letters of strftime: `Y m d H M S y f` (sub-seconds), `z` (zone).
  case date(String)

  /// - Throws: `ValidationError`.
  package init(_ text: String, option: String = "--print") throws {
    if let number = Self.number(text) {
      self = number
      return
    }
    var scalars = text.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "%" else { continue }
      guard let letter = scalars.next(), "YymdHMSfz%".unicodeScalars.contains(letter) else {
        throw ValidationError(
          "\(option): '\(text)' is no form; numbers have %d or %.2f, dates %Y %m %d %H %M %S %y %f %z")
      }
    }
    self = .date(text)
  }

  /// `%`, perhaps 0, a width, a point and digits, `d` or `f`.
  private static func number(_ text: String) -> ValueForm? {
    var bytes = Array(text.utf8)[...]
    guard bytes.popFirst() == UInt8(ascii: "%"), let kind = bytes.popLast() else { return nil }
    let hasZeros = bytes.first == UInt8(ascii: "0")
    func digits() -> Int? {
      let digits = bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      bytes = bytes.dropFirst(digits.count)
      return digits.isEmpty ? 0 : Int(String(decoding: digits, as: UTF8.self))
    }
    guard let width = digits(), width <= 40 else { return nil }
    var fraction = 6
    if bytes.first == UInt8(ascii: ".") {
      bytes = bytes.dropFirst()
      guard let count = digits(), count <= 15 else { return nil }
      fraction = count
    }
    guard bytes.isEmpty else { return nil }
    switch kind {
    // %d alone is the day of a date, too: a number gives its whole part.
    case UInt8(ascii: "d") where text != "%d": return .number(fraction: 0, width: width, hasZeros: hasZeros)
    case UInt8(ascii: "f") where text != "%f": return .number(fraction: fraction, width: width, hasZeros: hasZeros)
    default: return nil
    }
  }

  /// The value in this form; nil where it is no such thing.
  package func text(_ value: PropertyValue) -> String? {
    switch self {
    case .number(let fraction, let width, let hasZeros):
      guard let number = value.number, number.isFinite, abs(number) < 1e15 else { return nil }
      return Self.padded(Self.decimal(number, fraction: fraction), width, hasZeros)
    case .date(let form):
      if form == "%d" || form == "%f", let number = value.number, number.isFinite, abs(number) < 1e15 {
        return Self.decimal(number, fraction: form == "%d" ? 0 : 6)
      }
      guard let text = value.text, let date = DateParts(text) else { return nil }
      return date.text(form)
    }
  }

  /// A number with a fixed count of digits behind the point, rounded to even.
  private static func decimal(_ number: Double, fraction: Int) -> String {
    let scale = (0..<fraction).reduce(1.0) { value, _ in value * 10 }
    let scaled = (abs(number) * scale).rounded(.toNearestOrEven)
    guard scaled < 9e18 else { return number.description }
    var digits = String(UInt64(scaled))
    if fraction > 0 {
      digits = String(repeating: "0", count: max(0, fraction + 1 - digits.count)) + digits
      let point = digits.index(digits.endIndex, offsetBy: -fraction)
      digits = digits[..<point] + "." + digits[point...]
    }
    return (number < 0 && scaled > 0 ? "-" : "") + digits
  }

  private static func padded(_ text: String, _ width: Int, _ hasZeros: Bool) -> String {
    let missing = max(0, width - text.utf8.count)
    guard hasZeros else { return String(repeating: " ", count: missing) + text }
    let zeros = String(repeating: "0", count: missing)
    return text.hasPrefix("-") ? "-" + zeros + text.dropFirst() : zeros + text
  }
}
