internal import TestKit
internal import Testing

/// Thumbnailers of Debian's packages as providers, under our limits.
@Suite("preview: thumbnailers of the desktop") struct PreviewThumbnailerTests {
  private let run: PreviewRun

  init() throws { run = try PreviewRun() }

  @Test("gnome-epub-thumbnailer shows a book's cover", arguments: ["A", "B"])
  func book(tier: String) async throws {
    let made = try await Tool.python(Self.book, [run.folder.file("book.epub")])
    try #require(made.status == 0, "\(made.errors)")
    let result = try await run.shipped("--tier", tier, "--no-cache", "book.epub")
    #expect(result.status == 0, "\(result.errors)")
    // The cover has 300 by 450 pixels, all of them blue.
    let color = try await Tool.python(Self.middle, [run.folder.file("book_thumb.png")])
    #expect(color.text == "(171, 256) blue\n")
  }

  @Test("ffmpegthumbnailer shows a film", arguments: ["A", "B"])
  func film(tier: String) async throws {
    let made = try await Tool.python(Self.film, [run.folder.file("clip.avi")])
    try #require(made.status == 0, "\(made.errors)")
    let result = try await run.shipped("--tier", tier, "--no-cache", "clip.avi")
    #expect(result.status == 0, "\(result.errors)")
    let color = try await Tool.python(Self.middle, [run.folder.file("clip_thumb.png")])
    #expect(color.text == "(256, 192) blue\n")
    // It makes no previews, and says so before it is started.
    #expect(try await run.shipped("--kind", "preview", "clip.avi").status == 1)
  }

  @Test("Without them such files are of no use")
  func without() async throws {
    let made = try await Tool.python(Self.film, [run.folder.file("clip.avi")])
    try #require(made.status == 0, "\(made.errors)")
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

  private static let book = """
    import io, sys, zipfile
    from PIL import Image
    cover = io.BytesIO(); Image.new("RGB", (300, 450), (20, 60, 200)).save(cover, "JPEG")
    with zipfile.ZipFile(sys.argv[1], "w") as book:
        book.writestr(zipfile.ZipInfo("mimetype"), "application/epub+zip")
        book.writestr("META-INF/container.xml", '<?xml version="1.0"?><container version="1.0" '
            'xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="c.opf" '
            'media-type="application/oebps-package+xml"/></rootfiles></container>')
        book.writestr("c.opf", '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="2.0" '
            'unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>T</dc:title>'
            '<dc:identifier id="i">i</dc:identifier><meta name="cover" content="k"/></metadata><manifest>'
            '<item id="k" href="cover.jpg" media-type="image/jpeg"/></manifest><spine/></package>')
        book.writestr("cover.jpg", cover.getvalue())
    """

  /// Thirty frames of JPEG in an AVI container (Microsoft, "AVI RIFF File Reference").
  static let film = """
    import io, struct, sys
    from PIL import Image
    frame = io.BytesIO(); Image.new("RGB", (320, 240), (20, 60, 200)).save(frame, "JPEG"); frame = frame.getvalue()
    def chunk(name, data): return name + struct.pack("<I", len(data)) + data + b"\\0" * (len(data) % 2)
    def group(name, data): return chunk(b"LIST", name + data)
    count = 30
    main = struct.pack("<14I", 66666, 0, 0, 16, count, 0, 1, 100000, 320, 240, 0, 0, 0, 0)
    stream = b"vidsMJPG" + struct.pack("<IHHIIIIIIIIhhhh", 0, 0, 0, 0, 1, 15, 0, count, 100000, 10000, 0, 0, 0, 320, 240)
    form = struct.pack("<IiiHH4sIiiII", 40, 320, 240, 1, 24, b"MJPG", 320 * 240 * 3, 0, 0, 0, 0)
    head = group(b"hdrl", chunk(b"avih", main) + group(b"strl", chunk(b"strh", stream) + chunk(b"strf", form)))
    data = chunk(b"00dc", frame)
    index = b"".join(b"00dc" + struct.pack("<III", 16, 4 + i * len(data), len(frame)) for i in range(count))
    open(sys.argv[1], "wb").write(chunk(b"RIFF", b"AVI " + head + group(b"movi", data * count) + chunk(b"idx1", index)))
    """
}
