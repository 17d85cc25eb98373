/// The used parts of a file, sorted once for many queries.
package struct UsedRanges {
  private var sorted: [Range<UInt64>] = []
  /// The furthest end of all ranges up to an index.
  private var reach: [UInt64] = []
  /// The few ranges that were added after sorting.
  private var added: [Range<UInt64>] = []

  package init(_ ranges: [Range<UInt64>]) {
    sorted = ranges.filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }
    var furthest: UInt64 = 0
    reach = sorted.map { range in
      furthest = max(furthest, range.upperBound)
      return furthest
    }
  }

  /// Marks a part as used.
  package mutating func insert(_ range: Range<UInt64>) {
    if !range.isEmpty { added.append(range) }
  }

  /// Whether no used part touches a range.
  package func isFree(_ range: Range<UInt64>) -> Bool {
    if range.isEmpty { return true }
    if added.contains(where: { $0.overlaps(range) }) { return false }
    let index = firstIndex(from: range.upperBound)
    return index == 0 || reach[index - 1] <= range.lowerBound
  }

  /// The unused parts of some ranges, sorted, joined and without overlaps.
  package func free(of ranges: [Range<UInt64>]) -> [Range<UInt64>] {
    let used = UsedRanges.joined(sorted + added)
    var free: [Range<UInt64>] = []
    var index = 0
    for range in UsedRanges.joined(ranges) {
      var start = range.lowerBound
      while index < used.count, used[index].upperBound <= start { index += 1 }
      var next = index
      while next < used.count, used[next].lowerBound < range.upperBound {
        if used[next].lowerBound > start { free.append(start..<used[next].lowerBound) }
        start = max(start, used[next].upperBound)
        next += 1
      }
      if start < range.upperBound { free.append(start..<range.upperBound) }
    }
    return free
  }

  /// The index of the first range that begins at or after an offset.
  private func firstIndex(from place: UInt64) -> Int {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle].lowerBound < place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func joined(_ ranges: [Range<UInt64>]) -> [Range<UInt64>] {
    var result: [Range<UInt64>] = []
    for range in ranges.filter({ !$0.isEmpty }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, range.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }
}
