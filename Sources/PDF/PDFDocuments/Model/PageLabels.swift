/// The labels of consecutive pages (ISO 32000-1, 12.4.2).
public struct PageLabelRange: Hashable, Sendable {
  public enum Style: String, Hashable, Sendable {
    case decimal = "D"
    case upperRoman = "R"
    case lowerRoman = "r"
    case upperLetters = "A"
    case lowerLetters = "a"
  }

  /// The first page, counted from 0. The range ends before the next one.
  public var firstPage: Int
  /// nil for labels with only a prefix.
  public var style: Style?
  public var prefix = ""
  /// The number in the label of the first page.
  public var start = 1

  public init(firstPage: Int, style: Style?, prefix: String = "", start: Int = 1) {
    (self.firstPage, self.style, self.prefix, self.start) = (firstPage, style, prefix, start)
  }
}

/// Merges the page labels of documents.
///
/// Pages keep the labels of their files. Pages of files without labels keep their numbers in the file. Where no file
/// has labels, the merged document has none.
package struct PageLabelMerger {
  private var all: [PageLabelRange] = []
  private var hasAny = false

  package init() {}

  /// Adds the pages of a file.
  ///
  /// - Parameters:
  ///   - indices: the imported pages, counted from 0 in the file.
  ///   - place: the index of the first of them in the document.
  package mutating func add(_ ranges: [PageLabelRange], of indices: [Int], at place: Int) {
    forget(from: place)
    if !ranges.isEmpty { hasAny = true }
    let ranges = ranges.sorted { $0.firstPage < $1.firstPage }
    var expected: PageLabelRange?
    for (offset, index) in indices.enumerated() {
      var label = PageLabelRange.label(of: index, in: ranges)
      label.firstPage = place + offset
      // A page whose label continues from the page before needs no range.
      if var next = expected {
        next.start += next.style == nil ? 0 : 1
        next.firstPage = label.firstPage
        if next == label {
          expected = next
          continue
        }
      }
      all.append(label)
      expected = label
    }
  }

  /// Adds pages that are labelled with their numbers in the document.
  package mutating func addNumbered(at place: Int) {
    forget(from: place)
    // One range is enough for consecutive pages.
    if let last = all.last, last.style == .decimal, last.prefix.isEmpty, last.start == last.firstPage + 1 { return }
    all.append(PageLabelRange(firstPage: place, style: .decimal, start: place + 1))
  }

  /// Drops ranges for pages that were not added because their file failed.
  private mutating func forget(from place: Int) {
    while let last = all.last, last.firstPage >= place { all.removeLast() }
  }

  /// The label of a page, counted from 0.
  package func label(of index: Int) -> String { PageLabelRange.label(of: index, in: hasAny ? all : []).text }

  /// The ranges, in the order of the pages.
  package func ranges(pageCount: Int) -> [PageLabelRange] { hasAny ? all.filter { $0.firstPage < pageCount } : [] }
}

extension PageLabelRange {
  /// The label of one page, as a range that begins with it.
  ///
  /// - Parameter ranges: in the order of the pages. Pages before the first one are numbered.
  package static func label(of index: Int, in ranges: [PageLabelRange]) -> PageLabelRange {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].firstPage <= index { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else {
      return PageLabelRange(firstPage: index, style: .decimal, start: index + 1)
    }
    var label = ranges[low - 1]
    if label.style != nil { label.start += index - label.firstPage }
    return label
  }

  /// The label of the first page: `iv`, `A-1`.
  package var text: String {
    guard let style else { return prefix }
    // Roman numerals and letters of large numbers would be too long to read.
    guard (1...10_000).contains(start) else { return "\(prefix)\(start)" }
    return switch style {
    case .decimal: "\(prefix)\(start)"
    case .upperRoman: prefix + Self.roman(start)
    case .lowerRoman: prefix + Self.roman(start).lowercased()
    case .upperLetters: prefix + Self.letters(start, from: "A")
    case .lowerLetters: prefix + Self.letters(start, from: "a")
    }
  }

  private static func roman(_ number: Int) -> String {
    let numerals = [
      (1_000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"),
      (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
    ]
    var (rest, text) = (number, "")
    for (value, numeral) in numerals {
      text += String(repeating: numeral, count: rest / value)
      rest %= value
    }
    return text
  }

  /// A to Z, then AA to ZZ, and so on.
  private static func letters(_ number: Int, from first: Unicode.Scalar) -> String {
    let letter = Character(Unicode.Scalar(UInt8(first.value) + UInt8((number - 1) % 26)))
    return String(repeating: letter, count: (number - 1) / 26 + 1)
  }
}
