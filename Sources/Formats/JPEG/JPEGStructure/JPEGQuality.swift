/// The setting from 1 to 100 that the Independent JPEG Group's library makes quantization tables from.
///
/// The library scales the example tables of ITU-T T.81, K.1: by 5000/q percent below 50, by 200 - 2q percent from 50
/// on.
enum JPEGQuality {
  /// The setting whose tables are equal or nearest to these.
  ///
  /// Other encoders have other tables. Their result is the setting with about the same loss.
  ///
  /// - Parameter chrominance: nil for pictures without chroma.
  static func estimate(luminance: JPEGQuantizationTable, chrominance: JPEGQuantizationTable?) -> Int {
    func distance(_ quality: Int, giveUpAbove most: Int) -> Int {
      let distance = difference(luminance, exampleLuminance, quality, giveUpAbove: most)
      guard let chrominance, distance <= most else { return distance }
      return distance + difference(chrominance, exampleChrominance, quality, giveUpAbove: most - distance)
    }
    // With a good first guess, most other settings are rejected after a few steps.
    let first = guess(luminance)
    var best = (quality: first, distance: distance(first, giveUpAbove: .max))
    let least = best.distance == 0 ? nil : leastDistances(luminance, chrominance)
    for quality in stride(from: 100, through: 1, by: -1) {
      // If the tables are the library's, only a higher setting can have the same tables.
      if best.distance == 0, quality < best.quality { break }
      if let least, least[quality] > best.distance { continue }
      let distance = distance(quality, giveUpAbove: best.distance)
      if (distance, best.quality) < (best.distance, quality) { best = (quality, distance) }
    }
    return best.quality
  }

  /// The setting whose scale follows from the sum of all steps.
  private static func guess(_ table: JPEGQuantizationTable) -> Int {
    let scale = max(1, sum(table) * 100 / exampleLuminance.reduce(0, +))
    return max(1, min(100, scale > 100 ? 5_000 / scale : (200 - scale) / 2))
  }

  private static func sum(_ table: JPEGQuantizationTable) -> Int { table.steps.reduce(0) { $0 + Int($1) } }

  /// Lower bounds of the distances between tables and those of each setting: the differences of their sums.
  private static func leastDistances(
    _ luminance: JPEGQuantizationTable, _ chrominance: JPEGQuantizationTable?
  ) -> [Int] {
    var least = [Int](repeating: 0, count: 101)
    func add(_ table: JPEGQuantizationTable, _ sums: [Int]) {
      if table.hasLargeSteps { return }
      let sum = sum(table)
      for quality in 1...100 { least[quality] += abs(sum - sums[quality]) }
    }
    add(luminance, luminanceSums)
    if let chrominance { add(chrominance, chrominanceSums) }
    return least
  }

  /// The sums of the library's tables of 8 bits, by their settings.
  private static let luminanceSums = (0...100).map { sum(exampleLuminance, $0) }
  private static let chrominanceSums = (0...100).map { sum(exampleChrominance, $0) }

  private static func sum(_ example: [Int], _ quality: Int) -> Int {
    example.reduce(0) { $0 + step($1, scale(max(1, quality)), largest: 255) }
  }

  /// In percent of the example.
  private static func scale(_ quality: Int) -> Int { quality < 50 ? 5_000 / quality : 200 - 2 * quality }

  private static func step(_ example: Int, _ scale: Int, largest: Int) -> Int {
    min(max((example * scale + 50) / 100, 1), largest)
  }

  /// The distance between a table and the library's: the sum over all steps, in the unit of the steps. The sum ends
  /// early when it exceeds `most`.
  private static func difference(
    _ table: JPEGQuantizationTable, _ example: [Int], _ quality: Int, giveUpAbove most: Int
  ) -> Int {
    let scale = Self.scale(quality)
    // Tables of 8 bits hold no larger steps; the library writes 16 bits only where it is allowed to.
    let largest = table.hasLargeSteps ? 32_767 : 255
    var sum = 0
    for (step, value) in zip(table.steps, example) {
      sum += abs(Int(step) - Self.step(value, scale, largest: largest))
      if sum > most { return sum }
    }
    return sum
  }

  /// ITU-T T.81, tables K.1 and K.2, in zigzag order.
  private static let exampleLuminance = [
    16, 11, 12, 14, 12, 10, 16, 14, 13, 14, 18, 17, 16, 19, 24, 40,
    26, 24, 22, 22, 24, 49, 35, 37, 29, 40, 58, 51, 61, 60, 57, 51,
    56, 55, 64, 72, 92, 78, 64, 68, 87, 69, 55, 56, 80, 109, 81, 87,
    95, 98, 103, 104, 103, 62, 77, 113, 121, 112, 100, 120, 92, 101, 103, 99,
  ]
  private static let exampleChrominance = [
    17, 18, 18, 24, 21, 24, 47, 26, 26, 47, 99, 66, 56, 66, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
  ]
}

extension JPEGStructure {
  /// The quality setting according to the quantization tables; nil where the tables are not before the first scan, and
  /// for lossless pictures, which have none.
  package var estimatedQuality: Int? {
    guard let frame, frame.process != .lossless, let first = frame.components.first,
      let luminance = quantizationTables[first.quantizationTable]
    else { return nil }
    let second = frame.components.count >= 3 ? frame.components[1].quantizationTable : first.quantizationTable
    return JPEGQuality.estimate(
      luminance: luminance, chrominance: second == first.quantizationTable ? nil : quantizationTables[second])
  }
}

extension JPEGStructure {
  /// The quantization table of a component, counted from 0; nil if it is not before the first scan.
  package func quantizationTable(ofComponent index: Int) -> JPEGQuantizationTable? {
    guard let components = frame?.components, components.indices.contains(index) else { return nil }
    return quantizationTables[components[index].quantizationTable]
  }
}

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
