internal import TestKit
internal import Testing

/// What the options that change pictures refuse, count and keep.
@Suite(.timed) struct PictureVerbLimitTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    for name in ["exif_thumbnail.jpg", "orientation_6.jpg", "cmyk_icc.jpg", "jfif_aspect_2_1.jpg"] {
      try folder.write(Fixtures.bytes(Fixtures.path("jpeg/valid/\(name)")), to: name)
    }
  }

  private func run(_ line: String) async throws -> Tool.Result {
    let words = try ShellWords.split(line)
    return try await Tool.cameo(words[0], Array(words.dropFirst()), directory: folder.path)
  }

  /// Makes a picture by a Python program.
  private func make(_ program: String, _ name: String) async throws {
    let result = try await Tool.python(
      "import sys\nfrom PIL import Image, ImageDraw\n\(program)\nim.save(sys.argv[1])", [folder.file(name)])
    #expect(result.status == 0, "\(result.errors)")
  }

  /// What a Python expression says of a picture `im`, or of two.
  private func say(_ expression: String, _ names: String...) async throws -> String {
    let result = try await Tool.python(
      """
      import sys, numpy
      from PIL import Image
      im, other = [Image.open(name).convert('RGB') for name in (sys.argv[1:] * 2)[:2]]
      print(\(expression))
      """, names.map(folder.file))
    #expect(result.status == 0, "\(result.errors)")
    return String(result.text.prefix { $0 != "\n" })
  }

  @Test("Neither the reference of a comparison nor an overlay is replaced")
  func optionFilesStay() async throws {
    try await make("im = Image.new('RGB', (20, 20))", "a.png")
    try await make("im = Image.new('RGB', (20, 20), (9, 9, 9))", "b.png")
    let before = Fixtures.bytes(folder.file("a.png"))
    for line in [
      "imgconv --compare a.png b.png -o a.png", "imgconv b.png -o a.png --overlay a.png",
      "thumb b.png -o a.png --overlay a.png",
    ] {
      let result = try await run(line)
      #expect(result.status == 64 && result.errors.contains("is another input of this run"), "\(result.errors)")
      #expect(Fixtures.bytes(folder.file("a.png")) == before)
    }
  }

  @Test("Pictures without a similarity do not pass by one")
  func smallComparison() async throws {
    try await make("im = Image.new('RGB', (5, 5))", "a.png")
    try await make("im = Image.new('RGB', (5, 5), (0, 9, 0))", "b.png")
    #expect(try await run("imgconv --compare a.png b.png --min-ssim 0.5").status == 1)
    #expect(try await run("imgconv --compare a.png a.png --min-ssim 0.5").status == 0)
    #expect(try await run("imgconv --compare a.png b.png --min-psnr 20").status == 0)
  }

  @Test("A comparison of animations says that it is one of their first frames")
  func animationComparison() async throws {
    let path = try folder.write(Fixtures.bytes(Fixtures.path("gif/valid/anim_clear.gif")), to: "a.gif")
    let result = try await Tool.cameo("imgconv", ["--compare", path, path])
    #expect(result.status == 0 && result.errors.contains("only one of 2 images was compared"), "\(result.errors)")
  }

  @Test("A dry run knows the text: the size of the upright picture, and whether an output is up to date")
  func dryRunOfText() async throws {
    let line = "imgconv orientation_6.jpg -o out.png --text Hi"
    let planned = try await run("\(line) --dry-run")
    _ = try await run(line)
    let size = try await say("'%dx%d' % im.size", "out.png")
    #expect(planned.errors.contains("would write out.png: \(size) pixels"), "\(planned.errors)")
    let update = "thumb exif_thumbnail.jpg -o t.png --update --text '{exif.Model}'"
    _ = try await run(update)
    let again = try await run("\(update) --dry-run")
    #expect(again.errors.contains("would leave t.png alone"), "\(again.errors)")
  }

  @Test(
    "What is added around a picture is limited, also in a dry run",
    arguments: ["--border 100000", "--extend 90000x90000", "--rotate 45 --max-pixels 10000"], ["", " --dry-run"])
  func addedPixels(_ options: String, _ run: String) async throws {
    try await make("im = Image.new('L', (10, 900))", "long.png")
    let result = try await self.run("imgconv long.png -o out.png \(options)\(run)")
    #expect(result.status == 1 && result.errors.contains("limit max-pixels"), "\(result.errors)")
  }

  @Test("A text that needs too much memory is an error of the picture")
  func longText() async throws {
    let text = Array(repeating: String(repeating: "W", count: 180), count: 200).joined(separator: "\n")
    let result = try await Tool.cameo(
      "imgconv", ["exif_thumbnail.jpg", "-o", "out.png", "--text", text, "--text-size", "100"],
      directory: folder.path)
    #expect(result.status == 1 && result.errors.contains("exif_thumbnail.jpg: needs"), "\(result.errors)")
    #expect(result.errors.contains("limit max-memory"), "\(result.errors)")
  }

  @Test("--allow holds for the overlay, too")
  func allowedOverlay() async throws {
    try await make("im = Image.new('RGB', (5, 5))", "logo.png")
    let result = try await run("imgconv exif_thumbnail.jpg -o out.jpg --overlay logo.png --allow jpeg")
    #expect(result.status == 64 && result.errors.contains("PNG files are not allowed here"), "\(result.errors)")
  }

  @Test("A picture of ink that is turned, or gets an edge, has the background that was asked for")
  func backgroundOfInk() async throws {
    for options in ["--rotate 30", "--crop 60x60-7-9"] {
      _ = try await run("imgconv cmyk_icc.jpg -o out.png --background red \(options)")
      #expect(try await say("im.getpixel((0, 0))", "out.png") == "(255, 0, 0)")
    }
  }

  @Test("A blurred frame shows pixels that are not square as the picture does")
  func blurredFrame() async throws {
    _ = try await run("imgconv jfif_aspect_2_1.jpg -o plain.png --strip all")
    _ = try await run("imgconv jfif_aspect_2_1.jpg -o a.png --border 9 --fill blur")
    _ = try await run("imgconv plain.png -o b.png --border 9 --fill blur")
    #expect(
      try await say("numpy.abs(numpy.asarray(im).astype(int) - numpy.asarray(other)).max() <= 2", "a.png", "b.png")
        == "True")
  }

  @Test("A drawing that is blurred has many colours, and becomes a lossy WebP")
  func blurredDrawing() async throws {
    try await make(
      "im = Image.new('RGB', (60, 60))\nImageDraw.Draw(im).ellipse((9, 9, 40, 50), fill='red')\nim = im.quantize(4)",
      "drawing.gif")
    for (options, kind) in [("", "VP8L"), ("--border 0", "VP8L"), ("--blur 2", "VP8 ")] {
      _ = try await run("imgconv drawing.gif -o out.webp \(options)")
      #expect(Fixtures.bytes(folder.file("out.webp"))[12..<16].elementsEqual(kind.utf8), "\(options)")
    }
  }
}
