public import ImageModel

/// A colour in sRGB with its opacity. Components are from 0 to 1.
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

  /// Whether white text has a higher contrast on the colour than black text: both have the same contrast at a luminance
  /// of 0.18 (WCAG 2.1, "contrast ratio"). The square approximates the transfer curve of sRGB.
  package var isDark: Bool {
    alpha > 0.5 && 0.2126 * red * red + 0.7152 * green * green + 0.0722 * blue * blue < 0.18
  }
}

/// The paint of areas and lines.
public enum Paint: Hashable, Sendable {
  case color(Color)
  /// A linear gradient between two points. Beyond the ends, the colour is constant (`cairo_pattern_create_linear`).
  case linear(from: Point, to: Point, stops: [GradientStop])
  /// A radial gradient between two circles. Beyond them, the colour is constant (`cairo_pattern_create_radial`).
  case radial(
    center: Point, radius: Double, endCenter: Point, endRadius: Double, stops: [GradientStop])

  /// A radial gradient from a centre outwards.
  public static func radial(center: Point, radius: Double, stops: [GradientStop]) -> Paint {
    .radial(center: center, radius: 0, endCenter: center, endRadius: radius, stops: stops)
  }

  /// Opaque black.
  public static let black = Paint.color(.black)
  /// Opaque white.
  public static let white = Paint.color(.white)
}

/// A colour at a position in a gradient.
public struct GradientStop: Hashable, Sendable {
  /// The position, from 0 at the beginning to 1 at the end. Other values are clamped.
  public var offset: Double
  public var color: Color

  public init(offset: Double, color: Color) {
    self.offset = offset
    self.color = color
  }
}

/// Which areas are inside a path that crosses itself (ISO 32000-1, 8.5.3.3).
public enum FillRule: String, Hashable, Sendable {
  case nonZero
  case evenOdd
}

/// How the pixels of an enlarged image are interpolated.
public enum Interpolation: String, Hashable, Sendable {
  /// Smoothly (`CAIRO_FILTER_GOOD`; `/Interpolate true` in PDF, which a viewer may ignore).
  case smooth
  /// No interpolation: each pixel is a rectangle of one colour (`CAIRO_FILTER_NEAREST`).
  case none
}
