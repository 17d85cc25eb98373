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

  // As systemd does it: seccomp_rule_add for socket(2), with EAFNOSUPPORT.
  @Test("bubblewrap works with the families of addresses to which the unit restricts the service")
  func families() async throws {
    let text = String(decoding: Fixtures.bytes("\(Fixtures.root)/docs/previewd.service"), as: UTF8.self)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("RestrictAddressFamilies=") })
    let families = line.split(separator: "=")[1].split(separator: " ").map { String($0) }
    let code = """
      import ctypes, os, platform, socket, struct, sys
      def step(code, yes, no, value): return struct.pack("HBBI", code, yes, no, value)
      families = [getattr(socket, name) for name in sys.argv[1:]]
      call = 41 if platform.machine() == "x86_64" else 198
      steps = [step(0x20, 0, 0, 0), step(0x15, 1, 0, call), step(6, 0, 0, 0x7fff0000), step(0x20, 0, 0, 16)]
      for family in families: steps += [step(0x15, 0, 1, family), step(6, 0, 0, 0x7fff0000)]
      steps += [step(6, 0, 0, 0x50000 | 97)]
      text = ctypes.create_string_buffer(b"".join(steps))
      program = struct.pack("HxxxxxxQ", len(steps), ctypes.addressof(text))
      libc = ctypes.CDLL(None, use_errno=True)
      assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, program) == 0
      os.execvp("bwrap", ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"])
      """
    let result = try await Tool.run("python3", ["-c", code] + families)
    #expect(result.status == 0, "\(result.errors)")
  }
}
