internal import Glibc
@testable internal import PreviewService
internal import PreviewServiceFakes
internal import ProviderHost
internal import TestKit
internal import Testing

@Suite("previewd: clients among each other", .timed, .serialized)
struct FairnessTests {
  /// Time limits that a busy machine does not reach.
  private static let patience = ["queue-seconds": ["300"], "thumbnail-seconds": ["300"]]

  private static func post(_ name: String, _ body: String, _ more: String) -> String {
    #"{"method": "POST", "target": "/v1/thumbnail?name=\#(name)", "body": "\#(body)", \#(more)}"#
  }

  @Test("A client with a token gets its picture at once while the documents of another one take all that they may")
  func tokens() async throws {
    let directory = try TemporaryDirectory()
    let tokens = try directory.write(Array("first-token-0123456789\nsecond-token-0123456789\n".utf8), to: "tokens")
    chmod(tokens, 0o600)
    let settings = ["tokens": [tokens], "concurrency": ["4"], "queue": ["4"]]
    try await RunningService.with(settings.merging(Self.patience) { $1 }) { service in
      let flood = (0..<12).map {
        Self.post("gate", "\($0)", #""headers": {"Authorization": "Bearer first-token-0123456789"}"#)
      }
      async let answers = service.askTogether(flood)
      try await RunningService.until {
        let metrics = await service.host.metrics
        return metrics.active == 3 && metrics.queueDepth == 4
      }
      let good = ["Authorization: Bearer second-token-0123456789"]
      for number in UInt8(0)..<3 {
        #expect(try await service.ask("/v1/thumbnail", headers: good, body: [number]).status == 200)
      }
      #expect(service.fake.finished == 3)
      service.fake.openGate()
      let statuses = try await answers.map { $0.prefix(3) }
      #expect(statuses.count { $0 == "200" } == 7 && statuses.count { $0 == "429" } == 5, "\(statuses)")
    }
  }

  @Test("Without tokens, clients at different addresses have shares; so have visitors with signed addresses of one key")
  func addresses() async throws {
    let settings = ["concurrency": ["2"], "queue": ["2"]]
    try await RunningService.with(settings.merging(Self.patience) { $1 }) { service in
      let flood = (0..<3).map { Self.post("gate", "\($0)", #""from": "127.0.0.1""#) }
      async let answers = service.askTogether(flood)
      try await RunningService.until { await service.host.metrics.queueDepth == 2 }
      let other = ["--interface", "127.0.0.2"]
      #expect(try await service.ask("/v1/thumbnail", body: [1], options: other).status == 200)
      #expect(try await service.ask("/v1/thumbnail", body: [1]).isProblem(429, "overloaded"))
      service.fake.openGate()
      #expect(try await answers.allSatisfy { $0.hasPrefix("200 ") })
      #expect(Set(service.fake.clients) == ["address 127.0.0.1", "address 127.0.0.2"])
    }
    let directory = try TemporaryDirectory()
    let line = "k:0123456789abcdef0123456789abcdef"
    let keys = try directory.write(Array("\(line)\n".utf8), to: "keys")
    chmod(keys, 0o600)
    let signer = SignedAddress(keys: [try SigningKey(line: line)], maximumSeconds: 0)
    let target = try signer.sign("/v1/thumbnail?path=a", expires: Int(time(nil)) + 900)
    try await RunningService.with(["signing-keys": [keys]]) { service in
      try service.write("a", "hello")
      for address in ["127.0.0.1", "127.0.0.2"] {
        #expect(try await service.ask(target, options: ["--interface", address]).status == 200)
      }
      #expect(service.fake.clients == ["address 127.0.0.1", "address 127.0.0.2"])
    }
  }

  @Test("An address of IPv6 counts with all of its network, an IPv4 address alone")
  func peers() {
    #expect(PeerAddress.name("2001:db8:0:7::1") == PeerAddress.name("2001:db8:0:7:ffff::2"))
    #expect(PeerAddress.name("2001:db8:0:7::1") != PeerAddress.name("2001:db8:0:8::1"))
    #expect(PeerAddress.name("192.0.2.1") != PeerAddress.name("192.0.2.2"))
    #expect(PeerAddress.name("::ffff:192.0.2.1") == PeerAddress.name("192.0.2.1"))
  }

  @Test("A document that took too long is refused at once with the reason; other documents are not")
  func failures() async throws {
    try await RunningService.with(["failure-seconds": ["600"]]) { service in
      #expect(try await service.ask("/v1/thumbnail?name=error-timeout", body: [1]).isProblem(422, "timeout"))
      let again = try await service.ask("/v1/thumbnail?name=error-timeout", body: [1])
      #expect(again.isProblem(422, "timeout"))
      #expect(again.text.contains("as it was asked for (remembered"), "\(again.text)")
      #expect(service.fake.started == 1)
      #expect(try await service.ask("/v1/thumbnail", body: [2]).status == 200)
      // A document that is broken takes little time.
      for _ in 0..<2 {
        let broken = try await service.ask("/v1/thumbnail?name=error-corruptInput", body: [3])
        #expect(broken.isProblem(422, "corruptInput"))
      }
      #expect(service.fake.started == 4)
      try service.write("error-crashed", "hello")
      for _ in 0..<2 {
        #expect(try await service.ask("/v1/thumbnail?path=error-crashed").isProblem(422, "crashed"))
      }
      #expect(service.fake.started == 5)
      // The file has changed.
      try service.write("error-crashed", "hello again")
      #expect(try await service.ask("/v1/thumbnail?path=error-crashed").isProblem(422, "crashed"))
      #expect(service.fake.started == 6)
    }
  }

  @Test("Idle connections keep nobody waiting, whether they have had an answer or not")
  func idle() async throws {
    let settings = ["connections": ["8"], "header-seconds": ["600"], "idle-seconds": ["600"]]
    try await RunningService.with(settings) { service in
      for target in ["", #", "target": "/v1/types""#] {
        let one = #"{"idle": 40\#(target)}"#
        let many = (2..<20).map { #"{"idle": 2, "from": "127.0.0.\#($0)"\#(target)}"# }
        let good = [1, 2, 99].map { #"{"target": "/v1/explain?name=a", "from": "127.0.0.\#($0)"}"# }
        for crowd in [[one], many] {
          let answers = try await service.askTogether(crowd + good)
          #expect(answers.suffix(3).allSatisfy { $0.hasPrefix("200 ") }, "\(answers)")
        }
      }
    }
  }

  @Test("A client whose connections are all in use gets 429 for one more; a client at another address does not")
  func held() async throws {
    try await RunningService.with(["connections": ["8"], "client-connections": ["2"]]) { service in
      let answers = try await service.askTogether([
        #"{"held": 2}"#, #"{"target": "/v1/types"}"#, #"{"target": "/v1/types", "from": "127.0.0.2"}"#,
      ])
      #expect(answers[1].hasPrefix("429 ") && answers[1].contains("overloaded"), "\(answers)")
      #expect(answers[2].hasPrefix("200 "), "\(answers)")
      // The connections have ended with their program.
      try await RunningService.until { try await service.ask("/v1/types").status == 200 }
    }
  }
}
