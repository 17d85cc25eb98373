/// Room in a file that nothing uses, from which new things get their places.
struct FreeSpace {
  /// Sorted, without overlaps.
  private var ranges: [Range<UInt64>]
  /// Where the file ends so far; what finds no room goes there.
  private(set) var end: UInt64

  init(_ ranges: [Range<UInt64>], end: UInt64) {
    self.ranges = ranges
    self.end = end
  }

  /// A place for a number of bytes, at an even offset (TIFF 6.0, section 2): the first that has room, else the end.
  mutating func take(_ count: Int) -> UInt64 {
    for (index, range) in ranges.enumerated() {
      let place = range.lowerBound + range.lowerBound % 2
      guard place <= range.upperBound, UInt64(count) <= range.upperBound - place else { continue }
      ranges[index] = place + UInt64(count)..<range.upperBound
      return place
    }
    let place = end + end % 2
    end = place + UInt64(count)
    return place
  }

  /// Takes a part out that something uses.
  mutating func remove(_ used: Range<UInt64>) {
    // Ranges are sorted: the first that ends behind the beginning of the used part is found by halves.
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound <= used.lowerBound { low = middle + 1 } else { high = middle }
    }
    while low < ranges.count, ranges[low].lowerBound < used.upperBound {
      let range = ranges[low]
      let before = range.lowerBound..<max(range.lowerBound, used.lowerBound)
      let behind = min(range.upperBound, used.upperBound)..<range.upperBound
      let left = [before, behind].filter { !$0.isEmpty }
      ranges.replaceSubrange(low...low, with: left)
      low += left.count
    }
  }
}
