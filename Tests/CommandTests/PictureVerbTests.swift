internal import TestKit
internal import Testing

/// The options of `imgconv` and `thumb` that change pictures, as a user gives them. ImageMagick, Pillow and exiftool
/// judge.
@Suite(.timed) struct PictureVerbTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    for name in ["photo_landscape_444.jpg", "exif_thumbnail.jpg", "orientation_6.jpg"] {
      try folder.write(Fixtures.bytes(Fixtures.path("jpeg/valid/\(name)")), to: name)
    }
  }

  private func run(_ line: String) async throws -> Tool.Result {
    let words = try ShellWords.split(line)
    let result = try await Tool.cameo(words[0], Array(words.dropFirst()), directory: folder.path)
    #expect(result.status == 0 || result.status == 3, "\(line): \(result.errors)")
    return result
  }

  /// What a Python expression says of `a`, `b`, ..., the pictures as arrays of NumPy.
  private func say(_ expression: String, _ names: String...) async throws -> String {
    let result = try await Tool.python(
      """
      import sys, numpy
      from PIL import Image, ImageOps
      im = [ImageOps.exif_transpose(Image.open(name)).convert('RGBA') for name in sys.argv[1:]]
      a, b = [numpy.asarray(i).astype(int) for i in (im + im)[:2]]
      print(\(expression))
      """, names.map(folder.file))
    #expect(result.status == 0, "\(result.errors)")
    return String(result.text.prefix { $0 != "\n" })
  }

  private func make(_ program: String, _ name: String) async throws {
    let result = try await Tool.python(
      "import sys\nfrom PIL import Image, ImageDraw\n\(program)\nim.save(sys.argv[1])", [folder.file(name)])
    #expect(result.status == 0, "\(result.errors)")
  }

  // MARK: Geometry

  @Test("A border is cut off as ImageMagick does it, also of a turned picture")
  func trim() async throws {
    try await make(
      """
      im = Image.new('RGB', (90, 60), (250, 249, 248))
      ImageDraw.Draw(im).ellipse((20, 11, 61, 47), fill=(10, 90, 200))
      """, "scan.png")
    _ = try await run("imgconv scan.png -o ours.png --trim")
    let theirs = try await Tool.run(
      "convert", ["scan.png", "-trim", "+repage", "theirs.png"], directory: folder.path)
    #expect(theirs.status == 0)
    #expect(try await say("a.shape == b.shape and (a == b).all()", "ours.png", "theirs.png") == "True")
    _ = try await run("imgconv scan.png -o turned.png --rotate 90 --trim")
    #expect(try await say("(a == numpy.rot90(b, -1)).all()", "turned.png", "theirs.png") == "True")
    // A part, of which the border is cut off, and what is resized afterwards.
    _ = try await run("imgconv scan.png -o half.png --crop 50%x100% --position left --trim --size 10")
    #expect(try await say("a.shape", "half.png") == "(10, 7, 4)")
  }

  @Test("A picture of one colour stays whole, and noise of a border is tolerated")
  func trimTolerance() async throws {
    try await make("im = Image.new('L', (9, 9), 100)", "flat.png")
    _ = try await run("imgconv flat.png -o out.png --trim")
    #expect(try await say("a.shape", "out.png") == "(9, 9, 4)")
    try await make("im = Image.new('L', (9, 9), 100)\nim.putpixel((1, 1), 110)\nim.putpixel((4, 4), 200)", "noisy.png")
    for (option, shape) in [("", "(4, 4, 4)"), ("--trim-tolerance 5", "(1, 1, 4)")] {
      _ = try await run("imgconv noisy.png -o out.png --trim \(option)")
      #expect(try await say("a.shape", "out.png") == shape)
    }
  }

  @Test("imgconv and thumb fit pictures alike")
  func fit() async throws {
    _ = try await run("thumb photo_landscape_444.jpg -o a.png -s 200x200 --fit cover --position top --kernel triangle")
    _ = try await run(
      "imgconv photo_landscape_444.jpg -o b.png --size 200x200 --fit cover --position top --kernel triangle "
        + "--profile srgb")
    #expect(try await say("a.shape == (200, 200, 4) and abs(a - b).max() <= 1", "a.png", "b.png") == "True")
  }

  @Test(
    "Parts, edges and boxes have the sizes that were asked for",
    arguments: [
      ("--crop 1:1", "(533, 533, 4)"), ("--crop 50%", "(267, 400, 4)"),
      ("--crop 100x50 --position bottom-right", "(50, 100, 4)"),
      ("--crop 1200x100-100+0 --background red", "(100, 1200, 4)"), ("--border 10x20", "(573, 820, 4)"),
      ("--size 300x300 --pad", "(300, 300, 4)"), ("--resize 50% --extend 600x100", "(267, 600, 4)"),
      ("--rotate 45", "(943, 943, 4)"), ("--rotate 3 --size 100", "(70, 100, 4)"),
      ("--resize 64x64 --fit stretch --border 1", "(66, 66, 4)"),
    ])
  func sizes(_ options: String, _ shape: String) async throws {
    _ = try await run("imgconv photo_landscape_444.jpg -o out.png \(options)")
    #expect(try await say("a.shape", "out.png") == shape)
    // What a dry run says.
    let dry = try await run("imgconv photo_landscape_444.jpg -o other.png --dry-run \(options)")
    let sides = shape.split { !$0.isNumber }.prefix(2)
    #expect(dry.errors.contains("\(sides[1])x\(sides[0]) pixels"), "\(dry.errors)")
  }

  @Test("--pad of thumb gives each size its box, in the colour of the background")
  func pad() async throws {
    _ = try await run(
      "thumb photo_landscape_444.jpg -s 100x100,50x50 -f png -o {stem}_{width}.{ext} --pad --background black")
    #expect(try await say("a.shape", "photo_landscape_444_100.png") == "(100, 100, 4)")
    #expect(try await say("a[0].max(axis=0).tolist()", "photo_landscape_444_50.png") == "[0, 0, 0, 255]")
  }

  @Test("A box may be filled with the picture, enlarged and blurred")
  func fill() async throws {
    try await make(
      "im = Image.new('RGB', (100, 50), (0, 0, 200))\nImageDraw.Draw(im).rectangle((0, 0, 49, 49), fill=(200, 0, 0))",
      "two.png")
    _ = try await run("imgconv two.png -o out.png --resize 200x200 --pad --fill blur")
    _ = try await run("imgconv two.png -o plain.png --resize 200x200")
    #expect(try await say("(a[50:150] == b).all()", "out.png", "plain.png") == "True")
    // Red at the left and blue at the right, above and below; in the middle both.
    for row in [5, 195] {
      #expect(try await say("abs(a[\(row), 10, :3] - [200, 0, 0]).max() < 5", "out.png") == "True")
      #expect(try await say("abs(a[\(row), 190, :3] - [0, 0, 200]).max() < 5", "out.png") == "True")
      #expect(try await say("a[\(row), 100, :3].min() < 130 and a[\(row), 100, 0] > 60", "out.png") == "True")
    }
  }

  @Test("Jobs take the same words")
  func jobs() async throws {
    try await make("im = Image.new('RGBA', (20, 10), (255, 0, 0, 255))", "logo.png")
    let job = """
      {"input": "photo_landscape_444.jpg", "output": "out.png", "size": "100x100", "pad": true, "background": "black",
      "overlay": "logo.png", "overlay-size": "10%", "contrast": -20}
      """
    let result = try await Tool.cameo(
      "imgconv", ["--jobs", "-"], input: Array((job.replacing("\n", with: " ") + "\n").utf8), directory: folder.path)
    #expect(result.status == 0 && result.text.contains("\"status\": \"ok\""), "\(result.text)\(result.errors)")
    #expect(try await say("a.shape", "out.png") == "(100, 100, 4)")
    #expect(try await say("a[80, 95].tolist()", "out.png") == "[255, 0, 0, 255]")
  }

  // MARK: Overlays and metadata

  @Test("A photograph with an overlay keeps its metadata, and its thumbnail is dropped")
  func overlayKeepsMetadata() async throws {
    try await make("im = Image.new('RGBA', (20, 10), (255, 0, 0, 255))", "logo.png")
    _ = try await run("imgconv exif_thumbnail.jpg -o out.jpg --overlay logo.png --overlay-margin 5")
    func tags(_ name: String) async throws -> String {
      try await Tool.run("exiftool", ["-s", "-Model", "-DateTimeOriginal", "-Make", folder.file(name)]).text
    }
    let before = try await tags("exif_thumbnail.jpg")
    #expect(!before.isEmpty)
    #expect(try await tags("out.jpg") == before)
    let thumbnail = try await Tool.run("exiftool", ["-s", "-ThumbnailLength", folder.file("out.jpg")])
    #expect(thumbnail.text.isEmpty)
    // Nearly red, 5 pixels from the right and the bottom; elsewhere the picture.
    #expect(
      try await say("abs(a[-12:-8, -22:-8, :3] - [254, 0, 0]).max() < 30", "out.jpg") == "True")
    #expect(try await say("abs(a[:200] - b[:200]).mean() < 2", "out.jpg", "exif_thumbnail.jpg") == "True")
  }

  @Test("An overlay lies on the upright picture, in thumb, too")
  func overlayIsUpright() async throws {
    try await make("im = Image.new('RGBA', (4, 4), (255, 0, 255, 255))", "dot.png")
    _ = try await run("imgconv orientation_6.jpg -o out.png --overlay dot.png --overlay-position top-left")
    _ = try await run("thumb orientation_6.jpg -o small.png --overlay dot.png --overlay-position top-left")
    for name in ["out.png", "small.png"] {
      #expect(try await say("(a[:4, :4, :3] == [255, 0, 255]).all()", name) == "True")
    }
  }

  @Test("A text with fields is drawn where it should be, and nothing is drawn for a missing value")
  func text() async throws {
    let options = "--text-color red --text-size 30 --text-position top-left --text-margin 10"
    for (name, text) in [("a.png", "{exif.Model}"), ("b.png", "Fixture One"), ("c.png", "{exif.LensSerialNumber}")] {
      _ = try await run("imgconv exif_thumbnail.jpg -o \(name) --text '\(text)' \(options)")
    }
    _ = try await run("imgconv exif_thumbnail.jpg -o plain.png --orient apply")
    #expect(try await say("(a == b).all()", "a.png", "b.png") == "True")
    #expect(try await say("(a == b).all()", "c.png", "plain.png") == "True")
    // Rows and columns that have changed.
    let changed = try await say(
      "[f(numpy.argwhere((a != b).any(axis=2))[:, i]) for i in (0, 1) for f in (min, max)]", "a.png", "plain.png")
    let edges = changed.split { !$0.isNumber }.compactMap { Int($0) }
    try #require(edges.count == 4, "\(changed)")
    #expect(edges[0] >= 10 && edges[1] < 60 && edges[2] >= 10 && edges[3] > 100 && edges[3] < 300)
    // Some pixels have the colour of the text.
    #expect(try await say("(a[:60, :300, :3] == [255, 0, 0]).all(axis=2).sum() > 50", "a.png") == "True")
    // The date is that of a value, and another text is another output.
    _ = try await run("thumb exif_thumbnail.jpg -o t.png --update --text '{exif.DateTimeOriginal:%Y}'")
    _ = try await run("thumb exif_thumbnail.jpg -o u.png --update --text 2024")
    _ = try await run("thumb exif_thumbnail.jpg -o t.png --update --text 2025")
    #expect(try await say("(a == b).all()", "t.png", "u.png") == "False")
    _ = try await run("thumb exif_thumbnail.jpg -o t.png --update --text '{exif.DateTimeOriginal:%Y}'")
    #expect(try await say("(a == b).all()", "t.png", "u.png") == "True")
  }

  @Test("A missing value, a font that is not installed and a cut text are reported")
  func textReports() async throws {
    try await make("im = Image.new('RGB', (60, 40))", "small.png")
    let missing = try await run("imgconv exif_thumbnail.jpg -o a.png --text '{exif.LensSerialNumber}'")
    #expect(missing.errors.contains("note: the picture has no 'exif.LensSerialNumber' (--text)"), "\(missing.errors)")
    let expected = try await run("thumb exif_thumbnail.jpg -o b.png --text '{exif.LensSerialNumber|none}'")
    #expect(expected.errors == "")
    let font = try await run("thumb exif_thumbnail.jpg -o c.png --text Ann --text-font 'No Such Font'")
    #expect(font.errors.contains("warning: font 'No Such Font' is not installed"), "\(font.errors)")
    let cut = try await run("imgconv small.png -o d.png --text 'A text that is much wider'")
    #expect(cut.errors.contains("note: what is drawn over the picture is cut"), "\(cut.errors)")
    let overlay = try await run("imgconv small.png -o e.png --overlay photo_landscape_444.jpg")
    #expect(overlay.errors.contains("note: what is drawn over the picture is cut"), "\(overlay.errors)")
    let whole = try await run("imgconv small.png -o f.png --overlay photo_landscape_444.jpg --overlay-size 50%")
    #expect(whole.errors == "")
  }

  @Test("Lines of a text are aligned with the side at which it lies", arguments: [("left", 0), ("", 1), ("right", 2)])
  func textAlignment(side: String, place: Int) async throws {
    try await make("im = Image.new('RGB', (300, 100))", "black.png")
    let position = side.isEmpty ? "top" : "top-" + side
    _ = try await run("imgconv black.png -o a.png --text 'MMMMMMMM\\nM' --text-position \(position)")
    // The columns of both lines, and those of the second.
    let found = try await say(
      "[int(f(numpy.argwhere(a[top:, :, 0] > 128)[:, 1])) for top in (0, 40) for f in (min, max)]", "a.png")
    let edges = found.split { !$0.isNumber }.compactMap { Int($0) }
    try #require(edges.count == 4, "\(found)")
    let (left, right) = (edges[2] - edges[0], edges[1] - edges[3])
    switch place {
    case 0: #expect(left <= 1 && right > 50)
    case 1: #expect(abs(left - right) <= 2 && left > 20)
    default: #expect(right <= 1 && left > 50)
    }
  }

  @Test("A tone that is changed is an output of its own")
  func updates() async throws {
    let line = "thumb photo_landscape_444.jpg -o out.png --update"
    _ = try await run(line)
    _ = try await run("\(line) --invert")
    _ = try await run("thumb photo_landscape_444.jpg -o plain.png")
    #expect(try await say("abs(255 - a[..., :3] - b[..., :3]).max() <= 1", "out.png", "plain.png") == "True")
  }

  // MARK: Colours

  @Test("Few colours make a palette of a PNG, which looks nearly the same", arguments: ["png", "gif"])
  func colors(_ format: String) async throws {
    for count in [2, 16, 256] {
      _ = try await run("imgconv photo_landscape_444.jpg -o few.\(format) --colors \(count)")
      #expect(try await say("len(numpy.unique(a.reshape(-1, 4), axis=0)) <= \(count)", "few.\(format)") == "True")
    }
    // The means of blocks of 8 by 8 pixels stay, because errors are spread.
    let means = "[x[:528, :800, :3].reshape(66, 8, 100, 8, 3).mean(axis=(1, 3)) for x in (a, b)]"
    #expect(
      try await say("(lambda m: abs(m[0] - m[1]).mean() < 1)(\(means))", "few.\(format)", "photo_landscape_444.jpg")
        == "True")
    if format == "png" {
      let type = try await Tool.run("identify", ["-format", "%[type]", folder.file("few.png")])
      #expect(type.text.hasPrefix("Palette"), "\(type.text)")
    }
  }

  @Test("Without dithering flat areas stay flat, and transparent pixels stay transparent")
  func flatColors() async throws {
    try await make(
      """
      im = Image.new('RGBA', (30, 30), (0, 0, 0, 0))
      draw = ImageDraw.Draw(im)
      for i in range(3): draw.rectangle((i * 10, 5, i * 10 + 9, 24), fill=(40 + i, 90, 200 - i, 255))
      draw.rectangle((0, 25, 29, 29), fill=(250, 0, 0, 255))
      """, "flat.png")
    _ = try await run("imgconv flat.png -o few.png --colors 3 --no-dither")
    #expect(try await say("a[0, 0].tolist()", "few.png") == "[0, 0, 0, 0]")
    #expect(try await say("len(numpy.unique(a.reshape(-1, 4), axis=0))", "few.png") == "3")
    #expect(try await say("abs(a - b).max() <= 2", "few.png", "flat.png") == "True")
  }

  @Test(
    "Soft edges stay soft with few colours, opaque parts stay opaque, and GIF has neither",
    arguments: ["", "--no-dither"])
  func softColors(_ options: String) async throws {
    try await make(
      """
      import numpy
      y, x = numpy.mgrid[0:80, 0:80]
      r = numpy.hypot(x - 40, y - 40)
      a = numpy.dstack([x * 3, y * 3, 255 - x * 2, numpy.clip((38 - r) * 16, 0, 255)]).astype('uint8')
      im = Image.fromarray(a, 'RGBA')
      """, "soft.png")
    _ = try await run("imgconv soft.png -o few.png --colors 64 \(options)")
    #expect(try await say("len(numpy.unique(a.reshape(-1, 4), axis=0)) <= 64", "few.png") == "True")
    #expect(try await say("len(numpy.unique(a[..., 3])) > 4", "few.png") == "True")
    // The first picture is the reduced one.
    #expect(try await say("(a[b[..., 3] == 255][:, 3] == 255).all()", "few.png", "soft.png") == "True")
    #expect(try await say("(a[b[..., 3] == 0] == 0).all()", "few.png", "soft.png") == "True")
    #expect(try await say("abs(a - b)[..., 3].mean() < 20", "few.png", "soft.png") == "True")
    #expect(
      try await say("abs(a[..., :3] * a[..., 3:] - b[..., :3] * b[..., 3:]).mean() / 255 < 20", "few.png", "soft.png")
        == "True")
    let type = try await Tool.run("identify", ["-format", "%[type]", folder.file("few.png")])
    #expect(type.text.hasPrefix("Palette"), "\(type.text)")
    let gif = try await run("imgconv soft.png -o few.gif --colors 64 \(options)")
    #expect(gif.errors.contains("partly transparent"), "\(gif.errors)")
    #expect(try await say("numpy.unique(a[..., 3]).tolist()", "few.gif") == "[0, 255]")
  }

  @Test("A drawing with a palette keeps one in a new size, and a photograph does not")
  func paletteIsKept() async throws {
    try await make(
      """
      im = Image.new('RGB', (300, 200), (255, 255, 255))
      draw = ImageDraw.Draw(im)
      for i in range(12): draw.ellipse((i * 20, i * 10, i * 20 + 60, i * 10 + 70), fill=(20 * i, 40, 255 - 20 * i))
      im = im.quantize(16)
      """, "drawing.png")
    _ = try await run("imgconv photo_landscape_444.jpg -o photo.png --colors 256")
    for (name, isKept) in [("drawing", true), ("photo", false)] {
      _ = try await run("imgconv \(name).png -o \(name)-small.png --resize 60%")
      let type = try await Tool.run("identify", ["-format", "%[type]", folder.file("\(name)-small.png")])
      #expect(type.text.hasPrefix("Palette") == isKept, "\(type.text)")
      // What the same size looks like without a palette.
      try await make("im = Image.open(sys.argv[1].replace('tif', 'png')).convert('RGB')", "\(name).tif")
      _ = try await run("imgconv \(name).tif -o reference.png --resize 60%")
      _ = try await run("imgconv --compare reference.png \(name)-small.png --min-psnr 42")
    }
  }

  // MARK: Comparison

  @Test("Pictures that show the same are equal, whatever their format")
  func equal() async throws {
    _ = try await run("imgconv photo_landscape_444.jpg -o a.png")
    _ = try await run("imgconv a.png -o b.webp --lossless")
    let result = try await run("imgconv --compare a.png b.webp photo_landscape_444.jpg")
    #expect(result.text == "b.webp: equal\nphoto_landscape_444.jpg: equal\n" && result.errors == "")
  }

  @Test("PSNR and SSIM follow their definitions, and thresholds decide about the status")
  func similarity() async throws {
    _ = try await run("imgconv photo_landscape_444.jpg -o a.png --size 200")
    _ = try await run("imgconv a.png -o b.png --blur 1")
    let result = try await Tool.cameo("imgconv", ["--compare", "a.png", "b.png", "--json"], directory: folder.path)
    #expect(result.status == 1)
    func number(_ name: String) throws -> Double {
      let rest = try #require(result.text.split(separator: "\"\(name)\": ").dropFirst().first)
      return try #require(Double(rest.prefix { $0.isNumber || "-.e".contains($0) }))
    }
    let expected = try await say(
      """
      (lambda x, y: (lambda blur: (lambda m, n, xx, yy, xy: (
        -10 * numpy.log10((((a[..., :3] - b[..., :3]) / 255) ** 2).mean()),
        ((2 * m * n + 1e-4) * (2 * (xy - m * n) + 9e-4)
          / ((m * m + n * n + 1e-4) * (xx - m * m + yy - n * n + 9e-4))).mean()))(
        blur(x), blur(y), blur(x * x), blur(y * y), blur(x * y)))(
        lambda v: (lambda k: numpy.apply_along_axis(lambda c: numpy.convolve(c, k, 'valid'), 0,
          numpy.apply_along_axis(lambda r: numpy.convolve(r, k, 'valid'), 1, v)))(
          (lambda g: g / g.sum())(numpy.exp(-0.5 * ((numpy.arange(11) - 5) / 1.5) ** 2)))))(
        a[..., :3] / 255 @ numpy.array([0.2126, 0.7152, 0.0722]),
        b[..., :3] / 255 @ numpy.array([0.2126, 0.7152, 0.0722]))
      """, "a.png", "b.png")
    let values = expected.split { !"0123456789.".contains($0) }.compactMap { Double($0) }
    try #require(values.count == 2, "\(expected)")
    #expect(abs(try number("psnr") - values[0]) < 0.01)
    #expect(abs(try number("ssim") - values[1]) < 0.001)
    for (options, status) in [("--min-psnr 10 --min-ssim 0.3", 0), ("--min-psnr 60", 1), ("--min-ssim 0.99999", 1)] {
      let words = try ShellWords.split("--compare a.png b.png \(options)")
      let other = try await Tool.cameo("imgconv", words, directory: folder.path)
      #expect(other.status == status)
      #expect((status == 0 ? other.text : other.errors).contains("PSNR"), "\(other.errors)")
    }
  }

  @Test("Pictures of two sizes are not compared; the differences are a picture")
  func differences() async throws {
    try await make("im = Image.new('RGB', (20, 20), (10, 20, 30))", "a.png")
    try await make("im = Image.new('RGB', (20, 20), (10, 20, 30))\nim.putpixel((3, 4), (10, 120, 30))", "b.png")
    try await make("im = Image.new('RGB', (20, 21))", "c.png")
    let result = try await Tool.cameo(
      "imgconv", ["--compare", "a.png", "b.png", "-o", "d.png"], directory: folder.path)
    #expect(result.status == 1)
    #expect(try await say("a[..., :3].sum() == 255 and a[4, 3].tolist()", "d.png") == "[0, 255, 0, 255]")
    let sizes = try await Tool.cameo("imgconv", ["--compare", "a.png", "c.png"], directory: folder.path)
    #expect(sizes.status == 1 && sizes.errors == "imgconv: c.png: has 20x21 pixels, but a.png has 20x20\n")
  }

  // MARK: Command lines

  @Test(
    "Options that mean nothing, or have no such value, are refused",
    arguments: [
      ("imgconv a.png -o b.png --pad", "--pad needs a size with both sides, as in --size 320x240"),
      ("imgconv a.png -o b.png --fit cover", "--fit needs a box of --size or --resize"),
      ("imgconv a.png -o b.png --kernel box", "--kernel needs --size or --resize"),
      ("imgconv a.png -o b.png --linear", "--linear needs --size, --resize or --blur"),
      ("imgconv a.png -o b.png --trim-tolerance 3", "--trim-tolerance needs --trim"),
      ("imgconv a.png -o b.png --position top", "--position needs --fit cover, --crop, --extend or --pad"),
      ("imgconv --compare a.png b.png --size 10", "--compare and --size cannot be used together"),
      ("imgconv b.png --min-psnr 10", "--min-psnr needs --compare"),
      ("imgconv --compare none.png b.png", "none.png: cannot open: No such file or directory (--compare)"),
      ("imgconv a.png -o b.png --no-dither", "--no-dither needs --colors"),
      ("imgconv a.png -o b.png --fill blur", "--fill needs --border, --extend or --pad"),
      ("imgconv a.png -o b.png --text-size 9", "--text-size needs --text"),
      ("thumb a.png --text '{exif.Artist'", "lacks its '}'"),
      ("imgconv a.png -o b.png --text '{exif.Modle}'", "--text: Exif has no 'Modle'; did you mean exif.Model?"),
      ("thumb a.png --text '{foo}'", "--text: there is no field 'foo'"),
      ("imgconv a.png -o b.png --tint '#ff000080'", "expected an opaque colour"),
      ("thumb a.png --background mauve", "expected #rgb, #rrggbb, #rrggbbaa, rgba(51, 102, 153, 0.5) or a name: aqua"),
      ("imgconv a.png -o b.png --resize '400x300!'", "--fit stretch gives exactly these sides"),
      ("imgconv a.png -o b.png --resize '400x300^'", "--fit cover fills the box"),
      ("imgconv a.png -o b.png --resize '400x300>'", "--size never enlarges"),
      ("imgconv a.png -o b.pdf", ".pdf files cannot be written here, but by mkpdf"),
      ("imgconv a.png -o b.png --overlay-tile", "--overlay-tile needs --overlay"),
      ("imgconv a.png -o b.png --border 1 --extend 9x9", "--border, --extend and --pad exclude each other"),
      ("imgconv a.png -o b.png --border 1 --orient keep", "--border turns the picture upright, so --orient keep"),
      ("imgconv a.png -o b.png --set exif.Artist=A --blur 2", "so it cannot be used with --blur"),
      ("imgconv a.png -o b.png --crop 10", "expected WxH+X+Y, WxH, N%, W%xH% or a ratio such as 16:9"),
      ("imgconv a.png -o b.png --crop 9x9-9223372036854775808+0", "expected WxH+X+Y"),
      ("imgconv a.png -o b.png --crop 0:1", "expected WxH+X+Y"),
      ("thumb a.png --gamma nan", "expected a number from 0.1"),
      ("imgconv a.png -o b.png --resize 0x32%", "expected a percentage up to 10000%, as in 50%"),
      ("thumb a.png --range 0x0,0xFF", "expected auto, or two numbers as in 0,4095"),
      ("imgconv a.png -o b.png --rotate 400", "expected a number from -360 to 360"),
      ("thumb a.png --brightness -101", "expected a number from -100 to 1000"),
      ("thumb a.png -s 30x --pad", "--pad needs a size with both sides, as in -s 320x240"),
      ("thumb a.png --overlay none.png", "none.png: cannot open: No such file or directory (--overlay)"),
    ])
  func refused(_ line: String, _ message: String) throws {
    let words = try ShellWords.split(line)
    let result = try InProcess(words[0], Array(words.dropFirst()), outputs: folder)
    #expect(result.status == 64)
    #expect(result.errors.contains(message), "\(result.errors)")
  }
}
