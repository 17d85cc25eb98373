internal import Foundation
internal import TestKit
internal import Testing

@Suite("previewd: start and end", .timed)
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
    #expect(
      result.text == """
        accepted 100
        not ready True
        refused True
        not reloaded True
        answer 200
        SIGTERM: not ready
        draining: no new connections, open requests have 20 s
        drained: all requests were answered
        ended: status 0
        status 0

        """, "\(result.text) \(result.errors)")
  }

  @Test("With --drain-delay the service is not ready, but works, until the time is over or a second signal comes")
  func delay() async throws {
    let result = try await Self.fake("delay", ["CAMEO_PREVIEWD_DRAIN_DELAY": "600"])
    #expect(
      result.text == """
        ready 200
        not ready True
        live 200
        answer 200
        SIGTERM: not ready, draining begins in 600 s
        SIGTERM again: requests are cut off
        ended: status 143
        status 143

        """, "\(result.text) \(result.errors)")
    let end = try await Self.fake("delay-end", ["CAMEO_PREVIEWD_DRAIN_DELAY": "0.3"])
    #expect(
      end.text == """
        SIGTERM: not ready, draining begins in 0.3 s
        draining: no new connections, open requests have 20 s
        drained: all requests were answered
        ended: status 0
        status 0

        """, "\(end.text) \(end.errors)")
  }

  @Test("SIGHUP reads tokens again; a running request goes on, and a file that is broken changes nothing")
  func reload() async throws {
    let directory = try TemporaryDirectory()
    let result = try await Self.fake("reload", ["CAMEO_PREVIEWD_TOKENS": directory.file("tokens")])
    #expect(
      result.text == """
        at first 200 401
        accepted 100
        reloaded True
        then 401 200
        running 200
        not reloaded True
        then 401 200
        not reloaded True
        then 401 200
        not reloaded True
        then 401 200
        not reloaded True
        then 401 200
        status 0

        """, "\(result.text) \(result.errors)")
  }

  @Test("SIGHUP while the service starts is a reload when it has started")
  func earlyReload() async throws {
    let directory = try TemporaryDirectory()
    let result = try await Self.fake("reload-early", ["CAMEO_PREVIEWD_TOKENS": directory.file("tokens")])
    #expect(result.text == "reloaded True\nanswer 200\nstatus 0\n", "\(result.text) \(result.errors)")
  }

  @Test("Requests that take longer than the time for draining are cut off")
  func cutOff() async throws {
    let result = try await Self.fake(
      "cut-off", ["CAMEO_PREVIEWD_DRAIN_SECONDS": "0.3", "CAMEO_PREVIEWD_THUMBNAIL_SECONDS": "600"])
    #expect(
      result.text == """
        rendering True
        SIGTERM: not ready
        draining: no new connections, open requests have 0.3 s
        drained: the time is over, open requests are cut off
        ended: status 1
        status 1

        """, "\(result.text) \(result.errors)")
  }

  @Test("A second SIGTERM ends the process at once and leaves no file")
  func secondSignal() async throws {
    let directory = try TemporaryDirectory()
    let result = try await Self.fake(
      "twice",
      [
        "CAMEO_PREVIEWD_SPOOL": directory.path, "CAMEO_PREVIEWD_THUMBNAIL_SECONDS": "600",
        "CAMEO_PREVIEWD_DRAIN_SECONDS": "600",
      ])
    #expect(
      result.text == """
        rendering True
        SIGTERM: not ready
        draining: no new connections, open requests have 600 s
        SIGTERM again: requests are cut off
        ended: status 143
        status 143

        """, "\(result.text) \(result.errors)")
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
      result.text == "mode 600\nanswer 200\nother names 200 200\nsecond refused\nstale replaced\nfile kept\ngone\n",
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
