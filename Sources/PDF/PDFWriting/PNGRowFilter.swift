/// The filters that PNG puts before deflate, which PDF knows as Predictor 10 to 15 (PNG third edition, 9.2).
enum PNGRowFilter {
  /// Rows with the filter Up, each behind its filter byte.
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
}
