internal import ByteStreams
internal import PDFWriting
internal import TestKit
internal import Testing

@Suite(.timed) struct PDFSyntaxTests {
  private func text(_ object: PDFObject) -> String { String(decoding: PDFSyntax.bytes(of: object), as: UTF8.self) }

  @Test(
    "Numbers have no exponent and five decimals",
    arguments: [
      (0.5, ".5"), (-0.25, "-.25"), (841.889763, "841.88976"), (12, "12"), (-0.000001, "0"), (1e9, "1000000000"),
      (.nan, "0"), (.infinity, "0"), (0.00001, ".00001"), (99.999999, "100"),
    ])
  func numbersHaveNoExponentAndFiveDecimals(_ value: Double, _ expected: String) {
    #expect(PDFSyntax.text(of: value) == expected)
  }

  @Test("Tokens are separated only where they would run together")
  func tokensAreSeparatedOnlyWhereTheyWouldRunTogether() {
    let object = PDFObject.array([
      .integer(1), .real(-0.5), .name("A"), .integer(2), .string(Array("x".utf8)), .reference(PDFReference(7)), .null,
      .boolean(true), .dictionary(["K": .integer(3), "L": .name("M")]), .syntax(Array("<00>".utf8)), .integer(4),
    ])
    #expect(text(object) == "[1 -.5/A 2(x)7 0 R null true<</K 3/L/M>><00>4]")
  }

  @Test("Names and strings are escaped")
  func namesAndStringsAreEscaped() {
    // ISO 32000-1, 7.3.5: #20 is a space; 7.3.4.2: parentheses and backslash need a backslash.
    #expect(text(.name("A B#/ü")) == "/A#20B#23#2F#C3#BC")
    // The empty name ends before the next value. A byte that is not UTF-8 stays one byte.
    #expect(text(.dictionary(["": .reference(PDFReference(7)), "A": .name("")])) == "<</ 7 0 R/A/ >>")
    #expect(text(.name(PathText.text([0x61, 0xE4]))) == "/a#E4")
    #expect(text(.string(Array("a(b)\\c\rd".utf8))) == "(a\\(b\\)\\\\c\\rd)")
  }
}
