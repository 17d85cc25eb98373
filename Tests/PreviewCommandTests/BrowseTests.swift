internal import TestKit
internal import Testing

/// The pages of the real previewd in a headless Chromium, with real keys, clicks and drags. `Clients/browse.py` has the
/// steps.
@Suite("previewd: pages in a browser", .timed) struct BrowseTests {
  @Test(
    "People look at folders, change them and choose documents",
    arguments: ["reading", "changing", "moving", "uploading", "living", "picking", "accessible"])
  func visit(scenario: String) async throws {
    let tests = "\(Fixtures.root)/Tests"
    let result = try await Tool.run(
      "timeout",
      [
        "280", "\(Fixtures.root)/.build-venv/bin/python", "-B", "\(tests)/PreviewCommandTests/Clients/browse.py", scenario,
        "\(Tool.products)/previewd",
      ],
      environment: ["PYTHONPATH": "\(Fixtures.root)/scripts:\(tests)/PreviewServiceTests/Clients"])
    #expect(
      result.status == 0, "\(result.text.suffix(4_000)) \(result.errors.suffix(2_000)) (scripts/python-tools?)")
  }
}
