@testable internal import PreviewJobs
internal import Testing

@Suite("preview: length on paper") struct PrintedLengthTests {
  @Test("What has so many lines gets room for them, and no more than twice as much")
  func lines() {
    let paragraphs = String(repeating: "<p>one line of text</p>\n", count: 500)
    // A line and the space between two.
    #expect((750...1_500).contains(PrintedLength.lines(of: paragraphs)))
    let code = "<pre>" + String(repeating: "let x = 1\n\n", count: 500) + "</pre>"
    #expect((1_000...2_000).contains(PrintedLength.lines(of: code)))
    let rows = "<table>" + String(repeating: "<tr><td>1</td><td>2</td></tr>", count: 500) + "</table>"
    #expect((500...1_000).contains(PrintedLength.lines(of: rows)))
    // Style is not shown, and nothing is printed for ever.
    #expect(PrintedLength.lines(of: "<style>" + String(repeating: "p{}\n", count: 5_000) + "</style>x") < 10)
    #expect(PrintedLength.lines(of: String(repeating: "<br>", count: 1_000_000)) == 20_000)
  }
}
