internal import ImageModel

/// Parses and writes colours: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb(r, g, b)`, `rgba(r, g, b, a)`,
/// `gray(50%)` and the names of CSS 1.
package enum ColorText {
  /// The colour; nil where the text is not a colour.
  package static func color(_ text: String) -> Color? {
    let text = text.lowercased()
    if text.utf8.first == UInt8(ascii: "#") { return hexadecimal(Array(text.utf8.dropFirst())) }
    if let color = names[text] { return color }
    guard text.utf8.last == UInt8(ascii: ")"), let open = text.firstIndex(of: "(") else { return nil }
    let parts = text[text.index(after: open)...].dropLast().split(separator: ",", omittingEmptySubsequences: false)
    switch (text[..<open], parts.count) {
    case ("rgb", 3), ("rgba", 4):
      let colors = parts.prefix(3).compactMap { component($0, full: 255) }
      guard colors.count == 3, let alpha = parts.count == 4 ? component(parts[3], full: 1) : 1 else { return nil }
      return Color(red: colors[0], green: colors[1], blue: colors[2], alpha: alpha)
    case ("gray", 1), ("grey", 1): return component(parts[0], full: 1).map { Color(gray: $0) }
    default: return nil
    }
  }

  /// A component of `rgb(...)`: a number up to `full`, or a percentage.
  private static func component(_ text: Substring, full: Double) -> Double? {
    let text = text.filter { $0 != " " }
    let isPercentage = text.last == "%"
    guard let number = Double(decimal: isPercentage ? String(text.dropLast()) : text) else { return nil }
    let value = number / (isPercentage ? 100 : full)
    return (0...1).contains(value) ? value : nil
  }

  /// `#rrggbb`, without the opacity.
  package static func text(_ color: Color) -> String {
    let parts = [color.red, color.green, color.blue]
    return "#" + Hexadecimal.text(parts.map { UInt8((min(max($0, 0), 1) * 255).rounded()) })
  }

  private static func hexadecimal(_ digits: [UInt8]) -> Color? {
    let values = digits.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard values.count == digits.count else { return nil }
    let parts: [Double]
    switch values.count {
    case 3, 4: parts = values.map { Double($0) / 15 }
    case 6, 8:
      parts = stride(from: 0, to: values.count, by: 2).map { (index: Int) -> Double in
        let value: Int = values[index] << 4 | values[index + 1]
        return Double(value) / 255
      }
    default: return nil
    }
    return Color(red: parts[0], green: parts[1], blue: parts[2], alpha: parts.count == 4 ? parts[3] : 1)
  }

  /// All colour names, sorted.
  package static var allNames: [String] { names.keys.sorted() }

  /// The sixteen names of CSS 1, `grey`, `orange` and `transparent`.
  private static let names: [String: Color] = {
    func color(_ red: Int, _ green: Int, _ blue: Int) -> Color {
      Color(red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255)
    }
    return [
      "black": color(0, 0, 0), "silver": color(192, 192, 192), "gray": color(128, 128, 128),
      "grey": color(128, 128, 128), "white": color(255, 255, 255), "maroon": color(128, 0, 0),
      "red": color(255, 0, 0), "purple": color(128, 0, 128), "fuchsia": color(255, 0, 255),
      "green": color(0, 128, 0), "lime": color(0, 255, 0), "olive": color(128, 128, 0),
      "yellow": color(255, 255, 0), "navy": color(0, 0, 128), "blue": color(0, 0, 255),
      "teal": color(0, 128, 128), "aqua": color(0, 255, 255), "orange": color(255, 165, 0),
      "transparent": Color(gray: 0, alpha: 0),
    ]
  }()
}
