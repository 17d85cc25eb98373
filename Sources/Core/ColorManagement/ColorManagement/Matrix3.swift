/// A matrix of three by three, by rows.
struct Matrix3 {
  var values: [Double]

  /// - Returns: nil for anything but nine finite numbers.
  init?(_ values: [Double]) {
    guard values.count == 9, values.allSatisfy(\.isFinite) else { return nil }
    self.values = values
  }

  private init(_ element: (_ row: Int, _ column: Int) -> Double) {
    values = (0..<9).map { element($0 / 3, $0 % 3) }
  }

  func multiplied(by other: Matrix3) -> Matrix3 {
    Matrix3 { row, column in (0..<3).reduce(0) { $0 + values[row * 3 + $1] * other.values[$1 * 3 + column] } }
  }

  /// nil where there is none.
  var inverse: Matrix3? {
    // Cofactors with the signs of the cyclic order.
    func cofactor(_ row: Int, _ column: Int) -> Double {
      let (a, b) = ((row + 1) % 3, (row + 2) % 3)
      let (c, d) = ((column + 1) % 3, (column + 2) % 3)
      return values[a * 3 + c] * values[b * 3 + d] - values[a * 3 + d] * values[b * 3 + c]
    }
    let determinant = (0..<3).reduce(0) { $0 + values[$1] * cofactor(0, $1) }
    guard abs(determinant) > 1e-9 else { return nil }
    return Matrix3 { row, column in cofactor(column, row) / determinant }
  }

  /// The columns, with a fourth lane of 0.
  var columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
    func column(_ index: Int) -> SIMD4<Float> {
      SIMD4(Float(values[index]), Float(values[3 + index]), Float(values[6 + index]), 0)
    }
    return (column(0), column(1), column(2))
  }
}
