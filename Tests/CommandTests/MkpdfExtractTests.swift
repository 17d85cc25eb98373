internal import Glibc
internal import TestKit
internal import Testing

/// `mkpdf --extract`, beside pikepdf and poppler.
@Suite("mkpdf --extract", .timed) struct MkpdfExtractTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private static let launcher = Task {
    let path = "\(Tool.products)/cameo-launcher"
    if getenv("CAMEO_LAUNCHER") != nil || access(path, X_OK) == 0 { return }
    let result = try await Tool.run("\(Fixtures.root)/scripts/build-launcher", [path])
    guard result.status == 0 else { throw TestFailure("scripts/build-launcher: \(result.errors)") }
  }

  private func run(_ arguments: String...) async throws -> Tool.Result {
    try await Self.launcher.value
    return try await Tool.cameo("mkpdf", arguments, directory: folder.path)
  }

  @Test("JPEG data is written as the document has it, and a picture on two pages once")
  func pictures() async throws {
    let photo = Fixtures.path("jpeg/valid/photo_portrait_422.jpg")
    #expect(try await run(photo, photo, Fixtures.path("png/valid/gray1.png"), "-o", "a.pdf").status == 0)
    let result = try await run("a.pdf", "--extract", "images", "-o", "out", "--parents")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors == "mkpdf: note: 2 files in out\n")
    let names = try await Tool.run("ls", ["out"], directory: folder.path).text.split(separator: "\n")
    #expect(names.map { $0.split(separator: ".").last ?? "" } == ["jpg", "png"])
    let stored = try await Tool.python(
      """
      import sys, pikepdf
      document = pikepdf.open(sys.argv[1])
      page = document.pages[0]
      sys.stdout.write(next(iter(page.images.values())).read_raw_bytes().hex())
      """, [folder.file("a.pdf")])
    let written = Fixtures.bytes(folder.file("out/\(names.first ?? "")"))
    #expect(written.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == stored.text)
  }

  @Test("Text goes to standard output or a file, of some pages too")
  func text() async throws {
    try folder.write(HandMadePDF.pages(4).bytes, to: "a.pdf")
    let all = try await run("a.pdf", "--extract", "text")
    #expect(all.status == 0 && all.text.contains("Page 1") && all.text.contains("Page 4"), "\(all.errors)")
    let some = try await run("a.pdf[2,4]", "--extract", "text", "-o", "some.txt")
    #expect(some.status == 0, "\(some.errors)")
    let text = String(decoding: Fixtures.bytes(folder.file("some.txt")), as: UTF8.self)
    #expect(text.split(whereSeparator: \.isWhitespace) == ["Page", "2", "Page", "4"])
  }

  @Test("Font programs are written as files")
  func fonts() async throws {
    try folder.write(Array("Some text.\n".utf8), to: "a.txt")
    #expect(try await run("a.txt", "-o", "a.pdf").status == 0)
    let result = try await run("a.pdf", "--extract", "fonts", "-o", ".")
    #expect(result.status == 0 && result.errors == "mkpdf: note: 1 file in .\n", "\(result.errors)")
    let listed = try await Tool.run("pdffonts", ["a.pdf"], directory: folder.path).text
    let name = try #require(folder.names.first { $0.contains("+") })
    #expect(listed.contains(name.split(separator: ".")[0]), "\(listed)")
    let bytes = Fixtures.bytes(folder.file(name))
    #expect(bytes.count > 500 && (name.hasSuffix(".cff") || bytes.starts(with: [0, 1, 0, 0])))
  }

  @Test("Attached files stay in the directory, whatever their names say")
  func attachments() async throws {
    let pdf = HandMadePDF.pages(
      1, catalog: "/Names << /EmbeddedFiles << /Names [(a) 30 0 R (b) 32 0 R (c) 34 0 R (d) 36 0 R] >> >>",
      more: [
        30: "<< /Type /Filespec /UF (../../evil.txt) /EF << /F 31 0 R >> >>",
        31: HandMadePDF.stream("one", "/Type /EmbeddedFile"),
        32: "<< /Type /Filespec /UF (other/evil.txt) /EF << /F 33 0 R >> >>",
        33: HandMadePDF.stream("two", "/Type /EmbeddedFile"),
        34: "<< /Type /Filespec /UF (..) /EF << /F 35 0 R >> >>",
        35: HandMadePDF.stream("three", "/Type /EmbeddedFile"),
        36: "<< /Type /Filespec /UF (.profile) /EF << /F 37 0 R >> >>",
        37: HandMadePDF.stream("four", "/Type /EmbeddedFile"),
      ])
    try folder.write(pdf.bytes, to: "a.pdf")
    let result = try await run("a.pdf", "--extract", "attachments", "-o", "out", "--parents")
    #expect(result.status == 0, "\(result.errors)")
    let names = try await Tool.run("ls", ["-A", "out"], directory: folder.path).text.split(separator: "\n")
    #expect(Set(names) == ["evil-2.txt", "evil.txt", "file", "_.profile"])
    #expect(Fixtures.bytes(folder.file("out/evil-2.txt")) == Array("two".utf8))
    // The document chooses the names: no file is overwritten.
    try folder.write(Array("mine".utf8), to: "out/evil.txt")
    let again = try await run("a.pdf", "--extract", "attachments", "-o", "out")
    #expect(again.status != 0 && again.errors.contains("evil.txt: exists already"), "\(again.errors)")
    let kept = try await run("a.pdf", "--extract", "attachments", "-o", "out", "--no-clobber")
    #expect(kept.status == 0, "\(kept.errors)")
    #expect(Fixtures.bytes(folder.file("out/evil.txt")) == Array("mine".utf8))
  }

  @Test("Wrong command lines are refused")
  func refused() async throws {
    try folder.write(HandMadePDF.pages(1).bytes, to: "a.pdf")
    for arguments in [
      ["a.pdf", "--extract", "images"], ["a.pdf", "a.pdf", "--extract", "text"], ["a.pdf", "--extract", "nothing"],
      ["a.pdf", "--extract", "text", "--list-attachments"], ["a.pdf", "--extract", "text", "--title", "T"],
      ["a.pdf[1]", "--extract", "fonts", "-o", "."], ["a.pdf", "--list-attachments", "--watermark", "W"],
    ] {
      #expect(try await Tool.cameo("mkpdf", arguments, directory: folder.path).status == 64, "\(arguments)")
    }
  }
}
