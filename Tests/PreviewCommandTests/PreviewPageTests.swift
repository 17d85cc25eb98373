internal import Glibc
@testable internal import PreviewJobs
internal import TestKit
internal import Testing

/// `preview --html`: many documents in one page.
@Suite("preview: pages", .timed) struct PreviewPageTests {
  private let run: PreviewRun

  init() throws { run = try PreviewRun() }

  /// Parses a page with Python: prints the elements of its documents and what they load, and what the page itself has:
  /// its policy, the hash of its script, and its data.
  private static let parser = """
    import base64, hashlib, json, sys
    from html.parser import HTMLParser
    class Page(HTMLParser):
        def __init__(self):
            super().__init__(); self.tags = {}; self.loads = []; self.links = []; self.frames = []; self.policy = None
            self.ids = []; self.handlers = []; self.scripts = []; self.isPlain = False; self.inScript = False
        def handle_endtag(self, tag):
            if tag == "noscript": self.isPlain = False
            if tag == "script": self.inScript = False
        def handle_data(self, text):
            if self.inScript and not self.isPlain: self.scripts[-1] += text
        def handle_starttag(self, tag, attributes):
            a = dict(attributes)
            if a.get("http-equiv") == "Content-Security-Policy" and not self.policy: self.policy = a["content"]
            self.handlers += [k for k in a if k.startswith("on")]
            if tag == "script": self.scripts.append(""); self.inScript = True
            if tag == "noscript": self.isPlain = True; return
            if not self.isPlain: return
            self.tags[tag] = self.tags.get(tag, 0) + 1
            if "src" in a: self.loads.append(a["src"][:15])
            if tag == "a": self.links.append(a["href"])
            if tag == "iframe": self.frames.append([a.get("sandbox"), a["srcdoc"]])
            if tag == "section": self.ids.append(a["id"])
    p = Page(); p.feed(open(sys.argv[1], encoding="utf-8").read())
    print(json.dumps({"tags": p.tags, "loads": p.loads, "links": p.links, "frames": p.frames, "policy": p.policy,
                      "ids": p.ids, "handlers": p.handlers, "scripts": len(p.scripts), "items": json.loads(p.scripts[0])["items"],
                      "hash": base64.b64encode(hashlib.sha256(p.scripts[1].encode()).digest()).decode()}))
    """

  @Test("Documents of many kinds, with contents and paging for browsers without scripts, and nothing is loaded")
  func page() async throws {
    let names = try [
      "preview/valid/markup.pplgrp", "preview/valid/bars.pdf", "preview/valid/house.svg", "preview/broken/cut.pdf",
      "preview/valid/coast.md",
    ].map { try run.add($0) }
    let result = try await run.run(
      PreviewRun.providers + ["--timeout", "120", "--html", "all.html"] + names)
    // One document is damaged; the page shows the reason.
    #expect(result.status == 1)
    #expect(result.errors.split(separator: "\n").count == 1)
    let page = try await Tool.python(Self.parser, [run.folder.file("all.html")])
    #expect(page.status == 0, "\(page.errors)")
    let facts = page.output
    #expect(try await run.json(".tags.script", facts) == "null")
    #expect(try await run.json(".handlers", facts) == "[]")
    #expect(try await run.json(".ids", facts) == #"["d1","d2","d3","d4","d5"]"#)
    // The contents, and links to the neighbours: 5 + 2 * 4.
    #expect(try await run.json("[.links[] | select(startswith(\"#d\"))] | length", facts) == "13")
    #expect(try await run.json("[.links[] | select(startswith(\"#d\") | not)] | length", facts) == "0")
    // Three pages of the PDF, and the drawing.
    #expect(try await run.json("[.loads[] | select(. == \"data:image/png;\")] | length", facts) == "4")
    #expect(try await run.json(".loads | length", facts) == "4")
    #expect(try await run.json("[.frames[][0]] | tostring", facts) == "[null,null]")
    #expect(try await run.json(".frames[0][1] | contains(\"&lt;script&gt;\")", facts) == "true")
    #expect(try await run.json(".frames[][1] | test(\"default-src 'none'\")", facts) == "true\ntrue")
    #expect(try await run.json(".policy | startswith(\"default-src 'none'\")", facts) == "true")
    // Only the viewer's script runs.
    #expect(
      try await run.json("(.hash as $hash | .policy | contains(\"script-src 'sha256-\\($hash)';\"))", facts) == "true")
    #expect(try await run.json(".policy | split(\"script\") | length", facts) == "2")
    #expect(try await run.json(".scripts", facts) == "2")
    // What the list shows. All but the damaged document have small pictures.
    #expect(
      try await run.json("[.items[].name] | tostring", facts)
        == #"["markup.pplgrp","bars.pdf","house.svg","cut.pdf","coast.md"]"#)
    #expect(try await run.json("[.items[].id] | tostring", facts) == #"["d1","d2","d3","d4","d5"]"#)
    #expect(
      try await run.json("[.items[] | .thumbnail // \"\" | .[:15]] | tostring", facts)
        == #"["data:image/jpeg","data:image/jpeg","data:image/jpeg","","data:image/jpeg"]"#)
    #expect(try await run.json("[.items[] | has(\"error\")] | tostring", facts) == "[false,false,false,true,false]")
    let bytes = Fixtures.bytes(Fixtures.path("preview/valid/coast.md")).count
    #expect(
      try await run.json(".items[4] | [.kind, .bytes, .type] | tostring", facts)
        == "[\"Markdown\",\(bytes),\"net.daringfireball.markdown\"]")
    #expect(try await run.json(".items[1].parts", facts) == "3")
  }

  @Test("Pages after the 50th are only counted, with a note")
  func manyPages() async throws {
    try run.add(provider: Self.manyPages, type: "public.data")
    try run.folder.write(Array("x".utf8), to: "a.txt")
    let result = try await run.run(
      ["--providers", "providers", "--provider", "org.example.test", "--timeout", "60", "--html", "a.html", "a.txt"])
    #expect(result.errors.contains("note: only 50 of 53 pages are shown"), "\(result.errors)")
    #expect(result.status == 0)
    let page = String(decoding: Fixtures.bytes(run.folder.file("a.html")), as: UTF8.self)
    #expect(page.split(separator: "<img alt=\"page ").count == 51)
    #expect(page.contains("<p class=\"note\">3 more pages are not shown.</p>"))
  }

  /// A provider whose preview is a PDF of 53 pages, and which draws each page as one grey pixel.
  private static let manyPages = #"""
    import json, sys
    for line in sys.stdin:
        order = json.loads(line)
        if order["type"] == "hello":
            answer = {"type": "hello", "protocol": 1, "provider": "org.example.test", "version": "1.0",
                      "capabilities": ["thumbnail", "preview"]}
        elif order["type"] == "preview":
            open(order["output"]["path"], "x").write("%PDF-1.4")
            answer = {"type": "reply", "id": order["id"], "pageCount": 53, "pdf": {}}
        elif order["type"] == "thumbnail":
            open(order["output"]["path"], "xb").write(bytes([order["page"]]))
            answer = {"type": "reply", "id": order["id"], "pageCount": 53,
                      "pixels": {"format": "gray8", "width": 1, "height": 1, "stride": 1}}
        else:
            continue
        print(json.dumps(answer), flush=True)
    """#

  @Test("All pages of a picture are shown, and no file name can forge a line or reverse the writing direction")
  func pagesAndNames() async throws {
    let names = ["a\nb.tif", "evil\u{202E}gpj.tif"]
    for name in names { try run.add("tiff/valid/pages_three_kinds.tif", as: name) }
    let result = try await run.run(
      PreviewRun.providers + ["--timeout", "120", "--html", "all.html"] + names)
    #expect(result.status == 0, "\(result.errors)")
    let page = String(decoding: Fixtures.bytes(run.folder.file("all.html")), as: UTF8.self)
    let file = Fixtures.path("tiff/valid/pages_three_kinds.tif")
    let count = try await Tool.run("identify", ["-quiet", file]).text.split(separator: "\n").count
    #expect(count > 1 && page.split(separator: "<img ").count == 1 + 2 * count)
    #expect(!page.contains("\u{202E}") && page.contains("evil\\u{202E}gpj.tif") && page.contains("a\\nb.tif"))
  }

  @Test("The page has no paths, also where an input cannot be used, and says why that is")
  func noPaths() async throws {
    let folder = run.folder.file("holiday")
    mkdir(folder, 0o700)
    try run.folder.write(Array("hello".utf8), to: "holiday/letter.txt")
    let inputs = [folder + "/", folder + "/none.txt", folder + "/letter.txt"]
    let result = try await run.run(PreviewRun.providers + ["--timeout", "120", "--html", "all.html"] + inputs)
    #expect(result.status == 1 && result.errors.contains(folder), "\(result.errors)")
    let page = String(decoding: Fixtures.bytes(run.folder.file("all.html")), as: UTF8.self)
    #expect(!page.contains(run.folder.path), "\(page.suffix(2_000))")
    #expect(page.contains("\"name\": \"holiday\"") && page.contains("\"name\": \"none.txt\""))
    #expect(page.contains("is a directory") && !page.contains("the run ended early"))
  }

  @Test("Photographs are JPEG in the page, drawings are PNG")
  func photographs() async throws {
    try run.add("jpeg/valid/photo_phone.jpg")
    try run.add("preview/valid/house.svg")
    let result = try await run.shipped("--html", "all.html", "photo_phone.jpg", "house.svg")
    #expect(result.status == 0, "\(result.errors)")
    let facts = try await Tool.python(Self.parser, [run.folder.file("all.html")]).output
    #expect(try await run.json(".loads | tostring", facts) == #"["data:image/jpeg","data:image/png;"]"#)
  }

  @Test("A provider's HTML cannot leave its frame, and its attachments are inlined")
  func hostile() async throws {
    try run.add(provider: Self.hostile)
    try run.folder.write(Array("x".utf8), to: "a.txt")
    let result = try await run.run(
      [
        "--providers", "providers", "--provider", "org.example.test", "--timeout", "60", "-f", "html", "-o", "a.html",
        "a.txt",
      ])
    #expect(result.status == 0, "\(result.errors)")
    let facts = try await Tool.python(Self.parser, [run.folder.file("a.html")]).output
    #expect(try await run.json(".tags | [.script, .form, .iframe, .section]", facts) == "[null,null,1,1]")
    #expect(try await run.json(".handlers", facts) == "[]")
    // SGVsbG8= is Hello (RFC 4648's own alphabet); the longer name is not cut by the shorter one.
    #expect(
      try await run.json(
        ".frames[0][1] | [contains(\"data:image/png;base64,SGVsbG8=\"), contains(\"data:image/gif;base64,Ynll\"), contains(\"cid:other\"), contains(\"cid:pic\")] | tostring",
        facts)
        == "[true,true,true,false]")
  }

  private static let hostile = #"""
    import json, os, sys
    page = '''</iframe></section><script>alert(1)</script><form action="http://x/"><img src="cid:pic"><img src=cid:pic2>
    " onload="alert(2)" <b a='cid:other'>'''
    for line in sys.stdin:
        order = json.loads(line)
        if order["type"] == "hello":
            answer = {"type": "hello", "protocol": 1, "provider": "org.example.test", "version": "1.0",
                      "capabilities": ["thumbnail", "preview"]}
        elif order["type"] == "preview":
            path = order["output"]["path"]
            open(path, "x").write(page)
            open(os.path.dirname(path) + "/one", "x").write("Hello")
            open(os.path.dirname(path) + "/two", "x").write("bye")
            answer = {"type": "reply", "id": order["id"], "title": "</title><script>alert(3)</script>",
                      "data": {"contentType": "text/html", "encoding": "utf-8", "attachments": [
                          {"id": "pic", "file": "one", "contentType": "image/png"},
                          {"id": "pic2", "file": "two", "contentType": "image/gif"}]}}
        else:
            continue
        print(json.dumps(answer), flush=True)
    """#
}

@Suite("preview: length on paper", .timed) struct PrintedLengthTests {
  @Test("Lines have enough space, and at most twice as much")
  func lines() {
    let paragraphs = String(repeating: "<p>one line of text</p>\n", count: 500)
    // Each is a line and the space after it.
    #expect((750...1_500).contains(PrintedLength.lines(of: paragraphs)))
    let code = "<pre>" + String(repeating: "let x = 1\n\n", count: 500) + "</pre>"
    #expect((1_000...2_000).contains(PrintedLength.lines(of: code)))
    let rows = "<table>" + String(repeating: "<tr><td>1</td><td>2</td></tr>", count: 500) + "</table>"
    #expect((500...1_000).contains(PrintedLength.lines(of: rows)))
    // Style is not shown, and the length is bounded.
    #expect(PrintedLength.lines(of: "<style>" + String(repeating: "p{}\n", count: 5_000) + "</style>x") < 10)
    #expect(PrintedLength.lines(of: String(repeating: "<br>", count: 1_000_000)) == 20_000)
  }
}
