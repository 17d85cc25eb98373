internal import PDFDocuments
internal import Testing

@Suite struct PageBoxTests {
  @Test func thereAreFiveBoxes() {
    #expect(PageBox.allCases.map(\.rawValue) == ["media", "crop", "bleed", "trim", "art"])
  }
}
