internal import ProviderKit
internal import ProviderProtocol
internal import ProviderTesting
internal import TestKit
internal import Testing

@Suite("Pages in HTML", .timed)
struct WebTests {
  @Test("Text, structure and the page's own pictures are shown, and nothing that runs or loads")
  func page() async throws {
    let outcome = try await FolderDocument("web", "valid/pier.html").preview()
    #expect(outcome.reply.title == "Harbour & sea")
    let page = String(decoding: outcome.bytes, as: UTF8.self)
    #expect(page.contains("<title>Harbour &amp; sea</title>"))
    // The page is in Windows-1252, and says so.
    #expect(page.contains("<h1>The café at the pier</h1>"))
    #expect(
      page.contains("<p>It opens at <b>nine</b>, and closes <i>late</i></p><p>A second paragraph — with €\u{A0}5 ☃."))
    #expect(
      page.contains("<ul><li>Home</li><li><a href=\"https://example.org/ships\" rel=\"noreferrer\">Ships</a></li></ul>")
    )
    #expect(page.contains("<img alt=\"A buoy\" src=\"cid:picture-0\">") && page.contains("<em>Not loaded</em>"))
    #expect(page.contains("<tr><td>tea</td><td>2</td></tr>"))
    #expect(page.contains("<pre>  kept\n    as it is</pre>"))
    for part in ["evil", "alert", "javascript", "onclick", "passwd", "drawn", "Send", "hidden", "<form", "<input"] {
      #expect(!page.contains(part), "\(part)")
    }
    guard case .data(_, _, let attachments) = outcome.reply.content else { throw TestFailure("no page") }
    #expect(attachments.map(\.contentType) == ["image/png"])
  }

  @Test("The thumbnail has a browser's bar, and the page's picture below it")
  func thumbnail() async throws {
    let pixels = try await FolderDocument("web", "valid/pier.html").thumbnail(side: 256)
    #expect((pixels.width, pixels.height) == (181, 256))
    #expect(pixels.isNear([237, 107, 94], 0.055, 0.042), "\(pixels.color(0.055, 0.042))")
    #expect(pixels.count(rows: 0.1...1) { $0[1] > 120 && $0[0] < 80 } > 100)
  }

  @Test(
    "Whatever is wrong with the markup, the preview's elements are balanced",
    arguments: [
      "<b><p>a</b>b</p></div></i>", "<table><td>a<tr><td>b<table><tr>c</table>d</table>", "<li>a<li>b</ul>c",
      "<p><h1>a<p>b</h1>",
      "<a href=x><a href=y>z", "<<b>a<>b</<i>c</i", "<p title='a>b'>c", "<p title=\"a", "<!-->a--><!--b",
      "<![CDATA[<b>]]>a<![CDATA[",
      "<script><!--<script></script>a", "<style>a</style", "<title>a</title><title>b", "<svg><svg></svg>a</svg>b",
      "<textarea><b>",
      "<td>a", "<dl><dt>a<dd>b<dt>c</dl>", "<p hidden>a<p>b</p>c</p>d", "\u{0}<p\u{0}>a",
      "&#0;&#x110000;&#xD800;&bogus;&amp",
    ])
  func balance(_ markup: String) async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(try await WebDocument(markup, folder).preview(), to: "page.html")
    // Python's parser must find each end tag for its start.
    let judged = try await Tool.python(
      """
      import html.parser, sys
      class Judge(html.parser.HTMLParser):
          open = []
          def handle_starttag(self, tag, attributes):
              if tag not in ("meta", "br", "hr", "img"): self.open.append(tag)
          def handle_endtag(self, tag):
              assert self.open and self.open.pop() == tag, (tag, self.open)
      judge = Judge()
      judge.feed(open(sys.argv[1], encoding="utf-8").read().split("<!DOCTYPE html>")[1])
      judge.close()
      assert not judge.open, judge.open
      """, [path])
    #expect(judged.status == 0, "\(judged.errors)")
  }

  /// A text as a page.
  private struct WebDocument {
    let document: FolderDocument

    init(_ markup: String, _ folder: TemporaryDirectory) throws {
      // A zero would be the sign of a file that is not text.
      document = try FolderDocument("web", text: markup.filter { $0 != "\u{0}" }, in: folder)
    }

    func preview() async throws -> [UInt8] { try await document.preview().bytes }
  }

  @Test("A text and a title without an end are cut")
  func long() async throws {
    let folder = try TemporaryDirectory()
    let title = String(repeating: "title ", count: 200_000)
    let text = "<title>\(title)</title><p>" + repeated("ä", 1 << 20) + "</p>"
    let outcome = try await FolderDocument("web", text: text, in: folder).preview()
    #expect(outcome.reply.title.map { $0.count <= 301 } == true)
    let page = String(decoding: outcome.bytes, as: UTF8.self)
    #expect((1 << 20..<5 << 18).contains(page.utf8.count), "\(page.utf8.count)")
    #expect(page.contains("ää</p>") && page.contains("The document is longer"))
  }

  @Test("What a page hides is left out, up to its end or the next block")
  func hidden() async throws {
    let folder = try TemporaryDirectory()
    let text =
      "<p hidden>not this<p>one<div><p style='display: none'>nor this <b>or this</b></div>"
      + "two<p hidden>a</p>three"
    let page = try await FolderDocument("web", text: text, in: folder).html()
    #expect(page.contains("<p>one</p><div></div>twothree"))
    #expect(!page.contains("this"))
  }

  @Test(
    "Pages that are deeply nested, very long or full of opening marks",
    arguments: [
      "deep", "open", "comments", "attributes", "entities", "quotes", "raw", "tables", "cells", "lists", "pictures",
    ])
  func hostile(_ kind: String) async throws {
    let text: String =
      switch kind {
      case "deep": String(repeating: "<div>", count: 200_000) + "a" + String(repeating: "</div>", count: 200_000)
      case "open": repeated("<", 1 << 20)
      case "comments": String(repeating: "<!-", count: 500_000)
      case "attributes": "<p " + String(repeating: "a=b ", count: 500_000) + ">x"
      case "entities": repeated("&", 1 << 20)
      case "quotes": String(repeating: "<a b='", count: 200_000)
      case "raw": String(repeating: "<script></scrip", count: 100_000)
      case "tables": String(repeating: "<table><tr><td>", count: 100_000)
      case "cells": "<table><tr>" + String(repeating: "<td>a", count: 19_000) + "<tr><td>b<td>c</table>"
      case "lists": String(repeating: "<ul><li>a", count: 100_000)
      default: String(repeating: "<img alt=a src=data:image/png;base64,AAAA>", count: 100_000)
      }
    let folder = try TemporaryDirectory()
    let document = try FolderDocument("web", text: text, in: folder)
    #expect(try await document.html().utf8.count < 16 << 20)
    #expect(try await document.thumbnail().height == 128)
  }
}
