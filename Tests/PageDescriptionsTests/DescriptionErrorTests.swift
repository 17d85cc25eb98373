internal import ImageModel
internal import PageDescriptions
internal import TestKit
internal import Testing

@Suite("Errors of descriptions", .timed) struct DescriptionErrorTests {
  /// The message for pages that are wrong.
  private func message(_ pages: String, data: String? = nil) -> String {
    failure { _ = try Drawn("{\"version\": 1, \"pages\": \(pages)}", data: data) }
  }

  private func element(_ element: String, data: String? = nil) -> String {
    message("[{\"elements\": [\(element)]}]", data: data)
  }

  @Test("A wrong type is named by its place")
  func aWrongTypeIsNamedByItsPlace() {
    let good = "{\"type\": \"rectangle\", \"height\": 10, \"fill\": \"red\"}"
    let bad = "{\"type\": \"rectangle\", \"x\": true, \"height\": 10, \"fill\": \"red\"}"
    let pages = "[{}, {}, {}, {\"elements\": [\(good), \(good), \(bad)]}]"
    #expect(message(pages).contains("pages[3].elements[2].x (line 1): expected a length"))
  }

  @Test("Unknown keys are named by their places")
  func unknownKeysAreNamedByTheirPlaces() {
    #expect(message("[{\"elemnts\": []}]").contains("pages[0].elemnts (line 1): a page has no such key; there are"))
    #expect(
      element("{\"type\": \"text\", \"text\": \"a\", \"colour\": \"red\"}").contains("pages[0].elements[0].colour"))
    #expect(
      element("{\"type\": \"text\", \"text\": \"a\", \"style\": {\"siz\": 3}}").contains(
        "pages[0].elements[0].style.siz"))
    #expect(failure { _ = try Drawn("{\"version\": 1, \"pages\": [], \"page\": 1}") }.contains("page (line 1)"))
    #expect(
      failure { _ = try Drawn("{\"version\": 1, \"document\": {\"Title\": \"\"}, \"pages\": []}") }.contains(
        "document.Title"))
    #expect(
      failure { _ = try Drawn("{\"version\": 1, \"styles\": {\"a b\": {\"x\": 1}}, \"pages\": []}") }.contains(
        "styles.a b.x"))
  }

  @Test("Missing and invalid values are reported")
  func missingAndInvalidValuesAreReported() {
    #expect(failure { _ = try Drawn("{\"pages\": []}") }.contains("lacks 'version'"))
    #expect(failure { _ = try Drawn("{\"version\": 2, \"pages\": []}") }.contains("version 1"))
    #expect(failure { _ = try Drawn("{\"version\": 1}") }.contains("lacks 'pages'"))
    #expect(element("{\"text\": \"a\"}").contains("pages[0].elements[0] (line 1): an element lacks 'type'"))
    #expect(element("{\"type\": \"txt\"}").contains("'txt'"))
    #expect(element("{\"type\": \"text\"}").contains("one of 'text' and 'runs'"))
    #expect(element("{\"type\": \"text\", \"text\": \"a\", \"x\": \"10 miles\"}").contains("not '10 miles'"))
    #expect(element("{\"type\": \"rectangle\", \"height\": -1, \"fill\": \"red\"}").contains("more than 0"))
    #expect(element("{\"type\": \"rectangle\", \"height\": 1, \"fill\": \"rde\"}").contains("elements[0].fill"))
    #expect(element("{\"type\": \"text\", \"text\": \"a\", \"style\": \"h1\"}").contains("no style 'h1'"))
    #expect(element("{\"type\": \"path\", \"data\": \"M 0 0 L x\", \"fill\": \"red\"}").contains("character 9"))
    #expect(element("{\"type\": \"image\", \"path\": \"https://example.org/a.png\"}").contains("nothing is downloaded"))
    #expect(element("{\"type\": \"image\", \"path\": \"no-such.png\"}").contains("no-such.png"))
    #expect(
      element("{\"type\": \"link\", \"width\": 1, \"height\": 1}").contains("one of 'uri', 'page' and 'destination'"))
    #expect(
      element("{\"type\": \"text\", \"text\": \"a\", \"below\": \"b\"}").contains("there is no element 'b' before"))
    #expect(message("[{\"size\": \"A44\"}]").contains("pages[0].size"))
    #expect(message("[{\"margin\": \"200mm\"}]").contains("the margins leave no space"))
    let loop = "{\"version\": 1, \"styles\": {\"a\": {\"extends\": \"b\"}, \"b\": {\"extends\": \"a\"}}, \"pages\": []}"
    #expect(failure { _ = try Drawn(loop) }.contains("extends itself"))
  }

  @Test("Colours of inks are reported that a press does not have")
  func inks() {
    func fill(_ color: String) -> String { element("{\"type\": \"rectangle\", \"height\": 1, \"fill\": \(color)}") }
    for wrong in [
      "cmyk(0, 1, 0)", "cmyk(0, 1, 0, 101%)", "cmyk(0, 1, 0, -1%)", "spot(Gold)", "spot(, cmyk(0, 0, 1, 0))",
      "spot(All, cmyk(0, 0, 1, 0))", "spot(None, cmyk(0, 0, 1, 0))", "spot(Gold, spot(Red, cmyk(0, 0, 1, 0)))",
      "spot(Gold, cmyk(0, 0, 1, 0), 2)", "spot(Gold, cmyk(0, 0, 1, 0) 1)",
    ] {
      #expect(fill("\"\(wrong)\"").contains("elements[0].fill (line 1): expected a colour such as"), "\(wrong)")
    }
    let stops = "[\"white\", \"cmyk(0, 1, 0, 0)\"]"
    #expect(
      fill("{\"gradient\": \"linear\", \"stops\": \(stops)}").contains(
        "stops[1] (line 1): a gradient cannot have colours of inks"))
    let one = "{\"type\": \"rectangle\", \"height\": 1, \"fill\": \"spot(Gold, cmyk(0, 0, 1, 0))\"}"
    let other = "{\"type\": \"rectangle\", \"height\": 1, \"fill\": \"spot(Gold, cmyk(0, 1, 0, 0), 5%)\"}"
    #expect(element("\(one), \(other)").contains("elements[1].fill (line 1): the ink 'Gold' has another cmyk()"))
  }

  @Test("A text that does not fit is an error")
  func aTextThatDoesNotFitIsAnError() {
    let text = "{\"type\": \"text\", \"width\": 50, \"height\": 20, \"text\": \"many words in a small box\"}"
    #expect(element(text).contains("set 'overflow' to 'shrink'"))
  }

  @Test("A font is not a file")
  func aFontIsNotAFile() {
    let text = "{\"type\": \"text\", \"text\": \"a\", \"style\": {\"font\": [\"serif\", \"x.ttf\"]}}"
    #expect(
      element(text).contains("elements[0].style.font[1] (line 1): 'x.ttf' is a file; a font is named by its family"))
  }

  /// A4 is 841.9 points high.
  @Test("What nobody sees below the page is an error")
  func whatNobodySeesBelowThePageIsAnError() {
    let long = (1...2_000).map { "w\($0)" }.joined(separator: " ")
    #expect(
      element("{\"type\": \"group\", \"elements\": [{\"type\": \"text\", \"text\": \"\(long)\"}]}").contains(
        "pages[0].elements[0].elements[0] (line 1): runs off the page: it ends"))
    let items = "{\"items\": [1, 2, 3, 4, 5]}"
    #expect(
      element("{\"type\": \"text\", \"for\": \"i in items\", \"step\": {\"y\": 200}, \"text\": \"{i}\"}", data: items)
        .contains("elements[0] (for items[4]) (line 1): runs off the page: it ends"))
    #expect(
      element("{\"type\": \"text\", \"on\": \"last\", \"text\": \"\(long)\"}").contains(
        "elements[0] (line 1): runs off"))
    #expect(
      element("{\"type\": \"table\", \"overflow\": \"error\", \"columns\": [\"1fr\"], \"rows\": [[\"\(long)\"]]}")
        .contains("elements[0] (line 1): runs off"))
    #expect(
      element("{\"type\": \"text\", \"y\": 900, \"height\": 20, \"text\": \"a\"}").contains(
        "elements[0] (line 1): is not on the page: it begins 58.1 points below the page"))
    // Content that bleeds off the page, or that may be cut, is as the author wants it.
    #expect(element("{\"type\": \"rectangle\", \"y\": 800, \"height\": 200, \"fill\": \"red\"}").isEmpty)
    #expect(element("{\"type\": \"text\", \"overflow\": \"clip\", \"text\": \"\(long)\"}").isEmpty)
    #expect(element("{\"type\": \"text\", \"y\": 800, \"height\": 100, \"text\": \"a\"}").isEmpty)
  }

  @Test("Invalid fields are errors")
  func invalidFieldsAreErrors() {
    func text(_ text: String, data: String? = "{\"a\": {\"b\": [1, {\"c\": null}]}}") -> String {
      element("{\"type\": \"text\", \"text\": \"\(text)\"}", data: data)
    }
    #expect(text("{a.b[0]}").isEmpty)
    #expect(text("{a.b[2]}").contains("elements[0].text (line 1): '{a.b[2]}' is not there in the data; {a.b[2]|...}"))
    #expect(text("{a.b[1].c}").contains("is not there"))
    #expect(text("{a.b[1].c|none}").isEmpty)
    #expect(text("{a.b}").contains("a list"))
    #expect(text("{x}", data: nil).contains("there is no data"))
    #expect(text("{a").contains("lacks its '}'"))
    #expect(text("a}").contains("without '{'"))
    #expect(text("{}").contains("names nothing"))
    #expect(text("{{a}}").isEmpty)
    #expect(text("{a.b[0]:%q}").contains("%.2f"))
  }

  @Test("Repetitions name the record")
  func repetitionsNameTheRecord() {
    let page = "[{\"for\": \"p in people\", \"elements\": [{\"type\": \"text\", \"text\": \"{p.name}\"}]}]"
    let data = "{\"people\": [{\"name\": \"a\"}, {\"nme\": \"b\"}]}"
    #expect(message(page, data: data).contains("pages[0].elements[0].text (for people[1])"))
    #expect(message(page).contains("there is no 'people' in the data"))
    #expect(message(page, data: "{\"people\": 3}").contains("'people' is a number and not a list"))
  }

  @Test("Counts have bounds")
  func countsHaveBounds() {
    var limits = Drawn.limits
    limits.maxElements = 10
    limits.maxPages = 5
    let line = "{\"type\": \"line\", \"from\": [0, 0], \"to\": [1, 1], \"for\": \"i in list\"}"
    let list = "{\"list\": [1,2,3,4,5,6,7,8,9,10,11]}"
    let page = "{\"version\": 1, \"pages\": [{\"elements\": [\(line)]}]}"
    #expect(failure { _ = try Drawn(page, data: list, limits: limits) }.contains("more than 10 elements"))
    let error = #expect(throws: ImageError.self) { try Drawn(page, data: list, limits: limits) }
    #expect(error?.limit?.option == "--max-memory")
    let pages = "{\"version\": 1, \"pages\": [{\"for\": \"i in list\"}]}"
    #expect(failure { _ = try Drawn(pages, data: list, limits: limits) }.contains("more than 5 pages"))
    // Elements that an `if` leaves out and text that a field repeats count, too.
    limits = Drawn.limits
    limits.maxRepetitions = 20
    limits.maxPageTextBytes = 100
    let none = "{\"type\": \"text\", \"text\": \"a\", \"for\": \"j in list\", \"if\": \"missing\"}"
    let group = "{\"type\": \"group\", \"for\": \"i in list\", \"elements\": [\(none)]}"
    let nested = "{\"version\": 1, \"pages\": [{\"elements\": [\(group)]}]}"
    #expect(failure { _ = try Drawn(nested, data: list, limits: limits) }.contains("more than 20 repetitions"))
    let large = "{\"type\": \"text\", \"text\": \"{list[0]}{long}{long}{long}\"}"
    let longPage = "{\"version\": 1, \"pages\": [{\"elements\": [\(large)]}]}"
    let long = "{\"list\": [1], \"long\": \"" + String(repeating: "x", count: 30) + "\"}"
    #expect(failure { _ = try Drawn(longPage, data: long, limits: limits) }.contains("more than 100 bytes of text"))
  }
}
