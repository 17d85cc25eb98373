internal import Drawing
internal import PDFDocuments
internal import PageDescriptions
internal import TestKit
internal import Testing

/// The examples in docs/examples, as poppler sees them.
@Suite("Examples of descriptions", .timed) struct ExampleTests {
  private func drawn(_ name: String) async throws -> Drawn {
    let folder = "\(Fixtures.root)/docs/examples"
    let text = try await Tool.run("cat", ["\(folder)/\(name).json"]).text
    let data = try await Tool.run("cat", ["\(folder)/\(name)-data.json"])
    return try Drawn(text, data: data.status == 0 ? data.text : nil, folder: folder)
  }

  @Test("The invoice runs over pages and ends with its total")
  func theInvoiceRunsOverPagesAndEndsWithItsTotal() async throws {
    let invoice = try await drawn("invoice")
    #expect(invoice.sizes.count == 2)
    #expect(
      invoice.document.attributes.title == "Invoice 2024-0117"
        && invoice.document.attributes.author == "Lichtbild Müller")
    let pages = [try await invoice.text(page: 1), try await invoice.text(page: 2)]
    let numbers = pages.map {
      $0.compactMap { line in line.split(separator: " ").first.flatMap { line.contains("Date") ? nil : Int($0) } }
    }
    // Lines that wrap begin with no number; every item is there once, in order.
    #expect(numbers.flatMap { $0 } == Array(1...46))
    #expect(!numbers[0].isEmpty && !numbers[1].isEmpty)
    #expect(pages.allSatisfy { page in page.contains { $0.hasPrefix("No.") && $0.hasSuffix("Amount") } })
    // The sums that Python wrote into the data.
    #expect(pages[1].contains { $0.hasPrefix("Total EUR") && $0.hasSuffix("8819.68") })
    #expect(pages[1].contains("Payable within 14 days. Thank you!"))
    #expect(pages[0].contains("Page 1 of 2") && pages[1].contains("Page 2 of 2"))
    #expect(pages[0].contains { $0.hasSuffix("Date 06.05.2024") })
  }

  @Test("Each person gets a letter")
  func eachPersonGetsALetter() async throws {
    let letters = try await drawn("letters")
    #expect(letters.sizes.count == 3)
    #expect(letters.bookmarks.flatMap { $0 }.map(\.bookmark.title) == ["Ada Lovelace", "Ελένη Παπαδοπούλου", "王小明"])
    let texts = [
      try await letters.text(page: 1), try await letters.text(page: 2), try await letters.text(page: 3),
    ].map { $0.joined(separator: " ") }
    #expect(texts[0].contains("12 St James’s Square") || texts[0].contains("12 St James's Square"))
    #expect(texts[0].contains("31.12.2024") && texts[0].contains("40.00 EUR") && !texts[0].contains("still open"))
    #expect(texts[1].contains("Αθήνα") && texts[1].contains("37.50 EUR") && texts[1].contains("still open"))
    #expect(texts[2].contains("王小明") && texts[2].contains("31.01.2025"))
  }

  @Test("The poster has its colours and its link")
  func thePosterHasItsColoursAndItsLink() async throws {
    let poster = try await drawn("poster")
    #expect(poster.links[0].map(\.target) == [.uri("https://example.org/stars")])
    #expect(try await poster.text(page: 1).contains("example.org/stars"))
    // The upper left corner is nearly the first stop, #0b1030.
    let corner = try await poster.pixels([(2, 2)])
    #expect(corner[0].hasPrefix("#0b10") || corner[0].hasPrefix("#0c11") || corner[0].hasPrefix("#0c10"))
  }
}
