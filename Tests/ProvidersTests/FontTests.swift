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

  @Test(
    "A font that is compressed for the web is shown like the plain one", arguments: ["blocks.woff", "blocks.woff2"])
  func compressed(_ name: String) async throws {
    let (plain, packed) = (FolderDocument("font", "valid/blocks.ttf"), FolderDocument("font", "valid/\(name)"))
    let (one, other) = (try await plain.thumbnail(), try await packed.thumbnail())
    #expect((one.width, one.height) == (other.width, other.height))
    for x in stride(from: 0.05, to: 1, by: 0.1) {
      for y in stride(from: 0.05, to: 0.75, by: 0.1) { #expect(one.isNear(other.color(x, y), x, y), "\(x) \(y)") }
    }
    let (first, second) = (try await plain.preview(), try await packed.preview())
    #expect(first.bytes == second.bytes)
    #expect(first.attachments == second.attachments)
  }

  @Test("All outlines of a large font are restored from WOFF2: letters, and letters of other letters")
  func outlines() async throws {
    let found = try await Tool.run("fc-match", ["--format", "%{file}", "DejaVu Sans"])
    let folder = try TemporaryDirectory()
    try folder.write(Fixtures.bytes(found.text), to: "a.ttf")
    let made = try await Tool.run("woff2_compress", ["a.ttf"], directory: folder.path)
    try #require(made.status == 0, "\(made.errors)")
    let plain = try await FolderDocument("font", path: folder.file("a.ttf")).preview()
    let packed = try await FolderDocument("font", path: folder.file("a.woff2")).preview()
    #expect(plain.reply.title == "DejaVu Sans Book" && plain.bytes == packed.bytes)
    #expect(plain.attachments == packed.attachments)
  }

  @Test("Web fonts whose bytes are changed, and whose sizes are absurd, end no process", arguments: ["woff", "woff2"])
  func hostile(_ kind: String) async throws {
    let bytes = Fixtures.bytes(Fixtures.path("preview/valid/blocks.\(kind)"))
    let folder = try TemporaryDirectory()
    var random = SeededRandom(seed: 5)
    for round in 0..<150 {
      var damaged = bytes
      for _ in 0..<4 {
        let range = round % 2 == 0 ? 8..<160 : 8..<bytes.count
        damaged[Int.random(in: range, using: &random)] =
          round % 3 == 0 ? 255 : UInt8.random(in: 0...255, using: &random)
      }
      let file = FolderDocument("font", path: try folder.write(damaged, to: "a.\(kind)"))
      do {
        _ = try await file.thumbnail(side: 32)
      } catch let error as ProviderError {
        #expect([.corruptInput, .limitExceeded, .unsupportedType].contains(error.code), "\(error)")
      }
    }
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
