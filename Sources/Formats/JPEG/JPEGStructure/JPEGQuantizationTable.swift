/// A quantization table (ITU-T T.81, B.2.4.1).
package struct JPEGQuantizationTable: Hashable, Sendable {
  /// 64 steps in zigzag order.
  package let steps: [UInt16]
  /// Whether a step takes more than 8 bits.
  let hasLargeSteps: Bool

  init(steps: [UInt16]) {
    self.steps = steps
    hasLargeSteps = steps.contains { $0 > 255 }
  }

  /// The tables that a DQT segment defines, by their numbers, as far as the segment is whole.
  static func tables(in content: [UInt8]) -> [(number: Int, table: JPEGQuantizationTable)] {
    var tables: [(number: Int, table: JPEGQuantizationTable)] = []
    var position = 0
    while position < content.count {
      let isWide = content[position] >> 4 != 0
      let number = Int(content[position] & 15)
      position += 1
      let size = isWide ? 128 : 64
      guard number < 4, size <= content.count - position else { break }
      let steps = (0..<64).map { index in
        isWide
          ? UInt16(content[position + 2 * index]) << 8 | UInt16(content[position + 2 * index + 1])
          : UInt16(content[position + index])
      }
      tables.append((number, JPEGQuantizationTable(steps: steps)))
      position += size
    }
    return tables
  }
}
