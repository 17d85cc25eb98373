internal import TestKit
internal import Testing

/// Which libraries our programs are linked with, and what they say where one is missing that is loaded late.
@Suite("Libraries that are loaded late") struct LateLibrariesTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  static let programs = ["imgmeta", "thumb", "imgconv", "mkpdf", "preview", "previewd", "cameo-providers"]

  @Test("No function of libraries that are loaded late is bound at the start", arguments: programs)
  func nothingIsBound(program: String) async throws {
    let symbols = try await Tool.run("nm", ["-D", "--undefined-only", "\(Tool.products)/\(program)"])
    try #require(symbols.status == 0, "\(symbols.errors)")
    let names = symbols.text.split(separator: "\n").compactMap { $0.split(separator: " ").last.map(String.init) }
    #expect(names.contains { $0.hasPrefix("memcpy") })
    let bound = names.filter { name in
      ["pango_", "cairo_", "g_", "Fc", "TIFF", "cmark_", "cms", "exif_", "XML_"].contains { name.hasPrefix($0) }
        // Debug builds refer to a table of libqpdf besides, which is no function.
        || name.hasPrefix("_ZN") && ["QPDF", "Pipeline", "4QUtil", "3Pl_"].contains { name.contains($0) }
    }
    #expect(bound == [], "they belong into the functions.h of the library's C functions")
  }

  @Test("No program needs these libraries to start", arguments: programs)
  func nothingIsNeeded(program: String) async throws {
    let header = try await Tool.run("readelf", ["-d", "\(Tool.products)/\(program)"])
    try #require(header.status == 0, "\(header.errors)")
    let needed = header.text.split(separator: "\n").filter { $0.contains("(NEEDED)") }
    #expect(needed.contains { $0.contains("[libc.so.") })
    let late = ["pango", "cairo", "gobject", "glib", "fontconfig", "tiff", "cmark", "lcms2", "exif", "expat"]
    #expect(needed.filter { line in late.contains { line.contains("[lib\($0)") } } == [])
  }

  @Test("A document of images needs no fonts' library, and text without it fails with a message")
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

  @Test("A compression that libtiff was built without is refused before any input is opened, and others are written")
  func missingCompression() async throws {
    // A libtiff that says that it has three compressions; the rest of it is the system's.
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

  @Test("Without lcms2 pictures in other colours than sRGB fail with a message, and others do not")
  func missingLCMS2() async throws {
    let environment = try without("liblcms2.so.2")
    let plain = try await Tool.cameo(
      "thumb", [Self.photo, "-s", "64", "-o", "t.jpg"], directory: folder.path, environment: environment)
    #expect(plain.status == 0, "\(plain.errors)")
    let other = try await Tool.cameo(
      "thumb", [Fixtures.path("jpeg/valid/icc_every_tag.jpg"), "-s", "64", "-o", "u.jpg"], directory: folder.path,
      environment: environment)
    #expect(other.status == 1)
    #expect(
      other.errors.contains("lcms2 cannot be loaded: ") && other.errors.contains("liblcms2.so.2"), "\(other.errors)")
  }

  @Test("Without libexif or expat metadata are read with a warning that says what is missing")
  func missingMetadataLibraries() async throws {
    for (library, words, file) in [
      ("libexif.so.12", "libexif cannot be loaded: ", "jpeg/valid/exif_gps_big_endian.jpg"),
      ("libexpat.so.1", "expat cannot be loaded: ", "jpeg/valid/everything.jpg"),
    ] {
      let result = try await Tool.cameo(
        "imgmeta", [Fixtures.path(file)], environment: try without(library))
      #expect(result.status == 3)
      #expect(result.errors.contains(words) && result.errors.contains(library), "\(result.errors)")
      #expect(!result.output.isEmpty)
    }
  }

  private static let photo = Fixtures.path("jpeg/valid/photo_landscape_420.jpg")

  /// What hides a library from a program.
  private func without(_ library: String) throws -> [String: String] {
    try folder.write(Array("no library".utf8), to: library)
    return ["LD_LIBRARY_PATH": folder.path]
  }
}
