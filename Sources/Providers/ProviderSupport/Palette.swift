package import Drawing
internal import Glibc

/// Colours for texts: the same text always gets the same colour.
package enum Palette {
  /// The text's colour in a lightness from 0 to 1.
  package static func color(for text: String, lightness: Double) -> Color {
    color(hue: hue(for: text), saturation: 0.5, lightness: lightness)
  }

  /// The text's colour, dark enough for white letters on it. For yellow and green this takes a lower lightness than for
  /// blue.
  package static func background(for text: String) -> Color {
    let hue = hue(for: text)
    var lightness = 0.48
    var background = color(hue: hue, saturation: 0.5, lightness: lightness)
    // Text needs a contrast of 4.5 (WCAG 2.1, 1.4.3).
    while 1.05 / (luminance(background) + 0.05) < 4.5, lightness > 0.1 {
      lightness -= 0.02
      background = color(hue: hue, saturation: 0.5, lightness: lightness)
    }
    return background
  }

  private static func hue(for text: String) -> Double {
    // FNV-1a: Swift's own hashes differ between runs.
    let hash = text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return Double(hash % 360)
  }

  /// The relative luminance of a colour, from 0 to 1 (WCAG 2.1).
  package static func luminance(_ color: Color) -> Double {
    func light(_ part: Double) -> Double { part <= 0.040_45 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4) }
    return 0.212_6 * light(color.red) + 0.715_2 * light(color.green) + 0.072_2 * light(color.blue)
  }

  /// A colour by hue in degrees (CSS Color 4, 7.1).
  package static func color(hue: Double, saturation: Double, lightness: Double) -> Color {
    func part(_ offset: Double) -> Double {
      let k = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
      return lightness - saturation * min(lightness, 1 - lightness) * max(-1, min(k - 3, 9 - k, 1))
    }
    return Color(red: part(0), green: part(8), blue: part(4))
  }
}
