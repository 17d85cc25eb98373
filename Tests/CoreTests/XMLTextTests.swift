internal import StructuredText
internal import TestKit
internal import Testing

@Suite("XML", .timed) struct XMLTextTests {
  @Test("Markup is escaped")
  func markupIsEscaped() {
    #expect(XMLText.escaped("<a b=\"&\">") == "&lt;a b=&quot;&amp;&quot;&gt;")
    #expect(XMLText.escapedContent("<a b=\"&\">") == "&lt;a b=\"&amp;\"&gt;")
  }

  @Test("White space that a parser would change is escaped")
  func whiteSpaceThatAParserWouldChangeIsEscaped() {
    #expect(XMLText.escaped("a\tb\nc\rd") == "a&#9;b&#10;c&#13;d")
    #expect(XMLText.escapedContent("a\tb\nc\rd") == "a\tb\nc&#13;d")
  }

  @Test("Characters that XML does not allow are replaced")
  func charactersThatXMLDoesNotAllowAreReplaced() {
    for text in ["\u{0}", "\u{B}", "\u{1F}", "\u{FFFE}", "\u{FFFF}"] {
      #expect(XMLText.escaped(text) == "\u{FFFD}")
      #expect(XMLText.escapedContent(text) == "\u{FFFD}")
    }
  }
}
