internal import ByteStreams
internal import CommandKit
internal import TestKit
internal import Testing
internal import StructuredText

@Suite("Names in messages", .timed)
struct PrintableTextTests {
  @Test(
    "Characters that could forge a line or control a terminal are escaped",
    arguments: [
      ("photo é 写真.jpg", "photo é 写真.jpg"), ("a\nthumb: b", "a\\nthumb: b"), ("a\u{1B}[2Jb", "a\\x1B[2Jb"),
      ("a\u{7F}\u{9B}b", "a\\x7F\\u{9B}b"), ("gpj.\u{202E}a", "gpj.\\u{202E}a"), ("tab\t", "tab\\t"),
    ])
  func escapes(_ text: String, _ expected: String) {
    #expect(PrintableText.escaped(text) == expected)
  }

  @Test("Bytes of names that are not UTF-8 are shown as numbers")
  func invalid() {
    let name = PathText.text([0x61, 0xFF, 0x0A])
    #expect(PrintableText.escaped(name) == "a\\xFF\\n")
    #expect(JSONWriter.text(.path(name)) == #""a\\xFF\n""#)
  }
}
