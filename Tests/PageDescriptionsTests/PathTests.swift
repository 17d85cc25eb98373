internal import PageDescriptions
internal import TestKit
internal import Testing

@Suite("Path data", .timed) struct PathTests {
  /// Paths drawn by us and, as SVG, by librsvg (in libvips): the pixels differ only by smoothing.
  @Test(
    "Looks as elsewhere",
    arguments: [
      "M 20 20 L 180 40 H 100 V 180 Z",
      "m20 20 l160 20 h-80 v140 z m 30 30 20 0 0 20",
      "M10 80 C 40 10, 65 10, 95 80 S 150 150, 180 80",
      "M10,80Q52.5,10,95,80T180 80t-20-30",
      "M 20 100 A 60 30 0 0 1 180 100 A 60 30 30 1 0 20 100 z",
      "M60 60a40 20-30 1 1 60 40a5 5 0 01 20 20",
      "M100 100 a 10 10 0 0 0 80 0",
      "M10-.5.5 190c50-50 100 0 150-60.5s.5.25 20 20",
      "M 50,50 100,50 100,100 50,100z M 60 60 v 30 h 30 v -30 z",
    ]) func looksAsElsewhere(_ data: String) async throws
  {
    let drawn = try Drawn(
      """
      {"version": 1, "pages": [{"size": [200, 200], "margin": 0, "elements": [
        {"type": "path", "x": 0, "y": 0, "data": "\(data)", "fill": "#ffcc00", "stroke": {"color": "navy", "width": 4}}]}]}
      """)
    let svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="200" height="200" viewBox="0 0 200 200">
      <path d="\(data)" fill="#ffcc00" stroke="#000080" stroke-width="4" stroke-miterlimit="10"/></svg>
      """
    let directory = drawn.directory
    try directory.write(Array(svg.utf8), to: "path.svg")
    _ = try await Tool.run("pdftoppm", ["-png", "-r", "72", "-singlefile", drawn.path, directory.file("ours")])
    let made = try await Tool.run(
      "vips", ["flatten", directory.file("path.svg"), directory.file("theirs.png"), "--background", "255"])
    #expect(made.status == 0, "\(made.errors)")
    let share = try await Tool.python(
      """
      import sys; from PIL import Image, ImageChops
      a, b = (Image.open(f'{sys.argv[1]}/{n}.png').convert('RGB') for n in ('ours', 'theirs'))
      print(a.size == b.size, sum(max(p) > 130 for p in ImageChops.difference(a, b).getdata()), sum(min(p) < 128 for p in a.getdata()))
      """, [directory.path])
    let words = share.text.split { " \n".contains($0) }
    #expect(words.first == "True")
    try #require(words.count == 3)
    let (different, dark) = (Int(words[1]) ?? .max, Int(words[2]) ?? 0)
    #expect(dark > 500)
    #expect(different < 10, "\(share.text)")
  }

  @Test("Any text is a path or an error")
  func anyTextIsAPathOrAnError() {
    var seed: UInt64 = 42
    func random(_ count: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % count
    }
    let pieces = [
      "M", "m", "L", "h", "V", "C", "s", "Q", "t", "A", "a", "z", " ", ",", "-", ".", "0", "1", "9", "1e6", "1e-300",
      "1e999", "é", "+",
      "0.5", "999999",
    ]
    var errors = 0
    for _ in 0..<600 {
      let data = "M0 0" + (0..<random(12)).map { _ in pieces[random(pieces.count)] }.joined()
      let json =
        "{\"version\": 1, \"pages\": [{\"elements\": [{\"type\": \"path\", \"data\": \"\(data)\", \"fill\": \"red\"}]}]}"
      let message = failure {
        _ = try Drawn(json)
      }
      if !message.isEmpty {
        errors += 1
        #expect(message.contains("elements[0].data"))
      }
    }
    #expect(errors > 100 && errors < 590)
  }
}
