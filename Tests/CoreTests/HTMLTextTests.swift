internal import StructuredText
internal import TestKit
internal import Testing

@Suite("HTML", .timed) struct HTMLTextTests {
  @Test("Text cannot leave its element or its attribute, whichever quotation marks that has")
  func escaped() {
    #expect(HTMLText.escaped("<a href=\"'\">&\tü</a>") == "&lt;a href=&quot;&#39;&quot;&gt;&amp;\tü&lt;/a&gt;")
    #expect(HTMLText.escaped("\u{0}\u{1B}\u{7F}\n") == "\u{FFFD}\u{FFFD}\u{FFFD}\n")
  }

  @Test("A data URL is base64, and its type cannot end it or its attribute")
  func dataURL() {
    // RFC 4648, section 10.
    #expect(HTMLText.dataURL("image/png", Array("fooba".utf8)) == "data:image/png;base64,Zm9vYmE=")
    #expect(HTMLText.dataURL("text/plain; a=\"'<>,\u{7F}", []) == "data:text/plain;a=;base64,")
  }

  @Test("References are replaced by the files, also if one name begins with another")
  func files() throws {
    var files = ContentIDs()
    files.add("pic", "image/png", Array("f".utf8))
    files.add("pic2", "image/gif", Array("fo".utf8))
    files.add("pic", "image/png", Array("another of that name".utf8))
    let html = "<img src=\"cid:pic\"><img src=cid:pic2><b a='cid:other'>acid: cid:</b>cid:pic"
    let result = try #require(files.inlined(in: Array(html.utf8), limit: 1_000, excess: .refuses))
    #expect(
      String(decoding: result, as: UTF8.self)
        == "<img src=\"data:image/png;base64,Zg==\"><img src=data:image/gif;base64,Zm8=><b a='cid:other'>acid: cid:</b>"
        + "data:image/png;base64,Zg==")
  }

  @Test("Every identifier is found up to the maximum length; one that continues with an escape is a different one")
  func identifiers() {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-@"
    let longest = letters + String(repeating: "x", count: 128 - letters.count)
    for id in [letters, longest, "a"] {
      var files = ContentIDs()
      files.add(id, "image/png", [1, 2, 3])
      func inlined(_ html: String) -> [UInt8]? { files.inlined(in: Array(html.utf8), limit: 1_000, excess: .refuses) }
      #expect(ContentIDs.isIdentifier(id))
      #expect(inlined("'cid:\(id)'") == Array("'data:image/png;base64,AQID'".utf8))
      #expect(inlined("'Cid:\(id)'") == Array("'data:image/png;base64,AQID'".utf8))
      for other in ["\(id)%40b", "\(id)+b", id + String(repeating: "x", count: 300)] {
        #expect(inlined("'cid:\(other)'") == Array("'cid:\(other)'".utf8))
      }
    }
    for text in ["", longest + "x", "a b", "a%40b", "a+b", "ä", "a'"] { #expect(!ContentIDs.isIdentifier(text)) }
  }

  @Test("Files beyond the limit stay references, or are refused")
  func limit() {
    var files = ContentIDs()
    files.add("a", "image/png", [1, 2, 3])
    let url = "data:image/png;base64,AQID"
    let html = Array("cid:a cid:a".utf8)
    let room = "\(url) cid:a".utf8.count
    #expect(files.inlined(in: html, limit: room, excess: .staysReference) == Array("\(url) cid:a".utf8))
    #expect(files.inlined(in: html, limit: room, excess: .refuses) == nil)
    #expect(files.inlined(in: html, limit: 2 * room, excess: .refuses) == Array("\(url) \(url)".utf8))
    // Without references nothing is refused.
    #expect(ContentIDs().inlined(in: html, limit: 0, excess: .refuses) == html)
  }
}
