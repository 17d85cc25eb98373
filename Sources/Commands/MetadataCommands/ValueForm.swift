internal import ArgumentParser
package import MetadataModel

/// How a field of a template writes its value: `%.4f` and `%05d` for numbers, `%Y-%m-%d` for dates.
package enum ValueForm: Sendable {
  case number(NumberForm)
  /// Parts of a date, in the letters of strftime: `Y m d H M S y f` (sub-seconds), `z` (zone).
  case date(String)

  /// - Throws: `ValidationError`.
  package init(_ text: String) throws {
    // %f alone is the parts of a second of a date, too.
    if text != "%f", let number = NumberForm(text) {
      self = .number(number)
      return
    }
    var scalars = text.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "%" else { continue }
      guard let letter = scalars.next(), "YymdHMSfz%".unicodeScalars.contains(letter) else {
        throw ValidationError(
          "'\(text)' is no form; numbers have %d or %.2f, dates %Y %m %d %H %M %S %y %f %z")
      }
    }
    self = .date(text)
  }

  /// The value in this form; nil where it is no such thing.
  package func text(_ value: PropertyValue) -> String? {
    switch self {
    case .number(let form): return value.number.flatMap { Self.text($0, form) }
    case .date(let form):
      if form == "%d" || form == "%f", let number = value.number, number.isFinite, abs(number) < 1e15 {
        return Self.text(number, NumberForm(fraction: form == "%d" ? 0 : 6))
      }
      guard let text = value.text, let date = DateParts(text) else { return nil }
      return date.text(form)
    }
  }

  /// Halves are rounded to even; a number with more digits than the form can write stands as it is.
  private static func text(_ number: Double, _ form: NumberForm) -> String? {
    guard number.isFinite, abs(number) < 1e15 else { return nil }
    return form.text(number) { $0.rounded(.toNearestOrEven) } ?? form.filled(number.description)
  }
}
