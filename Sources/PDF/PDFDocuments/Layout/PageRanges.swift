/// A selection of the pages of a document: `1-3,7,z-5`.
///
/// Pages count from 1. `z` is the last page, `r2` the last but one, and a range may run backwards. The order and
/// repetitions of pages are kept. `x5-7` takes pages away from those before it, or from all pages where it is first.
/// `:even` and `:odd` at the end keep every second page of the list. This is the syntax of qpdf. In addition, a range
/// may lack one end: `2-` goes to the last page, and `-3` begins with the first one.
public struct PageRanges: Hashable, Sendable {
  private enum Page: Hashable, Sendable {
    case number(Int)
    /// Counted from the end: 1 is the last one.
    case fromEnd(Int)

    func index(of count: Int) -> Int {
      switch self {
      case .number(let number): number - 1
      case .fromEnd(let number): count - number
      }
    }
  }

  private enum Places: String, Sendable {
    case even, odd
  }

  private var ranges: [(first: Page, last: Page, isExcluded: Bool)] = []
  /// Which places of the list are kept; nil for all.
  private var places: Places?
  /// The ranges as they were written.
  public let text: String

  /// nil where the text is not a list of pages and ranges.
  public init?(_ text: String) {
    self.text = text
    let halves = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let list = halves.first, halves.count <= 2 else { return nil }
    if halves.count == 2 {
      guard let places = Places(rawValue: String(halves[1])) else { return nil }
      self.places = places
    }
    for part in list.split(separator: ",", omittingEmptySubsequences: false) {
      let isExcluded = part.hasPrefix("x")
      if isExcluded, ranges.isEmpty { ranges.append((.number(1), .fromEnd(1), false)) }
      let ends = part.dropFirst(isExcluded ? 1 : 0)
        .split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
      let isOpen = ends.count == 2 && ends.count(where: \.isEmpty) == 1
      guard let first = isOpen && ends[0].isEmpty ? .number(1) : Self.page(ends[0]),
        let last = isOpen && ends[1].isEmpty ? .fromEnd(1) : Self.page(ends[ends.count - 1])
      else { return nil }
      ranges.append((first, last, isExcluded))
    }
  }

  private static func page(_ text: Substring) -> Page? {
    let text = text.drop { $0 == " " }
    if text == "z" { return .fromEnd(1) }
    let isFromEnd = text.hasPrefix("r")
    let digits = isFromEnd ? text.dropFirst() : text
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits), number > 0
    else { return nil }
    return isFromEnd ? .fromEnd(number) : .number(number)
  }

  /// The maximum number of pages in one list. A list that repeats `1-z` thousands of times would fill the memory.
  public static let maxPages = 10_000_000

  /// The indices of the pages of a document with `count` pages, counted from 0.
  ///
  /// - Throws: the first page that does not exist, counted from 1; `beyond` and the limit where the list has more than
  ///   `maxPages` pages.
  public func indices(of count: Int) throws(Missing) -> [Int] {
    var indices: [Int] = []
    for range in ranges {
      let (first, last) = (range.first.index(of: count), range.last.index(of: count))
      for (end, page) in [(first, range.first), (last, range.last)] where !(0..<count).contains(end) {
        throw Missing(page: page == .fromEnd(count - end) ? "r\(count - end)" : String(end + 1))
      }
      if range.isExcluded {
        let excluded = min(first, last)...max(first, last)
        indices.removeAll { excluded.contains($0) }
        continue
      }
      guard indices.count + abs(last - first) < Self.maxPages else { throw Missing(page: "beyond \(Self.maxPages)") }
      indices += first <= last ? Array(first...last) : Array((last...first).reversed())
    }
    guard let places else { return indices }
    return stride(from: places == .odd ? 0 : 1, to: indices.count, by: 2).map { indices[$0] }
  }

  /// Whether the list refers to the last pages, so that it has a meaning only where the number of pages is known.
  package var needsCount: Bool {
    ranges.contains { range in
      for case .fromEnd in [range.first, range.last] { return true }
      return false
    }
  }

  /// Whether a page is in the list, which may name pages that do not exist. `:even` and `:odd` mean its number.
  ///
  /// - Parameters:
  ///   - index: the page, counted from 0.
  ///   - count: the number of pages; any number where `needsCount` is false.
  package func contains(_ index: Int, of count: Int) -> Bool {
    var isIn = false
    for range in ranges {
      let (first, last) = (range.first.index(of: count), range.last.index(of: count))
      if (min(first, last)...max(first, last)).contains(index) { isIn = !range.isExcluded }
    }
    switch places {
    case .even?: return isIn && index % 2 == 1
    case .odd?: return isIn && index % 2 == 0
    case nil: return isIn
    }
  }

  /// The list of some pages, counted from 0, in this order.
  package init(indices: [Int]) {
    var parts: [String] = []
    var start = 0
    while start < indices.count {
      var end = start
      while end + 1 < indices.count, indices[end + 1] == indices[end] + 1 { end += 1 }
      let (first, last) = (indices[start] + 1, indices[end] + 1)
      parts.append(first == last ? "\(first)" : "\(first)-\(last)")
      ranges.append((.number(first), .number(last), false))
      start = end + 1
    }
    text = parts.joined(separator: ",")
  }

  /// A page that does not exist.
  public struct Missing: Error, Hashable, Sendable {
    /// The page as it was written: `9` or `r9`.
    public var page: String
  }

  public static func == (one: PageRanges, other: PageRanges) -> Bool { one.text == other.text }

  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
