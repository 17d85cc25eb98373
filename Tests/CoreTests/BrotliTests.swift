import Compression
import ImageModel
import TestKit
import Testing

/// Streams that are built by hand from RFC 7932.
@Suite(.timed) struct BrotliTests {
  /// Meta-blocks that are not compressed (9.2): WBITS 16 in the first, ISLAST 0, MNIBBLES 4, MLEN - 1, ISUNCOMPRESSED
  /// 1, and the bytes; then an empty last one.
  private static func stream(_ blocks: [[UInt8]]) -> [UInt8] {
    var stream: [UInt8] = []
    for (index, block) in blocks.enumerated() {
      let shift = index == 0 ? 4 : 3
      let header = (block.count - 1) << shift | 1 << (shift + 16)
      stream += [0, 8, 16].map { UInt8(header >> $0 & 0xFF) } + block
    }
    return stream + [3]
  }

  @Test("Bytes are those of the stream")
  func bytesAreThoseOfTheStream() throws {
    let hello = Array("hello".utf8)
    #expect(try Brotli.decompress(Self.stream([hello]), limit: 5, name: "it") == hello)
    #expect(try Brotli.decompress(Self.stream([hello]) + [1, 2, 3], limit: 100, name: "it") == hello)
    // The empty stream with a window of 16 bits (9.1).
    #expect(try Brotli.decompress([6], limit: 100, name: "it") == [])
  }

  /// More than is allocated at first.
  @Test("The output buffer grows for long streams")
  func longOnesGrow() throws {
    let blocks = (0..<9).map { number in (0..<60_000).map { UInt8(truncatingIfNeeded: $0 * 7 + number) } }
    let bytes = try Brotli.decompress(Self.stream(blocks), limit: 1 << 20, name: "it")
    let isSame = bytes == blocks.flatMap { $0 }
    #expect(isSame)
  }

  @Test("The limit and damage are errors")
  func theLimitAndDamageAreErrors() throws {
    let stream = Self.stream([Array("hello".utf8)])
    let tooLong = #expect(throws: ImageError.self) { try Brotli.decompress(stream, limit: 4, name: "it") }
    #expect(tooLong?.kind == .limitExceeded)
    for damaged in [[], Array(stream.dropLast(3)), [0xFF, 0xFF, 0xFF]] {
      let error = #expect(throws: ImageError.self) { try Brotli.decompress(damaged, limit: 100, name: "it") }
      #expect(error?.kind == .invalidData)
    }
  }
}
