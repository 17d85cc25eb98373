internal import ContentTypes
internal import TestKit
internal import Testing

@Suite(.timed) struct ContentTypeRegistryTests {
  private let registry = ContentTypeRegistry()

  private func identifier(_ header: [UInt8], _ name: String? = nil) -> String? {
    registry.type(header: header, fileName: name)?.identifier
  }

  @Test("Content takes precedence over the name")
  func contentTakesPrecedenceOverTheName() {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    #expect(identifier(png, "photo.jpg") == "public.png")
    #expect(identifier([0xFF, 0xD8, 0xFF, 0xE0], "photo.tiff") == "public.jpeg")
    // Damage after SOI; libjpeg skips it.
    #expect(identifier([0xFF, 0xD8, 0, 0, 0xFF, 0xE0], nil) == "public.jpeg")
    #expect(identifier(Array("II*\0".utf8), nil) == "public.tiff")
    #expect(identifier([0x4D, 0x4D, 0, 0x2A], nil) == "public.tiff")
    #expect(identifier([0x49, 0x49, 0x2B, 0, 8, 0, 0, 0], nil) == "public.tiff")
    #expect(identifier([0x4D, 0x4D, 0, 0x2B], nil) == "public.tiff")
    #expect(identifier(Array("GIF89a".utf8)) == "com.compuserve.gif")
    #expect(identifier(Array("RIFF....WEBPVP8 ".utf8)) == "org.webmproject.webp")
    #expect(identifier(Array("....ftypavif".utf8)) == "public.avif")
    #expect(identifier(Array("%PDF-1.7".utf8), "scan.png") == "com.adobe.pdf")
  }

  @Test(
    "XMP is recognised by its first tag, after any preceding text",
    arguments: [
      "<?xpacket begin=''?><x:xmpmeta/>", "\u{FEFF}<x:xmpmeta xmlns:x='adobe:ns:meta/'/>", "<rdf:RDF/>",
      "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\r\n<x:xmpmeta/>",
    ])
  func texts(text: String) {
    let wide = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    #expect(identifier(Array(text.utf8), "a.jpg") == "com.adobe.xmp")
    #expect(identifier(wide) == "com.adobe.xmp")
    #expect(identifier(Array("<?xml version=\"1.0\"?><svg/>".utf8), "a.svg") == "public.svg-image")
    #expect(identifier(Array(" ?xml".utf8), "a.xmp") == "com.adobe.xmp")
  }

  @Test("The name decides where the content says nothing")
  func nameCountsWhereContentSaysNothing() {
    #expect(identifier(Array("hello".utf8), "dir.d/picture.JPEG") == "public.jpeg")
    #expect(identifier([], "a.tif") == "public.tiff")
    #expect(identifier([], "a.b/png") == nil)
    #expect(identifier([], "a.") == nil)
    #expect(identifier([], "png") == nil)
    #expect(identifier([], "") == nil)
    #expect(identifier([], "a.unheard-of") == nil)
  }

  @Test("Signatures are not read past the end")
  func signaturesAreNotReadPastTheEnd() {
    #expect(identifier([0x89]) == nil)
    #expect(identifier([0x89, 0x50, 0x4E, 0x47]) == nil)
    #expect(identifier(Array("RIFF....WEB".utf8)) == nil)
    #expect(identifier([]) == nil)
  }

  @Test("Conformance is transitive and survives loops")
  func conformanceIsTransitiveAndSurvivesLoops() {
    #expect(registry.type("public.png", conformsTo: "public.image"))
    #expect(registry.type("public.png", conformsTo: "public.data"))
    #expect(registry.type("public.png", conformsTo: "public.png"))
    #expect(!registry.type("public.image", conformsTo: "public.png"))
    #expect(!registry.type("com.adobe.pdf", conformsTo: "public.image"))
    let loop = ContentTypeRegistry([
      ContentType("a", name: "a", conformsTo: ["b"]), ContentType("b", name: "b", conformsTo: ["a"]),
    ])
    #expect(loop.type("a", conformsTo: "b"))
    #expect(!loop.type("a", conformsTo: "c"))
    #expect(!loop.type("unknown", conformsTo: "a"))
  }

  /// `file` of Debian knows the same extensions and MIME types for what we read.
  @Test("MIME types are those of the system")
  func mimeTypesAreThoseOfTheSystem() async throws {
    for (name, mime) in [("a.jpg", "image/jpeg"), ("a.png", "image/png"), ("a.tif", "image/tiff")] {
      #expect(registry.type(header: [], fileName: name)?.mimeTypes.first == mime)
      let guess = try await Tool.python("import mimetypes; print(mimetypes.guess_type('\(name)')[0])")
      #expect(guess.text == mime + "\n")
    }
  }

  /// Of two types with one identifier the later is used; an extension belongs to the first type that claims it.
  @Test("Declarations override")
  func declarationsOverride() {
    let types = [
      ContentType("x", name: "old", fileExtensions: ["q"]), ContentType("y", name: "other", fileExtensions: ["q"]),
      ContentType("x", name: "new"),
    ]
    let registry = ContentTypeRegistry(types)
    #expect(registry.type(identifier: "x")?.name == "new")
    #expect(registry.type(header: [], fileName: "f.q")?.identifier == "x")
  }
}
