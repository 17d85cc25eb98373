internal import HTTPTypes
@testable internal import PreviewService
internal import PreviewServiceFakes
internal import ProviderHost
internal import TestKit
internal import Testing

@Suite("previewd: behind proxies", .timed)
struct ProxyTests {
  /// The sender of a request that came from a peer with lines of a header field.
  private static func sender(
    _ lines: [String], peer: String = "127.0.0.1", proxies: [String] = ["127.0.0.1", "10.0.0.0/8", "2001:db8::/32"],
    field: TrustedProxies.Field = .xForwardedFor, reading: TrustedProxies.Field? = nil
  ) throws -> String {
    var fields = HTTPFields()
    let name = try #require(HTTPField.Name(field.rawValue))
    for line in lines { fields.append(HTTPField(name: name, value: line)) }
    let from: Peer = peer == "unix" ? .unix : .address(try #require(NetworkAddress(peer)))
    return try TrustedProxies(proxies, field: (reading ?? field).rawValue).sender(fields, peer: from).text
  }

  @Test(
    "X-Forwarded-For is read from the right, up to the first address that is not a proxy's",
    arguments: [
      (["192.0.2.1"], "192.0.2.1"),
      (["192.0.2.1, 10.1.2.3"], "192.0.2.1"),
      (["192.0.2.1", "10.1.2.3", "10.0.0.1"], "192.0.2.1"),
      // What a visitor wrote itself stands on the left.
      (["203.0.113.9, 192.0.2.1"], "192.0.2.1"),
      (["127.0.0.1", "192.0.2.1,10.0.0.1"], "192.0.2.1"),
      (["10.0.0.2, 10.0.0.1"], "10.0.0.2"),
      (["192.0.2.1:4711"], "192.0.2.1"),
      (["[2001:db9::7]:4711"], "2001:db9::7"),
      (["2001:db9::7, 2001:db8::1"], "2001:db9::7"),
      (["::ffff:192.0.2.1"], "192.0.2.1"),
      ([" ,, 192.0.2.1\t,"], "192.0.2.1"),
    ])
  func chain(_ lines: [String], _ expected: String) throws {
    #expect(try Self.sender(lines) == expected)
  }

  @Test(
    "Text that is not an address ends the chain at the proxy that passed it on",
    arguments: [
      [], [""], ["unknown"], ["203.0.113.9, no-address"], ["203.0.113.9;10.0.0.1"], ["1.2.3"], ["1.2.3.4.5"],
      ["0x7f.0.0.1"], ["[192.0.2.1]"], ["[2001:db9::7"], ["192.0.2.1:"], ["192.0.2.1:port number"], ["fe80::1%lo"],
      ["\"192.0.2.1\""], [String(repeating: "9", count: 20_000)], [String(repeating: ",", count: 20_000)],
    ])
  func noAddress(_ lines: [String]) throws {
    #expect(try Self.sender(lines) == "127.0.0.1")
    #expect(try Self.sender(lines + ["10.0.0.1"]) == "10.0.0.1")
  }

  @Test("Without a trusted proxy at the other end, nobody's word is taken")
  func untrusted() throws {
    #expect(try Self.sender(["192.0.2.1"], peer: "203.0.113.5") == "203.0.113.5")
    #expect(try Self.sender(["192.0.2.1"], proxies: []) == "127.0.0.1")
    #expect(try Self.sender(["192.0.2.1"], peer: "unix") == "unix")
    #expect(try Self.sender(["192.0.2.1"], peer: "unix", proxies: ["unix"]) == "192.0.2.1")
    #expect(try Self.sender(["192.0.2.1"], peer: "::ffff:127.0.0.1") == "192.0.2.1")
  }

  @Test(
    "Forwarded is read in the same way (RFC 7239)",
    arguments: [
      // Examples of the RFC's sections 4 and 6.
      ("for=192.0.2.43", "192.0.2.43"),
      ("For=\"[2001:db9:cafe::17]:4711\"", "2001:db9:cafe::17"),
      ("for=192.0.2.60;proto=http;by=203.0.113.43", "192.0.2.60"),
      ("for=192.0.2.43, for=198.51.100.17", "198.51.100.17"),
      ("for=192.0.2.43;host=a.example, For=\"10.0.0.1:80\" ; by=\"_b\"", "192.0.2.43"),
      ("for=_hidden, for=10.0.0.1", "10.0.0.1"),
      ("for=unknown", "127.0.0.1"),
      ("proto=https", "127.0.0.1"),
      // A visitor's quotation mark must not hide what the proxy adds, and a proxy may quote what a visitor wrote.
      ("for=\"203.0.113.9, for=192.0.2.1", "192.0.2.1"),
      ("for=192.0.2.1;host=\"x,for=203.0.113.9\"", "127.0.0.1"),
      ("for=192.0.2.1;host=\"x,for=203.0.113.9;by=\\\"\"", "127.0.0.1"),
      ("for=203.0.113.9;for=192.0.2.1", "127.0.0.1"),
      ("for=2001:db9::7;nonsense", "127.0.0.1"),
    ])
  func forwarded(_ line: String, _ expected: String) throws {
    #expect(try Self.sender([line], field: .forwarded) == expected)
    // The field that the proxies do not write is the visitor's own.
    #expect(try Self.sender([line], field: .forwarded, reading: .xForwardedFor) == "127.0.0.1")
  }

  @Test("Networks contain the addresses with their first bits")
  func networks() throws {
    let range = try #require(NetworkRange("192.0.2.128/25"))
    #expect(range.contains(try #require(NetworkAddress("192.0.2.200"))))
    #expect(!range.contains(try #require(NetworkAddress("192.0.2.100"))))
    let all = try #require(NetworkRange("0.0.0.0/0"))
    #expect(all.contains(try #require(NetworkAddress("203.0.113.9"))))
    #expect(!all.contains(try #require(NetworkAddress("2001:db8::1"))))
    for text in ["192.0.2.1/24", "192.0.2.0/33", "::/129", "10.0.0.0/", "10.0.0.0/+8", "10/8", "localhost", ""] {
      #expect(NetworkRange(text) == nil, "\(text)")
    }
  }

  @Test("Visitors behind a proxy have shares of their own, and the log names them")
  func shares() async throws {
    let settings = [
      "trusted-proxy": ["127.0.0.1"], "concurrency": ["2"], "queue": ["2"], "queue-seconds": ["300"],
      "thumbnail-seconds": ["300"], "log-requests": ["true"],
    ]
    try await RunningService.with(settings) { service in
      let flood = (0..<3).map {
        #"{"method": "POST", "target": "/v1/thumbnail?name=gate", "body": "\#($0)", "headers": {"X-Forwarded-For": "192.0.2.1"}}"#
      }
      async let answers = service.askTogether(flood)
      try await RunningService.until { await service.host.metrics.queueDepth == 2 }
      let other = ["X-Forwarded-For: 192.0.2.1, 192.0.2.2"]
      #expect(try await service.ask("/v1/thumbnail", headers: other, body: [1]).status == 200)
      let same = ["X-Forwarded-For: 192.0.2.9, 192.0.2.1"]
      #expect(try await service.ask("/v1/thumbnail", headers: same, body: [1]).isProblem(429, "overloaded"))
      service.fake.openGate()
      #expect(try await answers.allSatisfy { $0.hasPrefix("200 ") })
      #expect(Set(service.fake.clients) == ["address 192.0.2.1", "address 192.0.2.2"])
      _ = try await service.lines.line(with: "client=192.0.2.2 ")
    }
  }

  @Test("A proxy may hold all connections; other clients keep their limit")
  func connections() async throws {
    let settings = ["connections": ["20"], "client-connections": ["2"], "trusted-proxy": ["127.0.0.1"]]
    try await RunningService.with(settings) { service in
      let answers = try await service.askTogether([
        #"{"held": 4}"#, #"{"target": "/v1/types"}"#, #"{"held": 2, "from": "127.0.0.2"}"#,
        #"{"target": "/v1/types", "from": "127.0.0.2"}"#,
      ])
      #expect(answers[1].hasPrefix("200 "), "\(answers)")
      #expect(answers[3].hasPrefix("429 "), "\(answers)")
    }
  }

  @Test("A proxy that is not an address is an error at the start", arguments: ["localhost", "10.0.0.1/8", "*"])
  func wrong(_ text: String) {
    #expect(throws: (any Error).self) { try RunningService.configuration(["trusted-proxy": [text]]) }
  }

  @Test("nginx with the configuration of docs/previewd.md: visitors are told apart, and without Host there is 421")
  func nginx() async throws {
    let text = String(decoding: Fixtures.bytes("\(Fixtures.root)/docs/previewd.md"), as: UTF8.self)
    let blocks = text.split(separator: "```nginx\n").dropFirst().compactMap { $0.split(separator: "```\n").first }
    try #require(blocks.count == 2)
    let directory = try TemporaryDirectory()
    try await RunningService.with(["trusted-proxy": ["127.0.0.1"]]) { service in
      let result = try await Tool.run(
        "/usr/bin/python3", [RunningService.client("nginx.py"), "\(service.port)", directory.path],
        input: Array(blocks.joined().utf8))
      #expect(result.text == "200 200 200 421\n", "\(result.errors)")
      #expect(service.fake.clients.allSatisfy { ["address 127.0.0.3", "address 127.0.0.4"].contains($0) })
      #expect(Set(service.fake.clients).count == 2, "\(service.fake.clients)")
    }
  }
}
