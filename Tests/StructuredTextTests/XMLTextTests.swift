internal import StructuredText
internal import Testing

@Suite("XML") struct XMLTextTests {
  @Test func markupIsEscaped() {
    #expect(XMLText.escaped("<a b=\"&\">") == "&lt;a b=&quot;&amp;&quot;&gt;")
    #expect(XMLText.escapedContent("<a b=\"&\">") == "&lt;a b=\"&amp;\"&gt;")
  }

  @Test func whiteSpaceThatAParserWouldChangeIsEscaped() {
    #expect(XMLText.escaped("a\tb\nc\rd") == "a&#9;b&#10;c&#13;d")
    #expect(XMLText.escapedContent("a\tb\nc\rd") == "a\tb\nc&#13;d")
  }

  @Test func charactersThatXMLDoesNotAllowAreReplaced() {
    for text in ["\u{0}", "\u{B}", "\u{1F}", "\u{FFFE}", "\u{FFFF}"] {
      #expect(XMLText.escaped(text) == "\u{FFFD}")
      #expect(XMLText.escapedContent(text) == "\u{FFFD}")
    }
  }
}
