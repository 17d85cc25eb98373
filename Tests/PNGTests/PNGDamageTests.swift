internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import PNGCodec
internal import PNGStructure
internal import Synchronization
internal import TestKit
internal import Testing

@Suite(.timed) struct PNGDamageTests {
  private let rows: [[UInt8]] = (0..<20).map { y in (0..<4).map { UInt8(10 * y + $0) } }

  private func error(_ file: [UInt8], limits: Limits = .standard) -> ImageError? {
    do throws(ImageError) {
      _ = try Decoded(file, limits: limits)
      return nil
    } catch {
      return error
    }
  }

  /// The rows are stored without compression, so that those before a cut can be counted.
  @Test("Cut file delivers the rows that it has")
  func cutFileDeliversTheRowsThatItHas() throws {
    let file = TestPNG.gray(rows: rows)
    let firstRow = try #require(file.indices.first { file[$0...].starts(with: [0] + rows[0] + [0] + rows[1]) })
    for length in firstRow..<file.count {
      let whole = min(20, (length - firstRow) / 5)
      if whole == 0 {
        #expect(error(Array(file[..<length]))?.kind == .invalidData)
        continue
      }
      let decoded = try Decoded(Array(file[..<length]))
      #expect(decoded.bytes == rows[..<whole].flatMap { $0 }, "cut to \(length)")
      #expect(decoded.warnings.count == 1, "cut to \(length): \(decoded.warnings)")
    }
  }

  @Test("Cut interlaced file delivers a coarser picture")
  func cutInterlacedFileDeliversACoarserPicture() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("i.png")
    let made = try await Tool.run("convert", ["-size", "64x64", "gradient:", "-interlace", "PNG", "-depth", "8", path])
    try #require(made.status == 0, "\(made.errors)")
    let file = Fixtures.bytes(path)
    let whole = try Decoded(file)
    let cut = try Decoded(Array(file[..<(file.count - file.count / 4)]))
    #expect(cut.rowCount == 64)
    #expect(cut.warnings.count == 1)
    let difference = zip(whole.bytes, cut.bytes).map { abs(Int($0) - Int($1)) }
    #expect(difference.max() ?? 0 < 64, "pixels stand for blocks of at most 8 by 8 of this gradient")
  }

  @Test("Damage in a later chunk leaves the rows before")
  func damageInALaterChunkLeavesTheRowsBefore() throws {
    var file = TestPNG.gray(rows: rows, rowsPerChunk: 5)
    let place = try #require(file.indices.first { file[$0...].starts(with: rows[12]) })
    file[place] ^= 1
    let decoded = try Decoded(file)
    #expect(decoded.rowCount >= 10)
    #expect(Array(decoded.bytes[..<40]) == rows[..<10].flatMap { $0 })
    #expect(decoded.warnings == ["IDAT: CRC error"])
  }

  @Test("Damage in the first chunk is an error")
  func damageInTheFirstChunkIsAnError() throws {
    var file = TestPNG.gray(rows: rows)
    let place = try #require(file.indices.first { file[$0...].starts(with: rows[12]) })
    file[place] ^= 1
    #expect(error(file)?.kind == .invalidData)
  }

  @Test("Scattered image data is an error")
  func scatteredImageDataIsAnError() throws {
    let stream = TestPNG.zlib(rows.flatMap { [0] + $0 })
    let file =
      TestPNG.signature + TestPNG.header(width: 4, height: 20) + TestPNG.chunk("IDAT", Array(stream[..<40]))
      + TestPNG.chunk("tEXt", Array("a\0b".utf8)) + TestPNG.chunk("IDAT", Array(stream[40...]))
      + TestPNG.chunk("IEND", [])
    #expect(error(file)?.kind == .invalidData)
  }

  @Test("Every header that the standard forbids is refused")
  func everyHeaderThatTheStandardForbidsIsRefused() {
    let data = TestPNG.chunk("IDAT", TestPNG.zlib([0, 0])) + TestPNG.chunk("IEND", [])
    func refused(_ header: [UInt8]) -> ImageError.Kind? { error(TestPNG.signature + header + data)?.kind }
    #expect(refused(TestPNG.header(width: 1, height: 1)) == nil)
    #expect(refused(TestPNG.header(width: 0, height: 1)) == .invalidData)
    #expect(refused(TestPNG.header(width: 1, height: 0)) == .invalidData)
    #expect(refused(TestPNG.header(width: 0x8000_0000, height: 1)) == .invalidData)
    for (depth, type) in [(3, 0), (0, 0), (16, 3), (4, 2), (1, 6), (8, 1), (8, 5), (8, 7), (32, 0)] as [(UInt8, UInt8)]
    {
      #expect(refused(TestPNG.header(width: 1, height: 1, depth: depth, type: type)) == .invalidData)
    }
    #expect(refused(TestPNG.header(width: 1, height: 1, interlace: 2)) == .invalidData)
    #expect(refused(TestPNG.chunk("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 1, 0, 0])) == .invalidData)
    #expect(refused(TestPNG.chunk("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0])) == .invalidData)
    #expect(refused([]) == .invalidData)
    #expect(error([])?.kind == .invalidData)
  }

  /// The pixels of a file whose header is damaged cannot be trusted; its metadata is read.
  @Test("A damaged header leaves the metadata")
  func aDamagedHeaderLeavesTheMetadata() throws {
    let text = TestPNG.chunk("tEXt", Array("Title\0Sea".utf8))
    let data = TestPNG.chunk("IDAT", TestPNG.zlib([0, 1, 0, 2])) + TestPNG.chunk("IEND", [])
    let header = TestPNG.header(width: 1, height: 2)
    var wrongCheck = header
    wrongCheck[wrongCheck.count - 1] ^= 1
    for (start, defect) in [
      (wrongCheck + text, "IHDR: CRC error"), (text + header, "IHDR is not the first chunk"),
      (text + wrongCheck, "IHDR is not the first chunk"),
    ] {
      let file = TestPNG.signature + start + data
      let structure = try PNGStructure.read(MemoryByteSource(file), limits: .standard)
      #expect(structure.header.size == PixelSize(width: 1, height: 2))
      #expect(structure.texts.map(\.keyword) == ["Title"])
      #expect(structure.diagnostics == [.warning(defect)])
      #expect(error(file)?.kind == .invalidData)
      #expect(error(file)?.message == defect)
    }
  }

  @Test("A file without a header is refused")
  func aFileWithoutAHeaderIsRefused() throws {
    for start in [TestPNG.chunk("tEXt", Array("Title\0Sea".utf8)), TestPNG.chunk("CgBI", [0, 0, 0, 0])] {
      let file = TestPNG.signature + start + TestPNG.chunk("IEND", []) + TestPNG.header(width: 1, height: 1)
      #expect(throws: ImageError.self) { try PNGStructure.read(MemoryByteSource(file), limits: .standard) }
    }
  }

  @Test("Declared sizes are checked against the limits")
  func declaredSizesAreCheckedAgainstTheLimits() {
    func exceeded(_ header: [UInt8], _ limits: Limits = .standard) -> String? {
      error(TestPNG.signature + header + TestPNG.chunk("IDAT", [1]), limits: limits)?.limit?.name
    }
    #expect(exceeded(TestPNG.header(width: 20_000, height: 20_000)) == "max-pixels")
    #expect(exceeded(TestPNG.header(width: 1_000_001, height: 1)) == "max-streamed-axis")
    #expect(exceeded(TestPNG.header(width: 70_000, height: 1, interlace: 1)) == "max-axis")
    #expect(exceeded(TestPNG.header(width: 16_000, height: 16_000, depth: 16, type: 6, interlace: 1)) == "max-memory")
    #expect(exceeded(TestPNG.header(width: 70_000, height: 1)) == nil)
    var limits = Limits.standard
    limits.maxPixels = 99
    #expect(exceeded(TestPNG.header(width: 10, height: 10), limits) == "max-pixels")
  }

  @Test("Source that fails is an input output error")
  func sourceThatFailsIsAnInputOutputError() throws {
    final class FailingSource: ByteSource {
      let bytes: MemoryByteSource
      let goodReads: Int
      let reads = Atomic(0)
      init(_ bytes: [UInt8], goodReads: Int) {
        self.bytes = MemoryByteSource(bytes)
        self.goodReads = goodReads
      }
      var size: UInt64 { bytes.size }
      func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
        guard reads.add(1, ordering: .relaxed).newValue <= goodReads else { throw ImageError(.io, "the disk is gone") }
        return try bytes.read(into: buffer, at: offset)
      }
    }
    // More than the 64 KiB that are read at once, so that the source can fail within the picture.
    let file = TestPNG.gray(
      width: 3_000, rows: (0..<20).map { [UInt8](repeating: UInt8($0), count: 3_000) },
      extra: TestPNG.chunk("zzZz", [UInt8](repeating: 0, count: 30_000)))
    for goodReads in 0..<3 {
      let error = #expect(throws: ImageError.self) { try Decoded(FailingSource(file, goodReads: goodReads)) }
      #expect(error?.kind == .io, "after \(goodReads) reads")
    }
  }

  /// No input may end the process: cuts and changed bytes, also with corrected checksums.
  @Test("Changed bytes end in a picture or an error")
  func changedBytesEndInAPictureOrAnError() throws {
    var random = SeededRandom(seed: 0x9A6)
    var limits = Limits.standard
    limits.maxMemory = 8 << 20
    limits.maxPixels = 100_000
    let seeds = [
      TestPNG.gray(rows: rows, rowsPerChunk: 5, extra: TestPNG.chunk("gAMA", TestPNG.number(45_455))),
      TestPNG.signature + TestPNG.header(width: 3, height: 1, depth: 8, type: 3)
        + TestPNG.chunk("PLTE", [10, 20, 30, 40, 50, 60]) + TestPNG.chunk("tRNS", [1])
        + TestPNG.chunk("iTXt", Array("Title\0\0\0de\0Titel\0Bild".utf8))
        + TestPNG.chunk("IDAT", TestPNG.zlib([0, 0, 1, 0])) + TestPNG.chunk("IEND", []),
    ]
    for seed in seeds {
      for round in 0..<1_500 {
        var file = seed
        for _ in 0...Int.random(in: 0..<4, using: &random) {
          file[Int.random(in: 8..<file.count, using: &random)] = .random(in: 0...255, using: &random)
        }
        if round % 2 == 0 { file = withRightChecksums(file) }
        if let error = error(file, limits: limits) {
          #expect([.invalidData, .unsupported, .limitExceeded].contains(error.kind), "\(error)")
        }
        do throws(ImageError) {
          _ = try PNGStructure.read(MemoryByteSource(file), limits: limits).imageInfo()
        } catch {
          #expect([.invalidData, .unsupported, .limitExceeded].contains(error.kind), "\(error)")
        }
      }
    }
  }

  private func withRightChecksums(_ file: [UInt8]) -> [UInt8] {
    var result = TestPNG.signature
    var at = 8
    while at + 12 <= file.count {
      let length = file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= file.count - at - 12 else { break }
      let name = file[at + 4..<at + 8].allSatisfy { $0 < 128 } ? file[at + 4..<at + 8] : Array("tEXt".utf8)[...]
      result += TestPNG.chunk(String(decoding: name, as: UTF8.self), Array(file[at + 8..<at + 8 + length]))
      at += 12 + length
    }
    return result + file[at...]
  }
}
