internal import Compression
internal import ImageModel
internal import TestKit
internal import Testing

@Suite(.timed) struct ZlibTests {
  private func error(_ input: [UInt8], limit: Int = 1 << 20) -> ImageError? {
    do throws(ImageError) {
      _ = try Zlib.inflate(input, limit: limit, name: "stream")
      return nil
    } catch {
      return error
    }
  }

  private func python(_ expression: String) async throws -> [UInt8] {
    let result = try await Tool.python("import sys, zlib; sys.stdout.buffer.write(\(expression))")
    try #require(result.status == 0, "\(result.errors)")
    return result.output
  }

  @Test("Inflates what Python deflates", arguments: [0, 1, 2, 4_095, 4_096, 4_097, 300_000])
  func inflatesWhatPythonDeflates(_ count: Int) async throws {
    let stream = try await python("zlib.compress(bytes(i * i // 7 & 255 for i in range(\(count))))")
    let expected = (0..<count).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) }
    #expect(try Zlib.inflate(stream, limit: 1 << 20, name: "stream") == expected)
    #expect(try Zlib.inflate(stream, limit: max(1, count), name: "stream") == expected)
  }

  @Test("Python inflates what is deflated", arguments: [0, 1, 6, 9])
  func pythonInflatesWhatIsDeflated(_ level: Int) async throws {
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) }
    let directory = try TemporaryDirectory()
    let path = try directory.write(try Zlib.deflate(bytes, level: level), to: "stream")
    #expect(try await python("zlib.decompress(open('\(path)', 'rb').read())") == bytes)
    #expect(try Zlib.inflate(try Zlib.deflate([]), limit: 10, name: "stream") == [])
  }

  /// 300 kB that inflate to 300 MB: the limit holds, and the message names it.
  @Test("A decompression bomb ends at the limit")
  func bombEndsAtTheLimit() async throws {
    let bomb = try await python("zlib.compress(bytes(300_000_000), 9)")
    #expect(bomb.count < 400_000)
    for limit in [1, 4_096, 16 << 20] {
      let error = error(bomb, limit: limit)
      #expect(error?.kind == .limitExceeded)
      #expect(error?.limit?.value == UInt64(limit))
    }
  }

  @Test("Limit is the last byte that is allowed")
  func limitIsTheLastByteThatIsAllowed() async throws {
    let stream = try await python("zlib.compress(bytes(5_000))")
    #expect(try Zlib.inflate(stream, limit: 5_000, name: "stream").count == 5_000)
    #expect(error(stream, limit: 4_999)?.kind == .limitExceeded)
  }

  @Test("Every cut is noticed")
  func everyCutIsNoticed() async throws {
    let stream = try await python("zlib.compress(bytes(i * i & 255 for i in range(500)))")
    for length in 0..<stream.count {
      #expect(error(Array(stream[..<length]))?.kind == .invalidData, "cut to \(length)")
    }
  }

  @Test("Damage is noticed")
  func damageIsNoticed() async throws {
    let stream = try await python("zlib.compress(bytes(i * i & 255 for i in range(500)))")
    var checksum = stream
    checksum[checksum.count - 1] ^= 1
    #expect(error(checksum)?.kind == .invalidData)
    var header = stream
    header[0] = 0xFF
    #expect(error(header)?.kind == .invalidData)
    for index in stream.indices {
      var changed = stream
      changed[index] ^= 0x55
      #expect(error(changed) != nil, "byte \(index)")
    }
    #expect(error(Array("no zlib stream".utf8))?.kind == .invalidData)
  }

  /// Bytes after the stream are ignored, because some PNG writers pad.
  @Test("Bytes after the stream are ignored")
  func bytesAfterTheStreamAreIgnored() async throws {
    let stream = try await python("zlib.compress(b'abc') + b'rest'")
    #expect(try Zlib.inflate(stream, limit: 100, name: "stream") == Array("abc".utf8))
  }
}
