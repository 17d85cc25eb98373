internal import ByteStreams
internal import Glibc
internal import ImageModel
@testable internal import PreviewService
internal import PreviewServiceFakes
internal import ProviderHost
internal import ProviderProtocol
internal import StructuredText
internal import TestKit
internal import Testing

@Suite("previewd: log of requests", .timed)
struct LogTests {
  private static let json = ["log-requests": ["true"], "log-format": ["json"]]

  /// The members of a line in JSON, as text; `null` for a member without a value.
  private static func members(_ line: String) throws -> [String: String] {
    var parser = JSONParser(Array(line.utf8), limits: StructuredLimits())
    guard case .object(let object) = try parser.parse().content else { throw TestFailure("not an object: \(line)") }
    var members: [String: String] = [:]
    for member in object.members {
      switch member.value.content {
      case .string(let text): members[member.name] = text
      case .number(_, let text): members[member.name] = text
      case .null: members[member.name] = "null"
      default: throw TestFailure("\(member.name): \(line)")
      }
    }
    return members
  }

  @Test("The line of a rendering says who asked for what, what was sent, and how long it took")
  func rendering() async throws {
    try await RunningService.with(Self.json) { service in
      let answer = try await service.ask(
        "/v1/thumbnail?name=a.txt&size=64", headers: ["X-Request-Id: one"], body: [1, 2, 3])
      let line = try Self.members(try await service.lines.line(with: "\"one\""))
      #expect(line["client"] == "127.0.0.1" && line["tenant"]?.isEmpty == false && line["method"] == "POST")
      #expect(line["path"] == "/v1/thumbnail?name=a.txt&size=64" && line["status"] == "200" && line["code"] == "")
      #expect(line["bytes"] == "\(answer.body.count)" && line["provider"] == "org.cameo.fake")
      for name in ["waitMs", "renderMs", "totalMs"] { #expect(line[name].flatMap { Double($0) } != nil, "\(name)") }
      let time = try #require(line["time"])
      #expect(time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil, "\(time)")
    }
  }

  @Test("As text a line has the same members, and quotation marks around what is not one word")
  func text() async throws {
    try await RunningService.with(["log-requests": ["true"]]) { service in
      _ = try await service.ask("/v1/thumbnail?name=a.txt", headers: ["X-Request-Id: one"], body: [1])
      let line = try await service.lines.line(with: "requestId=one")
      let names = line.matches(of: /(?:^| )([A-Za-z]+)=/).map { String($0.1) }
      #expect(
        names == [
          "time", "client", "tenant", "method", "path", "status", "bytes", "waitMs", "renderMs", "totalMs", "provider",
          "cache", "requestId", "traceId", "spanId", "code", "detail",
        ])
      #expect(
        line.contains(" method=POST path=\"/v1/thumbnail?name=a.txt\" status=200 ") && line.hasSuffix(" code= detail="))
    }
  }

  @Test("Each request has the time that it waited itself; what was not rendered has none")
  func times() async throws {
    let settings = Self.json.merging(["concurrency": ["1"], "queue": ["1"]]) { $1 }
    try await RunningService.with(settings) { service in
      try service.write("a.txt", "hello")
      let tag = try #require(try await service.ask("/v1/thumbnail?path=a.txt").fields["etag"])
      _ = try await service.ask(
        "/v1/thumbnail?path=a.txt", headers: ["If-None-Match: \(tag)", "X-Request-Id: unchanged"])
      let unchanged = try Self.members(try await service.lines.line(with: "\"unchanged\""))
      #expect(unchanged["status"] == "304" && unchanged["waitMs"] == "null" && unchanged["renderMs"] == "null")

      let first = try OpenRequest(service.port, "POST /v1/thumbnail?name=gate", "first")
      try await RunningService.until { service.fake.started == 2 }
      let joined = try OpenRequest(service.port, "POST /v1/thumbnail?name=gate", "joined")
      try await RunningService.until { await service.host.waiting == 2 }
      let waiting = try OpenRequest(service.port, "POST /v1/thumbnail?name=other", "waiting")
      try await RunningService.until { await service.host.waiting == 3 }
      let refused = try OpenRequest(service.port, "POST /v1/thumbnail?name=third", "refused")
      #expect(refused.status == 429)
      service.fake.openGate()
      #expect([first.status, joined.status, waiting.status] == [200, 200, 200])
      // It came when the rendering had begun.
      let other = try Self.members(try await service.lines.line(with: "\"joined\""))
      #expect(other["waitMs"] == "0" && other["renderMs"] != "null" && other["provider"] == "org.cameo.fake")
      let late = try Self.members(try await service.lines.line(with: "\"waiting\""))
      #expect(late["waitMs"] != "0" && late["waitMs"] != "null" && late["renderMs"] != "null")
      let none = try Self.members(try await service.lines.line(with: "\"refused\""))
      #expect(none["status"] == "429" && none["code"] == "overloaded" && none["renderMs"] == "null")
    }
  }

  @Test("A line has no secrets: no signature, no token, no unknown option's value")
  func secrets() async throws {
    let directory = try TemporaryDirectory()
    let keys = try directory.write(Array("k:0123456789abcdef0123456789abcdef\n".utf8), to: "keys")
    let tokens = try directory.write(Array("secret-token-0123456789\n".utf8), to: "tokens")
    chmod(keys, 0o600)
    chmod(tokens, 0o600)
    let settings = Self.json.merging(["signing-keys": [keys], "tokens": [tokens]]) { $1 }
    try await RunningService.with(settings) { service in
      try service.write("a.txt", "hello")
      let key = try SigningKey(line: "k:0123456789abcdef0123456789abcdef")
      let signed = try SignedAddress(keys: [key], maximumSeconds: 0)
        .sign("/v1/thumbnail?path=a.txt", expires: Int(time(nil)) + 900)
      let signature = String(try #require(signed.split(separator: "=").last))
      #expect(try await service.ask(signed, headers: ["X-Request-Id: signed"]).status == 200)
      let line = try Self.members(try await service.lines.line(with: "\"signed\""))
      #expect(line["path"]?.hasPrefix("/v1/thumbnail?") == true && line["path"]?.contains("signature=*") == true)
      #expect(line["path"]?.contains("path=a.txt") == true && line["tenant"] == "key k")
      let token = "secret-token-0123456789"
      // Escaped, escaped once too often, and in the wrong place. The first one is as valid as the address itself.
      let targets = [
        signed.replacing("signature=", with: "%73ignature="), signed.replacing("?", with: "%3F"),
        signed.replacing("&", with: "%26"), signed.replacing("&", with: "&amp;"),
        "/v1/thumbnail?path=a.txt&token=\(token)", "/v1/thumbnail?\(token)",
        "/v1/thumbnail?url=https%3A%2F%2Fh.example%2Fa%23\(token)",
        "/v1/thumbnail?url=https%3A%2F%2Fh.example%2Fa%2523x%3D\(token)",
        "/v1/thumbnail?url=https%3A%2F%2Fh.example%2Fa%3Fb%23\(token)",
      ]
      for (number, target) in targets.enumerated() {
        let answer = try await service.ask(
          target, headers: ["X-Request-Id: wrong-\(number)", "Authorization: Bearer \(token)"])
        #expect((answer.status == 200) == (number == 0), "\(target)")
        _ = try await service.lines.line(with: "\"wrong-\(number)\"")
      }
      let told = try await service.speak(
        #"{"send": "GET http://me:\#(token)@localhost/v1/types HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: absolute\r\nConnection: close\r\n\r\n"}, {"receive": 5}"#
      )
      #expect(told.contains("X-Request-Id: absolute"))
      _ = try await service.lines.line(with: "\"absolute\"")
      let all = service.lines.all.joined(separator: "\n")
      #expect(!all.contains(signature) && !all.contains(token), "\(all)")
    }
  }

  @Test("A request has the name that its client gives it, if that is an ordinary one, else a new one, on every answer")
  func identifiers() async throws {
    let settings = ["log-requests": ["true"], "allow-origin": ["https://example.org"]]
    try await RunningService.with(settings) { service in
      let longest = String(repeating: "x", count: 128)
      for name in ["a", "A1-._~+/=:", longest] {
        let answer = try await service.ask("/v1/types", headers: ["X-Request-Id: \(name)"])
        #expect(answer.fields["x-request-id"] == name)
      }
      for name in ["two words", "\"quoted\"", longest + "x", "a,b", "grün", "code=x status=200", "a\tb"] {
        let answer = try await service.ask("/v1/types", headers: ["X-Request-Id: \(name)"])
        let made = try #require(answer.fields["x-request-id"])
        #expect(made.utf8.count == 32 && made.allSatisfy(\.isHexDigit), "\(name): \(made)")
      }
      for target in ["/v1/nothing", "/v1/thumbnail?path=none", "/v1/thumbnail?%"] {
        let answer = try await service.ask(target, headers: ["X-Request-Id: wrong"])
        #expect(answer.status >= 400 && answer.fields["x-request-id"] == "wrong", "\(target)")
      }
      let health = try await Answer.ask("\(service.health)/readyz", headers: ["X-Request-Id: health"])
      #expect(health.fields["x-request-id"] == "health")
      let shown = try await service.ask("/v1/types", headers: ["Origin: https://example.org"])
      #expect(shown.fields["access-control-expose-headers"]?.contains("X-Request-Id") == true)
      #expect(try await service.ask("/v1/types", method: "HEAD").fields["x-request-id"]?.utf8.count == 32)
    }
  }

  @Test("Whatever a client sends, a line stays one line in ASCII, and has no other members")
  func hostile() async throws {
    for format in ["text", "json"] {
      try await RunningService.with(["log-requests": ["true"], "log-format": [format]]) { service in
        let targets = [
          #"/v1/thumbnail?name=a%0Atime=1%20status=200"#, #"/v1/\" status=200 x=\"?path=\"\\"#,
          #"/v1/\u00c3\u00bc\u00e2\u0080\u00a8\u0085?name=\u00c2\u0085\u00ff&size=7"#, #"*"#, #"/"#,
          "/" + String(repeating: "y", count: 20_000),
        ]
        for target in targets {
          let told = try await service.speak(
            #"{"send": "GET \#(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"}, {"receive": 5}"#)
          #expect(told.hasPrefix("HTTP/1.1 4"), "\(told)")
        }
        try await RunningService.until { service.lines.all.count == targets.count }
        for line in service.lines.all {
          #expect(line.utf8.allSatisfy { (0x20...0x7E).contains($0) } && line.utf8.count < 4_096, "\(line)")
          if format == "json" {
            let members = try Self.members(line)
            #expect(members.count == 17, "\(line)")
          } else {
            // Outside of quotation marks.
            let words = line.replacing(/"[^"]*"/, with: "").split(separator: " ")
            #expect(words.count == 17 && words.allSatisfy { $0.contains("=") }, "\(line)")
          }
        }
      }
    }
  }

  @Test("What never became a request has a line and a name, too")
  func refused() async throws {
    try await RunningService.with(Self.json) { service in
      let none = try await service.speak(#"{"send": "hello\r\n\r\n"}, {"receive": 5}"#)
      let long = try await service.speak(
        #"{"send": "GET / HTTP/1.1\r\nHost: localhost\r\nX: \#(String(repeating: "y", count: 40_000))\r\n\r\n"}, {"receive": 5}"#
      )
      try await Self.expect(none, "400", "requestInvalid", service)
      try await Self.expect(long, "431", "headersTooLarge", service)
      #expect(service.lines.all.count == 2)
    }
    try await RunningService.with(Self.json.merging(["header-seconds": ["0.4"]]) { $1 }) { service in
      let slow = try await service.speak(#"{"send": "GET"}, {"receive": 60}"#)
      try await Self.expect(slow, "408", "requestTimeout", service)
    }
  }

  /// - Parameter told: the answer to bytes that never became a request.
  private static func expect(_ told: String, _ status: String, _ code: String, _ service: RunningService) async throws {
    let name = try #require(told.firstMatch(of: /X-Request-Id: ([0-9a-f]{32})/)?.1, "\(told)")
    let line = try members(try await service.lines.line(with: String(name)))
    #expect(line["status"] == status && line["code"] == code && line["method"] == "", "\(line)")
  }

  @Test("A client that goes before its answer has status 499, and one that goes within it the bytes that it got")
  func gone() async throws {
    try await RunningService.with(Self.json) { service in
      let head = #"HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nX-Request-Id:"#
      async let early = service.speak(
        #"{"send": "POST /v1/thumbnail?name=gate \#(head) early\r\n\r\nx"}, {"pause": 1}, {"reset": true}"#)
      _ = try await early
      let first = try Self.members(try await service.lines.line(with: "\"early\""))
      #expect(first["status"] == "499" && first["code"] == "cancelled", "\(first)")
      _ = try await service.speak(
        #"{"send": "POST /v1/thumbnail?name=large \#(head) within\r\n\r\nx"}, {"byte": true}, {"reset": true}"#)
      let second = try Self.members(try await service.lines.line(with: "\"within\""))
      let bytes = try #require(second["bytes"].flatMap { Int($0) })
      #expect(second["status"] == "499" && second["code"] == "cancelled" && bytes < 32 << 20, "\(second)")
      #expect(second["provider"] == "org.cameo.fake" && second["renderMs"] != "null")
    }
  }

  @Test("Requests that come together have a line each, in their order")
  func together() async throws {
    try await RunningService.with(Self.json) { service in
      let requests = ["/v1/types", "/v1/nothing", "/v1/providers"].enumerated().map { number, path in
        let end = number == 2 ? #"Connection: close\r\n"# : ""
        return #"GET \#(path) HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: r\#(number)\r\n\#(end)\r\n"#
      }
      let told = try await service.speak(#"{"send": "\#(requests.joined())"}, {"receive": 5}"#)
      #expect(told.matches(of: /X-Request-Id: (r\d)/).map { String($0.1) } == ["r0", "r1", "r2"])
      try await RunningService.until { service.lines.all.count == 3 }
      let lines = try service.lines.all.map { try Self.members($0) }
      #expect(lines.map { $0["requestId"] } == ["r0", "r1", "r2"])
      #expect(lines.map { $0["status"] } == ["200", "404", "200"])
    }
  }

  @Test("Requests for health and metrics have no lines")
  func health() async throws {
    try await RunningService.with(Self.json) { service in
      for target in ["/livez", "/readyz", "/metrics", "/nothing"] {
        let answer = try await Answer.ask("\(service.health)\(target)", headers: ["X-Request-Id: health"])
        #expect(answer.fields["x-request-id"] == "health")
      }
      _ = try await service.ask("/v1/types", headers: ["X-Request-Id: one"])
      _ = try await service.lines.line(with: "\"one\"")
      #expect(service.lines.all.count == 1)
    }
  }

  @Test("The line of a rendering that failed says why, in plain ASCII")
  func detail() async throws {
    try await RunningService.with(["log-requests": ["true"]]) { service in
      _ = try await service.ask(
        "/v1/thumbnail?name=error-corruptInput", headers: ["X-Request-Id: broken"], body: [1])
      let line = try await service.lines.line(with: "requestId=broken")
      #expect(line.hasSuffix(" code=corruptInput detail=\"as it was asked for\""), "\(line)")
    }
    var line = RequestLine(method: "GET", target: "/", id: nil)
    line.fail(ProviderError(.crashed, "a \"b\" \\ é\n" + String(repeating: "x", count: 1_000)))
    #expect(line.detail.hasPrefix("a 'b' ' ??x") && line.detail.utf8.count == 300)
  }

  @Test(
    "The address of a source is in the log without its query and its fragment",
    arguments: [
      ("https%3A%2F%2Fh.example%2Fa%23b%3Fc", "https%3A%2F%2Fh.example%2Fa#*"),
      ("https://h.example/a%3Fb%23c", "https://h.example/a?*"), ("https://h.example/a", "https://h.example/a"),
      ("https://h.example/a%2523b", "https://h.example/a#*"),
    ])
  func sources(_ value: String, _ shown: String) {
    #expect(
      RequestLine(method: "GET", target: "/v1/thumbnail?url=\(value)&size=5", id: nil).path
        == "/v1/thumbnail?url=\(shown)&size=5")
    #expect(RequestLine(method: "GET", target: "/v1/types#b?c", id: nil).path.hasPrefix("/v1/types") == true)
    #expect(!RequestLine(method: "GET", target: "/v1/types#b", id: nil).path.contains("b"))
  }

  @Test("A message has the time in both formats, and the request that it is about")
  func messages() throws {
    let lines = LogLines()
    ServiceLog(isJSON: false) { lines.add($0) }.write("tokens 2,\nkeys \"1\"", requestID: "a-1")
    ServiceLog(isJSON: true) { lines.add($0) }.write("ready")
    let text = /time=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z message="tokens 2,\\\\nkeys \\"1\\"" requestId=a-1/
    #expect(lines.all[0].wholeMatch(of: text) != nil, "\(lines.all[0])")
    let members = try Self.members(lines.all[1])
    #expect(members.count == 2 && members["message"] == "ready" && members["time"]?.hasSuffix("Z") == true)
  }

  @Test("Nobody waits for a log that is not read; lines are dropped and counted, and the others stay whole")
  func blocked() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let log = ServiceLog(isJSON: true, to: ends[1], limit: 100_000)
    // The pipe takes 64 KiB of these 4 MB. Longer lines than the system writes at once are among them.
    let count = 2_000
    for number in 0..<count { log.write("\(number) " + String(repeating: "x", count: number % 2 == 0 ? 4_000 : 10)) }
    var (whole, dropped) = (0, 0)
    var rest: [UInt8] = []
    while whole + dropped < count {
      var piece = [UInt8](repeating: 0, count: 65_536)
      let size = read(ends[0], &piece, piece.count)
      try #require(size > 0)
      rest += piece.prefix(size)
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let message = try #require(try Self.members(String(decoding: rest[..<end], as: UTF8.self))["message"])
        rest.removeSubrange(...end)
        if let match = message.firstMatch(of: /(\d+) lines were dropped/) {
          dropped += try #require(Int(match.1))
        } else {
          try #require(message.hasPrefix("\(whole + dropped) "))
          whole += 1
        }
      }
    }
    #expect(dropped > 0 && whole > 0)
    log.finish()
  }

  @Test("At the end of the process a log that is read slowly gets all lines")
  func slowReader() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let input = ends[0]
    let log = ServiceLog(isJSON: false, to: ends[1])
    for number in 0..<200 { log.write("\(number) " + String(repeating: "x", count: 1_000)) }
    log.write("last")
    // It takes more than two seconds.
    let taken = Monitor<[UInt8]?>(nil)
    let isStarted = DetachedThread.start {
      var all: [UInt8] = []
      var piece = [UInt8](repeating: 0, count: 8_192)
      while case let size = read(input, &piece, piece.count), size > 0 {
        all += piece.prefix(size)
        usleep(100_000)
      }
      taken.withLock { $0 = all }
      taken.notify()
    }
    try #require(isStarted)
    log.finish()
    close(ends[1])
    let lines = String(decoding: taken.wait { $0 }, as: UTF8.self).split(separator: "\n")
    close(input)
    #expect(lines.count == 201 && lines.last?.hasSuffix("message=last") == true, "\(lines.count)")
  }

  @Test("Without --log-requests there are no lines, and answers have names all the same")
  func silent() async throws {
    try await RunningService.with { service in
      let answer = try await service.ask("/v1/types", headers: ["X-Request-Id: one"])
      #expect(answer.fields["x-request-id"] == "one")
      #expect(service.lines.all.isEmpty)
    }
  }
}

/// A request whose answer is read later. It needs no other program, so it does not wait for those of other tests.
private final class OpenRequest {
  private let descriptor: Int32

  init(_ port: Int, _ line: String, _ id: String) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let connected = withUnsafeBytes(of: &address) { bytes in
      connect(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(bytes.count))
    }
    let text = "\(line) HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: \(id)\r\nContent-Length: 1\r\n\r\nx"
    guard connected == 0, send(descriptor, text, text.utf8.count, 0) == text.utf8.count else {
      throw TestFailure("connect: \(errno)")
    }
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  /// The status of the answer; waits for it. 0 where none came.
  var status: Int {
    var bytes = [UInt8](repeating: 0, count: 12)
    guard recv(descriptor, &bytes, bytes.count, Int32(MSG_WAITALL)) == bytes.count else { return 0 }
    return Int(String(decoding: bytes.suffix(3), as: UTF8.self)) ?? 0
  }
}
