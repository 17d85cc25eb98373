internal import PDFDocuments
internal import TestKit
internal import Testing

@Suite(.timed) struct PageBoxTests {
  @Test("There are five boxes")
  func thereAreFiveBoxes() {
    #expect(PageBox.allCases.map(\.rawValue) == ["media", "crop", "bleed", "trim", "art"])
  }
}
