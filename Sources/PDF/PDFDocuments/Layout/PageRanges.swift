/// A selection of the pages of a document: `1-3,7,z-5`.
///
/// Pages count from 1. `z` is the last page, `r2` the last but one, and a range may run backwards. The order and
/// repetitions of pages are kept.
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

  private var ranges: [(first: Page, last: Page)] = []
  /// The ranges as they were written.
  public let text: String

  /// nil where the text is not a list of pages and ranges.
  public init?(_ text: String) {
    self.text = text
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
      guard let first = ends.first.flatMap(Self.page), let last = ends.last.flatMap(Self.page) else { return nil }
      ranges.append((first, last))
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
      guard indices.count + abs(last - first) < Self.maxPages else { throw Missing(page: "beyond \(Self.maxPages)") }
      indices += first <= last ? Array(first...last) : Array((last...first).reversed())
    }
    return indices
  }

  /// A page that does not exist.
  public struct Missing: Error, Hashable, Sendable {
    /// The page as it was written: `9` or `r9`.
    public var page: String
  }

  public static func == (one: PageRanges, other: PageRanges) -> Bool { one.text == other.text }

  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
