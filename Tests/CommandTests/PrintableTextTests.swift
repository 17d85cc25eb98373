internal import CommandKit
internal import Testing

@Suite("Names in messages")
struct PrintableTextTests {
  @Test(
    "What could forge a line or drive a terminal is escaped",
    arguments: [
      ("photo é 写真.jpg", "photo é 写真.jpg"), ("a\nthumb: b", "a\\nthumb: b"), ("a\u{1B}[2Jb", "a\\x1B[2Jb"),
      ("a\u{7F}\u{9B}b", "a\\x7F\\u{9B}b"), ("gpj.\u{202E}a", "gpj.\\u{202E}a"), ("tab\t", "tab\\t"),
    ])
  func escapes(_ text: String, _ expected: String) {
    #expect(PrintableText.escaped(text) == expected)
  }

  @Test(
    "Bytes that are no UTF-8 are shown as numbers",
    arguments: [
      (Array("a.jpg".utf8), "a.jpg"), ([0x61, 0xFF, 0x62], "a\\xFFb"), ([0xC3, 0xA9, 0xC3], "é\\xC3"),
      ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80"), ([], ""),
    ] as [([UInt8], String)])
  func invalid(_ bytes: [UInt8], _ expected: String) {
    #expect(PrintableText.readable(bytes) == expected)
  }
}
