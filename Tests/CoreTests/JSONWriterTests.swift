internal import Foundation
internal import TestKit
internal import Testing
internal import StructuredText

@Suite("JSON", .timed)
struct JSONWriterTests {
  private let value: JSONValue = .object([
    "text": "a\"b\\c\n\u{1}\u{7F}é\u{1F600}\u{2028}", "list": .array([1, .double(0.5), .double(3), .null, true]),
    "empty": .array([]), "none": .object([]), "big": .uint(.max), "small": .int(.min), "inf": .double(.infinity),
  ])

  @Test("A value on one line")
  func line() {
    #expect(
      JSONWriter.text(value)
        == #"{"text": "a\"b\\c\n\u0001\u007fé😀\u2028", "list": [1, 0.5, 3, null, true], "empty": [], "none": {}, "#
        + #""big": 18446744073709551615, "small": -9223372036854775808, "inf": null}"#)
  }

  @Test("A value over several lines")
  func indented() {
    #expect(
      JSONWriter.text(.object(["a": .array([1, .object(["b": 2])]), "c": .array([])]), layout: .indented) == """
        {
          "a": [
            1,
            {
              "b": 2
            }
          ],
          "c": []
        }
        """)
  }

  @Test("Foundation's parser reads the same strings and numbers", arguments: [JSONWriter.Layout.line, .indented])
  func readBack(_ layout: JSONWriter.Layout) throws {
    let text = JSONWriter.text(value, layout: layout)
    let parsed = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(parsed["text"] as? String == "a\"b\\c\n\u{1}\u{7F}é\u{1F600}\u{2028}")
    #expect((parsed["big"] as? NSNumber)?.uint64Value == .max)
    #expect((parsed["small"] as? NSNumber)?.int64Value == .min)
  }

  @Test(
    "Numbers read back as they were",
    arguments: [0, 1e-7, 0.1, 1e21, -2.5, .pi, 5e-324, 1.7976931348623157e308, 123_456_789])
  func numbers(_ number: Double) {
    #expect(Double(JSONWriter.text(.double(number))) == number)
  }

  @Test(
    "Characters are escaped anywhere in a text",
    arguments: ["\"", "\\", "\n", "\0", "\u{1F}", "\u{7F}", "\u{85}", "\u{2028}"])
  func escapes(_ special: String) throws {
    let alone = JSONWriter.text(.string(special)).dropFirst().dropLast()
    #expect(alone.hasPrefix("\\"))
    for length in 0...20 {
      for place in 0...length {
        let (before, behind) = (String(repeating: "~", count: place), String(repeating: " ", count: length - place))
        #expect(JSONWriter.text(.string(before + special + behind)) == "\"\(before)\(alone)\(behind)\"")
      }
    }
  }
}
