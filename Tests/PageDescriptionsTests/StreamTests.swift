internal import ImageModel
internal import PDFDocuments
internal import PageDescriptions
internal import TestKit
internal import Testing

@Suite("JSON Lines", .timed) struct StreamTests {
  @Test("Each line is a page")
  func eachLineIsAPage() async throws {
    let drawn = try Drawn(
      lines: """
        {"version": 1, "document": {"title": "Lines", "page": {"size": [200, 100], "margin": 10}}, "styles": {"a": {"size": 8}}}
        {"elements": [{"type": "text", "style": "a", "text": "one {page}"}]}

        {"size": [300, 100], "elements": [{"type": "text", "text": "two {page}"}]}
        """)
    #expect(drawn.document.attributes.title == "Lines")
    #expect(drawn.sizes.map(\.width) == [200, 300])
    #expect(try await drawn.text(page: 1) == ["one 1"])
    #expect(try await drawn.text(page: 2) == ["two 2"])
  }

  @Test("The header may be left out")
  func theHeaderMayBeLeftOut() throws {
    #expect(try Drawn(lines: "{}\n{}\n{}").sizes.count == 3)
    #expect(try Drawn(lines: "").sizes.isEmpty)
  }

  @Test("Pages is a usage error unless the header gives it")
  func pagesIsAUsageErrorUnlessTheHeaderGivesIt() async throws {
    let page = "{\"elements\": [{\"type\": \"text\", \"text\": \"{page}/{pages}\"}]}"
    #expect(failure { _ = try Drawn(lines: page) }.contains("{pages} is not known"))
    let drawn = try Drawn(lines: "{\"version\": 1, \"pages\": 2}\n\(page)\n\(page)")
    #expect(try await drawn.text(page: 2) == ["2/2"])
  }

  @Test("Errors name the line")
  func errorsNameTheLine() {
    #expect(failure { _ = try Drawn(lines: "{}\n{\"elements\": 3}") }.contains("elements (line 2): expected a list"))
    #expect(failure { _ = try Drawn(lines: "{}\n\n{,}") }.contains("line 3, column 2"))
    #expect(failure { _ = try Drawn(lines: "{\"version\": 1, \"size\": 3}") }.contains("size (line 1)"))
  }

  @Test("A description is distinguished from lines")
  func aDescriptionIsDistinguishedFromLines() throws {
    func isLines(_ text: String) throws -> Bool { try text.asLines().isJSONLines() }
    #expect(try isLines("{}\n{}\n"))
    #expect(try isLines("{\"version\": 1, \"pages\": 3}\n"))
    #expect(try !isLines("{\"version\": 1, \"pages\": []}"))
    #expect(try !isLines("{\n\"version\": 1, \"pages\": []}"))
    #expect(try !isLines("<plist><dict/></plist>"))
    let text = "\n\n{\n\"version\": 1}"
    let lines = text.asLines()
    #expect(try !lines.isJSONLines())
    #expect(String(decoding: try lines.rest(), as: UTF8.self) == text + "")
    var limits = Drawn.limits
    limits.maxBytes = 1_000
    let long = "{}\n" + String(repeating: " ", count: 5_000) + "{}"
    let bounded = long.asLines(limits: limits)
    _ = try bounded.next()
    #expect(failure { _ = try bounded.next() }.contains("line 2 has more than the 1000 bytes"))
  }

  @Test("Other JSON gets a message about missing members")
  func otherJSONGetsAMessageAboutMissingMembers() {
    let needs = "the description (line 1): lacks \"version\": 1 and \"pages\", a list of pages"
    #expect(
      failure { _ = try Drawn(lines: "{\"hello\": 1}") }.contains(
        "\(needs); a line of JSON Lines is a page, with \"elements\""))
    #expect(failure { _ = try Drawn("{\n\"hello\": 1}") }.contains(needs))
    let version = "lacks 'version', which is 1 and belongs beside 'pages'"
    #expect(failure { _ = try Drawn("{\n\"pages\": []}") }.contains(version))
    #expect(failure { _ = try Drawn(lines: "{\"pages\": 2}") }.contains(version))
    // A line with a mistake still counts as a page.
    #expect(failure { _ = try Drawn(lines: "{\"size\": \"A5\", \"elemnts\": []}") }.contains("a page has no such key"))
  }
}
