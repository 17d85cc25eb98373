/// How a field writes its value: `%.2f` and `%05d` for numbers, `%d.%m.%Y` for dates, as `imgmeta --print` does.
enum ValueForm {
  /// Digits behind the point, and the least number of characters, filled with zeros or spaces.
  case number(fraction: Int, width: Int, hasZeros: Bool)
  /// The letters of strftime that have no names in them: `Y y m d H M S`.
  case date(String)

  /// nil for what is no form.
  init?(_ text: String) {
    if let number = Self.number(text) {
      self = number
      return
    }
    guard text.utf8.contains(UInt8(ascii: "%")) else { return nil }
    var scalars = text.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "%" else { continue }
      guard let letter = scalars.next(), "YymdHMS%".unicodeScalars.contains(letter) else { return nil }
    }
    self = .date(text)
  }

  private static func number(_ text: String) -> ValueForm? {
    var bytes = Array(text.utf8)[...]
    guard bytes.popFirst() == UInt8(ascii: "%"), let kind = bytes.popLast() else { return nil }
    let hasZeros = bytes.first == UInt8(ascii: "0")
    func digits() -> Int? {
      let digits = bytes.prefix { (0x30...0x39).contains($0) }
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
    case UInt8(ascii: "f"): return .number(fraction: fraction, width: width, hasZeros: hasZeros)
    default: return nil
    }
  }

  /// The value in this form; nil where it is no such thing. A text that is a number counts as one.
  func text(_ value: DescriptionValue) -> String? {
    switch self {
    case .number(let fraction, let width, let hasZeros):
      guard let number = Self.number(value), let digits = Self.decimal(number, fraction: fraction) else { return nil }
      let missing = max(0, width - digits.utf8.count)
      guard hasZeros else { return String(repeating: " ", count: missing) + digits }
      let zeros = String(repeating: "0", count: missing)
      return digits.utf8.first == UInt8(ascii: "-") ? "-" + zeros + digits.dropFirst() : zeros + digits
    case .date(let form):
      if form == "%d", let number = Self.number(value) { return Self.decimal(number, fraction: 0) }
      guard case .string(let text) = value.content, let date = Self.date(text) else { return nil }
      var result = ""
      var scalars = form.unicodeScalars.makeIterator()
      while let scalar = scalars.next() {
        guard scalar == "%", let letter = scalars.next() else {
          result.unicodeScalars.append(scalar)
          continue
        }
        guard letter != "%" else {
          result += "%"
          continue
        }
        guard let part = date[letter] else { return nil }
        result += part
      }
      return result
    }
  }

  private static func number(_ value: DescriptionValue) -> Double? {
    switch value.content {
    case .number(let number, _): number
    case .string(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  /// A number with a fixed count of digits behind the point, halves away from 0 as bills want it: the decimal digits that
  /// the number was written with are rounded, and 1.005 gives 1.01.
  private static func decimal(_ number: Double, fraction: Int) -> String? {
    guard abs(number) < 1e15 else { return nil }
    let scale = (0..<fraction).reduce(1.0) { value, _ in value * 10 }
    var scaled = abs(number) * scale
    // The product of a number such as 1.005 lies a hair below the half that its digits say.
    let nudged = scaled * (1 + 4 * Double.ulpOfOne)
    scaled = nudged.rounded(.toNearestOrAwayFromZero)
    guard scaled < 9e18 else { return nil }
    var digits = String(UInt64(scaled))
    if fraction > 0 {
      digits = String(repeating: "0", count: max(0, fraction + 1 - digits.count)) + digits
      let point = digits.index(digits.endIndex, offsetBy: -fraction)
      digits = digits[..<point] + "." + digits[point...]
    }
    return (number < 0 && scaled > 0 ? "-" : "") + digits
  }

  /// The parts of `2024-05-06`, `2024-05-06T07:08:09Z`, `2024:05:06 07:08`; nil where the text begins with no date.
  private static func date(_ text: String) -> [Unicode.Scalar: String]? {
    var bytes = Array(text.utf8)[...]
    func number(_ count: Int) -> String? {
      let digits = bytes.prefix(count)
      guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      bytes = bytes.dropFirst(count)
      return String(decoding: digits, as: UTF8.self)
    }
    guard let year = number(4) else { return nil }
    var parts: [Unicode.Scalar: String] = ["Y": year, "y": String(year.suffix(2))]
    for (letter, separators) in [("m", ":-"), ("d", ":-"), ("H", " T"), ("M", ":"), ("S", ":")]
      as [(Unicode.Scalar, String)]
    {
      guard let byte = bytes.first, separators.utf8.contains(byte) else { break }
      bytes = bytes.dropFirst()
      guard let value = number(2) else { break }
      parts[letter] = value
    }
    return parts["m"] == nil ? nil : parts
  }
}
