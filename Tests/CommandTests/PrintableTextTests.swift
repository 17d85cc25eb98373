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

  @Test("Harmful characters are found at every place of texts of every length")
  func places() {
    for length in 0...40 {
      for place in 0...length {
        for (character, escape) in [
          ("\u{1F}", "\\x1F"), ("\u{7F}", "\\x7F"), ("\u{85}", "\\u{85}"), (" ", " "), ("~", "~"),
        ] {
          let (before, after) = (String(repeating: "a", count: place), String(repeating: "b", count: length - place))
          let escaped = before + escape + after
          #expect(PrintableText.escaped(before + character + after) == escaped)
          #expect(PrintableText.width(of: before + character + after) == escaped.count)
        }
      }
    }
  }

  @Test("Bytes of names that are not UTF-8 are shown as numbers")
  func invalid() {
    let name = PathText.text([0x61, 0xFF, 0x0A])
    #expect(PrintableText.escaped(name) == "a\\xFF\\n")
    #expect(JSONWriter.text(.path(name)) == #""a\\xFF\n""#)
  }
}
