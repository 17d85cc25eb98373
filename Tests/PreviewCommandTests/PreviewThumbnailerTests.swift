internal import TestKit
internal import Testing

/// Thumbnailers of Debian packages as providers, under our limits.
@Suite("preview: thumbnailers of the desktop", .timed) struct PreviewThumbnailerTests {
  private let run: PreviewRun

  init() throws { run = try PreviewRun() }

  @Test("gnome-epub-thumbnailer shows a book's cover", arguments: ["A", "B"])
  func book(tier: String) async throws {
    try await Self.make("book", at: run.folder.file("book.epub"))
    let result = try await run.shipped("--tier", tier, "--no-cache", "book.epub")
    #expect(result.status == 0, "\(result.errors)")
    // The cover has 300 by 450 pixels, all of them blue.
    let color = try await Tool.python(Self.middle, [run.folder.file("book_thumb.png")])
    #expect(color.text == "(171, 256) blue\n")
  }

  @Test("ffmpegthumbnailer shows a film", arguments: ["A", "B"])
  func film(tier: String) async throws {
    try await Self.make("film", at: run.folder.file("clip.avi"))
    let result = try await run.shipped("--tier", tier, "--no-cache", "clip.avi")
    #expect(result.status == 0, "\(result.errors)")
    let color = try await Tool.python(Self.middle, [run.folder.file("clip_thumb.png")])
    #expect(color.text == "(256, 192) blue\n")
  }

  @Test("Films and other documents that only have thumbnails are previewed by a large one")
  func previews() async throws {
    try await Self.make("film", at: run.folder.file("clip.avi"))
    let result = try await run.shipped("--no-cache", "--kind", "preview", "clip.avi")
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    let color = try await Tool.python(Self.middle, [run.folder.file("clip_preview.png")])
    #expect(color.text == "(1024, 768) blue\n")
    #expect(try await run.run(["can", "--kind", "preview", "clip.avi"]).status == 0)
    #expect(
      try await run.run(["explain", "clip.avi"]).text.hasSuffix(
        "  preview: the thumbnail of thumbnailer.ffmpegthumbnailer is used\n"))
    // A picture cannot take the place of a PDF that was asked for.
    let pdf = try await run.shipped("-f", "pdf", "clip.avi")
    #expect(pdf.status == 1 && pdf.errors == "preview: clip.avi: the preview is image/png, not PDF\n", "\(pdf.errors)")
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
    try await Self.make("film", at: run.folder.file("clip.avi"))
    let result = try await run.shipped("--no-thumbnailers", "--json", "clip.avi")
    #expect(result.status == 1)
    #expect(try await run.json(".files[0].code", result.output) == "unsupportedType")
  }

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
