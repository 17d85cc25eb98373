internal import TestKit
internal import Testing

@Suite("previewd: documentation", .timed)
struct DocumentationTests {
  @Test("The Python client of docs/previewd.md gets a thumbnail, or else the service's message")
  func pythonClient() async throws {
    let text = String(decoding: Fixtures.bytes("\(Fixtures.root)/docs/previewd.md"), as: UTF8.self)
    let start = try #require(text.firstRange(of: "```python\n"))
    let end = try #require(text[start.upperBound...].firstRange(of: "```\n"))
    let client = String(text[start.upperBound..<end.lowerBound])
    try await RunningService.with { service in
      try service.write("a.txt", "hello")
      let file = "\(service.folder)/root/a.txt"
      let picture = try await Tool.python(client, [String(service.base.dropFirst(7)), file])
      #expect(picture.text == "\(helloDigest) 256x256 0", "\(picture.errors)")
      try service.write("error-timeout", "hello")
      let failed = try await Tool.python(
        client, [String(service.base.dropFirst(7)), "\(service.folder)/root/error-timeout"])
      #expect(failed.errors.contains("ValueError: timeout: as it was asked for"))
    }
  }

  @Test("The settings of docs/previewd.md are settings")
  func settings() async throws {
    let text = String(decoding: Fixtures.bytes("\(Fixtures.root)/docs/previewd.md"), as: UTF8.self)
    let start = try #require(text.firstRange(of: "```json\n"))
    let end = try #require(text[start.upperBound...].firstRange(of: "```\n"))
    let directory = try TemporaryDirectory()
    let file = try directory.write(Array(text[start.upperBound..<end.lowerBound].utf8), to: "previewd.json")
    let result = try await Tool.cameo("previewd", ["--config", file, "--print-config"])
    #expect(result.status == 0 && result.text.contains("/srv/documents"))
  }

  @Test("systemd accepts the unit")
  func unit() async throws {
    let text = String(decoding: Fixtures.bytes("\(Fixtures.root)/docs/previewd.service"), as: UTF8.self)
    let directory = try TemporaryDirectory()
    // The program and its man page are not installed where tests run.
    let unit = text.replacing("/usr/local/bin/previewd --config", with: "/bin/true --config")
      .replacing("Documentation=man:previewd(1)", with: "Documentation=https://example.org")
    let file = try directory.write(Array(unit.utf8), to: "previewd.service")
    let result = try await Tool.run("systemd-analyze", ["verify", file])
    #expect(result.status == 0 && result.errors.isEmpty && result.text.isEmpty, "\(result.errors)")
  }
}
