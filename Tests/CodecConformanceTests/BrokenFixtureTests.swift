internal import ImageModel
internal import Imaging
internal import TestKit
internal import Testing

/// Broken fixtures end as Fixtures/broken.txt says.
@Suite(.timed) struct BrokenFixtureTests {
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

  @Test("Every broken fixture is listed")
  func everyBrokenFixtureIsListed() {
    #expect(Set(Self.expectations.map(\.name)) == Set(Conformance.brokenFixtures))
  }

  /// Pixels, colours and metadata are all read: each of them may be broken.
  @Test("A broken fixture ends as broken.txt says", arguments: expectations)
  func endsAsExpected(_ expected: Expectation) throws {
    do throws(ImageError) {
      let source = try ImageSource(bytes: Fixtures.bytes(Fixtures.path(expected.name)), name: expected.name)
      var options = ImageSource.PixelOptions()
      options.profile = .sRGB
      let image = try source.image(at: source.primaryIndex, options)
      _ = try source.properties(at: source.primaryIndex)
      let said = source.diagnostics + image.diagnostics
      #expect(["warning", "unseen"].contains(expected.kind), "was read, with \(said)")
      // A fault of Exif leaves the picture whole.
      let severity = expected.name.contains("metadata_exif") ? Diagnostic.Severity.note : .warning
      #expect(expected.kind == "unseen" || said.contains { $0.severity == severity }, "\(said)")
    } catch {
      #expect(error.kind.rawValue == expected.kind, "\(error)")
    }
  }
}
