internal import Glibc
@testable internal import PreviewService
internal import TestKit
internal import Testing

@Suite("previewd: open files", .timed, .serialized)
struct DescriptorTests {
  @Test("Connections leave descriptors for workers and documents; with too few for one connection, nothing is served")
  func budget() throws {
    let two = try RunningService.configuration(["concurrency": ["2"]])
    #expect(try ConnectionBudget(two, providers: 7, available: 20_000).perAddress == 512)
    let small = try ConnectionBudget(two, providers: 7, available: 1_000)
    // 64, 4 * 2 * 12 and 2 * 7 * 6 descriptors are for others, 32 for health; a connection takes two.
    #expect(small.perAddress == (1_000 - 64 - 96 - 84 - 32) / 2 && small.health == 32)
    #expect(throws: (any Error).self) { try ConnectionBudget(two, providers: 7, available: 30) }
    let more = try RunningService.configuration(["concurrency": ["2"], "listen": ["127.0.0.1:1", "127.0.0.1:2"]])
    #expect(try ConnectionBudget(more, providers: 7, available: 1_000).perAddress == small.perAddress / 2)
  }

  @Test(
    "500 slow clients at 1,024 open files do not end the service, and no file is reported missing for lack of descriptors"
  )
  func slowClients() async throws {
    let directory = try TemporaryDirectory()
    try #require(chmod(directory.path, 0o755) == 0)
    try directory.write(Array("hello".utf8), to: "a.txt")
    let result = try await Tool.run(
      "/usr/bin/python3",
      [
        RunningService.client("descriptors.py"), "\(Tool.products)/previewd", "\(Fixtures.root)/share/providers",
        directory.path, "a.txt",
      ])
    let lines = result.text.split(separator: "\n")
    #expect(lines.count == 7, "\(result.text) \(result.errors)")
    guard lines.count == 7 else { return }
    // Each client waits for a connection, and then gets its picture.
    #expect(lines[0] == "meanwhile [200]" && lines[1] == "then {200} None" && lines[2] == "status 0", "\(result.text)")
    // With no descriptor left there is no connection either; otherwise 429 with Retry-After.
    #expect(["lowered [200, 429]", "lowered [429]"].contains(lines[3]), "\(result.text)")
    #expect(lines[4] == "then 200 None" && lines[5] == "status 0", "\(result.text)")
    #expect(lines[6] == "at 40 1 1 True", "\(result.text)")
  }
}
