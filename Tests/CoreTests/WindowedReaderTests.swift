internal import ByteStreams
internal import ImageModel
internal import TestKit
internal import Testing

@Suite(.timed) struct WindowedReaderTests {
  private let bytes = (0..<200).map { UInt8($0) }

  @Test("Integers come in both orders")
  func integersComeInBothOrders() throws {
    var reader = WindowedReader(MemoryByteSource(bytes), windowSize: 16)
    #expect(try reader.uint8(at: 5) == 5)
    #expect(try reader.uint16(at: 5, bigEndian: true) == 0x0506)
    #expect(try reader.uint16(at: 5, bigEndian: false) == 0x0605)
    #expect(try reader.uint32(at: 1, bigEndian: true) == 0x0102_0304)
    #expect(try reader.uint64(at: 1, bigEndian: false) == 0x0807_0605_0403_0201)
  }

  @Test("Every offset is read across windows")
  func everyPlaceIsReadAcrossWindows() throws {
    var reader = WindowedReader(MemoryByteSource(bytes), windowSize: 16)
    for offset in (0..<200).reversed() + Array(0..<200) {
      #expect(try reader.uint8(at: UInt64(offset)) == UInt8(offset))
      for count in [0, 1, 15, 16, 17, 60] {
        let expected = offset + count <= 200 ? Array(bytes[offset..<offset + count]) : nil
        #expect(try reader.bytes(at: UInt64(offset), count: count) == expected)
      }
    }
  }

  @Test("Bytes outside the source are nil")
  func bytesOutsideTheSourceAreNil() throws {
    var reader = WindowedReader(MemoryByteSource(bytes), windowSize: 16)
    #expect(try reader.uint8(at: 200) == nil)
    #expect(try reader.uint16(at: 199, bigEndian: true) == nil)
    #expect(try reader.uint32(at: .max, bigEndian: true) == nil)
    #expect(try reader.uint64(at: .max - 7, bigEndian: true) == nil)
    #expect(try reader.bytes(at: .max, count: 1) == nil)
    #expect(try reader.bytes(at: .max, count: .max) == nil)
    #expect(try reader.bytes(at: 0, count: .max) == nil)
    #expect(try reader.bytes(at: 0, count: -1) == nil)
    #expect(try reader.bytes(at: 200, count: 0) == [])
    #expect(try reader.bytes(at: 201, count: 0) == nil)
  }

  @Test("A window smaller than an integer still works")
  func windowSmallerThanAnIntegerStillReads() throws {
    var reader = WindowedReader(MemoryByteSource(bytes), windowSize: 1)
    #expect(try reader.uint64(at: 1, bigEndian: true) == 0x0102_0304_0506_0708)
    #expect(try reader.uint8(at: 9) == 9)
  }
}
