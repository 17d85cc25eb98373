internal import Glibc
@testable internal import PreviewService
internal import PreviewServiceFakes
internal import TestKit
internal import Testing

/// Requests that servers have read in two ways, or that took what they should not. The expected answers are those of
/// RFC 9110 and RFC 9112, or of docs/previewd.md. Texts are as in JSON: raw.py sends them.
@Suite("previewd: attacks by requests", .timed)
struct RequestAttackTests {
  /// A request that must not be found within another one.
  private static let second = #"GET /v1/explain?name=smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n"#

  /// Sends bytes, and checks that they get one refusal, that nothing after them is read, and that the connection ends.
  private static func refused(_ text: String, _ statuses: [Int] = [400], _ comment: String) async throws {
    try await RunningService.with { service in
      let answer = try await service.speak(#"{"send": "\#(text)"}, {"receive": 60}"#)
      let status = answer.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      #expect(answer.hasPrefix("HTTP/1.1 ") && statuses.contains(status), "\(comment): \(answer)")
      #expect(answer.split(separator: "HTTP/1.1 ").count == 1, "\(comment): \(answer)")
      #expect(!answer.contains("smuggled") && answer.hasSuffix("[closed]"), "\(comment): \(answer)")
      try await RunningService.until { service.storedBodies == 0 }
      #expect(service.fake.started == 0, "\(comment)")
    }
  }

  // RFC 9112, 6.1 to 6.3. A coding other than chunked is 501.
  @Test(
    "A body whose length can be read in two ways is refused",
    arguments: [
      #"Content-Length: 4\r\nTransfer-Encoding: chunked"#, #"Transfer-Encoding: chunked\r\nContent-Length: 4"#,
      #"Content-Length: 5\r\nContent-Length: 6"#, #"Content-Length: 5\r\nContent-Length: 5"#, "Content-Length: +5",
      "Content-Length: 5, 5", "Content-Length: 0x5", "Content-Length: -1", "Content-Length: 5 5",
      "Content-Length: 99999999999999999999", "Content-Length:",
      #"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"#, "Transfer-Encoding: chunked, chunked",
      "Transfer-Encoding: chunked, identity", "Transfer-Encoding: gzip, chunked", "Transfer-Encoding: ,chunked",
      "Transfer-Encoding: identity", "Transfer-Encoding: xchunked",
      #"Transfer-Encoding: \u000bchunked"#, #"Transfer-Encoding: \"chunked\""#, "Transfer-Encoding : chunked",
      #"Transfer-Encoding:\r\n chunked"#,
    ])
  func lengths(fields: String) async throws {
    try await Self.refused(
      #"POST /v1/thumbnail HTTP/1.1\r\nHost: localhost\r\n\#(fields)\r\n\r\n0\r\n\r\n\#(Self.second)"#, [400, 501],
      fields)
  }

  // RFC 9112, 7.1: sizes are hexadecimal digits, lines end with CR and LF.
  @Test(
    "Chunks that can be read in two ways are refused",
    arguments: [
      #"FFFFFFFFFFFFFFFFF\r\nhello"#, #"-5\r\nhello\r\n0\r\n\r\n"#, #"0x5\r\nhello\r\n0\r\n\r\n"#,
      #" 5\r\nhello\r\n0\r\n\r\n"#, #"5 \r\nhello\r\n0\r\n\r\n"#, #"5;a\nhello\r\n0\r\n\r\n"#,
      #"5;a\rX\r\nhello\r\n0\r\n\r\n"#, #"5\nhello\n0\n\n"#, #"3\r\nhello\r\n0\r\n\r\n"#, #"5\r\nhello0\r\n\r\n"#,
      #"\r\nhello\r\n0\r\n\r\n"#, #"5\r\nhello\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n"#,
    ])
  func chunks(body: String) async throws {
    try await Self.refused(
      #"POST /v1/thumbnail HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n\#(body)\#(Self.second)"#,
      body)
  }

  private static func refused(_ text: String, _ comment: String) async throws {
    try await refused(text, [400], comment)
  }

  @Test("Extensions and trailers of chunks are allowed, and change nothing")
  func extensions() async throws {
    try await RunningService.with { service in
      let body = #"5;a=b;c=\"d\"\r\nhello\r\n0;x\r\nHost: evil.example\r\nX:\r\n\r\n"#
      let answer = try await service.speak(
        #"{"send": "POST /v1/thumbnail HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n\#(body)"}, "#
          + #"{"receive": 60}"#)
      #expect(answer.contains(" 200 ") && answer.contains(helloDigest), "\(answer)")
    }
  }

  @Test("An extension of a chunk without end is cut off as a body that comes too slowly")
  func endlessExtension() async throws {
    try await RunningService.with(["read-seconds": ["0.4"]]) { service in
      let answer = try await service.speak(
        #"{"send": "POST /v1/thumbnail HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5;"}, "#
          + #"{"repeat": "xxxxxxxx", "times": 20, "pause": 0.1}, {"receive": 60}"#)
      #expect(answer.contains(" 408 ") || answer.contains("[broken]"), "\(answer)")
      #expect(service.fake.started == 0)
    }
  }

  // RFC 9112, 5: no whitespace before the colon, no folded lines; 2.2: no bare CR.
  @Test(
    "Broken lines of a header are refused, not mended",
    arguments: [
      #"X: a\r\n b"#, #" X: a"#, #"X : a"#, #"X\u0000: a"#, #"X: \u0000a"#, #": a"#, "XY", #"X: a\rY: b"#,
      #"X: a\nY: b"#,
      #"X: \u0001a"#, #"X\u007f: a"#, #"(X): a"#,
    ])
  func fields(line: String) async throws {
    try await Self.refused(
      #"GET /v1/types HTTP/1.1\r\nHost: localhost\r\n\#(line)\r\n\r\n\#(Self.second)"#, line)
  }

  @Test(
    "Lines that are no request of HTTP/1 are refused",
    arguments: [
      "get /v1/types HTTP/1.1", "GETX /v1/types HTTP/1.1", #"GET\t/v1/types HTTP/1.1"#, "GET /v1/types x HTTP/1.1",
      "PRI * HTTP/2.0", "GET /v1/types HTTP/2.0", "GET /v1/types HTTP/3.0", "GET /v1/types HTTP/1.11",
      "GET /v1/types HTTP/1.2", "GET /v1/types", "GET /v1/types http/1.1", #"GET /v1/\u00e4 HTTP/1.1"#,
      #"GET /v1/types HTTP/1.1\r"#, #"\u0016\u0003\u0001\u0002\u0000\u0001\u0000"#,
    ])
  func lines(line: String) async throws {
    try await Self.refused(#"\#(line)\r\nHost: localhost\r\n\r\n\#(Self.second)"#, line)
  }

  @Test("A GET whose body is a request does not make that request")
  func bodyOfGet() async throws {
    try await RunningService.with { service in
      let first = #"GET /v1/types HTTP/1.1\r\nHost: localhost\r\nContent-Length: 59\r\n\r\n\#(Self.second)"#
      let last = #"GET /v1/explain?name=last HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"#
      let answer = try await service.speak(#"{"send": "\#(first)\#(last)"}, {"receive": 60}"#)
      #expect(answer.hasPrefix("HTTP/1.1 200 ") && !answer.contains("smuggled"), "\(answer)")
      #expect(answer.split(separator: "HTTP/1.1 ").count == 2 && answer.hasSuffix("[closed]"), "\(answer)")
    }
  }

  // MARK: Other protocols

  // RFC 9110, 7.8: a server may ignore Upgrade. curl --http2 sends it.
  @Test("Upgrade is ignored; the answer is the last one of the connection, and what follows is not collected")
  func upgrade() async throws {
    try await RunningService.with { service in
      let fields = #"Host: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n"#
      let answer = try await service.speak(
        #"{"send": "GET /v1/types HTTP/1.1\r\n\#(fields)\r\n\#(Self.second)"}, {"receive": 60}"#)
      #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.contains("Connection: close\r\n"), "\(answer)")
      #expect(!answer.contains("smuggled") && answer.hasSuffix("[closed]"), "\(answer)")
      try await Self.flood(service, after: #"\#(fields)Content-Length: 1\r\n\r\nx"#)
    }
  }

  @Test("After an answer that is not given yet, bytes that are no request are not collected")
  func unknownVersion() async throws {
    try await RunningService.with { service in
      let line = #"GET /v1/types HTTP/2.0\r\nHost: localhost\r\n\r\n"#
      try await Self.flood(service, after: #"Host: localhost\r\nContent-Length: 1\r\n\r\nx\#(line)"#)
    }
  }

  /// Sends a request for a picture that is never made, and 25 MiB after it. The service must close the connection.
  private static func flood(_ service: RunningService, after fields: String) async throws {
    let answer = try await service.speak(
      #"{"send": "POST /v1/thumbnail?name=gate HTTP/1.1\r\n\#(fields)"}, "#
        + #"{"repeat": "\#(String(repeating: "x", count: 65_536))", "times": 400}, {"receive": 120}"#)
    #expect(answer.contains("[broken]") || answer.contains("[closed]"), "\(answer.prefix(300))")
    // The picture is made for nobody.
    try await RunningService.until { service.fake.finished == service.fake.started }
  }

  @Test("Nothing is connected, and no header comes back", arguments: ["CONNECT localhost:22", "TRACE /v1/types"])
  func methods(start: String) async throws {
    try await RunningService.with { service in
      let answer = try await service.speak(
        #"{"send": "\#(start) HTTP/1.1\r\nHost: localhost\r\nCookie: swordfish\r\nConnection: close\r\n\r\nSSH-2.0-x\r\n"}, {"receive": 60}"#
      )
      #expect(answer.hasPrefix("HTTP/1.1 4") && !answer.contains("swordfish"), "\(answer)")
      #expect(!answer.contains("SSH") && answer.split(separator: "HTTP/1.1 ").count == 1, "\(answer)")
    }
  }

  // MARK: Floods

  // RFC 9110, 14.2: a server may ignore Range.
  @Test("A flood of ranges gets the answer once")
  func ranges() async throws {
    try await RunningService.with { service in
      try service.write("a", "hello")
      let ranges = String(repeating: "0-,", count: 2_000)
      let answer = try await service.ask("/v1/thumbnail?path=a", headers: ["Range: bytes=\(ranges)0-"])
      #expect(answer.status == 200 && answer.text == "\(helloDigest) 256x256 0")
    }
  }

  @Test("Many requests in one piece get their answers, in their order")
  func pipeline() async throws {
    try await RunningService.with { service in
      let request = #"GET /v1/explain?name=1 HTTP/1.1\r\nHost: localhost\r\n\r\n"#
      let requests =
        String(repeating: request, count: 100) + request.replacing("Host", with: #"Connection: close\r\nHost"#)
      let answer = try await service.speak(#"{"send": "\#(requests)"}, {"receive": 60}"#)
      #expect(answer.split(separator: "HTTP/1.1 200 ").count == 101 && answer.hasSuffix("[closed]"))
    }
  }

  @Test("Long headers and addresses are 431, and the client gets the answer")
  func longHeaders() async throws {
    try await RunningService.with { service in
      let many = String(repeating: #"X: y\r\n"#, count: 200)
      let long = String(repeating: "x", count: 40_000)
      for text in [
        #"GET /v1/types HTTP/1.1\r\nHost: localhost\r\n\#(many)\r\n"#,
        #"GET /v1/types HTTP/1.1\r\nHost: localhost\r\nX: \#(long)\r\n\r\n"#,
        #"GET /v1/explain?name=\#(long) HTTP/1.1\r\nHost: localhost\r\n\r\n"#,
        #"GET /v1/types HTTP/1.1\r\nHost: localhost\r\n\#(long): y\r\n\r\n"#,
      ] {
        let answer = try await service.speak(#"{"send": "\#(text)"}, {"receive": 60}"#)
        #expect(answer.contains(" 431 ") && answer.contains("headersTooLarge"), "\(answer)")
      }
    }
  }

  @Test(
    "Long lists in fields are read", arguments: ["Accept", "If-None-Match", "X-Forwarded-For", "Authorization"])
  func lists(field: String) async throws {
    try await RunningService.with(["trusted-proxy": ["127.0.0.1"]]) { service in
      let answer = try await service.ask(
        "/v1/thumbnail", headers: ["\(field): \(String(repeating: ",;q", count: 5_000))"], body: [1])
      #expect([200, 406].contains(answer.status), "\(answer.text)")
    }
  }

  // MARK: Paths and names

  @Test(
    "A resource has one path",
    arguments: [
      "//v1/types", "/v1//types", "/v1/types/", "/v1/./types", "/v1/x/../types", "/v1/%74ypes", "/V1/types",
      "/v1/types;x", "/v1/types%00", "/v1/types%3Fx", "/v1%2Ftypes", "/v1\\types", "/v1/types.json", "/",
    ])
  func paths(path: String) async throws {
    try await RunningService.with { service in
      let answer = try await service.ask(path)
      #expect([400, 404].contains(answer.status) && !answer.text.contains("identifier"), "\(path) \(answer.text)")
    }
  }

  @Test(
    "The name of a document is a text: it makes no header field and no path",
    arguments: [
      "a%0D%0ASet-Cookie:%20x=y", "a%0A%0A%3Cscript%3E", "..", ".", "a%5Cb", "%E2%80%AEgnp.exe", "%7F", "a%09b",
      "%F0%9F%98%80", "CON", "-rf", "$(id)", "%25s%25n",
    ])
  func names(name: String) async throws {
    try await RunningService.with { service in
      let answer = try await service.ask("/v1/thumbnail?name=\(name)", body: Array("hello".utf8))
      #expect(answer.status == 200 && answer.text == "\(helloDigest) 256x256 0", "\(answer.text)")
      #expect(answer.fields["set-cookie"] == nil)
      let title = try #require(answer.fields["cameo-title"])
      #expect(title.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "\(title)")
    }
  }

  // MARK: Signatures

  @Test("A signed address with any other value is another address; the same values in another order are the same one")
  func signatures() async throws {
    let directory = try TemporaryDirectory()
    let line = "k:0123456789abcdef0123456789abcdef"
    let keys = try directory.write(Array("\(line)\n".utf8), to: "keys")
    chmod(keys, 0o600)
    let expires = Int(time(nil)) + 900
    let signed = try SignedAddress(keys: [try SigningKey(line: line)], maximumSeconds: 0)
      .sign("/v1/thumbnail?path=caf%C3%A9&size=64", expires: expires)
    try await RunningService.with(["signing-keys": [keys]]) { service in
      try service.write("caf\u{e9}", "hello")
      try service.write("cafe\u{301}", "secret")
      let signature = String(try #require(signed.split(separator: "=").last))
      let query = String(try #require(signed.split(separator: "?").last))
      let reordered = query.split(separator: "&").reversed().joined(separator: "&")
      for same in [
        signed, "/v1/thumbnail?\(reordered)", signed.replacing(signature, with: signature.uppercased()),
        signed.replacing("%C3%A9", with: "%c3%a9"),
      ] { #expect(try await service.ask(same).status == 200, "\(same)") }
      for other in [
        // The same name to people, in Unicode's other form.
        signed.replacing("caf%C3%A9", with: "cafe%CC%81"), signed.replacing("expires=", with: "expires=0"),
        signed.replacing("expires=", with: "expires=%2B"), signed.replacing("size=64", with: "size=064"),
        signed.replacing("size=64", with: "size=64%20"), signed + "00", signed + "&fallback=none",
        signed.replacing(signature, with: String(signature.dropLast(2))),
        signed.replacing(signature, with: String(signature.reversed())),
        signed.replacing("key=k", with: "key=K"), signed.replacing("&size=64", with: ""),
        signed.replacing("&", with: ";"), signed.replacing("path=", with: "url="),
      ] {
        let answer = try await service.ask(other)
        #expect([400, 401, 403].contains(answer.status) && !answer.text.contains(helloDigest), "\(other)")
      }
      for twice in ["&path=other", "&size=64", "&signature=\(signature)", "&key=k"] {
        #expect(try await service.ask(signed + twice).isProblem(400, "requestInvalid"), "\(twice)")
      }
      #expect(try await service.ask(signed.replacing("/v1/", with: "//v1/")).status == 404)
      #expect(service.fake.started == 4)
    }
  }

  // MARK: Sources

  @Test(
    "Addresses that look like an allowed one are refused",
    arguments: [
      "http://images.example.evil.example/public/a", "http://evil.example/public/a",
      "http://evil.example/http://images.example/public/a", "http://images.example:8080/public/a",
      "https://images.example/public/a", "http://images.example/publicx/a", "http://images.example/PUBLIC/a",
      "http://images.example/", "http://images.example./public/a", "http://images.example@evil.example/public/a",
      "http://images.example%40evil.example/public/a", "http://images.example%2eevil.example/public/a",
      "http://images.example\\@evil.example/public/a", "http://evil.example#@images.example/public/a",
      "http://evil.example?@images.example/public/a", "http:images.example/public/a", "http:/images.example/public/a",
      "//images.example/public/a", "http:///images.example/public/a", "gopher://images.example/public/a",
      "ftp://images.example/public/a", "file://images.example/public/a", "jar:http://images.example/public/a",
      "http://images.example:/public/a", "http://images.example:0/public/a", "http://images.example:65616/public/a",
      "http://images.example:080000/public/a", "http://images.example:+80/public/a",
      "http://images.example/public/../secret", "http://images.example/public/%2e%2E/secret",
      "http://images.example/public/.%2e/secret", "http://images.example/public/..;/secret",
      "http://images.example/public/%252e%252e/secret", "http://images.example/public\\..\\secret",
      "http://images.example/public/%5c..%5csecret", "http://images.example/public/%00",
      "http://images.example/public/%zz", "http://images.example/public/a b", "http://images.example/public/\u{e4}",
      "http://images\u{3002}example/public/a", "http://\u{ff11}\u{ff12}\u{ff17}.0.0.1/public/a",
      " http://images.example/public/a",
      "http://images.example/public/a\n", "http://[::ffff:127.0.0.1]/public/a", "http://[::1%25lo]/public/a",
      "http://[::1/public/a", "http://0177.0.0.1/public/a", "http://0x7f.1/public/a", "http://017700000001/public/a",
      "http://127.0.0.1./public/a", "http://2130706433/public/a", "http://1.1.1.1.1/public/a",
    ])
  func sources(address: String) throws {
    let origins = try SourceOrigins(["http://images.example/public/"], private: [])
    do throws(ServiceProblem) {
      #expect(origins.permission(for: try SourceAddress(address)) == .refused)
    } catch {
      #expect(error.status == 400 && !error.detail.contains("example"))
    }
    #expect(origins.permission(for: try SourceAddress("HTTP://IMAGES.example:80/public/a?b")) == .atPublicAddress)
  }
}
