internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import TIFFCodec
internal import TIFFStructure
internal import TestKit
internal import Testing

/// Damaged and hostile files.
@Suite(.timed) struct TIFFDamageTests {
  /// The rows before the damage are those of the whole picture. The rest of the strip is zero, and the next strip is
  /// whole.
  @Test("The rows around the damage are delivered", arguments: ["lzw", "deflate", "zstd", "lzma"])
  func theRowsAroundTheDamageAreDelivered(_ compression: String) throws {
    let size = PixelSize(width: 900, height: 400)
    var noise: UInt32 = 7
    let pixels = (0..<size.pixelCount).map { _ -> UInt8 in
      noise = noise &* 1_664_525 &+ 1_013_904_223
      return UInt8(noise >> 28)
    }
    var image = EncodeImage(size: size, format: .gray8)
    image.options.compression = compression
    var file = try TIFFSupport.encode([(image, pixels)]).bytes
    // Strips have 291 rows. The declared length of the first one is halved.
    let source = MemoryByteSource(file)
    let structure = try TIFFStructure.read(source, limits: .standard)
    let counts = try TIFFStructure.segments(of: structure.pages[0].directory, in: source, limits: .standard).byteCounts
    let stored = counts.flatMap { TIFFSupport.little(UInt32($0)) }
    let place = try #require(file.indices.last { file[$0...].starts(with: stored) })
    file.replaceSubrange(place..<place + 4, with: TIFFSupport.little(UInt32(counts[0] / 2)))
    let damaged = try TIFFSupport.decode(file)
    #expect(damaged.warnings.count == 1)
    let second = 291 * size.width
    #expect(Array(damaged.picture.bytes[second...]) == Array(pixels[second...]))
    let same = zip(damaged.picture.bytes, pixels).prefix { $0 == $1 }.count
    #expect(same >= 100 * size.width && same < second)
    #expect(damaged.picture.bytes[(same + 2 * size.width)..<second].allSatisfy { $0 == 0 })
  }

  /// A missing strip leaves zeros in its place.
  @Test("A missing first strip is zero")
  func aMissingFirstStripIsZero() throws {
    var file = SyntheticTIFF(width: 4, height: 4, bits: 8, photometric: 1, more: [278: [2]], data: [])
    file.strips = [[], [1, 2, 3, 4, 5, 6, 7, 8]]
    let decoded = try TIFFSupport.decode(file.bytes())
    #expect(decoded.picture.bytes == [UInt8](repeating: 0, count: 8) + [1, 2, 3, 4, 5, 6, 7, 8])
    #expect(decoded.warnings.count == 1)
  }

  @Test("A file of which nothing decodes is an error")
  func aFileOfWhichNothingDecodesIsAnError() {
    var file = SyntheticTIFF(width: 4, height: 4, bits: 8, photometric: 1, data: [1, 2, 3])
    file.fields[259] = [8]
    #expect { try TIFFSupport.decode(file.bytes()) } throws: { ($0 as? ImageError)?.kind == .invalidData }
  }

  /// A row of 32 pixels, alternately black and white, in Group 3 (ITU-T T.4, table 2): an end-of-line code, no white
  /// pixel, then 32 runs of one pixel. That is one run more than libtiff 4.5 has room for.
  @Test("Fax data that libtiff cannot decode is named")
  func faxDataThatLibtiffCannotDecodeIsNamed() {
    let bits = "000000000001" + "00110101" + String(repeating: "010" + "000111", count: 16) + "0000"
    let data = stride(from: 0, to: bits.count, by: 8).map { UInt8(bits.dropFirst($0).prefix(8), radix: 2) ?? 0 }
    var file = SyntheticTIFF(width: 32, height: 1, bits: 1, photometric: 0, data: data)
    file.fields[259] = [3]
    #expect { try TIFFSupport.decode(file.bytes()) } throws: {
      ($0 as? ImageError)?.kind == .invalidData && ($0 as? ImageError)?.message.contains("fax data") == true
    }
  }

  /// libjbig ends the process when it gets no memory, so the size in its header is checked first.
  @Test("JBIG data of another size is refused")
  func jbigOfAnotherSizeIsRefused() throws {
    var file = TIFFSupport.fixture("valid/bilevel_jbig.tif")
    #expect(try TIFFSupport.decode(file).warnings.isEmpty)
    // The strip begins at 8; bits are reversed in this file; bytes 4 to 7 of the header are the width.
    for place in 12..<16 { file[place] = 0xFF }
    #expect { try TIFFSupport.decode(file) } throws: {
      ($0 as? ImageError)?.kind == .invalidData && ($0 as? ImageError)?.message.contains("JBIG") == true
    }
  }

  @Test("Limits are named")
  func limitsAreNamed() {
    func error(_ change: (inout Limits) -> Void, _ file: SyntheticTIFF) -> ImageError? {
      var limits = Limits()
      change(&limits)
      do throws(ImageError) {
        _ = try TIFFSupport.decode(file.bytes(), limits: limits)
        return nil
      } catch {
        return error
      }
    }
    let small = SyntheticTIFF(width: 8, height: 8, bits: 8, photometric: 1, data: [UInt8](repeating: 1, count: 64))
    #expect(error({ _ in }, small) == nil)
    #expect(error({ $0.maxPixels = 63 }, small)?.limit?.name == "max-pixels")
    #expect(error({ ($0.maxAxis, $0.maxStreamedAxis) = (7, 7) }, small)?.limit?.name == "max-streamed-axis")
    let many = SyntheticTIFF(
      width: 1, height: 1, bits: 8, samples: 5, photometric: 2, more: [338: [0, 0]], data: [1, 2, 3, 4, 5])
    #expect(error({ $0.maxSamplesPerPixel = 4 }, many)?.limit?.name == "max-samples-per-pixel")
    let wide = SyntheticTIFF(
      width: 60_000, height: 1, bits: 64, samples: 60, photometric: 2,
      more: [338: [UInt32](repeating: 0, count: 57)], data: [1])
    #expect(error({ $0.maxMemory = 20 << 20 }, wide)?.limit?.name == "max-memory")
    // 16,000 x 16,000 pixels are within the limit, but with 64 samples of 8 bytes they are not; nor are 8 x 8 pixels of
    // 20 bytes.
    let deep = SyntheticTIFF(
      width: 16_000, height: 16_000, bits: 64, samples: 64, photometric: 1,
      more: [278: [1], 338: [UInt32](repeating: 0, count: 63)], data: [1])
    #expect(error({ _ in }, deep)?.kind == .limitExceeded)
    #expect(error({ _ in }, deep)?.limit?.name == "max-pixels")
    let twenty = SyntheticTIFF(
      width: 8, height: 8, bits: 32, samples: 5, photometric: 2, more: [338: [0, 0]],
      data: [UInt8](repeating: 1, count: 1_280))
    #expect(error({ $0.maxPixels = 80 }, twenty) == nil)
    #expect(error({ $0.maxPixels = 79 }, twenty)?.limit?.name == "max-pixels")
    #expect(error({ $0.maxPixels = .max }, small) == nil)
    let tiled = SyntheticTIFF(
      width: 8, height: 8, bits: 8, photometric: 1, more: [322: [65_520], 323: [65_520], 324: [8], 325: [64]], data: [1]
    )
    #expect(error({ _ in }, tiled)?.limit?.name == "max-memory")
  }

  @Test(
    "What is not supported is named",
    arguments: [
      (["compression": 34712], "compression 34712 (JPEG 2000)"), (["photometric": 32803], "camera's sensor"),
      (["bits": 33], "33 bits"), (["format": 6], "complex"),
      (["inkSet": 2, "photometric": 5, "samples": 4], "ink set 2"),
    ] as [([String: UInt32], String)])
  func whatIsNotSupportedIsNamed(_ changes: [String: UInt32], _ words: String) {
    var file = SyntheticTIFF(
      width: 2, height: 2, bits: Int(changes["bits"] ?? 8), samples: Int(changes["samples"] ?? 1),
      photometric: changes["photometric"] ?? 1, format: changes["format"] ?? 1, data: [UInt8](repeating: 1, count: 80))
    if let compression = changes["compression"] { file.fields[259] = [compression] }
    if let inkSet = changes["inkSet"] { file.fields[332] = [inkSet] }
    #expect { try TIFFSupport.decode(file.bytes()) } throws: {
      ($0 as? ImageError)?.kind == .unsupported && ($0 as? ImageError)?.message.contains(words) == true
    }
  }

  /// A chain that leads back to its beginning yields its pages once.
  @Test("A loop ends the list of pages")
  func aLoopEndsTheListOfPages() throws {
    let decoder = try TIFFSupport.open(TIFFSupport.fixture("broken/ifd_loop_of_two.tif"))
    #expect(decoder.imageCount == 2)
    #expect(decoder.diagnostics.contains { $0.severity == .warning })
  }

  /// The reported error is the source's, not libtiff's guess.
  @Test("Read errors of the source are kept")
  func readErrorsOfTheSourceAreKept() throws {
    let failing = FailingSource(TIFFSupport.fixture("valid/photo_rgb8_lzw_predictor_2.tif"))
    let decoder = try TIFFCodec.decoder.open(failing, .standard)
    let rows = try decoder.rows(at: 0, DecodeRequest())
    failing.fails.store(true)
    #expect(throws: FailingSource.error) { try rows.readAll(limits: .standard) }
  }

  @Test("Cancellation ends decoding")
  func cancellationEndsDecoding() throws {
    let decoder = try TIFFSupport.open(TIFFSupport.fixture("valid/rgb8_lzw.tif"))
    let rows = try decoder.rows(at: 0, DecodeRequest(isCancelled: { true }))
    #expect { try rows.readAll(limits: .standard) } throws: { ($0 as? ImageError)?.kind == .cancelled }
  }

  /// RowsPerStrip says that each plane is one strip, but there are four strips. Only the first plane could be found.
  @Test("Planes that do not fit are refused")
  func planesThatDoNotFitAreRefused() throws {
    var file = SyntheticTIFF(
      width: 4, height: 4, bits: 8, samples: 2, photometric: 1, more: [284: [2], 278: [0x8000_0001]], data: [])
    file.strips = (0..<4).map { [UInt8](repeating: UInt8($0), count: 8) }
    let error = #expect(throws: ImageError.self) { try TIFFSupport.decode(file.bytes()) }
    #expect(error?.kind == .invalidData)
    #expect(error?.message.contains("4 strips do not fit 2 planes of 1") == true)
    file.fields[278] = [2]
    // Grey and alpha.
    let expected = [[0, 2], [1, 3]].flatMap { pixel in (0..<8).flatMap { _ in pixel as [UInt8] } }
    #expect(try TIFFSupport.decode(file.bytes()).picture.bytes == expected)
  }
}
