internal import Glibc
internal import ImageModel

/// The light that samples represent by the transfer characteristics of ITU-T H.273.
///
/// PQ and HLG (ITU-R BT.2100-2) describe more light than sRGB can show. They are mapped to the range of sRGB, so that 1
/// is the brightest light of an SDR display:
///
/// - HLG is shown on a display of 1,000 cd/m², where the system gamma is 1.2 (BT.2100-2, table 5); the gamma is applied
///   to each of red, green and blue.
/// - 1 is 203 cd/m², the reference white of HDR (BT.2408-5, 2.1). Up to about 100 cd/m² light stays as it is; from
///   there to 1,000 cd/m² it is compressed by the curve of BT.2390-10, 5.4.1 (EETF). More light is clipped.
///
/// The mapping works on each of red, green and blue, so that a profile of a matrix and curves can hold it
/// (docs/decisions/0029-hdr-to-srgb.md).
enum TransferFunction {
  /// A table of light: for the sample 0, for 1, and for samples at equal distances between them.
  ///
  /// - Returns: nil for a transfer function that is not supported.
  static func table(_ transfer: UInt8, count: Int = 4_096) -> [Float]? {
    guard let light = light(transfer) else { return nil }
    return (0..<count).map { Float(light(Double($0) / Double(count - 1))) }
  }

  private static func light(_ transfer: UInt8) -> ((Double) -> Double)? {
    switch transfer {
    // BT.709, BT.601, BT.2020 with 10 and 12 bits: the inverse of the camera's function, as in other readers of cICP.
    case 1, 6, 14, 15: { camera($0, 1.099_296_826_809_44, 0.018_053_968_510_807, 4.5) }
    case 4: { pow($0, 2.2) }
    case 5: { pow($0, 2.8) }
    // SMPTE ST 240.
    case 7: { camera($0, 1.1115, 0.0228, 4) }
    case 8: { $0 }
    case 13: { $0 <= 0.040_45 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    case 16: { mapped(Self.pq($0)) }
    case 18: { mapped(hlgPeak * pow(Self.hlg($0), 1.2)) }
    default: nil
    }
  }

  private static func camera(_ sample: Double, _ alpha: Double, _ beta: Double, _ slope: Double) -> Double {
    sample < slope * beta ? sample / slope : pow((sample + alpha - 1) / alpha, 1 / 0.45)
  }

  // BT.2100-2, table 4.
  private static let m1 = 2_610.0 / 16_384
  private static let m2 = 2_523.0 / 4_096 * 128
  private static let c1 = 3_424.0 / 4_096
  private static let c2 = 2_413.0 / 4_096 * 32
  private static let c3 = 2_392.0 / 4_096 * 32

  /// The light in cd/m² of a PQ sample.
  private static func pq(_ sample: Double) -> Double {
    let power = pow(sample, 1 / m2)
    return 10_000 * pow(max(power - c1, 0) / (c2 - c3 * power), 1 / m1)
  }

  /// The PQ sample of a light in cd/m².
  private static func pqSample(_ light: Double) -> Double {
    let power = pow(light / 10_000, m1)
    return pow((c1 + c2 * power) / (1 + c3 * power), m2)
  }

  private static let hlgPeak = 1_000.0

  /// The light of the scene of an HLG sample, 0...1 (BT.2100-2, table 5).
  private static func hlg(_ sample: Double) -> Double {
    let (a, b, c) = (0.178_832_77, 0.284_668_92, 0.559_910_73)
    return sample <= 0.5 ? sample * sample / 3 : (exp((sample - c) / a) + b) / 12
  }

  private static let sourcePeak = 1_000.0
  private static let referenceWhite = 203.0

  /// Light in cd/m² to the light of an SDR display, 0...1: the EETF of BT.2390.
  private static func mapped(_ light: Double) -> Double {
    let peak = pqSample(sourcePeak)
    let most = pqSample(referenceWhite) / peak
    let knee = 1.5 * most - 0.5
    var sample = min(pqSample(light) / peak, 1)
    if sample > knee {
      let t = (sample - knee) / (1 - knee)
      let (t2, t3) = (t * t, t * t * t)
      sample = (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (3 * t2 - 2 * t3) * most
    }
    // The PQ sample of no light is 0 but for 1 in a million.
    return light > 0 ? min(pq(sample * peak) / referenceWhite, 1) : 0
  }
}
