internal import ByteStreams
internal import CodecKit
internal import Glibc
internal import ImageModel
internal import JPEGCodec
internal import JPEGStructure
internal import Synchronization
internal import TestKit
internal import Testing

/// Decoding the two halves of a picture with restart markers on two threads.
@Suite(.timed) struct JPEGSplitTests {
  private static let size = PixelSize(width: 397, height: 603)

  /// Half a gradient, half noise, as portable maps.
  private static let colorMap = map(channels: 3)
  private static let grayMap = map(channels: 1)

  private static func map(channels: Int) -> [UInt8] {
    let noise = JPEGSupport.noise(size.width * size.height * channels)
    let pixels = zip(JPEGSupport.gradient(size, channels: channels), noise).map { $0 / 2 + $1 / 2 }
    return Array("\(channels == 1 ? "P5" : "P6")\n\(size.width) \(size.height)\n255\n".utf8) + pixels
  }

  /// A file by cjpeg.
  private func file(_ arguments: [String], channels: Int = 3) async throws -> [UInt8] {
    let map = channels == 1 ? Self.grayMap : Self.colorMap
    return try await Tool.run("cjpeg", ["-quality", "80"] + arguments, input: map).output
  }

  private func minimum(_ scale: Int) -> PixelSize {
    PixelSize(width: Self.size.width / scale, height: Self.size.height / scale)
  }

  /// Notes whether bytes are read by another thread than the one that made it.
  private final class WatchedSource: ByteSource {
    let inner: MemoryByteSource
    let owner = pthread_self()
    let hasOtherReader = Atomic(false)
    init(_ bytes: [UInt8]) { inner = MemoryByteSource(bytes) }
    var size: UInt64 { inner.size }
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
      if pthread_equal(owner, pthread_self()) == 0 { hasOtherReader.store(true, ordering: .relaxed) }
      return try inner.read(into: buffer, at: offset)
    }
  }

  /// Intervals of one row of MCUs, of two, of one MCU, and of five.
  @Test(
    "Pixels are those of djpeg", arguments: ["1x1", "2x1", "1x2", "2x2", "4x1", "1x4", "2x4", "gray"],
    ["1", "2", "1B", "5B"])
  func pixelsAreThoseOfDjpeg(_ sampling: String, _ interval: String) async throws {
    let isGray = sampling == "gray"
    let arguments = isGray ? [] : ["-sample", sampling]
    let bytes = try await file(arguments + ["-restart", interval], channels: isGray ? 1 : 3)
    for scale in [1, 2, 4, 8] {
      let source = WatchedSource(bytes)
      let decoded = try JPEGSupport.decode(
        source, minimumSize: scale == 1 ? nil : minimum(scale), usesThreads: true)
      #expect(decoded.diagnostics.isEmpty)
      let peer = try await Tool.run("djpeg", ["-scale", "1/\(scale)", "-pnm"], input: bytes)
      #expect(decoded.portableMap == peer.output, "at 1/\(scale)")
      // Large sizes are not split.
      #expect(source.hasOtherReader.load(ordering: .relaxed) == (scale >= 4), "at 1/\(scale)")
    }
  }

  /// 4:2:0: 25 x 38 MCUs. RST0 follows every eighth interval. 16 is the multiple of 8 that is nearest to 19; with two
  /// rows an interval it is the multiple of 16.
  @Test(
    "The restart point follows a multiple of eight intervals",
    arguments: [("1", 16, 16), ("2", 16, 8), ("5B", 16, 80), ("1B", 16, 400)])
  func thePointIsAfterAMultipleOfEightIntervals(_ interval: String, _ row: Int, _ markers: Int) async throws {
    let bytes = try await file(["-sample", "2x2", "-restart", interval])
    let source = MemoryByteSource(bytes)
    let structure = try JPEGStructure.read(source, limits: .standard)
    let found = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && (0xD0...0xD7).contains(bytes[$0 + 1]) }
    let point = try #require(try structure.middleRestartPoint(in: source))
    #expect(point.mcuRow == row)
    #expect(point.mcuHeight == 16)
    #expect(point.offset == UInt64(found[markers - 1] + 2))
  }

  /// Files that one decoder has to read: without restart markers, with several scans, or without a restart point that
  /// is a multiple of eight intervals.
  @Test(
    "Other files have no restart point",
    arguments: [[], ["-progressive", "-restart", "1"], ["-arithmetic", "-restart", "1"], ["-restart", "19"]])
  func otherFilesHaveNoPoint(_ arguments: [String]) async throws {
    let source = MemoryByteSource(try await file(arguments))
    #expect(try JPEGStructure.read(source, limits: .standard).middleRestartPoint(in: source) == nil)
  }

  /// Damage in either half: rows and warnings are those of one decoder, which other tests compare with djpeg.
  @Test("Damaged files are decoded as by one thread", arguments: [4, 8])
  func damagedFilesAreDecodedAsByOneThread(_ scale: Int) async throws {
    let bytes = try await file(["-sample", "2x2", "-restart", "1"])
    let markers = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && (0xD0...0xD7).contains(bytes[$0 + 1]) }
    #expect(markers.count == 37)
    var damaged = (1..<16).map { Array(bytes[..<(bytes.count * $0 / 16)]) }
    damaged.append(bytes.dropLast(2))
    for marker in markers {
      damaged.append(Array(bytes[..<marker] + bytes[(marker + 2)...]))
      var wrong = bytes
      wrong[marker + 1] ^= 3
      damaged.append(wrong)
    }
    var random = SeededRandom(seed: 7)
    for _ in 0..<100 {
      var flipped = bytes
      flipped[Int.random(in: markers[0]..<bytes.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
      damaged.append(flipped)
    }
    for (index, file) in damaged.enumerated() {
      let one = Result { try JPEGSupport.decode(file, minimumSize: minimum(scale)) }
      let two = Result { try JPEGSupport.decode(file, minimumSize: minimum(scale), usesThreads: true) }
      switch (one, two) {
      case (.success(let one), .success(let two)):
        #expect(one.rows == two.rows, "\(index)")
        #expect(one.pixels == two.pixels, "\(index)")
        #expect(one.diagnostics == two.diagnostics, "\(index)")
      case (.failure(let one), .failure(let two)): #expect("\(one)" == "\(two)")
      default: Issue.record("\(index): \(one) \(two)")
      }
    }
  }

  @Test("Damage in both halves is reported as by one decoder")
  func damageInBothHalvesIsReportedAsByOneDecoder() async throws {
    let sound = try await file(["-sample", "2x2", "-restart", "1"])
    // 20 bytes are missing at the end of each row of MCUs but the last.
    var bytes: [UInt8] = []
    var start = 0
    for marker in sound.indices.dropLast() where sound[marker] == 0xFF && (0xD0...0xD7).contains(sound[marker + 1]) {
      bytes += sound[start..<marker - 20]
      start = marker
    }
    bytes += sound[start...]
    let one = try JPEGSupport.decode(bytes, minimumSize: minimum(8))
    let two = try JPEGSupport.decode(bytes, minimumSize: minimum(8), usesThreads: true)
    #expect(!one.diagnostics.isEmpty)
    #expect(one.rows == two.rows)
    #expect(one.pixels == two.pixels)
    #expect(one.diagnostics == two.diagnostics)
  }

  @Test("Cancellation ends both decoders")
  func cancellationEndsBothDecoders() async throws {
    let bytes = try await file(["-restart", "1"])
    let isCancelled = Atomic(false)
    let source = MemoryByteSource(bytes)
    let decoder = try JPEGCodec.decoder.open(source, .standard)
    #expect(throws: ImageError(.cancelled, "cancelled")) {
      let rows = try decoder.rows(
        at: 0,
        DecodeRequest(
          minimumSize: minimum(8), isCancelled: { isCancelled.load(ordering: .relaxed) }, usesThreads: true))
      isCancelled.store(true, ordering: .relaxed)
      _ = try rows.readAll(limits: .standard)
    }
  }
}
