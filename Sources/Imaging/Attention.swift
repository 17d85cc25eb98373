internal import ImageModel

/// The part of a picture that a crop should show, by a simple measure of detail and skin.
///
/// The measure uses a version of the upright picture with a long side of 128 pixels. Each pixel counts with the
/// differences of its brightness to its right and lower neighbours, and skin with 48 more. The part of the crop's size
/// with the largest sum is taken, separately along both axes; of equal ones the nearest to the centre.
enum Attention {
  static let longSide = 128
  private static let skinWeight = 48

  /// - Parameters:
  ///   - pixels: `rgb8`.
  ///   - width, height: the size of the crop as fractions of the picture's.
  static func position(in pixels: PixelBuffer, width: Double, height: Double) -> CropPosition {
    let size = pixels.size
    var (columns, rows) = ([Int](repeating: 0, count: size.width), [Int](repeating: 0, count: size.height))
    func brightness(_ place: Int) -> Int {
      (Int(pixels.bytes[place]) + 2 * Int(pixels.bytes[place + 1]) + Int(pixels.bytes[place + 2])) / 4
    }
    for y in 0..<size.height {
      for x in 0..<size.width {
        let place = 3 * (y * size.width + x)
        let right = x + 1 < size.width ? place + 3 : place
        let below = y + 1 < size.height ? place + 3 * size.width : place
        let here = brightness(place)
        let score =
          abs(brightness(right) - here) + abs(brightness(below) - here)
          + (isSkin(pixels.bytes[place], pixels.bytes[place + 1], pixels.bytes[place + 2]) ? skinWeight : 0)
        columns[x] += score
        rows[y] += score
      }
    }
    return CropPosition(x: best(columns, part: width), y: best(rows, part: height))
  }

  /// The rule of Kovač, Peer and Solina for skin in daylight (EUROCON 2003).
  private static func isSkin(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Bool {
    red > 95 && green > 40 && blue > 20 && red > green && red > blue && red - min(green, blue) > 15 && red - green > 15
  }

  /// The place of the part with the largest sum, as a fraction of the excess.
  private static func best(_ scores: [Int], part: Double) -> Double {
    let length = min(max(1, Int((Double(scores.count) * part).rounded())), scores.count)
    let excess = scores.count - length
    guard excess > 0 else { return 0.5 }
    var sum = scores[..<length].reduce(0, +)
    var (bestSum, bestStart) = (sum, 0)
    for start in 1...excess {
      sum += scores[start + length - 1] - scores[start - 1]
      let isNearer = abs(2 * start - excess) < abs(2 * bestStart - excess)
      if sum > bestSum || sum == bestSum && isNearer { (bestSum, bestStart) = (sum, start) }
    }
    return Double(bestStart) / Double(excess)
  }
}
