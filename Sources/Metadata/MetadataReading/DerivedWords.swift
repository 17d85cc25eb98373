/// Decimal numbers in words, the same in every locale.
enum DecimalWords {
  /// A number with at most so many places, without zeros at the end.
  static func text(_ value: Double, places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (abs(value) * scale).rounded()
    guard scaled.isFinite, scaled < 9e15 else { return value.description }
    let whole = Int64(scaled)
    let divisor = Int64(scale)
    var text = whole == 0 ? "0" : (value < 0 ? "-" : "") + String(whole / divisor)
    var fraction = String(whole % divisor)
    fraction = String(repeating: "0", count: max(0, places - fraction.count)) + fraction
    while fraction.last == "0" { fraction.removeLast() }
    if !fraction.isEmpty, whole != 0 { text += "." + fraction }
    return text
  }

  /// Two digits.
  static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// `36,864`.
  static func grouped(_ number: UInt64) -> String {
    var text = ""
    for (index, digit) in String(number).reversed().enumerated() {
      if index > 0, index % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }

  /// An exposure time as photographers write it: `1/250 s`, `2.5 s`; nil where it is not positive.
  static func exposureTime(_ seconds: Double) -> String? {
    guard seconds > 0, seconds.isFinite else { return nil }
    // From 0.3 s on cameras count in tenths.
    guard seconds < 0.29 else { return text(seconds, places: seconds < 10 ? 1 : 0) + " s" }
    let inverse = (1 / seconds).rounded()
    return inverse < 1e9 ? "1/\(Int(inverse)) s" : nil
  }
}
