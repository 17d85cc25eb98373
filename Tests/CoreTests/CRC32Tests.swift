internal import ByteStreams
internal import TestKit
internal import Testing

@Suite("CRC-32", .timed) struct CRC32Tests {
  @Test("Checksum is that of zlib", arguments: [0, 1, 7, 8, 9, 1_000])
  func checksumIsThatOfZlib(_ count: Int) async throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 3) }
    var crc = CRC32()
    crc.update(Array(bytes.prefix(count / 3)))
    crc.update(Array(bytes.dropFirst(count / 3)))
    let expected = try await Tool.python(
      "import zlib; print(zlib.crc32(bytes((i * 31 + (i >> 3)) & 255 for i in range(\(count)))))")
    #expect("\(crc.value)\n" == expected.text)
  }
}
