internal import ImageModel

/// CalGray and CalRGB (ISO 32000-1, 8.6.5.2 and 8.6.5.3) for what PNG says in gAMA and cHRM.
enum CalibratedSpace {
  static func object(_ calibration: ColorProfile.Calibration, isGray: Bool) -> PDFObject {
    let chromaticities = calibration.chromaticities ?? sRGB
    let white = xyz(chromaticities.white)
    var dictionary: PDFDictionary = ["WhitePoint": numbers(white)]
    guard !isGray else {
      dictionary["Gamma"] = .real(calibration.gamma)
      return .array([.name("CalGray"), .dictionary(dictionary)])
    }
    dictionary["Gamma"] = numbers([calibration.gamma, calibration.gamma, calibration.gamma])
    let primaries = [chromaticities.red, chromaticities.green, chromaticities.blue].map(xyz)
    // The primaries are scaled so that together they make the white. Without a solution the default, XYZ itself, would
    // be wrong; sRGB's primaries are not.
    let scales = solve(primaries, white) ?? solve([sRGB.red, sRGB.green, sRGB.blue].map(xyz), white)
    if let scales {
      dictionary["Matrix"] = numbers(zip(primaries, scales).flatMap { primary, scale in primary.map { $0 * scale } })
    }
    return .array([.name("CalRGB"), .dictionary(dictionary)])
  }

  private static let sRGB = ColorProfile.Chromaticities(
    white: .init(x: 0.3127, y: 0.329), red: .init(x: 0.64, y: 0.33), green: .init(x: 0.3, y: 0.6),
    blue: .init(x: 0.15, y: 0.06))

  private static func numbers(_ values: [Double]) -> PDFObject { .array(values.map { .real($0) }) }

  private static func xyz(_ point: ColorProfile.Chromaticities.Point) -> [Double] {
    [point.x / point.y, 1, (1 - point.x - point.y) / point.y]
  }

  /// Cramer's rule for columns * scales = target.
  private static func solve(_ columns: [[Double]], _ target: [Double]) -> [Double]? {
    func determinant(_ m: [[Double]]) -> Double {
      m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[1][0] * (m[0][1] * m[2][2] - m[0][2] * m[2][1])
        + m[2][0] * (m[0][1] * m[1][2] - m[0][2] * m[1][1])
    }
    let whole = determinant(columns)
    guard abs(whole) > 1e-9 else { return nil }
    return (0..<3).map { index in
      var replaced = columns
      replaced[index] = target
      return determinant(replaced) / whole
    }
  }
}
