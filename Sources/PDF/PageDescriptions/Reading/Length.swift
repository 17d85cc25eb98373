/// Lengths as people write them.
package enum Length {
  /// The longest length in points: cairo counts coordinates in 24 bits before the point, and pages end long before.
  package static let maximum = 1_000_000.0

  /// The points of `12`, `12pt`, `10mm`, `1.5 cm` or `-0.25in`; nil where the text is no length.
  package static func points(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    let digits = bytes.prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
    guard let last = digits.last, (0x30...0x39).contains(last),
      let number = Double(String(decoding: digits, as: UTF8.self)), number.isFinite
    else { return nil }
    let unit = bytes.dropFirst(digits.count).drop { $0 == 0x20 }
    if unit.isEmpty { return digits.count == bytes.count ? number : nil }
    guard let known = LengthUnit(rawValue: String(decoding: unit, as: UTF8.self)) else { return nil }
    return number * known.points
  }
}
