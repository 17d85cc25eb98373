internal import StructuredText
@testable internal import PreviewService
internal import PreviewServiceFakes
internal import TestKit
internal import Testing

@Suite("previewd: load", .serialized)
struct LoadTests {
  @Test("64 clients against a queue of 16 get 200 or 429, each the answer of its own document, and none is lost")
  func crowd() async throws {
    try await RunningService.with(["queue": ["16"], "concurrency": ["2"], "queue-seconds": ["30"]]) { service in
      let result = try await Tool.run(
        "/usr/bin/python3", [RunningService.client("crowd.py"), "\(service.port)", "64", "6"])
      var parser = JSONParser(result.output, limits: StructuredLimits())
      let report = try parser.parse()
      #expect(report.member("wrong")?.content == .array([]), "\(result.text)")
      let answered = ["200", "429"].map { status in
        if case .number(let count, _)? = report.member("counts")?.member(status)?.content { Int(count) } else { 0 }
      }
      #expect(answered[0] + answered[1] == 64 * 6, "\(result.text)")
      #expect(answered[0] >= 18 && answered[1] > 0, "\(result.text)")
      #expect(service.fake.started == answered[0] && service.server.spooledFiles == 0)
    }
  }

  @Test("Who waits too long for a turn gets 429, and who is rendered too long 422")
  func deadlines() async throws {
    let settings = ["queue-seconds": ["0.2"], "thumbnail-seconds": ["0.5"], "concurrency": ["1"]]
    try await RunningService.with(settings) { service in
      async let long = service.ask("/v1/thumbnail?name=deaf-3000", body: [1])
      try await RunningService.until { service.fake.started == 1 }
      let late = try await service.ask("/v1/thumbnail", body: [1])
      #expect(late.isProblem(429, "overloaded") && late.fields["retry-after"] != nil)
      #expect(try await long.isProblem(422, "timeout"))
      // It did not hear that its time was up: its turn is given on when it ends, not before.
      #expect(try await service.ask("/v1/thumbnail", body: [1]).status == 429)
      try await RunningService.until { service.fake.finished == 1 }
      try await RunningService.until { try await service.ask("/v1/thumbnail", body: [1]).status == 200 }
    }
  }
}
