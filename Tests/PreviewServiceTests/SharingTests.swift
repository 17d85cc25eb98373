internal import Glibc
internal import ImageModel
@testable internal import PreviewService
internal import PreviewServiceFakes
internal import TestKit
internal import Testing

@Suite("previewd: other sites and caches", .timed)
struct SharingTests {
  private static let line = "k:0123456789abcdef0123456789abcdef"

  /// A service with a key and a token, and a function that signs for some seconds.
  private static func with(
    _ settings: [String: [String]] = [:],
    _ body: @Sendable (RunningService, @Sendable (String, Int) throws -> String) async throws -> Void
  ) async throws {
    let directory = try TemporaryDirectory()
    let keys = try directory.write(Array("\(line)\n".utf8), to: "keys")
    let tokens = try directory.write(Array("a-token-0123456789\n".utf8), to: "tokens")
    chmod(keys, 0o600)
    chmod(tokens, 0o600)
    let all = settings.merging(["signing-keys": [keys], "tokens": [tokens]]) { given, _ in given }
    let signer = SignedAddress(keys: [try SigningKey(line: line)], maximumSeconds: 0)
    try await RunningService.with(all) { service in
      try service.write("a", "hello")
      try await body(service) { try signer.sign($0, expires: time(nil) + $1) }
    }
  }

  private static let token = "Authorization: Bearer a-token-0123456789"

  @Test("Pictures of signed addresses may be shown by other sites and kept by caches; those of tokens may not")
  func signed() async throws {
    try await Self.with { service, sign in
      let signed = try await service.ask(try sign("/v1/thumbnail?path=a", 100_000))
      #expect(signed.fields["cross-origin-resource-policy"] == "cross-origin")
      #expect(signed.fields["cache-control"] == "public, max-age=3600")
      let token = try await service.ask("/v1/thumbnail?path=a", headers: [Self.token])
      #expect(token.fields["cross-origin-resource-policy"] == "same-origin")
      #expect(token.fields["cache-control"] == "private, max-age=60")
      #expect(token.fields["access-control-allow-origin"] == nil && signed.fields["access-control-allow-origin"] == nil)
      // If a request has a token and a signature, the token is used.
      let both = try await service.ask(try sign("/v1/thumbnail?path=a", 100_000), headers: [Self.token])
      #expect(both.fields["cache-control"] == "private, max-age=60")
    }
  }

  @Test("No cache keeps an answer for longer than its signed address is valid")
  func expiry() async throws {
    try await Self.with(["signed-cache-seconds": ["5000"]]) { service, sign in
      let address = try sign("/v1/thumbnail?path=a", 1_000)
      for headers in [[], ["If-None-Match: *"]] {
        let answer = try await service.ask(address, headers: headers)
        let control = try #require(answer.fields["cache-control"])
        let seconds = try #require(Int(control.dropFirst("public, max-age=".count)), "\(control)")
        #expect(control.hasPrefix("public, max-age=") && (900...1_000).contains(seconds), "\(control)")
      }
      let long = try await service.ask(try sign("/v1/thumbnail?path=a", 100_000))
      #expect(long.fields["cache-control"] == "public, max-age=5000")
    }
    try await Self.with(["signed-cache-seconds": ["0"], "cache-seconds": ["50"]]) { service, sign in
      let own = try await service.ask(try sign("/v1/thumbnail?path=a", 1_000))
      #expect(own.fields["cache-control"] == "private, max-age=50")
    }
  }

  @Test("The settings say which pages may show pictures")
  func policies() async throws {
    let settings = ["resource-policy": ["same-site"], "signed-resource-policy": ["same-origin"]]
    try await Self.with(settings) { service, sign in
      let token = try await service.ask("/v1/thumbnail?path=a", headers: [Self.token])
      #expect(token.fields["cross-origin-resource-policy"] == "same-site")
      let signed = try await service.ask(try sign("/v1/thumbnail?path=a", 100))
      #expect(signed.fields["cross-origin-resource-policy"] == "same-origin")
    }
  }

  @Test("Scripts of the named sites may read answers and errors, and ask before they send a token")
  func origins() async throws {
    try await Self.with(["allow-origin": ["https://a.example", "http://b.example:8000"]]) { service, sign in
      let address = try sign("/v1/thumbnail?path=a", 100)
      let shown = try await service.ask(address, headers: ["Origin: http://b.example:8000"])
      #expect(shown.fields["access-control-allow-origin"] == "http://b.example:8000")
      #expect(shown.fields["vary"] == "Accept, Origin")
      #expect(shown.fields["access-control-expose-headers"]?.contains("Cameo-Warning") == true)
      let failed = try await service.ask("/v1/thumbnail?path=a", headers: ["Origin: https://a.example"])
      #expect(failed.status == 401 && failed.fields["access-control-allow-origin"] == "https://a.example")
      for origin in ["https://a.example.evil", "http://a.example", "https://a.example:8000", "null"] {
        let other = try await service.ask(address, headers: ["Origin: \(origin)"])
        #expect(other.fields["access-control-allow-origin"] == nil && other.fields["vary"] == "Accept, Origin")
      }
      let before = try await service.ask(
        "/v1/thumbnail", method: "OPTIONS",
        headers: ["Origin: https://a.example", "Access-Control-Request-Method: POST"])
      #expect(before.status == 204 && before.fields["access-control-allow-methods"] == "GET, HEAD, POST, OPTIONS")
      #expect(before.fields["access-control-allow-headers"]?.contains("Authorization") == true)
      let metrics = try await Answer.ask("\(service.health)/metrics", headers: ["Origin: https://a.example"])
      #expect(metrics.fields["access-control-allow-origin"] == nil)
    }
    try await Self.with(["allow-origin": ["*"]]) { service, sign in
      let answer = try await service.ask(try sign("/v1/thumbnail?path=a", 100), headers: ["Origin: https://c.example"])
      #expect(answer.fields["access-control-allow-origin"] == "*" && answer.fields["vary"] == "Accept")
    }
  }

  @Test(
    "All sites at once need tokens or keys, and a site is a scheme and a host",
    arguments: [
      "*", "https://a.example/", "a.example", "https://", "https://A.example", "null",
    ])
  func wrongOrigins(origin: String) throws {
    #expect(throws: ImageError.self) { try RunningService.configuration(["allow-origin": [origin]]) }
  }

  @Test("Last-Modified is the file's time, and a client with a newer copy gets 304")
  func dates() async throws {
    try await RunningService.with { service in
      try service.write("a", "hello")
      // The time of the last change cannot be set; it is the time of the test.
      try await RunningService.until { try await service.ask("/v1/thumbnail?path=a").fields["last-modified"] != nil }
      let first = try await service.ask("/v1/thumbnail?path=a")
      let date = try #require(first.fields["last-modified"])
      let count = service.fake.started
      let python = try await Tool.python(
        "import os, sys\nfrom email.utils import formatdate\nprint(formatdate(int(os.stat(sys.argv[1]).st_ctime), usegmt=True))",
        ["\(service.folder)/root/a"])
      #expect(python.text == "\(date)\n")
      let same = try await service.ask("/v1/thumbnail?path=a", headers: ["If-Modified-Since: \(date)"])
      #expect(same.status == 304 && same.body.isEmpty && same.fields["etag"] == first.fields["etag"])
      #expect(same.fields["last-modified"] == date)
      let later = "If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT"
      #expect(try await service.ask("/v1/thumbnail?path=a", headers: [later]).status == 304)
      #expect(service.fake.started == count)
      let old = "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT"
      #expect(try await service.ask("/v1/thumbnail?path=a", headers: [old]).status == 200)
      #expect(try await service.ask("/v1/thumbnail?path=a", headers: ["If-Modified-Since: soon"]).status == 200)
      // If there are tags, dates are ignored; they are also ignored for bodies.
      let tag = "If-None-Match: \"other\""
      #expect(try await service.ask("/v1/thumbnail?path=a", headers: [tag, later]).status == 200)
      let body = try await service.ask("/v1/thumbnail", headers: [later], body: [1])
      #expect(body.status == 200 && body.fields["last-modified"] == nil)
    }
  }

  @Test(
    "Dates are read in all forms of HTTP, and written in one",
    arguments: [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
  func forms(text: String) {
    // RFC 9110, 5.6.7; date -d names the second.
    #expect(HTTPDate.seconds(text) == 784_111_777)
    #expect(HTTPDate.text(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
  }

  @Test(
    "A date has the right day of the week, also before 1970",
    arguments: [
      (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
      (951_825_600, "Tue, 29 Feb 2000 12:00:00 GMT"), (4_102_444_800, "Fri, 01 Jan 2100 00:00:00 GMT"),
    ])
  func weekdays(seconds: Int, text: String) {
    #expect(HTTPDate.text(seconds) == text)
    #expect(HTTPDate.seconds(text) == seconds)
  }

  @Test(
    "Other texts are not dates",
    arguments: [
      "", "now", "Sun, 06 Nov 1994", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 40 Nov 1994 08:49:37 GMT",
      "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
      "Sun, 06 Nov 99999999999999999999 08:49:37 GMT", "Thu, 30 Feb 2023 08:49:37 GMT",
    ])
  func otherTexts(text: String) { #expect(HTTPDate.seconds(text) == nil) }
}
