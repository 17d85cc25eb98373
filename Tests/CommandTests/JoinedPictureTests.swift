internal import TestKit
internal import Testing

/// Several pictures in one file: animations, pages, icons and sheets. Pillow, webpmux, ffprobe and ImageMagick are the
/// judges.
@Suite("Several pictures in one file", .timed)
struct JoinedPictureTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Runs a line without a quotation mark.
  private func run(_ line: String) async throws -> Tool.Result {
    let words = try ShellWords.split(line)
    return try await Tool.cameo(words[0], Array(words.dropFirst()), directory: folder.path)
  }

  /// Runs Python with Pillow in the folder and returns the lines that it prints.
  private func python(_ program: String) async throws -> [String] {
    let result = try await Tool.python(
      """
      import sys, os, json, numpy
      from PIL import Image
      folder = sys.argv[1]
      def file(name): return os.path.join(folder, name)
      def plain(name, size, colour):
          Image.new({1: "L", 3: "RGB", 4: "RGBA"}[len(colour)], size, colour if len(colour) > 1 else colour[0]).save(file(name))
      \(program)
      """, [folder.path])
    #expect(result.status == 0, "\(result.errors)")
    return result.text.split(separator: "\n").map(String.init)
  }

  /// a.png red, b.png green and c.png blue, of 20 by 10.
  private func makeColours() async throws {
    _ = try await python(
      """
      for name, colour in (("a.png", (255, 0, 0)), ("b.png", (0, 255, 0)), ("c.png", (0, 0, 255))):
          plain(name, (20, 10), colour)
      """)
  }

  /// The corner and the duration of each frame, and how often they are repeated.
  private func frames(of name: String) async throws -> [String] {
    try await python(
      """
      with Image.open(file("\(name)")) as image:
          for index in range(image.n_frames):
              image.seek(index)
              image.load()
              print(*image.convert("RGBA").getpixel((0, 0)), round(image.info["duration"]), image.size[0], image.size[1])
          print(image.info.get("loop", "once"))
      """)
  }

  @Test(
    "Pictures become the frames of an animation, with the time and the number of rounds that are asked for",
    arguments: ["gif", "png", "webp"])
  func animations(_ format: String) async throws {
    try await makeColours()
    let lossless = format == "webp" ? " --compression lossless" : ""
    let result = try await run("imgconv a.png b.png a.png -o out.\(format) --delay 120 --loop 3\(lossless)")
    #expect(result.status == 0, "\(result.errors)")
    // A picture may come twice. A GIF says how often it is repeated, the others how often it is shown.
    #expect(
      try await frames(of: "out.\(format)") == [
        "255 0 0 255 120 20 10", "0 255 0 255 120 20 10", "255 0 0 255 120 20 10", format == "gif" ? "2" : "3",
      ])
  }

  @Test("Pictures become a sequence of AVIF, and without options each is shown for a tenth of a second")
  func sequence() async throws {
    try await makeColours()
    let result = try await run("imgconv a.png b.png c.png -o out.avif")
    #expect(result.status == 0, "\(result.errors)")
    let options = [
      "-v", "error", "-ignore_editlist", "1", "-select_streams", "v:0", "-show_entries", "packet=duration_time", "-of",
      "csv=p=0",
    ]
    let times = try await Tool.run("ffprobe", options + [folder.file("out.avif")]).text
    #expect(times.split(separator: "\n").compactMap { Double($0.filter { $0 != "," }) } == [0.1, 0.1, 0.1])
  }

  @Test("An animated input gives all its frames with their times, which --delay changes, also of one input")
  func animatedInputs() async throws {
    _ = try await python(
      """
      colours = [(255, 0, 0), (0, 255, 0)]
      images = [Image.new("RGB", (20, 10), colour) for colour in colours]
      images[0].save(file("a.webp"), save_all=True, append_images=images[1:], duration=[70, 300], loop=2, lossless=True)
      plain("b.png", (20, 10), (0, 0, 255))
      """)
    let joined = try await run("imgconv a.webp b.png -o out.webp --compression lossless")
    #expect(joined.status == 0, "\(joined.errors)")
    #expect(
      try await frames(of: "out.webp") == [
        "255 0 0 255 70 20 10", "0 255 0 255 300 20 10", "0 0 255 255 100 20 10", "2",
      ])
    let changed = try await run("imgconv a.webp -o slow.png --delay 500 --loop 0")
    #expect(changed.status == 0, "\(changed.errors)")
    #expect(try await frames(of: "slow.png") == ["255 0 0 255 500 20 10", "0 255 0 255 500 20 10", "0"])
    let info = try await Tool.run("webpmux", ["-info", folder.file("out.webp")])
    #expect(info.text.contains("Number of frames: 3"), "\(info.text)")
  }

  /// The first picture is upright 10 x 20, the second has transparency, the third has grey alone.
  @Test("Frames of different sizes and colours get one size and format, and photographs are turned")
  func differentPictures() async throws {
    _ = try await python(
      """
      image = Image.new("RGB", (20, 10), (200, 200, 200))
      exif = Image.Exif()
      exif[0x0112], exif[0x013B] = 6, "Ann"
      image.save(file("a.jpg"), exif=exif, quality=95)
      plain("b.png", (4, 4), (0, 255, 0, 255))
      plain("c.png", (30, 6), (9,))
      """)
    let result = try await run("imgconv a.jpg b.png c.png -o out.png")
    #expect(result.status == 0 && result.errors.contains("30x20"), "\(result.errors)")
    let said = try await python(
      """
      with Image.open(file("out.png")) as image:
          print(image.n_frames, *image.size, image.getexif().get(0x013B), image.getexif().get(0x0112, 1))
          for index in range(3):
              image.seek(index)
              pixels = numpy.asarray(image.convert("RGBA"))
              rows, columns = numpy.nonzero(pixels[..., 3])
              print(columns.min(), rows.min(), columns.max() + 1, rows.max() + 1, pixels[10, 15][0])
      """)
    // In the middle of 30 x 20: 10 x 20, 4 x 4 and 30 x 6.
    #expect(said == ["3 30 20 Ann 1", "10 0 20 20 200", "13 8 17 12 0", "0 7 30 13 9"])
    let filled = try await run("imgconv a.jpg b.png -o out.gif --background blue")
    #expect(filled.status == 0, "\(filled.errors)")
    #expect(try await frames(of: "out.gif") == ["200 200 200 255 100 10 20", "0 0 255 255 100 10 20", "0"])
    let border = try await run("imgconv a.jpg b.png -o no.gif --border 2")
    #expect(border.status == 64 && border.errors.contains("--resize WxH --pad"), "\(border.errors)")
  }

  @Test("Pictures become pages, each with its size and metadata")
  func pages() async throws {
    _ = try await python(
      """
      exif = Image.Exif()
      exif[0x013B] = "Ann"
      Image.new("RGB", (20, 10), (9, 9, 9)).save(file("a.jpg"), exif=exif)
      plain("b.png", (7, 5), (1, 2, 3, 4))
      pages = [Image.new("L", (8, 8 + n), n) for n in range(2)]
      pages[0].save(file("c.tif"), save_all=True, append_images=pages[1:])
      """)
    let result = try await run("imgconv a.jpg b.png c.tif -o out.tif")
    #expect(result.status == 0, "\(result.errors)")
    let identified = try await Tool.run("identify", ["-quiet", "-format", "%wx%h ", folder.file("out.tif")])
    #expect(identified.text == "20x10 7x5 8x8 8x9 ")
    let said = try await python(
      """
      with Image.open(file("out.tif")) as image:
          for index in range(4):
              image.seek(index)
              print(image.mode, image.tag_v2.get(315))
      """)
    #expect(said == ["RGB Ann", "RGBA None", "L None", "L None"])
  }

  @Test("A picture becomes an icon with several sizes, which other programs read")
  func icon() async throws {
    _ = try await python(
      """
      image = Image.new("RGBA", (300, 300), (0, 0, 0, 0))
      image.paste((255, 0, 0, 255), (150, 0, 300, 300))
      image.paste((0, 0, 255, 255), (150, 150, 300, 300))
      image.save(file("logo.png"))
      """)
    let result = try await run("imgconv logo.png -o favicon.ico --sizes 16,32,48,256 --json")
    #expect(result.status == 0 && result.text.contains(#""images": 4"#), "\(result.text) \(result.errors)")
    // The middle of the three parts that have one colour.
    let said = try await python(
      """
      with Image.open(file("favicon.ico")) as icon:
          for side in (16, 32, 48, 256):
              image = icon.ico.getimage((side, side)).convert("RGBA")
              quarter = side // 4
              print(image.size[0], *[image.getpixel(place) for place in
                  ((3 * quarter, quarter), (3 * quarter, 3 * quarter))], image.getpixel((quarter, quarter))[3])
      data = open(file("favicon.ico"), "rb").read()
      print(data[:6].hex(), *[data[6 + 16 * n:14 + 16 * n].hex() for n in range(4)])
      last = int.from_bytes(data[66:70], "little")
      print(data[last:last + 4], data[last + 24:last + 26].hex())
      """)
    #expect(
      said == ["16", "32", "48", "256"].map { "\($0) (255, 0, 0, 255) (0, 0, 255, 255) 0" } + [
        // One plane and 32 bits; a side of 256 is stored as 0. The PNG file has 8 bits of colour type 6.
        "000001000400 1010000001002000 2020000001002000 3030000001002000 0000000001002000", #"b'\x89PNG' 0806"#,
      ])
    let identified = try await Tool.run("identify", ["-quiet", "-format", "%wx%h ", folder.file("favicon.ico")])
    #expect(identified.text == "16x16 32x32 48x48 256x256 ")
    let type = try await Tool.run("file", ["-b", folder.file("favicon.ico")])
    #expect(type.text.hasPrefix("MS Windows icon resource - 4 icons, 16x16, 32 bits/pixel, 32x32"), "\(type.text)")
    let shown = try await Tool.run(
      "ffprobe",
      ["-v", "error", "-show_entries", "stream=codec_name", "-of", "csv=p=0", folder.file("favicon.ico")])
    #expect(shown.text.split(separator: "\n") == ["bmp", "bmp", "bmp", "png"], "\(shown.text) \(shown.errors)")
    let squares = try await run("imgconv logo.png -o wide.ico --crop 300x100+0+0 --sizes 16,512 --pad --kernel box")
    #expect(squares.status == 1 && squares.errors.contains("512x512"), "\(squares.errors)")
    #expect(try await run("imgconv logo.png -o wide.ico --crop 300x100+0+0 --sizes 16,32 --pad").status == 0)
    let sides = try await Tool.run("identify", ["-quiet", "-format", "%wx%h ", folder.file("wide.ico")])
    #expect(sides.text == "16x16 32x32 ")
    let large = try await run("imgconv logo.png -o large.ico")
    #expect(large.status == 1 && large.errors.contains("--sizes with sides up to 256"), "\(large.errors)")
    let several = try await run("imgconv logo.png -o a.tif --sizes 400,500,10")
    #expect(several.status == 0 && several.errors.contains("several sizes give 300x300"), "\(several.errors)")
  }

  @Test("A file with the suffix of cursors is a cursor, and one with that of icons an icon, whatever the input is")
  func cursor() async throws {
    _ = try await python(#"Image.new("RGBA", (40, 40), (255, 0, 0, 255)).save(file("arrow.png"))"#)
    let cursor = try await run("imgconv arrow.png -o arrow.cur --sizes 16,32")
    #expect(cursor.status == 0 && cursor.errors.contains("hot spot"), "\(cursor.errors)")
    func type(_ name: String) async throws -> String { try await Tool.run("file", ["-b", folder.file(name)]).text }
    let told = try await type("arrow.cur")
    #expect(told.hasPrefix("MS Windows cursor resource - 2 icons, 16x16, hotspot @0x0"), "\(told)")
    let sides = try await Tool.run("identify", ["-quiet", "-format", "%m %wx%h ", folder.file("arrow.cur")])
    #expect(sides.text == "CUR 16x16 CUR 32x32 ", "\(sides.text)")
    // A cursor with a hot spot.
    try folder.write(Fixtures.bytes(Fixtures.path("ico/valid/cursor.cur")), to: "hot.cur")
    let format = try await Tool.cameo("imgmeta", ["--tag", "File:Format", "hot.cur"], directory: folder.path)
    #expect(format.text.hasSuffix("CUR\n"), "\(format.text)\(format.errors)")
    let spot = try await ExifTool.values(["HotspotX", "HotspotY"], folder.file("hot.cur"))
    for name in ["copy.cur", "icon.ico"] { #expect(try await run("imgconv hot.cur -o \(name)").status == 0) }
    #expect(spot.contains { $0 != "0" })
    #expect(try await ExifTool.values(["HotspotX", "HotspotY"], folder.file("copy.cur")) == spot)
    #expect(try await type("icon.ico").hasPrefix("MS Windows icon resource"))
    #expect(try await run("imgconv icon.ico -o back.cur").status == 0)
    #expect(try await type("back.cur").hasPrefix("MS Windows cursor resource"))
    #expect(try await run("imgconv --in-place --resize 8x8 hot.cur").status == 0)
    #expect(try await type("hot.cur").contains("cursor resource - 1 icon, 8x8, hotspot @0x0"))
  }

  @Test("Pictures become a sheet, and a file says where they lie")
  func sheet() async throws {
    _ = try await python(
      """
      plain("a.png", (10, 6), (255, 0, 0))
      plain("b c.png", (4, 8), (0, 255, 0, 255))
      plain("d.png", (10, 8), (0, 0, 255))
      """)
    // Two columns of 10 pixels and two rows of 8, with 3 pixels between.
    for name in ["places.json", "places.css"] {
      let result = try await run("imgconv a.png 'b c.png' d.png -o sheet.png --sprites \(name) --gap 3")
      #expect(result.status == 0, "\(result.errors)")
    }
    let said = try await python(
      """
      places = json.load(open(file("places.json")))
      with Image.open(file("sheet.png")).convert("RGBA") as sheet:
          print(*sheet.size, sheet.getpixel((11, 4)))
          for name, entry in places["frames"].items():
              x, y, w, h = [entry["frame"][key] for key in "xywh"]
              print(name, x, y, w, h, sheet.crop((x, y, x + w, y + h)).getcolors())
      print(places["meta"]["image"], places["meta"]["size"]["w"], places["meta"]["size"]["h"])
      """)
    #expect(
      said == [
        "23 19 (0, 0, 0, 0)", "a.png 0 1 10 6 [(60, (255, 0, 0, 255))]", "b c.png 16 0 4 8 [(32, (0, 255, 0, 255))]",
        "d.png 0 11 10 8 [(80, (0, 0, 255, 255))]", "sheet.png 23 19",
      ])
    let css = String(decoding: Fixtures.bytes(folder.file("places.css")), as: UTF8.self)
    #expect(css.contains(#"background-image: url("sheet.png");"#))
    let rule = ".sprite-b-c {\n  width: 4px;\n  height: 8px;\n  background-position: -16px 0;\n}\n"
    #expect(css.contains(rule), "\(css)")
    let montage = try await run("imgconv a.png d.png -o row.jpg --montage --columns 9 --size 5 --background white")
    #expect(montage.status == 0, "\(montage.errors)")
    let identified = try await Tool.run("identify", ["-quiet", "-format", "%m %wx%h", folder.file("row.jpg")])
    #expect(identified.text == "JPEG 10x4")
    // The space between the pictures has the background with its transparency.
    let clear = try await run("imgconv a.png d.png -o clear.png --montage --gap 2 --background #00ff0080")
    #expect(clear.status == 0, "\(clear.errors)")
    let space = try await python(#"print(Image.open(file("clear.png")).convert("RGBA").getpixel((11, 4)))"#)
    #expect(space == ["(0, 255, 0, 128)"])
    // The sheet is up to date, but the list is new.
    let listed = try await run("imgconv a.png 'b c.png' d.png -o sheet.png --sprites new.css --gap 3 --update")
    #expect(listed.status == 0 && folder.names.contains("new.css"), "\(listed.errors)")
    // A browser looks for the sheet from the folder of the list.
    let apart = try await run("imgconv a.png d.png -o sub/n.png --sprites css/n.css --parents")
    let named = String(decoding: Fixtures.bytes(folder.file("css/n.css")), as: UTF8.self)
    #expect(apart.status == 0 && named.contains(#"url("../sub/n.png")"#), "\(apart.errors) \(named)")
    let replaced = try await run("imgconv a.png d.png -o b.png --sprites places.css --no-clobber")
    #expect(replaced.status == 0 && replaced.errors.contains("stays as it is"), "\(replaced.errors)")
  }

  @Test("The same note about many frames is listed for three of them, and then counted")
  func notesOfFrames() async throws {
    let picture = Fixtures.bytes(Fixtures.path("png/valid/rgb16.png"))
    for number in 1...5 { try folder.write(picture, to: "r\(number).png") }
    let result = try await run("imgconv r1.png r2.png r3.png r4.png r5.png -o r.webp")
    #expect(result.status == 0, "\(result.errors)")
    let notes = result.errors.split(separator: "\n").filter { $0.contains("samples of 16 bits") }
    #expect(notes.count == 4 && notes.last?.contains("2 more inputs: samples of 16 bits") == true, "\(result.errors)")
    #expect(notes.dropFirst().first?.hasPrefix("imgconv: r2.png: note: ") == true, "\(result.errors)")
    // A warning names the damaged input, too.
    try folder.write(Fixtures.bytes(Fixtures.path("png/broken/truncated_at_12_16.png")), to: "cut.png")
    let damaged = try await run("imgconv r1.png cut.png -o d.tif")
    #expect(damaged.errors.contains("imgconv: cut.png: warning: "), "\(damaged.errors)")
    #expect(!damaged.errors.contains("r1.png: warning: "), "\(damaged.errors)")
  }

  @Test("A job may have several inputs")
  func jobs() async throws {
    try await makeColours()
    let lines = """
      {"id": 1, "inputs": ["a.png", "b.png"], "output": "j.gif", "delay": 50}
      {"id": 2, "inputs": ["a.png", "b.png"], "output": "j.jpg"}
      {"id": 3, "inputs": ["a.png", "b.png"], "output": "k.png", "set": "exif.Artist=Ann"}
      {"id": 4, "inputs": ["a.png", "b.png", "c.png"], "output": "m.png", "montage": true, "columns": 3}
      {"id": 5, "input": "a.png", "output": "a.ico", "sizes": "8,16"}
      {"id": 6, "inputs": ["a.png", "b.png"], "output": "n.png", "sprites": "n.css"}
      {"id": 7, "inputs": ["a.png", "b.png"], "output": "b.png", "montage": true}
      {"id": 8, "inputs": ["a.png", "b.png"], "output": "n.png", "widths": "10"}

      """
    let result = try await Tool.cameo(
      "imgconv", ["--jobs", "-"], input: Array(lines.utf8), directory: folder.path)
    let answers = result.text.split(separator: "\n").map(String.init)
    try #require(answers.count == 8, "\(result.errors)")
    #expect([0, 3, 4].allSatisfy { answers[$0].contains(#""status": "ok""#) }, "\(result.text)")
    #expect(answers[1].contains("does not hold pictures of several inputs"))
    #expect(answers[2].contains("has one input, not 2"))
    #expect(answers[3].contains(#"{"name": "c.png", "x": 40, "y": 0, "width": 20, "height": 10}"#))
    #expect(answers[5].contains("jobs have no such option"))
    #expect(answers[6].contains("the output of a.png is another input of this run"))
    #expect(answers[7].contains("several widths or formats are made of one input each"))
    #expect(try await frames(of: "j.gif").dropLast() == ["255 0 0 255 50 20 10", "0 255 0 255 50 20 10"])
    #expect(Set(folder.names).isDisjoint(with: ["j.jpg", "k.png", "n.png", "n.css"]))
  }

  @Test("Nothing is written where one input fails, or an option does not fit")
  func refused() async throws {
    try await makeColours()
    try folder.write(Array("no picture".utf8), to: "broken.png")
    let names = Set(folder.names)
    let refusals: [(line: String, status: Int, reason: String)] = [
      ("imgconv a.png broken.png -o out.gif", 1, "broken.png: "),
      ("imgconv a.png missing.png -o out.gif", 1, "missing.png: "),
      ("imgconv a.png b.png -o out.jpg", 64, "2 inputs would all write 'out.jpg'"),
      ("imgconv a.png b.png -o b.gif --max-images 1", 1, "(limit max-images is 1"),
      ("imgconv a.png b.png -o b.png", 64, "b.png"),
      ("imgconv a.png -o a.jpg --delay 50", 64, "--delay does not apply to JPEG"),
      ("imgconv a.png -o out.gif --sizes 5,6", 64, "--sizes does not apply to GIF"),
      ("imgconv a.png -o out.ico --sizes 5,0", 64, "expected sides in pixels"),
      ("imgconv a.png b.png -o out.png --gap 2", 64, "--gap needs --montage or --sprites"),
      ("imgconv a.png b.png -o out.png --sprites x.txt", 64, ".json or .css"),
      ("imgconv a.png -o out.gif --delay 50 --dry-run", 0, "one picture is no animation"),
      ("imgconv a.png b.png -o out.gif --dry-run", 0, "would write out.gif: 20x10 pixels, gif"),
    ]
    for refusal in refusals {
      let result = try await run(refusal.line)
      #expect(result.status == refusal.status && result.errors.contains(refusal.reason), "\(refusal): \(result.errors)")
    }
    #expect(Set(folder.names) == names)
  }
}
