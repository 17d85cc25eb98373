/// Decimal numbers as text, the same in every locale.
package enum DecimalText {
  /// A number with at most `places` decimals, without trailing zeros.
  package static func text(_ value: Double, places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (abs(value) * scale).rounded()
    guard scaled.isFinite, scaled < 9e15 else { return value.description }
    let whole = Int64(scaled)
    let divisor = Int64(scale)
    let text = whole == 0 ? "0" : (value < 0 ? "-" : "") + String(whole / divisor)
    var fraction = whole % divisor
    guard fraction != 0 else { return text }
    var digitCount = places
    while fraction % 10 == 0 {
      fraction /= 10
      digitCount -= 1
    }
    let digits = String(fraction)
    return text + "." + String(repeating: "0", count: max(0, digitCount - digits.utf8.count)) + digits
  }

  /// At least two digits.
  package static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// `36,864`.
  package static func grouped(_ number: UInt64) -> String {
    let digits = String(number).utf8
    var text: [UInt8] = []
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(UInt8(ascii: ",")) }
      text.append(digit)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// An exposure time as photographers write it: `1/250 s`, `2.5 s`. nil if it is not positive.
  package static func exposureTime(_ seconds: Double) -> String? {
    guard seconds > 0, seconds.isFinite else { return nil }
    // From 0.3 s on, cameras count in tenths.
    guard seconds < 0.29 else { return text(seconds, places: seconds < 10 ? 1 : 0) + " s" }
    let inverse = (1 / seconds).rounded()
    return inverse < 1e9 ? "1/\(Int(inverse)) s" : nil
  }
}
