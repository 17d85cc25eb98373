internal import CodecKit
internal import ImageModel

/// Finds out whether samples of 8 bits that a file declares as signed are unsigned. Some programs declare them so, and
/// most readers ignore the sign. In a picture neighbours have similar values: as unsigned samples, or as signed ones.
enum SignSurvey {
  /// The most bytes that are compared.
  private static let maxBytes = 1 << 20
  /// Fewer pairs of neighbours prove nothing.
  private static let minPairs = 256

  /// - Parameter rows: of unsigned samples. Damage in them proves nothing.
  static func looksUnsigned(_ rows: some RowSource) -> Bool {
    let (layout, step) = (rows.layout, rows.layout.format.channelCount)
    guard layout.format.component == .uint8, layout.bytesPerRow <= maxBytes else { return false }
    var row = [UInt8](repeating: 0, count: layout.bytesPerRow)
    var (unsigned, signed, pairs) = (0, 0, 0)
    for _ in 0..<min(layout.size.height, maxBytes / layout.bytesPerRow) {
      guard let count = try? row.withUnsafeMutableBytes({ try rows.read(into: $0, maxRows: 1) }), count > 0 else {
        break
      }
      for index in row.indices.dropFirst(step) {
        let (a, b) = (row[index - step], row[index])
        unsigned += abs(Int(a) - Int(b))
        signed += abs(Int(Int8(bitPattern: a)) - Int(Int8(bitPattern: b)))
      }
      pairs += row.count - step
    }
    return pairs >= minPairs && 4 * unsigned < 3 * signed
  }
}
