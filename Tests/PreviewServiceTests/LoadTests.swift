internal import Glibc
internal import StructuredText
@testable internal import PreviewService
internal import PreviewServiceFakes
internal import ProviderHost
internal import TestKit
internal import Testing

@Suite("previewd: load", .timed, .serialized)
struct LoadTests {
  @Test("With a queue of 16, each of 64 clients gets 200 with its own document or 429, and no request is lost")
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
      #expect(service.fake.started == answered[0] && service.storedBodies == 0)
    }
  }

  @Test("Equal requests at the same time are one rendering, which goes on when one of the clients leaves")
  func equal() async throws {
    try await RunningService.with(["concurrency": ["3"], "queue": ["1"]]) { service in
      try service.write("gate", "hello")
      let equal = #"{"target": "/v1/thumbnail?path=gate&size=64"}"#
      let leaver = #"{"target": "/v1/thumbnail?path=gate&size=64", "leave": 1.5}"#
      // Equal bodies are equal documents. Another option makes another picture, which has to wait: one client may have
      // two of three turns.
      let body = #"{"method": "POST", "target": "/v1/thumbnail?name=gate", "body": "hello", "after": 1}"#
      let other = #"{"method": "POST", "target": "/v1/thumbnail?name=gate&size=9", "body": "hello", "after": 2}"#
      async let texts = service.askTogether([leaver] + Array(repeating: equal, count: 20) + [body, body, other])
      try await RunningService.until { await service.host.waiting == 24 || service.fake.started == 2 }
      try await RunningService.until { await service.host.waiting == 23 }
      #expect(service.fake.started == 2)
      service.fake.openGate()
      let whole = Array(repeating: "200 \(helloDigest) 64x64 0", count: 20)
      let bodies = Array(repeating: "200 \(helloDigest) 256x256 0", count: 2)
      #expect(try await texts == ["0 left"] + whole + bodies + ["200 \(helloDigest) 9x9 0"])
      #expect(service.fake.started == 3 && service.fake.cancelled == 0)
      try await RunningService.until { service.storedBodies == 0 }
    }
  }

  @Test("If workers are reused, each client has workers of its own", arguments: [1, 5])
  func tenants(reuse: Int) async throws {
    let directory = try TemporaryDirectory()
    let tokens = try directory.write(Array("first-token-0123456789\nsecond-token-0123456789\n".utf8), to: "tokens")
    chmod(tokens, 0o600)
    try await RunningService.with(["tokens": [tokens], "reuse": ["\(reuse)"], "concurrency": ["4"]]) { service in
      let requests = ["first", "second", "first"].map { token in
        #"{"method": "POST", "target": "/v1/thumbnail?name=gate", "body": "hello", "#
          + #""headers": {"Authorization": "Bearer \#(token)-token-0123456789"}}"#
      }
      async let asked = service.askTogether(requests)
      try await RunningService.until { await service.host.waiting == 3 }
      service.fake.openGate()
      #expect(try await asked == Array(repeating: "200 \(helloDigest) 256x256 0", count: 3))
      // Workers for one document belong to no client: their output is the same for all.
      let tenants = service.fake.clients.sorted()
      #expect(tenants.count == (reuse == 1 ? 1 : 2) && Set(tenants).count == tenants.count, "\(tenants)")
    }
  }

  @Test("A token keeps its client's name when lines are added before it, and the name does not contain the token")
  func names() async throws {
    let directory = try TemporaryDirectory()
    var clients: [String] = []
    for lines in ["second-token-0123456789\n", "first-token-0123456789\nsecond-token-0123456789\n"] {
      let tokens = try directory.write(Array(lines.utf8), to: "tokens")
      chmod(tokens, 0o600)
      clients += try await RunningService.with(["tokens": [tokens]]) { service in
        let answer = try await service.ask(
          "/v1/thumbnail", headers: ["Authorization: Bearer second-token-0123456789"], body: [1])
        #expect(answer.status == 200)
        return service.fake.clients
      }
    }
    #expect(clients.count == 2 && clients[0] == clients[1] && clients[0].hasPrefix("token "), "\(clients)")
    #expect(!clients[0].contains("0123456789"))
  }

  @Test("A request that waits too long for a turn gets 429, and one whose rendering takes too long 422")
  func deadlines() async throws {
    let settings = ["queue-seconds": ["0.2"], "thumbnail-seconds": ["0.5"], "concurrency": ["1"]]
    try await RunningService.with(settings) { service in
      async let long = service.ask("/v1/thumbnail?name=deaf", body: [1])
      try await RunningService.until { service.fake.started == 1 }
      let late = try await service.ask("/v1/thumbnail", body: [1])
      #expect(late.isProblem(429, "overloaded") && late.fields["retry-after"] != nil)
      #expect(try await long.isProblem(422, "timeout"))
      #expect(await service.host.metrics.requests[""]?["timeout"] == 1)
      // The rendering ignores that its time is over. Its turn is free only when it ends.
      #expect(try await service.ask("/v1/thumbnail", body: [1]).status == 429)
      service.fake.openGate()
      try await RunningService.until { service.fake.finished == 1 }
      try await RunningService.until { try await service.ask("/v1/thumbnail", body: [1]).status == 200 }
      // The result of the late rendering is not counted as another request.
      let counted = await service.host.metrics.requests
      #expect(counted[""]?["timeout"] == 1 && counted["org.cameo.fake"] == ["ok": 1], "\(counted)")
    }
  }
}
