internal import ProviderHost
internal import TestKit
internal import Testing

@testable internal import PreviewJobs

/// The page of `preview --html` in a headless Chromium, with real keys and clicks. `Clients/viewer.py` has the steps.
@Suite("preview: the viewer", .timed) struct ViewerTests {
  private let run: PreviewRun

  init() throws { run = try PreviewRun() }

  /// Runs the steps of some scenarios in one browser: `keys=PAGE`, or a name alone.
  private static func visit(_ scenarios: String...) async throws {
    let python = "\(Fixtures.root)/.build-venv/bin/python"
    let client = "\(Fixtures.root)/Tests/PreviewCommandTests/Clients/viewer.py"
    let result = try await Tool.run(
      "timeout", ["280", python, "-B", client] + scenarios,
      environment: ["PYTHONPATH": "\(Fixtures.root)/scripts"])
    #expect(
      result.status == 0, "\(result.text.suffix(4_000)) \(result.errors.suffix(2_000)) (scripts/python-tools?)")
  }

  /// A page with the documents that the client expects.
  private func page() async throws -> String {
    try run.add("png/valid/gradient.png", as: "\u{634}\u{62C}\u{631}\u{629}.png")
    let names =
      try ["preview/valid/bars.pdf", "preview/valid/coast.md", "preview/valid/house.svg", "preview/broken/cut.pdf"]
      .map { try run.add($0) } + ["\u{634}\u{62C}\u{631}\u{629}.png"]
    let result = try await run.run(PreviewRun.providers + ["--timeout", "120", "--html", "all.html"] + names)
    #expect(result.status == 1, "\(result.errors)")
    return run.folder.file("all.html")
  }

  @Test("Keys, lists, links and fingers do what they do elsewhere; without scripts there are links")
  func uses() async throws {
    let page = try await page()
    try await Self.visit("keys=\(page)", "lists=\(page)", "fingers=\(page)", "plain=\(page)")
  }

  @Test("axe finds nothing serious on any view, light, dark and in the width of a phone")
  func accessibility() async throws { try await Self.visit("accessible=\(try await page())") }

  @Test("Of ten thousand documents those in sight are in the page, and of those passed by, nothing is waited for")
  func many() async throws {
    let sections = (1...10_000).map { HTMLSection("file \($0).pdf") }
    let viewer = try EmbeddedViewer(folders: ["\(Fixtures.root)/share/viewer"])
    let gallery = HTMLGallery(title: "many", sections: sections, viewer: viewer)
    let page = try run.folder.write(Array(gallery.text.utf8), to: "many.html")
    try await Self.visit("many=\(page)", "served", "hasty")
  }

  @Test("A document that tries to leave its frame runs nothing and loads nothing")
  func hostile() async throws {
    try run.add(provider: Self.hostile)
    try run.folder.write(Array("x".utf8), to: "a.txt")
    let result = try await run.run([
      "--providers", "providers", "--provider", "org.example.test", "--timeout", "60", "--html", "a.html", "a.txt",
    ])
    #expect(result.status == 0, "\(result.errors)")
    try await Self.visit("hostile=\(run.folder.file("a.html"))")
  }

  private static let hostile = #"""
    import json, sys
    page = '''</iframe></section></noscript></script><script>top.hacked = parent.hacked = 1</script>
    <p class="evil" onclick="top.hacked = 1">evil</p><img id="spy" src="http://127.0.0.1:9/spy.png" onerror="top.hacked = 1">
    <svg onload="top.hacked = 1"></svg>'''
    for line in sys.stdin:
        order = json.loads(line)
        if order["type"] == "hello":
            answer = {"type": "hello", "protocol": 1, "provider": "org.example.test", "version": "1.0",
                      "capabilities": ["thumbnail", "preview"]}
        elif order["type"] == "preview":
            open(order["output"]["path"], "x").write(page)
            answer = {"type": "reply", "id": order["id"],
                      "title": "</title></noscript></script><script>hacked = 1</script><p class=evil>{{data}}",
                      "data": {"contentType": "text/html", "encoding": "utf-8"}}
        else:
            continue
        print(json.dumps(answer), flush=True)
    """#

  @Test("Data cannot end its element, and fields in values are not filled in")
  func template() throws {
    #expect(ViewerFiles.inert(#"{"a": "</script><!--"}"#) == #"{"a": "\u003c/script>\u003c!--"}"#)
    let files = try ViewerFiles(folders: ["/nowhere", "\(Fixtures.root)/share/viewer"])
    let page = files.page(["title": "{{data}}", "data": "once"])
    #expect(page.contains("<title>{{data}}</title>"))
    #expect(page.split(separator: "once", omittingEmptySubsequences: false).count == 2)
    #expect(!page.contains("{{home}}"))
  }
}
