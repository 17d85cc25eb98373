internal import TestKit
internal import Testing

/// Checks a preview's HTML with Python's parser: no element and no attribute may run or load anything.
enum HTMLJudge {
  private static let program = """
    import html.parser, sys
    class Judge(html.parser.HTMLParser):
        texts, title = [], ""
        def handle_starttag(self, tag, attributes):
            assert tag not in ("script", "iframe", "object", "embed", "link", "form", "svg", "base", "frame", "video"), tag
            for name, value in attributes:
                value = (value or "").strip().lower()
                assert not name.startswith("on"), name
                assert name not in ("src", "background", "srcset", "poster", "data") or value.startswith(
                    ("cid:", "data:image/")), (name, value)
                assert not value.startswith(("javascript:", "vbscript:", "file:")), value
                if name == "style": assert value.startswith("background:#") and len(value) == 18, value
                if tag == "meta" and name == "http-equiv": assert value == "content-security-policy", value
    page = open(sys.argv[1], encoding="utf-8").read()
    judge = Judge()
    # Python's parser takes a second for a megabyte. Between the ends of a long page its parts repeat.
    judge.feed(page if len(page) < 1000000 else page[:400000] + page[-100000:])
    judge.close()
    assert page.count("<style") == page.count("</style>") == 1
    assert "url(" not in page[page.index("<style"):page.index("</style>")]
    assert page.count("<title>") == page.count("</title>") == 1
    """

  static func check(_ page: [UInt8], _ name: String) async throws {
    let folder = try TemporaryDirectory()
    let judged = try await Tool.python(program, [folder.write(page, to: "page.html")])
    #expect(judged.status == 0, "\(name): \(judged.errors)")
  }
}
