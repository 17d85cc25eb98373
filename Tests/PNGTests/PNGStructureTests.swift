internal import ByteStreams
internal import ImageModel
internal import PNGStructure
internal import TestKit
internal import Testing

@Suite(.timed) struct PNGStructureTests {
  private func structure(
    _ extra: [UInt8], after: [UInt8] = [], limits: Limits = .standard, scope: PNGStructure.Scope = .wholeFile
  ) throws(ImageError) -> PNGStructure {
    var file = TestPNG.gray(rows: [[1, 2, 3, 4]], extra: extra)
    file.insert(contentsOf: after, at: file.count - 12)
    return try PNGStructure.read(MemoryByteSource(file), limits: limits, scope: scope)
  }

  @Test("Texts have keyword and language")
  func textsHaveKeywordAndLanguage() throws {
    let read = try structure(
      TestPNG.chunk("tEXt", Array("Title\0".utf8) + [0x42, 0xFC])
        + TestPNG.chunk("zTXt", Array("Comment\0\0".utf8) + [1, 2, 3]),
      after: TestPNG.chunk("iTXt", Array("Title\0\0\0de-CH\0Titel ü\0Größe".utf8))
        + TestPNG.chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0<x/>".utf8)))
    #expect(read.texts.map(\.keyword) == ["Title", "Comment", "Title"])
    #expect(read.texts.map(\.isUTF8) == [false, false, true])
    #expect(read.texts.map(\.isCompressed) == [false, true, false])
    #expect(read.texts[2].language == "de-CH")
    #expect(read.texts[2].translatedKeyword == "Titel ü")
    #expect(read.texts[2].bytes == Array("Größe".utf8))
    #expect(
      read.blocks.map(\.kind) == [.text(keyword: "Title"), .text(keyword: "Comment"), .text(keyword: "Title"), .xmp])
    #expect(read.blocks[1].encoding == .zlib)
    #expect(read.blocks[3].bytes == Array("<x/>".utf8))
    #expect(read.diagnostics.isEmpty)
  }

  @Test("Blocks have their offset")
  func blocksHaveTheirOffset() throws {
    let extra =
      TestPNG.chunk("tEXt", Array("Key\0value".utf8)) + TestPNG.chunk("eXIf", Array("Exif\0\0MM\0*\0\0\0\u{8}".utf8))
    let file = TestPNG.gray(rows: [[1, 2, 3, 4]], extra: extra)
    for block in try PNGStructure.read(MemoryByteSource(file), limits: .standard).blocks {
      #expect(Array(file[Int(block.offset)..<Int(block.offset) + block.bytes.count]) == block.bytes)
    }
  }

  @Test("Resolution is in metres or an aspect")
  func resolutionIsInMetresOrAnAspect() throws {
    let metres = try structure(TestPNG.chunk("pHYs", TestPNG.number(11_811) + TestPNG.number(5_906) + [1])).imageInfo()
    #expect(metres.resolution == Resolution(x: 11_811, y: 5_906, unit: .meter))
    #expect(abs((metres.resolution?.dotsPerInch?.x ?? 0) - 300) < 0.01)
    let aspect = try structure(TestPNG.chunk("pHYs", TestPNG.number(2) + TestPNG.number(1) + [0])).resolution
    #expect(aspect == Resolution(x: 2, y: 1, unit: .none))
    #expect(try structure(TestPNG.chunk("pHYs", [1, 2])).resolution == nil)
  }

  @Test("Walk stops at image data where asked")
  func walkStopsAtImageDataWhereAsked() throws {
    let after = TestPNG.chunk("tEXt", Array("Late\0text".utf8))
    #expect(try structure([], after: after).texts.map(\.keyword) == ["Late"])
    let early = try structure([], after: after, scope: .untilImageData)
    #expect(early.texts.isEmpty && early.diagnostics.isEmpty)
    #expect(early.chunks.map(\.name) == ["IHDR", "IDAT"])
  }

  @Test("Damaged chunks are left out with a warning")
  func damagedChunksAreLeftOutWithAWarning() throws {
    var bad = TestPNG.chunk("tEXt", Array("Key\0value".utf8))
    bad[14] ^= 1
    let read = try structure(bad + TestPNG.chunk("tEXt", Array("Good\0value".utf8)))
    #expect(read.texts.map(\.keyword) == ["Good"])
    #expect(read.diagnostics == [.warning("tEXt: CRC error")])
  }

  @Test("Metadata over the limit is skipped")
  func metadataOverTheLimitIsSkipped() throws {
    var limits = Limits.standard
    limits.maxMetadataBlockBytes = 1_000
    let large = TestPNG.chunk("tEXt", Array("Large\0".utf8) + [UInt8](repeating: 65, count: 1_000))
    let small = TestPNG.chunk("tEXt", Array("Small\0x".utf8))
    let read = try structure(large + small, limits: limits)
    #expect(read.texts.map(\.keyword) == ["Small"])
    #expect(read.diagnostics.count == 1)
    limits.maxMetadataBytes = 2_000
    let many = try structure((0..<100).flatMap { _ in small }, limits: limits)
    #expect(many.texts.count < 10)
    #expect(!many.diagnostics.isEmpty && many.diagnostics.count <= 20)
  }

  @Test("Frames of an animation are counted")
  func framesOfAnAnimationAreCounted() throws {
    let read = try structure(TestPNG.chunk("acTL", TestPNG.number(12) + TestPNG.number(0)))
    #expect(read.declaredAnimation?.frameCount == 12)
    #expect(read.diagnostics.map(\.message) == ["of 12 frames 0 can be read"])
  }

  @Test("A chunk that extends past the end ends the walk")
  func chunkThatExtendsPastTheEndEndsTheWalk() throws {
    let file = TestPNG.gray(rows: [[1, 2, 3, 4]], extra: TestPNG.number(0x7FFF_FFFF) + Array("tEXtabc".utf8))
    let read = try PNGStructure.read(MemoryByteSource(file), limits: .standard)
    #expect(read.diagnostics.count == 2)
    #expect(read.texts.isEmpty)
  }
}
