internal import ProviderKit
internal import ProviderProtocol
internal import ProviderTesting
internal import TestKit
internal import Testing

@Suite("Fonts", .timed)
struct FontTests {
  @Test("The preview has letters of the font, its names and its axes")
  func facts() async throws {
    let outcome = try await FolderDocument("font", "valid/blocks.ttf").preview()
    #expect(outcome.reply.title == "Cameo Blocks")
    let page = String(decoding: outcome.bytes, as: UTF8.self)
    #expect(page.contains("<h1>Cameo Blocks</h1>") && page.contains("src=\"cid:letters\""))
    #expect(page.contains("<th>Version</th><td>Version 3.2</td>"))
    #expect(page.contains("<th>Designer</th><td>Ada &lt;Quill&gt;</td>"))
    #expect(page.contains("<th>Axis wght</th><td>100 to 900.5, usually 400</td>"))
  }

  @Test("The large letters are those of the font, not of one of the system")
  func letters() async throws {
    let pixels = try await FolderDocument("font", "valid/blocks.ttf").thumbnail()
    #expect((pixels.width, pixels.height) == (128, 128))
    // "A" is a bar and "g" a square on the line, without white in them. Letters of another font have more edges.
    var edges = 0
    var isDark = false
    for step in 0..<400 {
      let now = pixels.color(Double(step) / 400, 0.5)[0] < 128
      if now != isDark { edges += 1 }
      isDark = now
    }
    #expect(edges == 4, "\(edges)")
  }

  @Test("Fonts of the system, of other scripts and in other files are shown by letters that they have")
  func system() async throws {
    let found = try await Tool.run("fc-list", ["--format", "%{file}\\n"])
    let files = Set(found.text.split(separator: "\n")).sorted()
    try #require(!files.isEmpty)
    for file in files.prefix(60) where [".ttf", ".otf", ".ttc"].contains(where: file.lowercased().hasSuffix) {
      let pixels = try await FolderDocument("font", path: String(file)).thumbnail()
      // Letters, and the name below them.
      #expect(pixels.count(rows: 0.05...1) { $0[0] < 180 } > 20, "\(file)")
    }
  }

  @Test("A font that is compressed for the web is refused, because its letters would be boxes")
  func compressed() async throws {
    let folder = try TemporaryDirectory()
    let made = try await Tool.python(
      """
      import struct, sys, zlib
      font = open(sys.argv[1], "rb").read()
      count = struct.unpack(">H", font[4:6])[0]
      entries, data, start = b"", b"", 44 + 20 * count
      for index in range(count):
          tag, checksum, offset, length = struct.unpack(">4sIII", font[12 + 16 * index:28 + 16 * index])
          table = zlib.compress(font[offset:offset + length])
          if len(table) >= length: table = font[offset:offset + length]
          entries += struct.pack(">4sIIII", tag, start + len(data), len(table), length, checksum)
          data += table + bytes(-len(table) % 4)
      head = struct.pack(">4s4sIHHIHHIIIII", b"wOFF", font[:4], start + len(data), count, 0, len(font), 1, 0, 0, 0, 0, 0, 0)
      open(sys.argv[2], "wb").write(head + entries + data)
      """, [Fixtures.path("preview/valid/blocks.ttf"), folder.file("a.woff")])
    try #require(made.status == 0, "\(made.errors)")
    await #expect {
      _ = try await FolderDocument("font", path: folder.file("a.woff")).thumbnail()
    } throws: { ($0 as? ProviderError)?.code == .unsupportedType }
  }

  @Test("Bytes of a font at random places are changed, and nothing ends the process")
  func damaged() async throws {
    let bytes = Fixtures.bytes(Fixtures.path("preview/valid/blocks.ttf"))
    let folder = try TemporaryDirectory()
    var random = SeededRandom(seed: 3)
    for round in 0..<150 {
      var damaged = bytes
      for _ in 0..<(round % 2 == 0 ? 2 : 10) {
        damaged[Int.random(in: 12..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let file = FolderDocument("font", path: try folder.write(damaged, to: "a.ttf"))
      do {
        _ = try await file.thumbnail(side: 64)
        _ = try await file.html()
      } catch let error as ProviderError {
        #expect([.corruptInput, .limitExceeded].contains(error.code), "\(error)")
      }
    }
  }
}
