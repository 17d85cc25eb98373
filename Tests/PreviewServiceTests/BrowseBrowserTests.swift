internal import TestKit
internal import Testing

/// The pages of the real previewd in a headless Chromium, with real keys, clicks and drags. `Clients/browse.py` has the
/// steps.
@Suite("previewd: pages in a browser", .timed)
struct BrowseBrowserTests {
  /// `scripts/test --all` plays all of them: each takes a browser half a minute.
  private static let scenarios =
    ["reading", "changing"]
    + (isThorough ? ["moving", "uploading", "living", "picking", "accessible"] : [])

  @Test("People look at folders, change them and choose documents", arguments: scenarios)
  func visit(scenario: String) async throws {
    let (root, client) = (Fixtures.root, RunningService.client("browse.py"))
    let python = "\(root)/.build-venv/bin/python"
    let result = try await Tool.run(
      "timeout", ["280", python, "-B", client, scenario, "\(Tool.products)/previewd"],
      environment: ["PYTHONPATH": "\(root)/scripts:\(root)/Tests/PreviewCommandTests/Clients"])
    #expect(
      result.status == 0, "\(result.text.suffix(4_000)) \(result.errors.suffix(2_000)) (scripts/python-tools?)")
  }
}
