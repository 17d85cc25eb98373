internal import CLCMS2Shims

/// An RGB profile that is nothing but a matrix and curves.
struct MatrixShaper {
  /// From the light of red, green and blue to XYZ relative to D50.
  var matrix: Matrix3
  /// The light of samples at equal distances over 0...1: `count` values for each of red, green and blue.
  var curves: [Float]
  var count: Int

  /// - Returns: nil for profiles of another kind, and for damaged ones.
  init?(_ profile: LCMSProfile, count: Int) {
    var values = [Double](repeating: 0, count: 9)
    var tables = [Float](repeating: 0, count: 3 * count)
    guard lcms_shim_profile_matrix(profile.raw, &values, &tables, count) != 0, tables.allSatisfy(\.isFinite),
      let matrix = Matrix3(values)
    else { return nil }
    self.matrix = matrix
    curves = tables
    self.count = count
  }

  /// The largest change of an 8-bit sample when colours all over the cube are converted to the colours of `target`, an
  /// sRGB profile; infinite where there is no such conversion.
  func largestChange(to target: MatrixShaper) -> Double {
    guard let change = target.matrix.inverse?.multiplied(by: matrix) else { return .infinity }
    var largest = 0.0
    func probe(_ r: Int, _ g: Int, _ b: Int) {
      let (red, green, blue) = (curves[r], curves[count + g], curves[2 * count + b])
      for (row, index) in [r, g, b].enumerated() {
        let sum =
          change.values[row * 3] * Double(red) + change.values[row * 3 + 1] * Double(green)
          + change.values[row * 3 + 2] * Double(blue)
        let sample = Double(index) / Double(count - 1)
        largest = max(largest, abs(SRGBEncoding.encoded(min(max(sum, 0), 1)) - sample) * 255)
      }
    }
    for gray in 0..<count { probe(gray, gray, gray) }
    let steps = Array(stride(from: 0, to: count, by: max(1, count / 4)))
    for r in steps { for g in steps { for b in steps { probe(r, g, b) } } }
    return largest
  }
}
