package import Drawing

/// Colours that belong to a text: the same text always has the same.
package enum Palette {
  /// A colour of medium lightness, on which white letters can be read.
  package static func color(for text: String, lightness: Double = 0.42) -> Color {
    // FNV-1a: Swift's own hashes differ from run to run.
    let hash = text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return color(hue: Double(hash % 360), saturation: 0.5, lightness: lightness)
  }

  /// A colour by hue in degrees (CSS Color 4, 7.1).
  package static func color(hue: Double, saturation: Double, lightness: Double) -> Color {
    func part(_ offset: Double) -> Double {
      let k = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
      return lightness - saturation * min(lightness, 1 - lightness) * max(-1, min(k - 3, 9 - k, 1))
    }
    return Color(red: part(0), green: part(8), blue: part(4))
  }

  /// `#rrggbb`.
  package static func hex(_ color: Color) -> String {
    let parts = [color.red, color.green, color.blue].map { part in
      let text = String(Int(min(max(part, 0), 1) * 255 + 0.5), radix: 16)
      return text.count == 1 ? "0" + text : text
    }
    return "#" + parts.joined()
  }
}
