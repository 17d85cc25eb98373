internal import ByteStreams
internal import Drawing
internal import ImageModel
internal import Imaging
internal import PDFDocuments
internal import PDFWriting
internal import TestKit
internal import Testing

/// Noto Color Emoji has its glyphs as pictures of 136 pixels.
@Suite("Emoji in documents", .timed) struct EmojiTests {
  private func document(_ text: String, size: Double = 12, isFlipped: Bool = false) throws -> PDFJudge {
    try PDFJudge(try written(text, size: size, isFlipped: isFlipped).bytes)
  }

  private func written(
    _ text: String, size: Double, isFlipped: Bool = false, limits: Limits = .standard
  ) throws -> (bytes: [UInt8], diagnostics: [Diagnostic]) {
    let sink = MemoryByteSink()
    let writer = DocumentWriter(to: sink, .init(), .init(limits: limits), sources: .init(limits: limits))
    let record = try writer.append(
      DrawnPage(size: Size(width: 300, height: 100)) { context in
        if isFlipped { context.flip() }
        let layout = try TextLayout(AttributedText(text, TextStyle(size: size)), fonts: context.fonts)
        context.draw(layout, at: Point(x: 20, y: isFlipped ? 20 : 80))
      })
    _ = try writer.finish(.init())
    return (sink.bytes, record.diagnostics)
  }

  @Test("One that cannot be embedded is named, once")
  func leftOut() throws {
    let note = Diagnostic.warning("a character with colours cannot be embedded, and is left out")
    let smiles = String(repeating: "😀", count: 3)
    #expect(try !written(smiles, size: 12).diagnostics.contains(note))
    var limits = Limits.standard
    // The picture has 136 pixels along both axes.
    limits.maxPixels = 1_000
    #expect(try written(smiles, size: 12, limits: limits).diagnostics.count { $0 == note } == 1)
  }

  @Test("They have the resolution of their font, each is stored once, and they are text", arguments: [false, true])
  func text(isFlipped: Bool) async throws {
    let judge = try document("One 😀 two 👍🏽 three 😀 four 🇩🇪 end", isFlipped: isFlipped)
    #expect(try await judge.complaint() == nil)
    let text = try await judge.text()
    #expect(text.contains("One 😀 two 👍🏽 three 😀 four 🇩🇪 end"), "\(text)")
    let lines = try await Tool.run("pdfimages", ["-list", judge.path]).text.split(separator: "\n").dropFirst(2)
      .map { $0.split(separator: " ").map(String.init) }.filter { $0[2] == "image" }
    #expect(Set(lines.map { $0[10] }).count == 3)
    #expect(lines.allSatisfy { $0[3] == "136" && Int($0[12]) ?? 0 > 300 }, "\(lines)")
  }

  @Test("They are where the letters around them are, coloured")
  func place() async throws {
    // At 72 dots an inch: a yellow face of some 40 pixels, whose middle is above the baseline.
    let pixels = try await document("😀", size: 32).pixels().suffix(300 * 100 * 3)
    let yellow = (0..<300 * 100).filter { index in
      let start = pixels.startIndex + 3 * index
      return pixels[start] > 200 && pixels[start + 1] > 150 && pixels[start + 2] < 120
    }
    let (columns, rows) = (yellow.map { $0 % 300 }, yellow.map { $0 / 300 })
    let (left, right) = (try #require(columns.min()), try #require(columns.max()))
    let (top, bottom) = (try #require(rows.min()), try #require(rows.max()))
    #expect((20...28).contains(left) && (28...44).contains(right - left), "\(left) to \(right)")
    #expect((20...36).contains(top) && (28...44).contains(bottom - top), "\(top) to \(bottom)")
  }
}
