internal import ImagingCommands
internal import ProviderHost
internal import TestKit
internal import Testing

/// SVG drawings and PDF pages as inputs of `thumb` and `imgconv`. `house.svg` has 200 by 100 pixels, each of the three
/// pages of `bars.pdf` has 400 by 700 points and one red bar more than the page before it.
@Suite("thumb and imgconv: documents", .timed) struct DocumentPictureTests {
  private let run: PreviewRun

  init() throws {
    run = try PreviewRun()
    for name in ["valid/house.svg", "valid/bars.pdf", "broken/cut.pdf"] { try run.add("preview/\(name)") }
    // Time enough for a busy machine.
    try run.folder.write(Array(#"{"preview": {"timeout": 120}}"#.utf8), to: "config.json")
  }

  private func command(_ name: String, _ arguments: [String]) async throws -> Tool.Result {
    try await Tool.cameo(
      name, arguments, directory: run.folder.path,
      environment: try await run.environment(["CAMEO_CONFIG": run.folder.file("config.json")]))
  }

  @Test("Pictures and documents in one list: each has its thumbnail, and a broken one its reason")
  func thumbnails() async throws {
    try run.add("png/valid/alpha_edge.png", as: "a.png")
    let result = try await command(
      "thumb", ["--json", "--confine", "require", "-s", "128", "house.svg", "cut.pdf", "a.png", "bars.pdf"])
    #expect(result.status == 1, "\(result.errors)")
    #expect(result.errors.contains("thumb: cut.pdf: the file is damaged, or is not a PDF"), "\(result.errors)")
    #expect(!result.errors.contains("(preview makes"))
    // The drawing has transparency. 128 * 400 / 700 is 73.1, which pdftoppm -scale-to 128 rounds up.
    #expect(try await run.picture("house_thumb.png") == "PNG 128x64")
    #expect(try await run.picture("bars_thumb.jpg") == "JPEG 74x128")
    #expect(try await run.json("[.files[] | .format]", result.output) == #"["svg",null,"png","pdf"]"#)
    let lengths = ["house.svg", "bars.pdf"].map { Fixtures.bytes(run.folder.file($0)).count }
    #expect(try await run.json("[.files[0, 3].bytes]", result.output) == "[\(lengths[0]),\(lengths[1])]")
  }

  @Test("imgconv draws the page of --page at the size of the output")
  func page() async throws {
    for (page, isRed) in [(1, "0"), (3, "1")] {
      let result = try await command(
        "imgconv", ["bars.pdf", "--page", "\(page)", "--resize", "x700", "-o", "{stem}-{page}.png"])
      #expect(result.status == 0 && result.errors == "", "\(result.errors)")
      #expect(try await run.picture("bars-\(page).png") == "PNG 400x700")
      // The third bar is from 180 to 210.
      let color = try await Tool.run(
        "convert", [run.folder.file("bars-\(page).png"), "-format", "%[fx:p{195,350}.g<0.5]", "info:"])
      #expect(color.text == isRed, "page \(page)")
    }
    let first = try await command("imgconv", ["bars.pdf", "-s", "70", "-o", "first.webp"])
    #expect(first.status == 0 && first.errors.contains("only page 1 of 3 is drawn"), "\(first.errors)")
    let all = try await command("imgconv", ["bars.pdf", "--page", "all", "-o", "{stem}_{page}.png"])
    #expect(all.status == 64 && all.errors.contains("bars.pdf: of a document one page is drawn"), "\(all.errors)")
    let none = try await command("imgconv", ["bars.pdf", "--page", "4", "-o", "none.png"])
    #expect(none.status == 64 && none.errors.contains("imgconv: bars.pdf: there is no page 4"), "\(none.errors)")
    #expect(!run.folder.names.contains("none.png"))
  }

  @Test("thumb puts the number of the page into names")
  func pageNames() async throws {
    let made = try await command("thumb", ["--page", "2", "bars.pdf", "-o", "T_p{page}.png"])
    #expect(made.status == 0 && run.folder.names.contains("T_p2.png"), "\(made.errors) \(run.folder.names)")
  }

  @Test("--fit cover fills the box with drawings of all shapes", arguments: [(300, 100), (1_000, 100), (100, 2_500)])
  func cover(_ width: Int, _ height: Int) async throws {
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='\(width)' height='\(height)'><circle r='40'/></svg>"
    try run.folder.write(Array(svg.utf8), to: "long.svg")
    let made = try await command("thumb", ["-s", "100x100", "--fit", "cover", "long.svg", "-o", "long.png"])
    #expect(made.status == 0, "\(made.errors)")
    #expect(try await run.picture("long.png") == "PNG 100x100")
  }

  @Test("Very large and very small sizes: what providers do not draw is enlarged or reduced")
  func extremeSizes() async throws {
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'><rect width='10' height='10'/></svg>"
    try run.folder.write(Array(svg.utf8), to: "square.svg")
    let large = try await command("thumb", ["-s", "20000", "square.svg", "-o", "large.png"])
    #expect(large.status == 0, "\(large.errors)")
    // The square of 4,096 has the 16,777,216 pixels that are allowed.
    #expect(try await run.picture("large.png") == "PNG 4096x4096")
    let small = try await command("thumb", ["-s", "8", "bars.pdf", "square.svg", "-o", "{stem}.png"])
    #expect(small.status == 0, "\(small.errors)")
    // 8 * 400 / 700 is 4.6.
    #expect(try await run.picture("bars.png") == "PNG 5x8")
    #expect(try await run.picture("square.png") == "PNG 8x8")
  }

  @Test("Documents fill boxes, become frames of one file, and are the first picture of an icon")
  func others() async throws {
    let cover = try await command("thumb", ["-s", "300x300", "--fit", "cover", "bars.pdf", "-o", "cover.png"])
    #expect(cover.status == 0, "\(cover.errors)")
    #expect(try await run.picture("cover.png") == "PNG 300x300")
    let icon = try await command("imgconv", ["house.svg", "--sizes", "16,32", "-o", "a.ico"])
    #expect(icon.status == 0, "\(icon.errors)")
    let frames = try await command("imgconv", ["house.svg", "house.svg", "bars.pdf", "-s", "64x64", "-o", "a.tiff"])
    #expect(frames.status == 0, "\(frames.errors)")
    let sizes = try await Tool.run("identify", ["-quiet", "-format", "%wx%h ", run.folder.file("a.tiff")])
    #expect(sizes.text == "64x32 64x32 37x64 ", "\(sizes.text)")
  }

  @Test("A drawing fills the whole pixels of its picture, and one without a size or an empty file says so")
  func wholePixels() async throws {
    func write(_ attributes: String, _ name: String) throws {
      let text = "<svg xmlns='http://www.w3.org/2000/svg' \(attributes)><rect width='100' height='33'/></svg>"
      try run.folder.write(Array(text.utf8), to: name)
    }
    // 64 * 33 / 100 is 21.1.
    try write("width='100' height='33'", "wide.svg")
    try write("width='0' height='33'", "zero.svg")
    try run.folder.write([], to: "empty.svg")
    let made = try await command("thumb", ["-s", "64", "wide.svg", "zero.svg", "empty.svg", "-o", "{stem}.png"])
    #expect(made.errors.contains("thumb: zero.svg: the drawing has no size that can be drawn"), "\(made.errors)")
    #expect(made.errors.contains("thumb: empty.svg: the file is empty"), "\(made.errors)")
    #expect(try await run.picture("wide.png") == "PNG 64x21")
    let alpha = try await Tool.python(
      "import sys; from PIL import Image; print(Image.open(sys.argv[1]).convert('RGBA').getchannel('A').getextrema())",
      [run.folder.file("wide.png")])
    #expect(alpha.text == "(255, 255)\n", "\(alpha.errors)")
  }

  @Test("--update notices that another page is wanted")
  func update() async throws {
    func skipped(_ page: String) async throws -> String {
      let made = try await command("thumb", ["bars.pdf", "--page", page, "-o", "a.png", "--update", "--json"])
      return try await run.json(".files[0].outputs[0].skipped", made.output)
    }
    #expect(try await [skipped("1"), skipped("1"), skipped("3")] == ["null", "up-to-date", "null"])
  }

  @Test("Without options the picture of a document is encoded: it is no copy of the file")
  func withoutOptions() async throws {
    // The long side has 2,048 pixels. 2,048 * 400 / 700 is 1,170.3, and a page has no part of a pixel less.
    for (name, size) in [("house.svg", "2048x1024"), ("bars.pdf", "1171x2048")] {
      let result = try await command("imgconv", ["--json", name, "-o", "{stem}.png"])
      #expect(result.status == 0 && !result.errors.contains("copied"), "\(result.errors)")
      let output = try await run.json("[.files[0].outputs[] | .path, .copied]", result.output)
      #expect(output == #"["\#(name.dropLast(4)).png",false]"#)
      #expect(try await run.picture("\(name.dropLast(4)).png") == "PNG \(size)")
    }
  }

  @Test("If preview ends early or does not start, only the documents fail, with the reason")
  func failures() async throws {
    try run.add("png/valid/alpha_edge.png", as: "a.png")
    try run.folder.write(Array(#"{"preview": {"sandbox": "nonsense"}}"#.utf8), to: "config.json")
    let early = try await command("thumb", ["house.svg", "a.png", "bars.pdf"])
    #expect(early.status == 1 && early.errors.contains("expected A, B or none"), "\(early.errors)")
    for name in ["house.svg", "bars.pdf"] {
      #expect(early.errors.contains("thumb: \(name): preview ended with status 64"), "\(early.errors)")
    }
    #expect(run.folder.names.contains("a_thumb.png"))
    let environment = try await run.environment(["TMPDIR": run.folder.file("none")])
    let none = try await Tool.cameo(
      "thumb", ["a.png", "house.svg", "-o", "{stem}.webp"], directory: run.folder.path, environment: environment)
    #expect(none.status == 1 && none.errors.contains("thumb: house.svg: preview was not started: "), "\(none.errors)")
    #expect(run.folder.names.contains("a.webp") && !run.folder.names.contains("house.webp"))
  }

  @Test("The longest side of a document's picture is that which preview draws")
  func longestSide() { #expect(DocumentRequest.longestSide == RenderRequest.longestSide) }

  @Test("Without providers, and with --isolate, a document is not supported, with a hint")
  func hints() async throws {
    let hint = "(preview makes thumbnails of documents)"
    let launcher = ["CAMEO_LAUNCHER": run.folder.file("none")]
    let none = try await Tool.cameo(
      "thumb", ["house.svg"], directory: run.folder.path, environment: try await run.environment(launcher))
    #expect(none.status == 1 && none.errors.contains(hint), "\(none.errors)")
    #expect(none.errors.contains("preview: "), "\(none.errors)")
    try run.folder.write(Array(#"{"input": "house.svg", "output": "a.png"}"#.utf8), to: "jobs")
    let isolated = try await command("thumb", ["--jobs", "jobs", "--isolate"])
    #expect(isolated.text.contains(hint), "\(isolated.text)")
  }

  // MARK: Jobs, overlays and comparisons

  /// A drawing or a page, drawn by another program as `NAME.png`: 200 by 100, or 400 by 700 pixels.
  private func drawn(_ name: String, page: Int = 1) async throws -> String {
    let output = run.folder.file("drawn-\(name)-\(page)")
    let result =
      name.hasSuffix("svg")
      ? try await Tool.run("rsvg-convert", [run.folder.file(name), "-o", output + ".png"])
      : try await Tool.run(
        "pdftocairo",
        ["-png", "-r", "72", "-f", "\(page)", "-l", "\(page)", "-singlefile", run.folder.file(name), output])
    try #require(result.status == 0, "\(result.errors)")
    return output + ".png"
  }

  /// How much two pictures differ, from 0 to 1, on white: the root of the mean square.
  private func difference(_ one: String, _ other: String) async throws -> Double {
    let white = ["-background", "white", "-alpha", "remove", "-alpha", "off"]
    let result = try await Tool.run(
      "convert", [one] + white + [other] + white + ["-metric", "RMSE", "-compare", "-format", "%[distortion]", "info:"])
    return try #require(Double(result.text), "\(result.text) \(result.errors)")
  }

  @Test("Jobs take drawings and pages, each with its own size and page, beside pictures and broken files")
  func jobs() async throws {
    try run.add("png/valid/alpha_edge.png", as: "a.png")
    let lines = [
      #"{"id": "svg", "input": "house.svg", "size": "200", "output": "house.png"}"#,
      #"{"id": "picture", "input": "a.png", "output": "small.png"}"#,
      #"{"id": "cut", "input": "cut.pdf", "output": "cut.png"}"#,
      #"{"id": "one", "input": "bars.pdf", "size": "700", "output": "one.png"}"#,
      #"{"id": "three", "input": "bars.pdf", "page": 3, "size": "700", "output": "three.png"}"#,
    ]
    try run.folder.write(Array(lines.joined(separator: "\n").utf8), to: "jobs")
    let result = try await command("thumb", ["--jobs", "jobs", "--confine", "require", "--workers", "3"])
    #expect(result.status == 0, "\(result.text) \(result.errors)")
    let states = try await run.json(#"[.id, .status, .format // ""] | join(" ")"#, result.output)
    #expect(states == "svg ok svg\npicture ok png\ncut error \none ok pdf\nthree ok pdf", "\(result.text)")
    let others = try await [
      ("house.png", drawn("house.svg")), ("one.png", drawn("bars.pdf")), ("three.png", drawn("bars.pdf", page: 3)),
    ]
    for (name, other) in others {
      let difference = try await difference(run.folder.file(name), other)
      #expect(difference < 0.02, "\(name): \(difference)")
    }
    try run.folder.write(
      Array(#"{"inputs": ["house.svg", "house.svg", "bars.pdf"], "size": "64x64", "output": "a.tiff"}"#.utf8),
      to: "jobs")
    let frames = try await command("imgconv", ["--jobs", "jobs"])
    #expect(frames.text.contains(#""status": "ok""#), "\(frames.text) \(frames.errors)")
    let sizes = try await Tool.run("identify", ["-quiet", "-format", "%wx%h ", run.folder.file("a.tiff")])
    #expect(sizes.text == "64x32 64x32 37x64 ", "\(sizes.text)")
  }

  @Test("A drawing and a page are overlays, at the size of --overlay-size", arguments: ["house.svg", "bars.pdf"])
  func overlay(_ name: String) async throws {
    let size = name == "house.svg" ? "200x100" : "400x700"
    let base = run.folder.file("base.png")
    _ = try await Tool.run("convert", ["-size", "500x800", "xc:#2040c0", base])
    let result = try await command(
      "imgconv",
      ["base.png", "--overlay", name, "--overlay-size", size, "--overlay-position", "top-left", "-o", "a.png"])
    #expect(result.status == 0, "\(result.errors)")
    let expected = run.folder.file("expected.png")
    _ = try await Tool.run("convert", [base, drawn(name), "-composite", expected])
    let difference = try await difference(run.folder.file("a.png"), expected)
    #expect(difference < 0.02, "\(difference)")
    let none = try await command("imgconv", ["base.png", "--overlay", name, "-o", "none.png"])
    #expect(none.status == 64 && none.errors.contains("\(name): a drawing or page has no size"), "\(none.errors)")
    // A job may start no program.
    let job = #"{"input": "base.png", "overlay": "\#(name)", "overlay-size": "\#(size)", "output": "job.png"}"#
    try run.folder.write(Array(job.utf8), to: "jobs")
    let jobs = try await command("imgconv", ["--jobs", "jobs", "--confine", "require"])
    #expect(jobs.text.contains("'imgconv FILE -o logo.png' makes a picture of it"), "\(jobs.text)")
  }

  @Test("Drawings and pages are compared with others of their kind, and with their pictures")
  func comparison() async throws {
    try run.add("preview/valid/bars.pdf", as: "other.pdf")
    let equal = try await command("imgconv", ["--compare", "bars.pdf", "other.pdf", "--page", "2"])
    #expect(equal.status == 0 && equal.text == "other.pdf: equal\n", "\(equal.text) \(equal.errors)")
    let pages = try await command("imgconv", ["bars.pdf", "--page", "3", "-o", "three.png"])
    #expect(pages.status == 0, "\(pages.errors)")
    for (page, status) in [("3", 0), ("1", 1)] {
      let result = try await command("imgconv", ["--compare", "three.png", "bars.pdf", "--page", page])
      #expect(result.status == status, "page \(page): \(result.text) \(result.errors)")
    }
    let svg = String(decoding: Fixtures.bytes(run.folder.file("house.svg")), as: UTF8.self)
    try run.folder.write(Array(svg.replacing("#f0c020", with: "#f0c0ff").utf8), to: "red.svg")
    try run.folder.write(Array(svg.utf8), to: "same.svg")
    let different = try await command(
      "imgconv", ["--compare", "house.svg", "same.svg", "red.svg", "-o", "{stem}-difference.png"])
    #expect(different.status == 1 && different.text.contains("same.svg: equal"), "\(different.text)")
    // The disc alone differs: its centre is at 160, 30 of 200 by 100, drawn with 2,048 by 1,024 pixels.
    let points = try await Tool.run(
      "convert",
      [run.folder.file("red-difference.png"), "-format", "%[fx:p{1638,307}.b>0.5] %[fx:p{700,700}.b]", "info:"])
    #expect(points.text == "1 0", "\(points.text)")
    let all = try await command("imgconv", ["--compare", "bars.pdf", "other.pdf", "--page", "all"])
    #expect(all.status == 64, "\(all.errors)")
  }
}
