internal import StructuredText
internal import TestKit
internal import Testing

@Suite("Buffers of text", .timed)
struct ByteBufferTests {
  @Test("Numbers are written as the standard library writes them, but for a fraction of 0")
  func numbers() {
    let decimals: [Double] = [
      0, -0.0, 1, -1, 0.1, 1.5, -2.25, 1e15, 1e16, 123_456_789_012_345, 1e-7, .infinity, .nan, 1 / 3,
    ]
    for number in decimals {
      let text = ByteBuffer()
      text.append(number)
      let expected = number.description
      #expect(text.text == (expected.hasSuffix(".0") ? String(expected.dropLast(2)) : expected))
    }
    for number in [0, 7, -7, 10, 1_000_000, Int64.min, Int64.max] {
      let text = ByteBuffer()
      text.append(number)
      #expect(text.text == String(number))
    }
    let text = ByteBuffer()
    text.append(UInt64.max)
    #expect(text.text == "18446744073709551615")
  }

  @Test("Pieces follow each other, and the last ones can be taken back")
  func pieces() {
    let text = ByteBuffer()
    var expected = ""
    for number in 0..<1_000 {
      text.append("é\(number)")
      text.append(UInt8(ascii: "-"), count: number % 5)
      expected += "é\(number)" + String(repeating: "-", count: number % 5)
    }
    let count = text.count
    #expect(count == expected.utf8.count)
    text.append("more" as StaticString)
    #expect(text.text(from: count) == "more")
    text.remove(from: count)
    #expect(text.text == expected)
  }
}
