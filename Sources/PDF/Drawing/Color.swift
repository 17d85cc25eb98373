/// A colour of sRGB with its opacity; components from 0 to 1.
public struct Color: Hashable, Sendable {
  public var red: Double
  public var green: Double
  public var blue: Double
  public var alpha: Double

  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  public init(gray: Double, alpha: Double = 1) {
    self.init(red: gray, green: gray, blue: gray, alpha: alpha)
  }

  public static let black = Color(gray: 0)
  public static let white = Color(gray: 1)

  /// Whether white text is read more easily on the colour than black text: its luminance is below 0.18, where both have
  /// the same contrast (WCAG 2.1, "contrast ratio"). The square stands in for the curve of sRGB.
  package var isDark: Bool {
    alpha > 0.5 && 0.2126 * red * red + 0.7152 * green * green + 0.0722 * blue * blue < 0.18
  }
}
