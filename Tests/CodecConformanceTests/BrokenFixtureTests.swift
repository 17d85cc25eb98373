internal import ImageModel
internal import TestKit
internal import Testing

/// Broken fixtures end as Fixtures/broken.txt says.
@Suite struct BrokenFixtureTests {
  struct Expectation: CustomTestStringConvertible {
    var name: String
    var kind: String
    var testDescription: String { name }
  }

  static let expectations: [Expectation] = String(
    decoding: Fixtures.bytes(Fixtures.path("broken.txt")), as: UTF8.self
  ).split(separator: "\n").compactMap { line in
    let fields = line.split(separator: "\t").map(String.init)
    guard !line.hasPrefix("#"), fields.count >= 2 else { return nil }
    return Expectation(name: fields[0], kind: fields[1])
  }

  @Test func everyBrokenFixtureIsListed() {
    #expect(Set(Self.expectations.map(\.name)) == Set(Conformance.brokenFixtures))
  }

  @Test(arguments: expectations)
  func endsAsExpected(_ expected: Expectation) throws {
    let bytes = Fixtures.bytes(Fixtures.path(expected.name))
    do throws(ImageError) {
      let decoded = try Conformance.decode(bytes, fileName: expected.name, limits: .standard)
      #expect(expected.kind == "warning", "was read, with \(decoded.diagnostics)")
      #expect(decoded.hasWarnings)
    } catch {
      #expect(error.kind.rawValue == expected.kind, "\(error)")
    }
  }
}
