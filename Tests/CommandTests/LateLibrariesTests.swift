internal import TestKit
internal import Testing

/// Which libraries `mkpdf` is linked with, and what it says where one is missing.
@Suite("Libraries that mkpdf loads late") struct LateLibrariesTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  @Test("No function of pango, cairo or libqpdf is bound at the start")
  func nothingIsBound() async throws {
    let symbols = try await Tool.run("nm", ["-D", "--undefined-only", "\(Tool.products)/mkpdf"])
    try #require(symbols.status == 0, "\(symbols.errors)")
    let names = symbols.text.split(separator: "\n").compactMap { $0.split(separator: " ").last.map(String.init) }
    #expect(names.contains { $0.hasPrefix("memcpy") })
    let bound = names.filter { name in
      ["pango_", "cairo_", "g_"].contains { name.hasPrefix($0) }
        // Debug builds refer to a table of libqpdf besides, which is no function.
        || name.hasPrefix("_ZN") && ["QPDF", "Pipeline", "4QUtil", "3Pl_"].contains { name.contains($0) }
    }
    #expect(bound == [], "they belong into Sources/PDF/CLateLibraries")
  }

  @Test("A document of images needs no fonts' library, and text without it fails with a message")
  func missingLibrary() async throws {
    try folder.write(Array("no library".utf8), to: "libpangocairo-1.0.so.0")
    try folder.write(Array("Some text.\n".utf8), to: "a.txt")
    try folder.write(Fixtures.bytes(Fixtures.path("jpeg/valid/photo_landscape_420.jpg")), to: "a.jpg")
    let environment = ["LD_LIBRARY_PATH": folder.path]
    let text = try await Tool.cameo(
      "mkpdf", ["a.txt", "-o", "t.pdf"], directory: folder.path, environment: environment)
    #expect(text.status == 1)
    #expect(text.errors.hasPrefix("mkpdf: a.txt: cannot draw: ") && text.errors.contains("libpangocairo-1.0.so.0"))
    let image = try await Tool.cameo(
      "mkpdf", ["a.jpg", "-o", "i.pdf"], directory: folder.path, environment: environment)
    #expect(image.status == 0, "\(image.errors)")
  }
}
