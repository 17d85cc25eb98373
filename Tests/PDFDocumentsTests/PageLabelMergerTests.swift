internal import PDFDocuments
internal import TestKit
internal import Testing

@Suite(.timed) struct PageLabelMergerTests {
  @Test("Labels of pages that were not added are dropped")
  func labelsOfPagesThatWereNotAddedAreDropped() {
    var labels = PageLabelMerger()
    labels.add([PageLabelRange(firstPage: 0, style: .lowerRoman)], of: [0, 1], at: 0)
    // A picture that cannot be read, and a file of which only one of three pages was added.
    labels.addNumbered(at: 2)
    labels.add(
      [PageLabelRange(firstPage: 0, style: .lowerLetters), PageLabelRange(firstPage: 1, style: .upperRoman)],
      of: [0, 1, 2], at: 2)
    labels.add([PageLabelRange(firstPage: 0, style: .decimal, prefix: "B-")], of: [4], at: 3)
    labels.addNumbered(at: 4)
    #expect(
      labels.ranges(pageCount: 4) == [
        PageLabelRange(firstPage: 0, style: .lowerRoman), PageLabelRange(firstPage: 2, style: .lowerLetters),
        PageLabelRange(firstPage: 3, style: .decimal, prefix: "B-", start: 5),
      ])
  }

  @Test("Many rules are merged in time", .timeLimit(.minutes(20)))
  func manyRulesAreMergedInTime() {
    var labels = PageLabelMerger()
    let rules = (0..<100_000).map { PageLabelRange(firstPage: $0, style: .decimal, prefix: "\($0)") }
    labels.add(rules.reversed(), of: Array(0..<100_000), at: 0)
    #expect(labels.ranges(pageCount: 100_000) == rules)
  }
}
