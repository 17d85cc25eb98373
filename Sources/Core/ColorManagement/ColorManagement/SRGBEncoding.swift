internal import Glibc

/// The tone curve of sRGB (IEC 61966-2-1).
enum SRGBEncoding {
  /// The encoded value of light, both 0...1.
  static func encoded(_ light: Double) -> Double {
    light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }
}
