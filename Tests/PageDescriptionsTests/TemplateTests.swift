internal import PageDescriptions
internal import TestKit
internal import Testing

@Suite("Fields", .timed) struct TemplateTests {
  /// The lines of texts with fields, as poppler reads them.
  private func lines(_ texts: [String], data: String) async throws -> [String] {
    let rows = texts.map { "[\"\($0)\"]" }.joined(separator: ",")
    let drawn = try Drawn(
      """
      {"version": 1, "pages": [{"size": [400, 14000], "margin": 10, "elements": [
        {"type": "table", "columns": ["1fr"], "rows": [\(rows)]}]}]}
      """, data: data)
    return try await drawn.text(page: 1)
  }

  @Test("Find their values")
  func findTheirValues() async throws {
    let data = """
      {"name": "Ada", "n": 7, "price": 1.10, "yes": true, "none": null, "page": "mine", "list": [{"a.b": 1, "c": ["x", "y"]}],
       "date": "2024-05-06T07:08:09Z", "exif": "2024:05:06 07:08:09", "day": "2024-05-06"}
      """
    let expected = [
      ("{name}", "Ada"), ("{name}{n}", "Ada7"), ("{price}", "1.10"), ("{yes}", "true"), ("{none|-}", "-"),
      ("{gone|}x", "x"),
      ("{list[0].c[1]}", "y"), ("{page}", "1"), ("{data.page}", "mine"), ("{pages}", "1"), ("{{name}}", "{name}"),
      ("{date:%d.%m.%Y}", "06.05.2024"), ("{date:%H:%M:%S}", "07:08:09"), ("{exif:%y%m%d}", "240506"),
      ("{day:%m/%d %%}", "05/06 %"),
      ("{n:%03d}", "007"), ("{n:%.1f}", "7.0"), ("{n:%d}", "7"), ("{gone|a:b}", "a:b"), ("{name|x|y}", "Ada"),
    ]
    #expect(try await lines(expected.map(\.0), data: data) == expected.map(\.1))
  }

  /// Python's decimals, rounded half up, of the digits as they are written.
  @Test("Numbers are rounded half up")
  func numbersAreRoundedHalfUp() async throws {
    let numbers =
      [
        "1.005", "2.675", "0.125", "-1.005", "0.005", "-0.004", "1e3", "99.995", "0.1", "33.333333", "1234567.895",
        "8.345", "1.115",
        "0.285", "10.235", "4.35", "1.45", "64.1", "5e-3",
      ] + (1...150).map { "\($0 * 7919 % 1000)." + "\($0 * 613 % 1000 + 1000)".dropFirst() }
    let judged = try await Tool.python(
      """
      import sys; from decimal import Decimal, ROUND_HALF_UP
      for text in sys.argv[1].split():
        value = Decimal(text).quantize(Decimal('0.01'), ROUND_HALF_UP)
        print('0.00' if value == 0 else value)
      """, [numbers.joined(separator: " ")]
    ).text.split(separator: "\n").map(String.init)
    try #require(judged.count == numbers.count)
    let data = "{\"list\": [\(numbers.joined(separator: ","))]}"
    #expect(try await lines(numbers.indices.map { "{list[\($0)]:%.2f}" }, data: data) == judged)
  }

  @Test("Conditions test whether a value exists")
  func conditionsTestWhetherAValueExists() async throws {
    let data =
      "{\"t\": true, \"f\": false, \"zero\": 0, \"one\": 1, \"empty\": \"\", \"list\": [], \"full\": [0], \"none\": null}"
    let names = ["t", "f", "zero", "one", "empty", "list", "full", "none", "gone"]
    let rows = names.flatMap { name in
      ["{\"if\": \"\(name)\", \"cells\": [\"\(name)\"]}", "{\"if\": \"not \(name)\", \"cells\": [\"not \(name)\"]}"]
    }
    let drawn = try Drawn(
      """
      {"version": 1, "pages": [{"elements": [{"type": "table", "columns": ["1fr"], "rows": [\(rows.joined(separator: ","))]}]},
       {"if": "f", "elements": [{"type": "text", "text": "never"}]}]}
      """, data: data)
    #expect(drawn.sizes.count == 1)
    #expect(
      try await drawn.text(page: 1) == [
        "t", "not f", "not zero", "one", "not empty", "not list", "full", "not none", "not gone",
      ])
  }
}
