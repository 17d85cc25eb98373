internal import ImageModel
@testable internal import PreviewService
internal import Synchronization
internal import TestKit
internal import Testing

@Suite("previewd: documents of other servers", .timed)
struct SourceTests {
  @Test("Only documents below allowed origins at allowed addresses come, whatever servers answer")
  func server() async throws {
    let folder = try TemporaryDirectory()
    let result = try await Tool.run(
      "/usr/bin/python3", [RunningService.client("sources.py"), "\(Tool.products)/previewd-fake", folder.path])
    let lines = result.text.split(separator: "\n").map(String.init)
    let expected = """
      document 200 hello.txt
      passed on:
      named 200 mine.txt
      typed 200 hello.txt
      query 200 hello.txt
      sent: /docs/hello.txt?X-Amz-Signature=swordfish&a=b%2Fc
      equal
      tls 200 hello.txt
      tls of an address 200 hello.txt
      tls without a length 502 sourceFailed
      tls of another name 502 sourceFailed
      nobody listens 502 sourceFailed
      unknown host 502 sourceFailed
      not below 403 sourceForbidden
      beside 403 sourceForbidden
      dots 400 requestInvalid
      escaped dots 400 requestInvalid
      twice escaped dots 400 requestInvalid
      escaped slash 400 requestInvalid
      backslash 400 requestInvalid
      user 400 requestInvalid
      other port 403 sourceForbidden
      other scheme 403 sourceForbidden
      number 400 requestInvalid
      short number 400 requestInvalid
      file 400 requestInvalid
      line 400 requestInvalid
      letters 400 requestInvalid
      fragment 400 requestInvalid
      private 403 sourceForbidden
      private IPv6 403 sourceForbidden
      redirect 200 hello.txt 2 requests
      redirect to a relative address 200 hello.txt 2 requests
      redirect with dots 200 hello.txt 2 requests
      redirect above 403 sourceForbidden 1 requests
      redirect with escaped dots 502 sourceFailed 1 requests
      redirect to itself 502 sourceFailed 4 requests
      redirect outside 403 sourceForbidden 1 requests
      redirect to a private address 403 sourceForbidden 1 requests
      redirect to metadata 403 sourceForbidden 1 requests
      redirect to a file 502 sourceFailed 1 requests
      closing 200 closing.txt
      hints 200 hints.txt
      trailer 200 trailer.txt
      gzip 415 unsupportedMediaType
      packed 415 unsupportedMediaType
      twice 415 unsupportedMediaType
      form 415 unsupportedMediaType
      announced 413 bodyTooLarge
      endless 413 bodyTooLarge
      slow 504 sourceTimeout
      silent 504 sourceTimeout
      head 502 sourceFailed
      fields 502 sourceFailed
      short 502 sourceFailed
      cut 502 sourceFailed
      chunks 502 sourceFailed
      lengths 502 sourceFailed
      places 502 sourceFailed
      noise 502 sourceFailed
      old 502 sourceFailed
      empty 502 sourceFailed
      404 404 sourceUnavailable
      410 404 sourceUnavailable
      403 403 sourceForbidden
      500 502 sourceFailed
      304 502 sourceFailed
      206 502 sourceFailed
      client left: True
      after all 200 hello.txt
      files left:
      log:
      """.split(separator: "\n").map(String.init)
    // The line of the compared tag has the tag itself.
    #expect(lines.filter { !$0.hasPrefix("same tag ") } == expected, "\(result.text)\n\(result.errors)")
  }

  @Test("Without an origin there are no sources, and a request names one document")
  func options() async throws {
    try await RunningService.with { service in
      try service.write("a.txt", "hello")
      let url = "url=https%3A%2F%2Fimages.example%2Fa.jpg"
      #expect(try await service.ask("/v1/thumbnail?\(url)").isProblem(403, "sourceForbidden"))
      #expect(try await service.ask("/v1/thumbnail?\(url)&path=a.txt").isProblem(400, "requestInvalid"))
      #expect(try await service.ask("/v1/thumbnail").isProblem(400, "requestInvalid"))
      #expect(try await service.ask("/v1/thumbnail?\(url)", body: [1]).isProblem(400, "requestInvalid"))
    }
  }

  @Test("A dot or a slash in more bytes than UTF-8 has for it is refused, other letters are not")
  func overlong() throws {
    for path in ["%c0%ae%c0%ae/a", "%C0%AE%C0%AE%C0%AFa", "..%c1%9ca", "%25c0%25ae/a"] {
      #expect(throws: ServiceProblem.self, "\(path)") { try SourceAddress("http://h.example/docs/\(path)") }
    }
    for path in ["%c3%a9", "%C0", "a..b", "...", "%C0A"] {
      #expect(try SourceAddress("http://h.example/docs/\(path)").path == "/docs/\(path)")
    }
  }

  @Test(
    "Redirects are resolved as RFC 3986, 5.4, says",
    arguments: [
      ("g", "/b/c/g"), ("./g", "/b/c/g"), ("g/", "/b/c/g/"), ("/g", "/g"), ("//g", "//g/"), ("?y", "/b/c/d;p?y"),
      ("g?y", "/b/c/g?y"), ("#s", "/b/c/d;p?q"), ("g#s", "/b/c/g"), ("g?y#s", "/b/c/g?y"), (";x", "/b/c/;x"),
      ("g;x", "/b/c/g;x"), ("g;x?y#s", "/b/c/g;x?y"), ("", "/b/c/d;p?q"), (".", "/b/c/"), ("./", "/b/c/"),
      ("..", "/b/"), ("../", "/b/"), ("../g", "/b/g"), ("../..", "/"), ("../../", "/"), ("../../g", "/g"),
      // Abnormal examples.
      ("../../../g", "/g"), ("../../../../g", "/g"), ("/./g", "/g"), ("/../g", "/g"), ("g.", "/b/c/g."),
      (".g", "/b/c/.g"), ("g..", "/b/c/g.."), ("..g", "/b/c/..g"), ("./../g", "/b/g"), ("./g/.", "/b/c/g/"),
      ("g/./h", "/b/c/g/h"), ("g/../h", "/b/c/h"), ("g;x=1/./y", "/b/c/g;x=1/y"), ("g;x=1/../y", "/b/c/y"),
      ("g?y/./x", "/b/c/g?y/./x"), ("g?y/../x", "/b/c/g?y/../x"), ("g#s/./x", "/b/c/g"), ("g#s/../x", "/b/c/g"),
      // With a scheme.
      ("http://a/x/../y", "/y"), ("https://a:8443/./g?y", "/g?y"),
    ])
  func references(_ reference: String, _ expected: String) throws {
    let found = try SourceAddress("http://a/b/c/d;p?q").target(of: reference)
    let host = expected.hasPrefix("//") ? "g" : "a"
    #expect(found.host == host && found.path + found.query == (host == "g" ? "/" : expected), "\(reference)")
  }

  @Test(
    "Redirects that lead nowhere, or that servers read in several ways, are refused",
    arguments: [
      "g:h", "http:g", "mailto:a@b", "/%2e%2e/g", "a/%2E./g", "..%2fg", "..%5cg", "\\\\g\\h", "//u@g/", "//g:99999/",
      "/a b", "///g", "http:///g", "//-g/",
    ])
  func brokenReferences(_ reference: String) throws {
    #expect(throws: ServiceProblem.self) { try SourceAddress("http://a/b/c/d;p?q").target(of: reference) }
  }

  // MARK: Names and addresses

  /// Fetches `/livez` of a service, which is at 127.0.0.1, by another name of that host.
  private static func fetch(
    private isPrivate: Bool, _ resolve: @escaping @Sendable (String) -> [String]
  ) async throws -> String {
    try await RunningService.with { service in
      let origin = "http://name.example:\(service.health.split(separator: ":").last ?? "")/"
      let origins = try SourceOrigins(isPrivate ? [] : [origin], private: isPrivate ? [origin] : [])
      let fetcher = try SourceFetcher(
        origins, seconds: 30, limit: 100, version: "1",
        resolver: SourceResolver { name in resolve(name).compactMap { NetworkAddress($0) } })
      let bodies = try BodyFolder(in: service.folder, capacity: 1 << 20)
      defer { bodies.remove() }
      do throws(ServiceProblem) {
        let document = try await fetcher.fetch("\(origin)livez", into: bodies, client: "a")
        return String(decoding: Fixtures.bytes(document.file.path), as: UTF8.self)
      } catch {
        return error.code
      }
    }
  }

  @Test("A name of an allowed origin that leads to this machine is refused, unless the origin may be private")
  func names() async throws {
    for address in ["127.0.0.1", "::ffff:127.0.0.1"] {
      #expect(try await Self.fetch(private: true) { _ in [address] } == "ok\n")
      #expect(try await Self.fetch(private: false) { _ in [address] } == "sourceForbidden")
    }
    #expect(try await Self.fetch(private: true) { _ in [] } == "sourceFailed")
  }

  @Test("The name is resolved once, and the connection goes to the address that was checked")
  func rebinding() async throws {
    let asked = Mutex<[String]>([])
    // A second answer would lead to where nothing listens.
    let text = try await Self.fetch(private: true) { name in
      asked.withLock { asked in
        asked.append(name)
        return asked.count == 1 ? ["127.0.0.1"] : ["127.0.0.77"]
      }
    }
    #expect(text == "ok\n" && asked.withLock { $0 } == ["name.example"])
  }

  @Test("Of several addresses the first that answers is used")
  func severalAddresses() async throws {
    #expect(try await Self.fetch(private: true) { _ in ["127.0.0.77", "127.0.0.1"] } == "ok\n")
  }

  @Test(
    "Addresses that are not of the public Internet",
    arguments: [
      "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.255", "169.254.169.254",
      "172.16.0.1",
      "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.168.1.1", "198.18.0.1", "198.51.100.7", "203.0.113.9",
      "224.0.0.1",
      "239.255.255.255", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:10.0.0.1", "::ffff:169.254.169.254",
      "::127.0.0.1", "64:ff9b::7f00:1", "fe80::1", "fec0::1", "fc00::1", "fd00:ec2::254", "ff02::1", "2001::1",
      "2001:db8::1", "2002:7f00:1::", "3fff::1", "100::1", "4000::1",
    ])
  func special(_ text: String) throws { #expect(try !#require(NetworkAddress(text)).isPublic) }

  @Test(
    "Addresses of the public Internet",
    arguments: [
      "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
      "169.253.0.1",
      "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0", "223.255.255.255", "2606:4700::1111",
      "2a00:1450:4001::1", "2001:4860::8888", "::ffff:8.8.8.8",
    ])
  func general(_ text: String) throws { #expect(try #require(NetworkAddress(text)).isPublic) }
}
