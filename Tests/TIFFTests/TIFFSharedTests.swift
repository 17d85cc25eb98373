internal import ByteStreams
internal import CodecKit
internal import Glibc
internal import ImageModel
internal import Synchronization
internal import TIFFCodec
internal import TestKit
internal import Testing

/// Decoding the strips or tiles of a page on two threads.
@Suite(.timed) struct TIFFSharedTests {
  /// A file by tiffcp, and its pixels by Pillow: RGB, 700 x 1,000, half a gradient, half noise.
  private func file(_ arguments: [String]) async throws -> (bytes: [UInt8], pixels: [UInt8]) {
    let folder = try TemporaryDirectory()
    let made = try await Tool.python(
      """
      import sys, random
      from PIL import Image
      noise = random.Random(1).randbytes(2100 * 1000)
      pixels = bytes((i * 7 // 2100 + noise[i] // 8) % 256 for i in range(len(noise)))
      Image.frombytes("RGB", (700, 1000), pixels).save(sys.argv[1])
      """, [folder.file("in.tif")])
    try #require(made.status == 0)
    let copied = try await Tool.run("tiffcp", arguments + [folder.file("in.tif"), folder.file("out.tif")])
    try #require(copied.status == 0)
    let peer = try await Tool.python(
      "import sys; from PIL import Image; sys.stdout.buffer.write(Image.open(sys.argv[1]).tobytes())",
      [folder.file("out.tif")])
    return (Fixtures.bytes(folder.file("out.tif")), peer.output)
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

  private func decode(_ source: any ByteSource, usesThreads: Bool) throws(ImageError) -> (PixelBuffer, [Diagnostic]) {
    let decoder = try TIFFCodec.decoder.open(source, .standard)
    return try decoder.rows(at: 0, DecodeRequest(usesThreads: usesThreads)).readAll(limits: .standard)
  }

  /// Strips of 3 rows, of 130 (with 1 MiB: too large to be shared), tiles, separate planes; one strip is not shared.
  @Test(
    "Pixels are those of Pillow",
    arguments: [
      (["-c", "lzw:2", "-r", "3"], true), (["-c", "zip", "-r", "130"], true), (["-c", "packbits", "-r", "70"], true),
      (["-c", "lzw", "-p", "separate", "-r", "16"], true), (["-c", "zip", "-t", "-w", "96", "-l", "64"], true),
      (["-c", "lzw", "-r", "1000"], false), (["-c", "none", "-r", "3"], false),
    ])
  func pixelsAreThoseOfPillow(_ arguments: [String], _ isShared: Bool) async throws {
    let (bytes, pixels) = try await file(arguments)
    let source = WatchedSource(bytes)
    let (picture, diagnostics) = try decode(source, usesThreads: true)
    #expect(picture.bytes == pixels)
    #expect(diagnostics.isEmpty)
    #expect(source.hasOtherReader.load(ordering: .relaxed) == isShared)
  }

  /// Damage anywhere: rows and warnings are those of one decoder.
  @Test(
    "Damaged files are decoded as by one thread",
    arguments: [
      ["-c", "lzw", "-r", "16"], ["-c", "zip", "-t", "-w", "96", "-l", "64"], ["-c", "jpeg:r:80", "-r", "64"],
    ])
  func damagedFilesAreDecodedAsByOneThread(_ arguments: [String]) async throws {
    let bytes = try await file(arguments).bytes
    var random = SeededRandom(seed: 3)
    for index in 0..<24 {
      var damaged = bytes
      if index < 8 {
        let start = Int.random(in: 8..<bytes.count - 100, using: &random)
        damaged.replaceSubrange(start..<start + 100, with: repeatElement(0xFF, count: 100))
      } else {
        damaged[Int.random(in: 8..<bytes.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
      }
      let one = Result { try decode(MemoryByteSource(damaged), usesThreads: false) }
      let two = Result { try decode(MemoryByteSource(damaged), usesThreads: true) }
      switch (one, two) {
      case (.success(let one), .success(let two)):
        #expect(one.0 == two.0, "\(index)")
        #expect(one.1 == two.1, "\(index)")
      case (.failure(let one), .failure(let two)): #expect("\(one)" == "\(two)")
      default: Issue.record("\(index): \(one) \(two)")
      }
    }
  }
}
