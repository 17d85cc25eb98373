internal import PDFDocuments

/// The page labels of a document that is put together from others.
///
/// Pages keep the labels that they have in their files; pages of files without labels have the numbers that they have
/// there. Where no file has labels, neither has the whole.
struct MergedLabels {
  private var all: [PageLabelRange] = []
  private var hasAny = false

  /// Adds the pages of a file.
  ///
  /// - Parameters:
  ///   - indices: the pages that were taken, counted from 0 in the file.
  ///   - place: where the first of them is in the document.
  mutating func add(_ ranges: [PageLabelRange], of indices: [Int], at place: Int) {
    forget(from: place)
    if !ranges.isEmpty { hasAny = true }
    let ranges = ranges.sorted { $0.firstPage < $1.firstPage }
    var expected: PageLabelRange?
    for (offset, index) in indices.enumerated() {
      var label = Self.label(ranges, index)
      label.firstPage = place + offset
      // A page that goes on from the one before needs no rule of its own.
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

  /// Adds pages that are numbered by their places.
  mutating func addNumbered(at place: Int) {
    forget(from: place)
    // One rule is enough for all that follow each other.
    if let last = all.last, last.style == .decimal, last.prefix.isEmpty, last.start == last.firstPage + 1 { return }
    all.append(PageLabelRange(firstPage: place, style: .decimal, start: place + 1))
  }

  /// Drops rules for pages that never came, for their file failed.
  private mutating func forget(from place: Int) {
    while let last = all.last, last.firstPage >= place { all.removeLast() }
  }

  /// The rules, in the order of the pages.
  func ranges(pageCount: Int) -> [PageLabelRange] { hasAny ? all.filter { $0.firstPage < pageCount } : [] }

  /// The label of one page, by rules in the order of their pages.
  private static func label(_ ranges: [PageLabelRange], _ index: Int) -> PageLabelRange {
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
}
