internal import TestKit
internal import Testing

@Suite("previewd: pages and formats")
struct PageTests {
  /// Requests and their answers.
  private static let cases = [
    ("preview?path=bars.pdf", "200 PDF of 3: "), ("preview?path=bars.pdf&format=png&size=200", "200 PNG 200"),
    ("preview?path=bars.pdf&format=jpeg&page=2&size=200", "200 JPEG 200"),
    ("preview?path=plain.txt&format=png&size=200", "200 PNG 200"),
    ("preview?path=camera.dng&format=jpeg&size=64", "200 JPEG 64"),
    ("preview?path=bars.pdf&page=2", "200 PDF of 1: "), ("preview?path=bars.pdf&page=4", "400 requestInvalid"),
    ("preview?path=bars.pdf&format=png&kind=pdf", "400 requestInvalid"),
    ("thumbnail?path=bars.pdf&page=4", "400 requestInvalid"),
  ]

  @Test("A request for a page or a format gets it, or an error that says why not")
  func pages() async throws {
    let single = ["plain.txt", "coast.md", "project.zip", "house.svg", "team.pplgrp", "attic.mystuff", "single.txt.gz"]
    let targets =
      Self.cases.map(\.0)
      + single.flatMap { ["thumbnail?path=\($0)&page=2", "preview?path=\($0)&page=2", "thumbnail?path=\($0)&page=1"] }
    let result = try await Tool.run(
      "/usr/bin/python3",
      [
        RunningService.client("pages.py"), "\(Tool.products)/previewd",
        "\(Fixtures.root)/share/providers:\(Fixtures.root)/Examples/providers", Fixtures.path("preview/valid"),
      ], input: Array(targets.joined(separator: "\n").utf8))
    let lines = result.text.split(separator: "\n").map(String.init)
    #expect(lines.count == targets.count + 2, "\(result.text) \(result.errors)")
    for (line, (target, answer)) in zip(lines, Self.cases) { #expect(line.hasPrefix("\(target) \(answer)"), "\(line)") }
    for line in lines.dropFirst(Self.cases.count).dropLast(2) {
      #expect(line.hasSuffix(line.contains("page=1 ") ? "200 PNG 256" : "400 requestInvalid"), "\(line)")
    }
    // Failures that are the request's own fault are not retried.
    #expect(lines.suffix(2) == ["status 0", "failures True tried again 0"], "\(result.text.suffix(200))")
  }
}
