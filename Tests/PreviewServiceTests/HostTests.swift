internal import Glibc
internal import TestKit
internal import Testing

@Suite("previewd: over the host of providers")
struct HostTests {
  @Test("The provider of the docs draws for HTTP clients, in a sandbox, and nothing is left running")
  func example() async throws {
    let directory = try TemporaryDirectory()
    let folder = directory.file("org.example.bars")
    // Providers run as another user where the tests run as root.
    #expect(chmod(directory.path, 0o755) == 0 && mkdir(folder, 0o755) == 0)
    try directory.write(
      Fixtures.bytes("\(Fixtures.root)/docs/examples/org.example.bars/provider.py"), to: "org.example.bars/provider.py")
    let manifest = """
      {"id": "org.example.bars", "version": "1.0", "protocol": [1], "exec": ["python3", "./provider.py"],
       "capabilities": ["thumbnail", "preview"], "supportedContentTypes": ["public.plain-text"]}
      """
    try directory.write(Array(manifest.utf8), to: "org.example.bars/provider.json")
    let result = try await Tool.run(
      "/usr/bin/python3", [RunningService.client("host.py"), "\(Tool.products)/previewd", directory.path],
      // Another Python in somebody's home would be looked for there, where providers may not go.
      environment: ["PATH": "/usr/bin:/bin"])
    // What the provider's code says: 60 where the line's characters are, two rows high.
    #expect(
      result.text == """
        image/png
        org.example.bars/1.0
        (8, 6)
        60 60 ff ff
        60 60 ff ff
        ff ff ff ff
        ff ff ff ff
        200 JPEG
        200 text/html; charset=utf-8 <pre>&lt;b&gt;</pre>
        422 corruptInput
        200 True
        200 True
        True
        status 0
        left 0

        """, "\(result.text) \(result.errors)")
  }

  @Test("Without a launcher nothing is served")
  func failsClosed() async throws {
    let result = try await Tool.cameo(
      "previewd", ["--listen", "127.0.0.1:0", "--health-listen", "127.0.0.1:0"],
      environment: ["CAMEO_LAUNCHER": "/nowhere/cameo-launcher"])
    #expect(result.status == 1 && result.errors.contains("cameo-launcher is missing"), "\(result.errors)")
  }
}
