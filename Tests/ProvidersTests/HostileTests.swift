internal import ProviderKit
internal import ProviderProtocol
internal import ProviderTesting
internal import TestKit
internal import Testing

/// Documents that are made to use up time or memory.
@Suite("Hostile documents", .timed)
struct HostileTests {
  private static func deep(_ open: String, _ close: String, _ count: Int) -> String {
    String(repeating: open, count: count) + String(repeating: close, count: count)
  }

  private static let documents: [(name: String, type: String, text: @Sendable () -> String)] = [
    ("lists.json", "public.json", { deep("[", "]", 100_000) }),
    ("objects.json", "public.json", { deep("{\"a\":", "}", 100_000) }),
    ("lists.plist", "com.apple.xml-property-list", { "<plist>" + deep("<array>", "</array>", 50_000) + "</plist>" }),
    ("tags.xml", "public.xml", { deep("<a>", "</a>", 100_000) }),
    (
      "entities.plist", "com.apple.xml-property-list",
      { "<!DOCTYPE plist [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]><plist><string>&b;</string></plist>" }
    ),
    (
      "file.plist", "com.apple.xml-property-list",
      { "<!DOCTYPE plist [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><plist><string>&x;</string></plist>" }
    ),
    ("quotes.md", "net.daringfireball.markdown", { String(repeating: ">", count: 60_000) }),
    ("brackets.md", "net.daringfireball.markdown", { deep("[", "](x)", 20_000) }),
    ("pictures.md", "net.daringfireball.markdown", { deep("![", "](x)", 20_000) }),
    ("stars.md", "net.daringfireball.markdown", { String(repeating: "*a **a ", count: 20_000) }),
    (
      "lists.md", "net.daringfireball.markdown",
      { (0..<400).map { String(repeating: " ", count: 2 * $0) + "- a\n" }.joined() }
    ),
    (
      "table.md", "net.daringfireball.markdown",
      { String(repeating: "|a", count: 4_000) + "\n" + String(repeating: "|-", count: 4_000) + "\n|b" }
    ),
    ("line.csv", "public.comma-separated-values-text", { repeated("value,", 2_000_000) }),
    ("quote.csv", "public.comma-separated-values-text", { "\"" + String(repeating: "a\n\"\"", count: 500_000) }),
    ("line.txt", "public.plain-text", { repeated("a", 20 << 20) }),
    ("marks.txt", "public.plain-text", { "e" + String(repeating: "\u{301}", count: 100_000) }),
    ("quotes.swift", "public.source-code", { String(repeating: "\"/*'", count: 200_000) }),
    ("tags.html", "public.html", { repeated("<", 1 << 20) }),
    ("line.swift", "public.source-code", { String(repeating: "let a = 1; ", count: 100_000) }),
  ]

  @Test("Texts that are deeply nested, very long or full of opening marks are shown", arguments: documents.map(\.name))
  func texts(_ name: String) async throws {
    let document = try #require(Self.documents.first { $0.name == name })
    let folder = try TemporaryDirectory()
    let path = try folder.write(Array(document.text().utf8), to: name)
    let trial = try Shipped.named("text").inProcess
    let thumbnail = try await trial.thumbnail(of: path, contentType: document.type)
    guard case .pixels = thumbnail.reply.content else { throw TestFailure("no pixels") }
    let preview = try await trial.preview(of: path, contentType: document.type)
    #expect(preview.bytes.count < 32 << 20)
    #expect(!String(decoding: preview.bytes, as: UTF8.self).contains("root:x:0"))
    try await HTMLJudge.check(preview.bytes, name)
  }

  @Test("A PDF with pages of a million points, of one point, and with 20,000 pages")
  func pages() async throws {
    let folder = try TemporaryDirectory()
    let text = String(decoding: Fixtures.bytes(Fixtures.path("preview/valid/bars.pdf")), as: UTF8.self)
    let pdf = try Shipped.named("pdf").inProcess
    for (box, size) in [
      ("[0 0 1000000 1000000]", (64, 64)), ("[0 0 1000000 1]", (64, 1)), ("[0 0 1 1000000]", (1, 64)),
      ("[0 0 0 0]", (0, 0)), ("[9 9 -9 -9]", (64, 64)),
    ] {
      let path = try folder.write(Array(text.replacing("[0 0 400 700]", with: box).utf8), to: "page.pdf")
      let outcome = try await pdf.thumbnail(of: path, contentType: "com.adobe.pdf", side: 64)
      guard case .pixels(let pixels) = outcome.reply.content else { throw TestFailure("no pixels") }
      #expect(max(pixels.width, pixels.height) <= 64)
      if size.0 > 0 { #expect((pixels.width, pixels.height) == size, "\(box)") }
    }
  }

  @Test("A drawing that names other files, is deeply nested, or uses itself many times")
  func drawings() async throws {
    let folder = try TemporaryDirectory()
    let start =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"20\" height=\"20\">"
    let uses = (0..<12).map { level in
      "<g id=\"a\(level + 1)\">" + String(repeating: "<use xlink:href=\"#a\(level)\"/>", count: 10) + "</g>"
    }
    let documents = [
      start + Self.deep("<g>", "</g>", 20_000) + "</svg>",
      start + "<g id=\"a0\"><rect width=\"1\" height=\"1\"/></g>" + uses.joined() + "</svg>",
      "<!DOCTYPE svg [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>" + start + "<text>&x;</text></svg>",
      start.replacing("\"20\"", with: "\"1e9\"") + "<rect width=\"9\" height=\"9\"/></svg>",
      start + "<image width=\"20\" height=\"20\" xlink:href=\"file:///etc/passwd\"/><a href=\"javascript:x\"/></svg>",
    ]
    let allowed: Set<ProviderError.Code> = [.corruptInput, .limitExceeded]
    let svg = try Shipped.named("svg").inProcess
    for (index, text) in documents.enumerated() {
      let path = try folder.write(Array(text.utf8), to: "drawing.svg")
      do {
        let outcome = try await svg.preview(of: path, contentType: "public.svg-image")
        #expect(outcome.reply.content == .pdf)
        #expect(index >= 3)
      } catch let error as ProviderError {
        #expect(allowed.contains(error.code), "\(index): \(error)")
        #expect(!error.message.contains(folder.path))
      }
    }
  }
}
