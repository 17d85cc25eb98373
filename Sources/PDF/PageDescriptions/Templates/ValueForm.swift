internal import MetadataModel
internal import StructuredText

/// How a field writes its value: `%.2f` and `%05d` for numbers, `%d.%m.%Y` for dates, as `imgmeta --print` does.
enum ValueForm {
  case number(NumberForm)
  /// The letters of strftime that have no names in them: `Y y m d H M S`.
  case date(String)

  /// nil for what is no form.
  init?(_ text: String) {
    if let number = NumberForm(text) {
      self = .number(number)
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

  /// The value in this form; nil where it is no such thing. A text that is a number counts as one.
  func text(_ value: StructuredValue) -> String? {
    switch self {
    case .number(let form): return Self.number(value).flatMap { Self.text($0, form) }
    case .date(let form):
      if form == "%d", let number = Self.number(value) { return Self.text(number, NumberForm(fraction: 0)) }
      guard case .string(let text) = value.content, let date = DateParts(text), date["m"] != nil else {
        return nil
      }
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

  private static func number(_ value: StructuredValue) -> Double? {
    switch value.content {
    case .number(let number, _): number
    case .string(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  /// Halves are rounded away from 0, as bills want it: the decimal digits that the number was written with are rounded, and
  /// 1.005 gives 1.01.
  private static func text(_ number: Double, _ form: NumberForm) -> String? {
    // The product of a number such as 1.005 lies a hair below the half that its digits say.
    form.text(number) { ($0 * (1 + 4 * Double.ulpOfOne)).rounded(.toNearestOrAwayFromZero) }
  }
}
