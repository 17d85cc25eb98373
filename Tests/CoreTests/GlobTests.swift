internal import ImageModel
internal import TestKit
internal import Testing

@Suite(.timed) struct GlobTests {
  // As glob(7) has it.
  @Test(
    "Patterns match whole texts",
    arguments: [
      ("*.jpg", "a.jpg", true), ("*.jpg", ".jpg", true), ("*.jpg", "a.jpeg", false), ("a?c", "abc", true),
      ("a?c", "ac", false), ("*", "", true), ("", "", true), ("", "a", false), ("a*b*c", "axxbyyc", true),
      ("a*b*c", "axxbyy", false), ("[a-c]x", "bx", true), ("[a-c]x", "dx", false), ("[!a-c]x", "dx", true),
      ("a/*", "a/b/c", true),
    ])
  func patternsMatchWholeTexts(_ pattern: String, _ text: String, _ matches: Bool) {
    #expect(Glob.matches(Array(pattern.utf8), Array(text.utf8), hasSets: true) == matches)
  }

  @Test("Without sets, brackets are ordinary characters")
  func bracketsAreLettersWithoutSets() {
    #expect(Glob.matches(Array("[a]*".utf8), Array("[a]b".utf8), hasSets: false))
    #expect(!Glob.matches(Array("[a]".utf8), Array("a".utf8), hasSets: false))
  }

  /// A matcher that tries all combinations would need about 10^20 steps.
  @Test("A pattern of many stars takes little time")
  func manyStarsEnd() {
    let pattern = Array(String(repeating: "*a", count: 40).utf8) + Array("b".utf8)
    #expect(!Glob.matches(pattern, [UInt8](repeating: UInt8(ascii: "a"), count: 20_000), hasSets: true))
  }
}
