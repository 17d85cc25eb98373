internal import Foundation
internal import TestKit
internal import Testing

@Suite("previewd: start and end")
struct LifecycleTests {
  private static func fake(_ program: String, _ environment: [String: String]) async throws -> Tool.Result {
    var environment = environment
    environment["CAMEO_PREVIEWD_LISTEN"] = environment["CAMEO_PREVIEWD_LISTEN"] ?? "127.0.0.1:0"
    environment["CAMEO_PREVIEWD_HEALTH_LISTEN"] = "127.0.0.1:0"
    return try await Tool.run(
      "/usr/bin/python3", [RunningService.client("lifecycle.py"), "\(Tool.products)/previewd-fake", program],
      environment: environment)
  }

  @Test("After SIGTERM: no new connections, not ready, pending requests are answered, then the process ends")
  func drain() async throws {
    let result = try await Self.fake("drain", [:])
    #expect(result.text == "ready 503\nrefused\nanswer 200\nstatus 0\n", "\(result.text) \(result.errors)")
  }

  @Test("Requests that take longer than the time for draining are cut off")
  func cutOff() async throws {
    let result = try await Self.fake("cut-off", ["CAMEO_PREVIEWD_DRAIN_SECONDS": "0.3"])
    #expect(result.text == "ended in time\nstatus 1\n", "\(result.text) \(result.errors)")
  }

  @Test("A second SIGTERM ends the process at once and leaves no file")
  func secondSignal() async throws {
    let directory = try TemporaryDirectory()
    let result = try await Self.fake("twice", ["CAMEO_PREVIEWD_SPOOL": directory.path])
    #expect(result.text == "ended in time\nstatus 143\n", "\(result.text) \(result.errors)")
    #expect(directory.names == [])
  }

  @Test(
    "Only its owner can use a Unix socket; a stale one is replaced, a live one is not, and the process removes its own")
  func unixSocket() async throws {
    let directory = try TemporaryDirectory()
    let spool = try TemporaryDirectory()
    let result = try await Self.fake(
      "unix", ["CAMEO_PREVIEWD_UNIX": directory.file("socket"), "CAMEO_PREVIEWD_SPOOL": spool.path])
    #expect(
      result.text == "mode 600\nanswer 200\nsecond refused\nstale replaced\nfile kept\ngone\n",
      "\(result.text) \(result.errors)")
    // One of the processes was killed; the next one removed its folder.
    #expect(spool.names == [])
  }

  @Test("An address that is in use is reported in one line")
  func taken() async throws {
    try await RunningService.with { service in
      let result = try await Tool.cameo(
        "previewd", ["--listen", "127.0.0.1:\(service.port)", "--health-listen", "127.0.0.1:0"])
      #expect(result.status == 1)
      let lines = result.errors.split(separator: "\n").filter { !$0.contains("providers run in tier") }
      #expect(
        lines == ["previewd: cannot listen at 127.0.0.1:\(service.port): Address already in use"], "\(result.errors)")
    }
  }
}
