/// Allocates places for new parts of a file: in unused ranges, else at its end.
struct FreeSpace {
  /// Sorted, without overlaps.
  private var ranges: [Range<UInt64>]
  /// The end of the file so far. Parts that fit into no range go here.
  private(set) var end: UInt64
  /// The first offset that may be allocated at the end.
  private let appendingStart: UInt64

  init(_ ranges: [Range<UInt64>], end: UInt64, appendingStart: UInt64) {
    self.ranges = ranges
    self.end = end
    self.appendingStart = appendingStart
  }

  /// Allocates a number of bytes at an even offset (TIFF 6.0, section 2): in the first range with enough room, else at
  /// the end.
  mutating func take(_ count: Int) -> UInt64 {
    for (index, range) in ranges.enumerated() {
      let place = range.lowerBound + range.lowerBound % 2
      guard place <= range.upperBound, UInt64(count) <= range.upperBound - place else { continue }
      ranges[index] = place + UInt64(count)..<range.upperBound
      return place
    }
    let start = max(end, appendingStart)
    let place = start + start % 2
    end = place + UInt64(count)
    return place
  }

  /// Removes a range that is in use.
  mutating func remove(_ used: Range<UInt64>) {
    // Binary search for the first range that ends after the beginning of the used one.
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound <= used.lowerBound { low = middle + 1 } else { high = middle }
    }
    while low < ranges.count, ranges[low].lowerBound < used.upperBound {
      let range = ranges[low]
      let before = range.lowerBound..<max(range.lowerBound, used.lowerBound)
      let after = min(range.upperBound, used.upperBound)..<range.upperBound
      let left = [before, after].filter { !$0.isEmpty }
      ranges.replaceSubrange(low...low, with: left)
      low += left.count
    }
  }
}
