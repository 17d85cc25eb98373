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
    if !ranges.isEmpty { hasAny = true }
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
    // One rule is enough for all that follow each other.
    if let last = all.last, last.style == .decimal, last.prefix.isEmpty, last.start == last.firstPage + 1 { return }
    all.append(PageLabelRange(firstPage: place, style: .decimal, start: place + 1))
  }

  /// The rules, in the order of the pages.
  var ranges: [PageLabelRange] { hasAny ? all : [] }

  /// The label of one page.
  private static func label(_ ranges: [PageLabelRange], _ index: Int) -> PageLabelRange {
    guard var label = ranges.last(where: { $0.firstPage <= index }) else {
      return PageLabelRange(firstPage: index, style: .decimal, start: index + 1)
    }
    if label.style != nil { label.start += index - label.firstPage }
    return label
  }
}
