internal import PDFWriting
internal import TestKit
internal import Testing

@Suite(.timed) struct PDFObjectTests {
  @Test("Text beyond ASCII is UTF-16")
  func textBeyondASCIIIsUTF16() {
    // ISO 32000-1, 7.9.2.2: U+FEFF first; Ä is U+00C4.
    #expect(PDFObject.text("Ä") == .string([0xFE, 0xFF, 0x00, 0xC4]))
    #expect(PDFObject.text("A") == .string([0x41]))
  }

  @Test("Dictionaries keep their order")
  func dictionariesKeepTheirOrder() {
    var dictionary: PDFDictionary = ["Type": .name("Page"), "Rotate": .integer(90)]
    dictionary["Type"] = .name("Pages")
    dictionary["Count"] = .integer(1)
    dictionary["Rotate"] = nil
    #expect(dictionary.entries.map(\.key) == ["Type", "Count"])
    #expect(dictionary["Type"] == .name("Pages"))
  }
}
