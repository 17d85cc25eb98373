internal import StructuredText
internal import TestKit
internal import Testing

@Suite("JSON", .timed) struct JSONParserTests {
  private func parse(_ bytes: [UInt8], _ limits: StructuredLimits = StructuredLimits()) throws -> StructuredValue {
    var parser = JSONParser(bytes, limits: limits)
    return try parser.parse()
  }

  private func parse(_ text: String, _ limits: StructuredLimits = StructuredLimits()) throws -> StructuredValue {
    try parse(Array(text.utf8), limits)
  }

  /// Python's result for the same texts.
  @Test("Accepts and refuses what Python does")
  func acceptsAndRefusesWhatPythonDoes() async throws {
    let texts = [
      "{}", "[]", "0", "-0", "-1.5e+3", "1E400", "01", "1.", ".5", "+1", "1e", "--1", "true", "truex", "nul", "null",
      "\"a\\u00e9\\n\"", "\"\\ud83d\\ude00\"", "\"\\x\"", "\"a", "[1,]", "[1 2]", "[,1]", "{\"a\":1,}", "{\"a\" 1}",
      "{a:1}",
      "{\"a\":1}{}", " \t\r\n[1, [2, {\"x\": [ ]}]] ", "", "\"\u{1}\"", "[1]//", "'a'",
    ]
    let judge = """
      import json, sys
      for text in json.loads(sys.argv[1]):
        try:
          json.loads(text, parse_constant=lambda c: 1/0)
          print('yes')
        except Exception:
          print('no')
      """
    let list = "[" + texts.map { quoted($0) }.joined(separator: ",") + "]"
    let verdicts = try await Tool.python(judge, [list]).text.split(separator: "\n")
    try #require(verdicts.count == texts.count)
    for (text, verdict) in zip(texts, verdicts) where text != "1E400" {
      #expect(failure { _ = try parse(text) }.isEmpty == (verdict == "yes"), "\(text)")
    }
    // Python reads it as infinity, which is not accepted here.
    #expect(failure { _ = try parse("1E400") }.contains("too large"))
  }

  private func quoted(_ text: String) -> String {
    "\""
      + text.unicodeScalars.map {
        $0 == "\"" || $0 == "\\"
          ? "\\\($0)" : $0.value < 0x20 ? "\\u00" + String($0.value + 0x100, radix: 16).suffix(2) : "\($0)"
      }.joined() + "\""
  }

  @Test("Errors name line and column")
  func errorsNameLineAndColumn() {
    #expect(failure { _ = try parse("{\n  \"a\": 1,\n  \"é\": x\n}") }.contains("line 3, column 8"))
    #expect(
      failure { _ = try parse("{\"a\": 1,\n\"b\": 2,\n\"a\": 3}") }.contains("line 3: the name 'a' appears twice"))
    #expect(failure { _ = try parse("[\"\\ud800\"]") }.contains("half a surrogate pair"))
    #expect(
      failure { _ = try parse([0x22, 0xFF, 0x22]) }.contains("not UTF-8"))
  }

  @Test("Depth and count have bounds")
  func depthAndCountHaveBounds() {
    let deep = String(repeating: "[", count: 65) + String(repeating: "]", count: 65)
    #expect(failure { _ = try parse(deep) }.contains("nested more than 64 deep"))
    #expect(failure { _ = try parse(String(deep.dropFirst().dropLast())) }.isEmpty)
    #expect(!failure { _ = try parse(String(repeating: "[", count: 1_000_000)) }.isEmpty)
    var few = StructuredLimits()
    few.maxValues = 3
    #expect(failure { _ = try parse("[1,2]", few) }.isEmpty)
    #expect(failure { _ = try parse("[1,2,3]", few) }.contains("more than 3 values"))
  }

  @Test("Numbers keep their notation")
  func numbersKeepTheirNotation() throws {
    let value = try parse("[1.10, 12345678901234567890]")
    #expect(value.element(0)?.content == .number(1.1, text: "1.10"))
    #expect(value.element(1)?.content == .number(12_345_678_901_234_567_168, text: "12345678901234567890"))
  }
}
