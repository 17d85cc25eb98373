internal import TestKit
internal import Testing

@Suite("previewd: pages and formats", .timed)
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
    ("thumbnail?path=bars.pdf&fit=cover&size=200", "200 JPEG 200 of 200x200"),
    ("thumbnail?path=bars.pdf&fit=fill&width=200&height=50", "200 JPEG 200 of 200x50"),
    ("thumbnail?path=house.svg", "200 PNG 256"), ("thumbnail?path=house.svg&fit=cover", "200 PNG 256 of 256x256"),
    ("preview?path=plain.txt&fit=cover&width=300&height=100", "200 JPEG 300 of 300x100"),
    ("preview?path=bars.pdf&quality=50&size=200", "200 JPEG 200"),
  ]

  @Test("A request for a page or a format gets it, or an error that says why not")
  func pages() async throws {
    let single = ["plain.txt", "coast.md", "project.zip", "house.svg", "team.pplgrp", "attic.mystuff", "single.txt.gz"]
    let targets =
      Self.cases.map(\.0)
      + single.flatMap { ["thumbnail?path=\($0)&page=2", "preview?path=\($0)&page=2", "thumbnail?path=\($0)&page=1"] }
    let lines = try await Self.ask(targets, root: Fixtures.path("preview/valid"))
    for (line, (target, answer)) in zip(lines, Self.cases) { #expect(line.hasPrefix("\(target) \(answer)"), "\(line)") }
    for line in lines.dropFirst(Self.cases.count).dropLast(2) {
      #expect(line.contains(line.contains("page=1 ") ? "G 256 of " : "400 requestInvalid"), "\(line)")
    }
    // Failures that are the request's own fault are not retried.
    #expect(lines.suffix(2) == ["status 0", "failures True tried again 0"], "\(lines.suffix(4))")
  }

  @Test("A photograph is answered as JPEG; a cropped picture fills its box, however wide it is, and is not enlarged")
  func pictures() async throws {
    let directory = try TemporaryDirectory()
    let make = """
      import sys
      from PIL import Image
      for name, size in [("wide", (4000, 500)), ("tall", (300, 3000)), ("small", (50, 40))]:
          Image.new("RGB", size, "teal").save(f"{sys.argv[1]}/{name}.png")
      Image.new("RGBA", (500, 400), (255, 0, 0, 100)).save(f"{sys.argv[1]}/glass.png")
      Image.new("RGBA", (500, 400), (255, 0, 0, 255)).save(f"{sys.argv[1]}/solid.png")
      """
    #expect(try await Tool.python(make, [directory.path]).status == 0)
    let cases = [
      ("thumbnail?path=wide.png", "200 JPEG 256 of 256x32"), ("thumbnail?path=glass.png", "200 PNG 256 of 256x205"),
      ("thumbnail?path=solid.png", "200 JPEG 256 of 256x205"),
      ("thumbnail?path=wide.png&fit=cover&size=128", "200 JPEG 128 of 128x128"),
      ("thumbnail?path=tall.png&fit=cover&width=160&height=90", "200 JPEG 160 of 160x90"),
      ("thumbnail?path=small.png&fit=cover&size=128", "200 JPEG 50 of 50x40"),
      ("thumbnail?path=small.png&fit=cover&size=32&format=png", "200 PNG 32 of 32x32"),
      ("thumbnail?path=wide.png&fit=fill&size=64", "200 JPEG 64 of 64x64"),
    ]
    let lines = try await Self.ask(cases.map(\.0), root: directory.path)
    for (line, (target, answer)) in zip(lines, cases) { #expect(line == "\(target) \(answer)") }
  }

  /// Asks the real previewd for pictures of files below a root.
  private static func ask(_ targets: [String], root: String) async throws -> [String] {
    let result = try await Tool.run(
      "/usr/bin/python3",
      [
        RunningService.client("pages.py"), "\(Tool.products)/previewd",
        "\(Fixtures.root)/share/providers:\(Fixtures.root)/Examples/providers", root,
      ], input: Array(targets.joined(separator: "\n").utf8))
    let lines = result.text.split(separator: "\n").map(String.init)
    #expect(lines.count == targets.count + 2, "\(result.text) \(result.errors)")
    return lines
  }
}
