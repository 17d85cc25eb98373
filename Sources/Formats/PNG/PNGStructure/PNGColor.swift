package import ImageModel

/// What the colour chunks of a PNG file say, apart from the content of iCCP.
package struct PNGColor: Hashable, Sendable {
  /// sRGB: the rendering intent.
  package var renderingIntent: UInt8?
  /// gAMA: the encoding exponent times 100,000, never 0.
  package var gamma: UInt32?
  /// cHRM
  package var chromaticities: ColorProfile.Chromaticities?
  /// cICP: primaries, transfer function, matrix and range as in ITU-T H.273.
  package var codePoints: [UInt8]?

  /// Whether cICP names sRGB: BT.709 primaries, the transfer function of IEC 61966-2-1, RGB.
  package var codePointsAreSRGB: Bool { codePoints.map { $0[0] == 1 && $0[1] == 13 && $0[2] == 0 } ?? false }

  /// The profile that counts, by the precedence of PNG third edition, 4.3: cICP, iCCP, sRGB, gAMA with cHRM.
  ///
  /// cICP counts only where it names sRGB, for `ColorProfile` cannot say anything else of what it can. A gAMA of
  /// 45,455 whose cHRM is missing or that of sRGB is taken for sRGB, as browsers do: writers mean that by it. cHRM
  /// without gAMA says nothing about the samples, and is left out.
  package func profile(iccProfile: [UInt8]?) -> ColorProfile? {
    if codePointsAreSRGB { return .sRGB }
    if let iccProfile { return .icc(iccProfile) }
    if renderingIntent != nil { return .sRGB }
    guard let gamma else { return nil }
    let hasSRGBPrimaries = chromaticities.map(Self.areNearlySRGB) ?? true
    if abs(Int(gamma) - 45_455) <= 100, hasSRGBPrimaries { return .sRGB }
    return ColorProfile(.calibrated(.init(gamma: 100_000 / Double(gamma), chromaticities: chromaticities)))
  }

  /// The chromaticities of IEC 61966-2-1.
  static let sRGBChromaticities = ColorProfile.Chromaticities(
    white: .init(x: 0.3127, y: 0.329), red: .init(x: 0.64, y: 0.33), green: .init(x: 0.3, y: 0.6),
    blue: .init(x: 0.15, y: 0.06))

  /// Writers round differently, in the third decimal at most.
  private static func areNearlySRGB(_ other: ColorProfile.Chromaticities) -> Bool {
    let reference = sRGBChromaticities
    return [
      (reference.white, other.white), (reference.red, other.red), (reference.green, other.green),
      (reference.blue, other.blue),
    ].allSatisfy { abs($0.x - $1.x) < 0.0015 && abs($0.y - $1.y) < 0.0015 }
  }
}
