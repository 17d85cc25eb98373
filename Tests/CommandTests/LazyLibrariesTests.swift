internal import TestKit
internal import Testing

/// Which libraries the programs are linked with, and what they report where a lazily loaded one is missing.
@Suite("Lazily loaded libraries", .timed) struct LazyLibrariesTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  @Test("No program needs the lazy libraries to start, and only imgindex needs SQLite")
  func nothingIsNeeded() async throws {
    let list = try await Tool.run(
      "bash", ["-c", "source scripts/lib.sh; say ${commands[@]} ${helpers[@]}"], directory: Fixtures.root)
    let programs = list.text.split(whereSeparator: \.isWhitespace)
    #expect(programs.contains("previewd") && programs.contains("cameo-providers"))
    var users: [String: [Substring]] = [:]
    for program in programs {
      let header = try await Tool.run("readelf", ["-d", "\(Tool.products)/\(program)"])
      try #require(header.status == 0, "\(header.errors)")
      let needed = header.text.split(separator: "\n").filter { $0.contains("(NEEDED)") }
      #expect(needed.contains { $0.contains("[libc.so.") }, "\(program)")
      let lazy = [
        "pango", "cairo", "gobject", "glib", "fontconfig", "tiff", "archive", "raw", "avif", "crypto", "uchardet",
        "qrencode", "hyphen", "rsvg", "curl", "ssl",
      ]
      #expect(needed.filter { line in lazy.contains { line.contains("[lib\($0)") } } == [], "\(program)")
      for library in ["sqlite3"] where needed.contains(where: { $0.contains("[lib\(library).") }) {
        users[library, default: []].append(program)
      }
    }
    #expect(users["sqlite3"] == ["imgindex"])
  }

  @Test("A document of images does not need pango, and text without pango fails with a message")
  func missingPango() async throws {
    let environment = try without("libpangocairo-1.0.so.0")
    try folder.write(Array("Some text.\n".utf8), to: "a.txt")
    try folder.write(Fixtures.bytes(Self.photo), to: "a.jpg")
    let text = try await Tool.cameo(
      "mkpdf", ["a.txt", "-o", "t.pdf"], directory: folder.path, environment: environment)
    #expect(text.status == 1)
    #expect(text.errors.hasPrefix("mkpdf: a.txt: cannot draw: ") && text.errors.contains("libpangocairo-1.0.so.0"))
    let image = try await Tool.cameo(
      "mkpdf", ["a.jpg", "-o", "i.pdf"], directory: folder.path, environment: environment)
    #expect(image.status == 0, "\(image.errors)")
  }

  @Test("Without libqrencode a page with a QR code fails and names the package, and a bar code is drawn")
  func missingQRCodes() async throws {
    let environment = try without("libqrencode.so.4")
    func page(_ format: String) -> String {
      #"{"version": 1, "pages": [{"elements": [{"type": "code", "format": "\#(format)", "text": "400638133393"}]}]}"#
    }
    try folder.write(Array(page("qr").utf8), to: "qr.json")
    try folder.write(Array(page("ean13").utf8), to: "bars.json")
    let failed = try await Tool.cameo(
      "mkpdf", ["qr.json", "-o", "q.pdf"], directory: folder.path, environment: environment)
    #expect(failed.status == 1)
    #expect(
      failed.errors.hasPrefix("mkpdf: qr.json: a QR code needs libqrencode4; install it: "), "\(failed.errors)")
    let drawn = try await Tool.cameo(
      "mkpdf", ["bars.json", "-o", "b.pdf"], directory: folder.path, environment: environment)
    #expect(drawn.status == 0, "\(drawn.errors)")
    #expect(!folder.names.contains("q.pdf") && folder.names.contains("b.pdf"))
  }

  @Test("Without librsvg a drawing is an error that names the package")
  func missingDrawings() async throws {
    let drawing = Fixtures.path("preview/valid/house.svg")
    let failed = try await Tool.cameo(
      "mkpdf", [drawing, "-o", "a.pdf"], directory: folder.path, environment: try without("librsvg-2.so.2"))
    #expect(failed.status == 1 && !folder.names.contains("a.pdf"))
    #expect(failed.errors.contains("house.svg: an SVG drawing needs librsvg2-2; install it: "), "\(failed.errors)")
  }

  @Test("Without libhyphen a text that is to be hyphenated fails and names the package")
  func missingHyphenation() async throws {
    let text = #"{"type": "text", "text": "hyphenation", "style": {"hyphenate": true}}"#
    let page = #"{"version": 1, "document": {"lang": "en-US"}, "pages": [{"elements": [\#(text)]}]}"#
    try folder.write(Array(page.utf8), to: "a.json")
    let failed = try await Tool.cameo(
      "mkpdf", ["a.json", "-o", "a.pdf"], directory: folder.path, environment: try without("libhyphen.so.0"))
    #expect(failed.status == 1 && !folder.names.contains("a.pdf"))
    let place = "mkpdf: a.json: pages[0].elements[0] (line 1): "
    #expect(failed.errors.hasPrefix(place + "hyphenation needs libhyphen0; install it: "), "\(failed.errors)")
  }

  @Test("Without libcurl previewd refuses only a configuration with sources, and names the package")
  func missingFetcher() async throws {
    let environment = try without("libcurl.so.4")
    let refused = try await Tool.cameo(
      "previewd", ["--check-config", "--source", "http://a.example/"], environment: environment)
    #expect(refused.status == 64)
    #expect(refused.errors.contains("sources need libcurl: apt-get install libcurl4 ("), "\(refused.errors)")
    let taken = try await Tool.cameo("previewd", ["--check-config"], environment: environment)
    #expect(taken.status == 0, "\(taken.errors)")
  }

  @Test("Without libuchardet a text of unknown encoding is Windows-1252, and the note says why")
  func missingDetector() async throws {
    let environment = try without("libuchardet.so.0")
    try folder.write([0xC4, 0xE3, 0xBA, 0xC3, 0xA3, 0xAC, 0xCA, 0xC0, 0xBD, 0xE7, 0xA1, 0xA3], to: "a.txt")
    let text = try await Tool.cameo(
      "mkpdf", ["a.txt", "-o", "t.pdf"], directory: folder.path, environment: environment)
    #expect(text.status == 0)
    #expect(
      text.errors == "mkpdf: a.txt: note: the text is not UTF-8; it is read as Windows-1252, because libuchardet0, "
        + "which finds others, is not installed\n")
  }

  @Test(
    "A photograph needs no libtiff",
    arguments: [
      ("imgmeta", []), ("thumb", ["-s", "64", "-o", "t.jpg"]), ("imgconv", ["-o", "c.png", "--compression", "9"]),
      ("mkpdf", ["-o", "d.pdf"]),
    ])
  func photographWithoutLibTIFF(command: String, arguments: [String]) async throws {
    let result = try await Tool.cameo(
      command, [Self.photo] + arguments, directory: folder.path, environment: try without("libtiff.so.6"))
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test("Without libtiff a TIFF is neither read nor written, and the message says why")
  func missingLibTIFF() async throws {
    let environment = try without("libtiff.so.6")
    let tiff = Fixtures.path("tiff/valid/cmyk8.tif")
    for (command, arguments) in [
      ("thumb", [tiff, "-s", "64", "-o", "t.png"]), ("imgconv", [tiff, "-o", "c.png"]),
      ("imgconv", [Self.photo, "-o", "c.tif"]), ("imgconv", [Self.photo, "-o", "c.tif", "--compression", "lzw"]),
    ] {
      let result = try await Tool.cameo(command, arguments, directory: folder.path, environment: environment)
      #expect(result.status == 1)
      #expect(
        result.errors.contains("libtiff cannot be loaded: ") && result.errors.contains("libtiff.so.6"),
        "\(result.errors)")
    }
    #expect(folder.names == ["libtiff.so.6"])
    // Its structure is read without the library.
    let metadata = try await Tool.cameo("imgmeta", [tiff], environment: environment)
    #expect(metadata.status == 0, "\(metadata.errors)")
  }

  @Test("Without libraw a raw file is shown by its preview, and is not developed")
  func missingLibRaw() async throws {
    let environment = try without("libraw_r.so.20")
    let raw = Fixtures.path("raw/valid/mosaic.dng")
    let preview = try await Tool.cameo(
      "imgconv", [raw, "-o", "p.png"], directory: folder.path, environment: environment)
    #expect(preview.status == 0, "\(preview.errors)")
    let developed = try await Tool.cameo(
      "imgconv", [raw, "-o", "d.png", "--raw", "develop"], directory: folder.path, environment: environment)
    #expect(developed.status == 1)
    #expect(developed.errors.contains("install libraw20: ") && developed.errors.contains("libraw_r.so.20"))
    #expect(folder.names == ["libraw_r.so.20", "p.png"])
  }

  @Test("Without libavif an animation is described, and neither read nor written")
  func missingLibAVIF() async throws {
    let environment = try without("libavif.so.15")
    let animation = Fixtures.path("avif/valid/anim_rgb.avif")
    let described = try await Tool.cameo("imgmeta", [animation], environment: environment)
    #expect(described.status == 0, "\(described.errors)")
    for arguments in [[animation, "-o", "a.png"], [Fixtures.path("gif/valid/anim_restore.gif"), "-o", "a.avif"]] {
      let result = try await Tool.cameo("imgconv", arguments, directory: folder.path, environment: environment)
      #expect(result.status == 1 && result.errors.contains("install libavif15: "), "\(result.errors)")
    }
    #expect(folder.names == ["libavif.so.15"])
  }

  @Test("A compression that libtiff was built without is refused before any input is opened, and others are written")
  func missingCompression() async throws {
    // A libtiff that declares three compressions; everything else is the system's libtiff.
    let tools = try TemporaryDirectory()
    let part = "int TIFFIsCODECConfigured(unsigned short c) { return c == 1 || c == 5 || c == 8; }\n"
    try tools.write(Array(part.utf8), to: "part.c")
    for line in [
      "-Wl,-soname,whole.so -o whole.so", "-Wl,--no-as-needed -o libtiff.so.6 part.c whole.so",
    ] {
      let words = ["-shared", "-fPIC"] + line.split(separator: " ").map(String.init)
      let built = try await Tool.run("clang", words + ["-x", "c", "/dev/null"], directory: tools.path)
      try #require(built.status == 0, "\(built.errors)")
    }
    let place = try await Tool.run("clang", ["-print-file-name=libtiff.so"])
    let whole = String(place.text.dropLast())
    try #require(whole.hasPrefix("/"))
    let linked = try await Tool.run("ln", ["-sf", whole, tools.file("whole.so")])
    try #require(linked.status == 0, "\(linked.errors)")
    let environment = ["LD_LIBRARY_PATH": tools.path]

    let refused = try await Tool.cameo(
      "imgconv", ["missing.png", "-o", "c.tif", "--compression", "zstd"], directory: folder.path,
      environment: environment)
    #expect(refused.status == 64)
    #expect(
      refused.errors
        == "imgconv: TIFF compression zstd is not in this libtiff, which writes none, lzw, deflate\n")
    let written = try await Tool.cameo(
      "imgconv", [Self.photo, "-o", "c.tif", "--compression", "lzw"], directory: folder.path, environment: environment)
    #expect(written.status == 0, "\(written.errors)")
    #expect(folder.names == ["c.tif"])
  }

  private static let photo = Fixtures.path("jpeg/valid/photo_landscape_420.jpg")

  /// The environment that hides a library from a program.
  private func without(_ library: String) throws -> [String: String] {
    try folder.write(Array("no library".utf8), to: library)
    return ["LD_LIBRARY_PATH": folder.path]
  }
}
