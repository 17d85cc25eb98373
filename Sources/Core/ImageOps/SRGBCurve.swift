internal import Glibc

/// The tone curve of sRGB (IEC 61966-2-1), continued beyond 0 and 1 so that the overshoot of a kernel survives a round
/// trip: odd below 0, by the same power above 1.
package enum SRGBCurve {
  /// The light of an encoded value.
  package static func linear(_ encoded: Float) -> Float {
    let x = abs(encoded)
    let light = x <= 0.04045 ? x / 12.92 : powf((x + 0.055) / 1.055, 2.4)
    return encoded < 0 ? -light : light
  }

  /// The encoded value of light.
  package static func encoded(_ linear: Float) -> Float {
    let x = abs(linear)
    let value = x <= 0.003_130_8 ? x * 12.92 : 1.055 * powf(x, 1 / 2.4) - 0.055
    return linear < 0 ? -value : value
  }
}

/// sRGB's encoding by a table with linear interpolation. Between 0 and 1, where nearly all values lie, it is within
/// 2e-6 of the formula; other values use the formula.
final class SRGBEncoder {
  private static let steps = 16_384
  private let table = RowBuffer(floats: steps + 2)

  init() {
    for i in 0..<Self.steps + 2 { table.floats[i] = SRGBCurve.encoded(Float(i) / Float(Self.steps)) }
  }

  /// Encodes the colour samples of straight pixels in place; with `alpha` the last channel stays unchanged.
  func encode(_ row: UnsafeMutablePointer<Float>, pixels: Int, channels: Int, alpha: Bool) {
    let table = table.floats
    let colors = alpha ? channels - 1 : channels
    for pixel in 0..<pixels {
      let samples = row + pixel &* channels
      for channel in 0..<colors {
        let x = samples[channel]
        // A comparison with a NaN is false, so that only numbers between 0 and 1 become an index.
        guard x >= 0, x < 1 else {
          samples[channel] = SRGBCurve.encoded(x)
          continue
        }
        let position = x * Float(Self.steps)
        let index = Int(position)
        let fraction = position - Float(index)
        samples[channel] = table[index] + (table[index &+ 1] - table[index]) * fraction
      }
    }
  }
}
