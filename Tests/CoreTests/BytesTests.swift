internal import ImageModel
internal import TestKit
internal import Testing

@Suite("Bytes as numbers and as hexadecimal digits", .timed) struct BytesTests {
  @Test("Numbers have the most significant byte first")
  func bigEndian() {
    #expect(UInt16(0x0102).bigEndianBytes == [1, 2])
    #expect(UInt32(0x89AB_CDEF).bigEndianBytes == [0x89, 0xAB, 0xCD, 0xEF])
    #expect(UInt32(bigEndianBytes: [0x89, 0xAB, 0xCD, 0xEF]) == 0x89AB_CDEF)
    #expect(Int(bigEndianBytes: [1, 0]) == 256)
    #expect(UInt64(bigEndianBytes: [] as [UInt8]) == 0)
    #expect(UInt64(bigEndianBytes: [UInt8](repeating: 0xFF, count: 8)) == .max)
  }

  @Test("Digits are read in either case and written in lower case")
  func hexadecimal() {
    #expect(Hexadecimal.text([0, 0x0F, 0xA5]) == "000fa5")
    #expect(Hexadecimal.number(0x10F) == "0x010F")
    #expect(Hexadecimal.bytes("0aFf") == [0x0A, 0xFF])
    #expect(Hexadecimal.bytes("") == [])
  }

  @Test("Other texts are not digits", arguments: ["a", "0g", "0 ", "+1", "０１"])
  func notHexadecimal(_ text: String) {
    #expect(Hexadecimal.bytes(text) == nil)
  }

  @Test("Escapes of addresses are decoded once, and invalid ones are refused or kept")
  func escapes() {
    #expect(PercentEncoding.decoded("a%c3%BC%2525+".utf8) == Array("aü%25+".utf8))
    for text in ["%", "a%4", "%+1", "%zz%41"] { #expect(PercentEncoding.decoded(text.utf8) == nil) }
    #expect(PercentEncoding.decoded("%zz%41%4".utf8, keepsInvalid: true) == Array("%zzA%4".utf8))
  }
}
