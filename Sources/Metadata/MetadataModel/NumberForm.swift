/// How a template writes a number, in the words of printf: `%.2f`, `%05d`, `%8.1f`.
package struct NumberForm: Hashable, Sendable {
  /// Digits behind the point.
  package var fraction: Int
  /// The least number of characters.
  package var width = 0
  /// Whether zeros, after the sign, fill the width instead of spaces.
  package var hasZeros = false

  /// - Parameter fraction: digits behind the point.
  package init(fraction: Int) {
    self.fraction = fraction
  }

  /// `%`, perhaps 0, a width of at most 40, perhaps a point and at most 15 digits, `d` or `f`; nil for all else, and for a
  /// `%d` alone, which is the day of a date.
  package init?(_ text: String) {
    var bytes = Array(text.utf8)[...]
    guard bytes.popFirst() == UInt8(ascii: "%"), let kind = bytes.popLast() else { return nil }
    hasZeros = bytes.first == UInt8(ascii: "0")
    func digits() -> Int? {
      let digits = bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      bytes = bytes.dropFirst(digits.count)
      return digits.isEmpty ? 0 : Int(String(decoding: digits, as: UTF8.self))
    }
    guard let width = digits(), width <= 40 else { return nil }
    self.width = width
    fraction = 6
    if bytes.first == UInt8(ascii: ".") {
      bytes = bytes.dropFirst()
      guard let count = digits(), count <= 15 else { return nil }
      fraction = count
    }
    guard bytes.isEmpty else { return nil }
    switch kind {
    case UInt8(ascii: "d") where text != "%d": fraction = 0
    case UInt8(ascii: "f"): break
    default: return nil
    }
  }

  /// The number in this form; nil for one of 10^15 and more, for what is no number, and where its digits exceed 64 bits.
  ///
  /// - Parameter round: makes the number, times 10 for each digit behind the point, a whole one. It is never negative.
  package func text(_ number: Double, rounding round: (Double) -> Double) -> String? {
    guard abs(number) < 1e15 else { return nil }
    let scale = (0..<fraction).reduce(1.0) { value, _ in value * 10 }
    let scaled = round(abs(number) * scale)
    guard scaled < 9e18 else { return nil }
    var digits = String(UInt64(scaled))
    if fraction > 0 {
      digits = String(repeating: "0", count: max(0, fraction + 1 - digits.utf8.count)) + digits
      let point = digits.index(digits.endIndex, offsetBy: -fraction)
      digits = digits[..<point] + "." + digits[point...]
    }
    return filled((number < 0 && scaled > 0 ? "-" : "") + digits)
  }

  /// A number's text, made as long as the form wants it.
  package func filled(_ text: String) -> String {
    let missing = max(0, width - text.utf8.count)
    guard hasZeros else { return String(repeating: " ", count: missing) + text }
    let zeros = String(repeating: "0", count: missing)
    return text.hasPrefix("-") ? "-" + zeros + text.dropFirst() : zeros + text
  }
}
