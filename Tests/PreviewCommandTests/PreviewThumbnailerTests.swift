internal import Glibc
internal import TestKit
internal import Testing

/// Thumbnailers of Debian packages as providers, under our limits.
@Suite("preview: thumbnailers of the desktop", .timed) struct PreviewThumbnailerTests {
  private let run: PreviewRun

  init() throws { run = try PreviewRun() }

  @Test("gnome-epub-thumbnailer shows a book's cover", arguments: ["A", "B"])
  func book(tier: String) async throws {
    try await Self.make("book", at: run.folder.file("book.epub"))
    let result = try await run.shipped(
      "--sandbox", tier, "--no-cache", "--provider", "thumbnailer.gnome-epub-thumbnailer", "book.epub")
    #expect(result.status == 0, "\(result.errors)")
    // The cover has 300 by 450 pixels, all of them blue.
    let color = try await Tool.python(Self.middle, [run.folder.file("book_thumb.png")])
    #expect(color.text == "(171, 256) blue\n")
  }

  @Test("ffmpegthumbnailer shows a film", arguments: ["A", "B"])
  func film(tier: String) async throws {
    try await Self.make("film", at: run.folder.file("clip.avi"))
    let result = try await run.shipped(
      "--sandbox", tier, "--no-cache", "--provider", "thumbnailer.ffmpegthumbnailer", "clip.avi")
    #expect(result.status == 0, "\(result.errors)")
    let color = try await Tool.python(Self.middle, [run.folder.file("clip_thumb.png")])
    #expect(color.text == "(256, 192) blue\n")
  }

  /// A blue picture in XPM, which only the thumbnailer of GdkPixbuf shows.
  private static let drawing = """
    /* XPM */
    static char *dot[] = {
    "4 3 1 1",
    "b c #0000C8",
    "bbbb",
    "bbbb",
    "bbbb"};

    """

  @Test("Documents that only have thumbnails are previewed by a large one")
  func previews() async throws {
    try run.folder.write(Array(Self.drawing.utf8), to: "dot.xpm")
    let result = try await run.shipped("--no-cache", "--kind", "preview", "dot.xpm")
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    let color = try await Tool.python(Self.middle, [run.folder.file("dot_preview.png")])
    #expect(color.text == "(1024, 768) blue\n")
    #expect(try await run.run(["can", "--kind", "preview", "dot.xpm"]).status == 0)
    #expect(
      try await run.run(["explain", "dot.xpm"]).text.hasSuffix(
        "  preview: the thumbnail of thumbnailer.gdk-pixbuf-thumbnailer is used\n"))
    // A picture cannot take the place of a PDF that was asked for.
    let pdf = try await run.shipped("-f", "pdf", "dot.xpm")
    #expect(pdf.status == 1 && pdf.errors == "preview: dot.xpm: the preview is image/png, not PDF\n", "\(pdf.errors)")
    // An animation.
    let made = try await Tool.python(
      "import sys\nfrom PIL import Image\nImage.new('RGB', (60, 40), (0, 0, 200)).save(sys.argv[1])",
      [run.folder.file("dot.gif")])
    try #require(made.status == 0, "\(made.errors)")
    let gif = try await run.shipped("--no-cache", "-o", "dot.png", "--kind", "preview", "dot.gif")
    #expect(gif.status == 0, "\(gif.errors)")
    #expect(try await Tool.python(Self.middle, [run.folder.file("dot.png")]).text.hasSuffix(" blue\n"))
  }

  @Test("Without them such files cannot be shown")
  func without() async throws {
    try run.folder.write(Array(Self.drawing.utf8), to: "dot.xpm")
    let result = try await run.shipped("--no-thumbnailers", "--json", "dot.xpm")
    #expect(result.status == 1)
    #expect(try await run.json(".files[0].code", result.output) == "unsupportedType")
  }

  @Test("A file manager that uses tumbler shows a document of each shipped provider")
  func tumbler() async throws {
    let samples = [
      ("jpeg/valid/photo_phone.jpg", "image/jpeg"), ("preview/valid/bars.pdf", "application/pdf"),
      ("preview/valid/house.svg", "image/svg+xml"), ("preview/valid/plain.txt", "text/plain"),
      ("preview/valid/project.zip", "application/zip"),
      ("preview/valid/letter.odt", "application/vnd.oasis.opendocument.text"),
    ]
    let paths = try samples.map { run.folder.file(try run.add($0.0)) }
    let program = "\(Tool.products)/preview"
    let export = try await run.run(["export", "--to", run.folder.file(".XDG_DATA_HOME"), "--program", program])
    try #require(export.status == 0, "\(export.errors)")
    // tumbler prefers thumbnailers of its own.
    let own = ["Jpeg", "Poppler", "Pixbuf", "Odf", "Font", "Gst", "Raw"]
    mkdir(run.folder.file("tumbler"), 0o755)
    try run.folder.write(
      Array(own.map { "[\($0)Thumbnailer]\nDisabled=true\n" }.joined().utf8), to: "tumbler/tumbler.rc")
    let environment = try await run.environment(["XDG_CONFIG_HOME": run.folder.path, "XDG_DATA_DIRS": "/usr/share"])
    let result = try await Tool.run(
      "dbus-run-session",
      ["--", "bash", "-c", Self.tumbler]
        + [paths.map { "'file://\($0)'" }, samples.map { "'\($0.1)'" }].map { "[\($0.joined(separator: ","))]" },
      directory: run.folder.path, environment: environment)
    #expect(result.text.split(separator: "\n").count == samples.count, "\(result.text)\(result.errors)")
    for (path, line) in zip(paths, result.text.split(separator: "\n")) {
      // The size and what the thumbnail is of, as Pillow reads it.
      #expect(line.hasSuffix(" 128 file://\(path)"), "\(line)")
    }
  }

  /// Asks tumbler for thumbnails as Thunar does, and waits for them. Arguments: URIs and content types, as GVariants.
  /// gdbus cannot know the type of a bare 0 if a busy service does not describe itself in time.
  /// Prints for each URI the number of its colours if there are several, the longer side, and the thumbnail's URI.
  private static let tumbler = """
    service=org.freedesktop.thumbnails.Thumbnailer1
    gdbus call --session --timeout 60 --dest $service --object-path /${service//.//} \
      --method $service.Queue "$0" "$1" normal foreground "uint32 0" >/dev/null
    /usr/bin/python3 - "$0" <<'END'
    import ast, hashlib, os, sys, time
    from PIL import Image
    end = time.monotonic() + 120
    for uri in ast.literal_eval(sys.argv[1]):
        path = f"{os.environ['XDG_CACHE_HOME']}/thumbnails/normal/{hashlib.md5(uri.encode()).hexdigest()}.png"
        while not os.path.exists(path) and time.monotonic() < end:
            time.sleep(0.05)
        if os.path.exists(path):
            image = Image.open(path)
            print(len(set(image.convert("RGB").getdata())) > 1 and "colours", max(image.size), image.text["Thumb::URI"])
    END
    """

  private static let middle = """
    import sys
    from PIL import Image
    image = Image.open(sys.argv[1]).convert("RGB")
    red, green, blue = image.getpixel((image.width // 2, image.height // 2))
    print(image.size, "blue" if blue > 150 and red < 60 and green < 110 else (red, green, blue))
    """

  /// Makes a document for a thumbnailer, by Python: a "book" or a "film".
  static func make(_ kind: String, at path: String) async throws {
    let program = "\(Fixtures.root)/Tests/PreviewServiceTests/Clients/desktop_documents.py"
    let made = try await Tool.run("/usr/bin/python3", [program, kind, path])
    try #require(made.status == 0, "\(made.errors)")
  }
}
