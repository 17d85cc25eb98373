/// The row filters of PNG, which are the predictors 10 to 15 in PDF (PNG third edition, 9.2).
enum PNGRowFilter {
  /// Applies the filter Up to rows, and adds the filter bytes.
  static func up(_ rows: [UInt8], bytesPerRow: Int) -> [UInt8] {
    guard bytesPerRow > 0 else { return [] }
    var result: [UInt8] = []
    result.reserveCapacity(rows.count + rows.count / bytesPerRow)
    for start in stride(from: 0, to: rows.count, by: bytesPerRow) {
      result.append(2)
      for index in start..<min(start + bytesPerRow, rows.count) {
        result.append(index >= bytesPerRow ? rows[index] &- rows[index - bytesPerRow] : rows[index])
      }
    }
    return result
  }

  /// Filters a row with all five filters.
  ///
  /// - Parameters:
  ///   - previous: the row before, with the same length.
  ///   - step: the distance to the same sample of the pixel before, in bytes.
  ///   - candidates: five rows, each with space for a filter byte and the row.
  /// - Returns: the index of the row with the smallest sum of absolute values, taken as signed bytes (12.7).
  static func choose(
    _ row: UnsafeRawBufferPointer, previous: [UInt8], step: Int, into candidates: inout [[UInt8]]
  ) -> Int {
    let count = row.count
    guard let row = row.bindMemory(to: UInt8.self).baseAddress, candidates.count == 5 else { return 0 }
    return previous.withUnsafeBufferPointer { previous in
      guard let above = previous.baseAddress, previous.count >= count else { return 0 }
      var (best, smallest) = (0, Int.max)
      for filter in 0..<5 {
        let sum = candidates[filter].withUnsafeMutableBufferPointer { target -> Int in
          guard let base = target.baseAddress, target.count > count else { return .max }
          apply(filter, row, above, base + 1, count, min(step, count))
          return cost(base + 1, count)
        }
        if sum < smallest { (best, smallest) = (filter, sum) }
      }
      return best
    }
  }

  private static func apply(
    _ filter: Int, _ row: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>,
    _ count: Int, _ step: Int
  ) {
    switch filter {
    case 1:
      for i in 0..<step { target[i] = row[i] }
      for i in step..<count { target[i] = row[i] &- row[i - step] }
    case 2:
      for i in 0..<count { target[i] = row[i] &- above[i] }
    case 3:
      for i in 0..<step { target[i] = row[i] &- above[i] >> 1 }
      for i in step..<count {
        target[i] = row[i] &- UInt8(truncatingIfNeeded: (UInt16(row[i - step]) + UInt16(above[i])) >> 1)
      }
    case 4:
      for i in 0..<step { target[i] = row[i] &- above[i] }
      for i in step..<count { target[i] = row[i] &- paeth(row[i - step], above[i], above[i - step]) }
    default:
      for i in 0..<count { target[i] = row[i] }
    }
  }

  @inline(__always)
  private static func paeth(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
    let (a, b, c) = (Int16(left), Int16(above), Int16(corner))
    let toLeft = abs(b &- c)
    let toAbove = abs(a &- c)
    let toCorner = abs(a &+ b &- c &- c)
    if toLeft <= toAbove && toLeft <= toCorner { return left }
    return toAbove <= toCorner ? above : corner
  }

  private static func cost(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
    var sum: UInt64 = 0
    for i in 0..<count { sum &+= UInt64(Int8(bitPattern: bytes[i]).magnitude) }
    return Int(clamping: sum)
  }
}
