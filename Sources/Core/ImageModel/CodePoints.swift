/// The meaning of colour samples as code points of ITU-T H.273: PNG's cICP, and `nclx` in HEIF and AVIF.
public struct CodePoints: Hashable, Sendable {
  /// ColourPrimaries (table 2).
  public var primaries: UInt8
  /// TransferCharacteristics (table 3).
  public var transfer: UInt8
  /// MatrixCoefficients (table 4); 0 for samples that are RGB.
  public var matrix: UInt8
  /// VideoFullRangeFlag.
  public var isFullRange: Bool

  public init(primaries: UInt8, transfer: UInt8, matrix: UInt8 = 0, isFullRange: Bool = true) {
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
    self.isFullRange = isFullRange
  }

  /// The transfer functions of ITU-R BT.2100, which describe more light than a display of sRGB can show.
  public var isHDR: Bool { transfer == 16 || transfer == 18 }

  /// `Display P3`, or the numbers.
  public var name: String {
    switch (primaries, transfer) {
    case (1, 13): "sRGB"
    case (12, 13): "Display P3"
    case (9, 1), (9, 14), (9, 15): "BT.2020"
    case (9, 16): "BT.2100 PQ"
    case (9, 18): "BT.2100 HLG"
    default: "colour primaries \(primaries), transfer characteristics \(transfer)"
    }
  }

  /// The white point and the primaries; nil for reserved and unspecified ones, and for CIE XYZ.
  package var chromaticities: ColorProfile.Chromaticities? {
    let d65 = (0.3127, 0.3290)
    let c = (0.310, 0.316)
    let values: (white: (Double, Double), rgb: [Double])
    switch primaries {
    case 1: values = (d65, [0.640, 0.330, 0.300, 0.600, 0.150, 0.060])
    case 4: values = (c, [0.67, 0.33, 0.21, 0.71, 0.14, 0.08])
    case 5: values = (d65, [0.64, 0.33, 0.29, 0.60, 0.15, 0.06])
    case 6, 7: values = (d65, [0.630, 0.340, 0.310, 0.595, 0.155, 0.070])
    case 8: values = (c, [0.681, 0.319, 0.243, 0.692, 0.145, 0.049])
    case 9: values = (d65, [0.708, 0.292, 0.170, 0.797, 0.131, 0.046])
    case 11: values = ((0.314, 0.351), [0.680, 0.320, 0.265, 0.690, 0.150, 0.060])
    case 12: values = (d65, [0.680, 0.320, 0.265, 0.690, 0.150, 0.060])
    case 22: values = (d65, [0.630, 0.340, 0.295, 0.605, 0.155, 0.077])
    default: return nil
    }
    func point(_ index: Int) -> ColorProfile.Chromaticities.Point {
      .init(x: values.rgb[2 * index], y: values.rgb[2 * index + 1])
    }
    return .init(white: .init(x: values.white.0, y: values.white.1), red: point(0), green: point(1), blue: point(2))
  }

  /// Whether the transfer function can be applied.
  package var hasKnownTransfer: Bool { [1, 4, 5, 6, 7, 8, 13, 14, 15, 16, 18].contains(transfer) }
}

extension ColorProfile {
  /// The meaning of RGB samples that have code points, whatever matrix they were stored with.
  ///
  /// - Returns: nil for code points that are unspecified, reserved or not supported.
  package init?(rgb points: CodePoints) {
    guard points.hasKnownTransfer, points.chromaticities != nil else { return nil }
    self.init(points.primaries == 1 && points.transfer == 13 ? .sRGB : .codePoints(points))
  }

  /// Adobe RGB (1998), 4.3: its primaries, the white of D65, a gamma of 563/256.
  package static let adobeRGB = ColorProfile(
    .calibrated(
      .init(
        gamma: 563.0 / 256,
        chromaticities: .init(
          white: .init(x: 0.3127, y: 0.3290), red: .init(x: 0.64, y: 0.33), green: .init(x: 0.21, y: 0.71),
          blue: .init(x: 0.15, y: 0.06)))))
}
