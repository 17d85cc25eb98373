/// Which pages of a document are meant: `1-3,7,z-5`.
///
/// Pages count from 1. `z` is the last one, `r2` the last but one, and a range may run backwards. Pages come in the order
/// in which they are named, and as often.
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

  /// nil where the text is no list of pages and ranges.
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

  /// The most pages that one list may name: `1-z` a few thousand times would fill the memory.
  public static let mostPages = 10_000_000

  /// The pages, counted from 0.
  ///
  /// - Throws: the number of the first page, counted from 1, that a document of so many pages lacks; `beyond` and the bound
  ///   where the list names more than `mostPages`.
  public func indices(of count: Int) throws(Missing) -> [Int] {
    var indices: [Int] = []
    for range in ranges {
      let (first, last) = (range.first.index(of: count), range.last.index(of: count))
      for (end, page) in [(first, range.first), (last, range.last)] where !(0..<count).contains(end) {
        throw Missing(page: page == .fromEnd(count - end) ? "r\(count - end)" : String(end + 1))
      }
      guard indices.count + abs(last - first) < Self.mostPages else { throw Missing(page: "beyond \(Self.mostPages)") }
      indices += first <= last ? Array(first...last) : Array((last...first).reversed())
    }
    return indices
  }

  /// A page that is named but not there.
  public struct Missing: Error, Hashable, Sendable {
    /// As it was written: `9` or `r9`.
    public var page: String
  }

  public static func == (one: PageRanges, other: PageRanges) -> Bool { one.text == other.text }

  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
