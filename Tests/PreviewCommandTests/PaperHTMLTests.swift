@testable internal import preview
internal import Testing

@Suite("preview: HTML on paper") struct PaperHTMLTests {
  /// What is shown, without the style sheets that all documents have.
  private func body(_ html: String) throws -> String {
    let text = try #require(PaperHTML(html)).text
    let place = try #require(text.firstRange(of: "<div class=\"cameo-html\""))
    return String(text[place.lowerBound...])
  }

  @Test("A document is written anew, with two elements for html and body")
  func document() throws {
    let html = """
      <!DOCTYPE html><html lang=en><head><meta charset="utf-8"><title>no <b>title</b></title>
      <style>:root{--a:1}</style></head><BODY Class='wide' onload=x()><P id=a CLASS="b c">1 &lt; 2 < 3 &amp; 4</P><!-- <i> --><br/>
      <img src="data:image/png;base64,AA==" onerror=y()><img src=http://x/y.png></body></html>
      """
    #expect(
      try body(html).replacing("\n", with: "")
        == "<div class=\"cameo-html\" lang=\"en\"><div class=\"cameo-body wide\"><p id=\"a\" class=\"b c\">1 &lt; 2 &lt; 3 &amp; 4</p><br>"
        + "<img src=\"data:image/png;base64,AA==\"><img></div></div>")
  }

  @Test(
    "Nothing comes out that is not on the list",
    arguments: [
      "<p>a</template></div><b>", "<b>a</b></div></div></template><img src=x onerror=alert(1)>",
      "<img src=\"data:image/png,\"onerror=alert(1) x=\"", "<img src='data:image/png,\" onerror=\"alert(1)'>",
      "<a href=javascript:alert(1)>x</a>", "<p/onclick=alert(1)>x", "<p =onclick=alert(1) \"onclick=alert(1)>x",
      "<style></style><img src=x onerror=alert(1)></style>", "<style>a</STYLE x=\"</style>\"><script>alert(1)</script>",
      "<!--><script>alert(1)</script>-->", "<!-- --!><script>alert(1)</script>", "<title></title><script>alert(1)",
      "<script>alert(1)", "<script>'</scrip' <b>", "<", "</", "<!", "<!--", "<p", "<p a", "<p a=", "<p a='", "<style>",
      "</>x",
      "<p style=\"a</style><template>\">", "<p class='\u{0}<script>'>", "<\u{0}script>alert(1)</script>",
    ])
  func hostile(_ html: String) throws {
    // What is no element known here is not printed in this way.
    guard let paper = PaperHTML(html) else { return }
    let outside = paper.text.replacing(#/<style( media="[^"<>]*")?>[^<]*</style>/#, with: "")
    let attribute = #/ (?:disabled|open|(?:class|id|src|style|type|lang)="[^"<>]*")/#
    for match in outside.matches(of: #/<(/?[a-z0-9]*)([^<>]*)>/#) {
      #expect(!["/template", "template", "script", "/script", ""].contains(match.1), "\(outside)")
      #expect(match.2.replacing(attribute, with: "").isEmpty, "\(outside)")
    }
    let rest = outside.replacing(#/<(/?[a-z0-9]*)([^<>]*)>/#, with: "")
    #expect(!rest.contains("<") && !rest.contains(">"), "\(outside)")
  }

  @Test(
    "What would lose something stays in its frame",
    arguments: [
      "<form><p>x</p></form>", "<svg/>", "<input type=text>", "<noscript><b>x</b></noscript>", "<link rel=stylesheet>",
      "<unknown-element>", "<template>", "<textarea>", String(repeating: "x", count: (8 << 20) + 1),
    ])
  func refused(_ html: String) {
    #expect(PaperHTML(html) == nil)
  }

  @Test("What people open and tick is open, and not to be ticked")
  func states() throws {
    #expect(try body("<details>x</details>").contains("<details open>x</details>"))
    #expect(
      try body("<input type=checkbox checked=\"\">").contains("<input disabled type=\"checkbox\" checked=\"\">"))
  }

  @Test(
    "Style sheets mean what stands for html and body, and nothing else is changed",
    arguments: [
      ("body{a:b}", ".cameo-body{a:b}"), ("html, body > p{}", ".cameo-html, .cameo-body > p{}"),
      (":root{--body:1;x:body}", ".cameo-html{--body:1;x:body}"),
      (
        "@media print{BODY.a,.body,#html,tbody,[body],a:html{}}",
        "@media print{.cameo-body.a,.body,#html,tbody,[body],a:html{}}"
      ),
      ("p:not(body p){}b{c:d}", "p:not(.cameo-body p){}b{c:d}"), ("body", "body"),
    ])
  func styles(_ sheet: String, _ expected: String) {
    #expect(PaperStyle.scoped(sheet) == expected)
  }
}
