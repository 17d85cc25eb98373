internal import ByteStreams
internal import ContentTypes
internal import Glibc
internal import ImageModel
@testable internal import PreviewService
internal import PreviewServiceFakes
internal import ProviderHost
internal import ProviderProtocol
internal import TestKit
internal import Testing

@Suite("previewd: access", .timed)
struct AccessTests {
  private static func secrets(_ directory: TemporaryDirectory, _ name: String, _ lines: String) throws -> String {
    let path = try directory.write(Array(lines.utf8), to: name)
    chmod(path, 0o600)
    return path
  }

  @Test("Each token of the file is accepted, and nothing else")
  func tokens() async throws {
    let directory = try TemporaryDirectory()
    let tokens = try Self.secrets(directory, "tokens", "# two\nfirst-token-0123456789\n\nsecond-token-0123456789\n")
    try await RunningService.with(["tokens": [tokens]]) { service in
      for token in ["first-token-0123456789", "second-token-0123456789"] {
        #expect(try await service.ask("/v1/types", headers: ["Authorization: Bearer \(token)"]).status == 200)
      }
      for header in [
        "Authorization: Bearer first-token-012345678", "Authorization: Bearer", "Authorization: Bearer # two",
        "Authorization: Basic Zmlyc3Q=", "X: y",
      ] {
        let answer = try await service.ask("/v1/thumbnail", headers: [header], body: [1])
        #expect(answer.isProblem(401, "unauthorized"))
        #expect(answer.fields["www-authenticate"]?.hasPrefix("Bearer") == true)
        #expect(!answer.text.contains("token-0"))
      }
      // A client without a token does not learn which documents exist, but can read the description.
      #expect(try await service.ask("/v1/thumbnail?path=a").status == 401)
      #expect(try await service.ask("/v1/openapi.json").status == 200)
    }
  }

  @Test("A token that was removed is refused after a reload, though the providers cannot be read; and the other way")
  func reload() async throws {
    let directory = try TemporaryDirectory()
    let (old, new) = ("first-token-0123456789", "second-token-0123456789")
    let tokens = try Self.secrets(directory, "tokens", "\(old)\n")
    let broken = directory.file("broken")
    try await RunningService.with(["tokens": [tokens]]) { () throws(ProviderError) in
      guard SystemCall.status(of: broken) == nil else { throw ProviderError(.requestInvalid, "no providers") }
      return ProviderCatalog([], registry: ContentTypeRegistry())
    } _: { service in
      func statuses() async throws -> [Int] {
        let old = try await service.ask("/v1/providers", headers: ["Authorization: Bearer \(old)"])
        return [old.status, try await service.ask("/v1/providers", headers: ["Authorization: Bearer \(new)"]).status]
      }
      #expect(try await statuses() == [200, 401])
      try directory.write([], to: "broken")
      _ = try Self.secrets(directory, "tokens", "\(new)\n")
      await service.server.reload()
      #expect(try await statuses() == [401, 200])
      #expect(service.host.catalog.providers.count == 1)
      #expect(
        service.lines.all.map { $0.split(separator: "message=")[1] } == [
          #""reloaded: tokens 1, keys 0""#,
          #""not reloaded, providers stay as they were: requestInvalid: no providers""#,
        ])
      _ = try Self.secrets(directory, "tokens", "short\n")
      SystemCall.remove(broken)
      await service.server.reload()
      #expect(try await statuses() == [401, 200])
      let providers = try await service.ask("/v1/providers", headers: ["Authorization: Bearer \(new)"])
      #expect(service.host.catalog.providers.isEmpty && providers.text == "{\"providers\": []}\n")
    }
  }

  @Test("Signed addresses: for one file and one set of options until a time, with either key")
  func signed() async throws {
    let directory = try TemporaryDirectory()
    let old = "old:0123456789abcdef0123456789abcdef"
    let new = "new:fedcba9876543210fedcba9876543210fedcba9876543210"
    let keys = try Self.secrets(directory, "keys", "\(new)\n\(old)\n")
    let now = Int(time(nil))
    try await RunningService.with(["signing-keys": [keys], "signed-seconds": ["1000"]]) { service in
      try service.write("a b", "hello")
      try service.write("other", "hello")
      for line in [old, new] {
        let signer = SignedAddress(keys: [try SigningKey(line: line)], maximumSeconds: 0)
        let good = try signer.sign("/v1/thumbnail?size=64&path=a%20b", expires: now + 900)
        #expect(try await service.ask(good).status == 200)
        #expect(try await service.ask(good, method: "HEAD").status == 200)
        // Used again for something else.
        for bad in [
          good.replacing("a%20b", with: "other"), good.replacing("size=64", with: "size=65"),
          good.replacing("thumbnail", with: "preview"), good + "&page=1",
          good.replacing("expires=\(now + 900)", with: "expires=\(now + 950)"),
          String(good.dropLast(1)), String(good.dropLast(64)) + String(repeating: "0", count: 64),
          good.replacing("key=", with: "key=x"),
        ] {
          let answer = try await service.ask(bad)
          #expect(answer.isProblem(403, "forbidden"), "\(bad)")
        }
        #expect(try await service.ask(good, body: [1]).status == 401)
        let late = try signer.sign("/v1/thumbnail?path=other", expires: now - 1)
        #expect(try await service.ask(late).isProblem(403, "forbidden"))
        let long = try signer.sign("/v1/thumbnail?path=other", expires: now + 2_000)
        #expect(try await service.ask(long).isProblem(403, "forbidden"))
      }
      let stranger = SignedAddress(
        keys: [try SigningKey(line: "new:00000000000000000000000000000000")], maximumSeconds: 0)
      #expect(try await service.ask(try stranger.sign("/v1/thumbnail?path=other", expires: now + 9)).status == 403)
      #expect(try await service.ask("/v1/thumbnail?path=other").status == 401)
    }
  }

  @Test(
    "An address that would be refused is not signed",
    arguments: ["size=0", "format=gif", "page=0", "size=1&width=1", "x=1"])
  func nonsense(option: String) throws {
    let signer = SignedAddress(keys: [try SigningKey(line: "k:0123456789abcdef0123456789abcdef-")], maximumSeconds: 0)
    #expect(throws: ImageError.self) { try signer.sign("/v1/thumbnail?path=a&\(option)", expires: 1_000) }
  }

  @Test("The signature is the HMAC-SHA256 that the docs describe, compared with Python's")
  func signatureByPython() async throws {
    let signer = SignedAddress(keys: [try SigningKey(line: "k:0123456789abcdef0123456789abcdef-")], maximumSeconds: 0)
    let signed = try signer.sign("/v1/thumbnail?path=%C3%A4%20b&size=64", expires: 2_000_000_000)
    let text = "cameo-1\\nGET\\n/v1/thumbnail\\nexpires=2000000000&key=k&path=%C3%A4%20b&size=64"
    let python = try await Tool.python(
      "import hmac; print(hmac.new(b'0123456789abcdef0123456789abcdef-', b'\(text)', 'sha256').hexdigest())")
    #expect(signed.hasSuffix("&signature=\(python.text.split(separator: "\n").first ?? "?")"))
  }

  @Test("previewd sign makes a signed address")
  func command() async throws {
    let directory = try TemporaryDirectory()
    let line = "k:0123456789abcdef0123456789abcdef"
    let keys = try Self.secrets(directory, "keys", line + "\n")
    let result = try await Tool.cameo(
      "previewd", ["sign", "--keys", keys, "--expires-in", "60", "/v1/thumbnail?path=a"])
    #expect(result.status == 0)
    try await RunningService.with(["signing-keys": [keys]]) { service in
      try service.write("a", "hello")
      #expect(try await service.ask(String(result.text.dropLast())).status == 200)
    }
    for base in ["https://h", "https://h/"] {
      let based = try await Tool.cameo("previewd", ["sign", "--keys", keys, "--base", base, "/v1/thumbnail?path=a"])
      #expect(based.text.hasPrefix("https://h/v1/thumbnail?"), "\(based.text)")
    }
    let wrong = try await Tool.cameo("previewd", ["sign", "--keys", keys, "/v1/types"])
    #expect(wrong.status == 64 && wrong.errors.contains("can be signed"))
    let whole = try await Tool.cameo(
      "previewd", ["sign", "--keys", keys, "http://localhost/v1/thumbnail?path=a"])
    #expect(whole.status == 64 && whole.output.isEmpty && whole.errors.contains("no host"))
  }

  @Test("A wrong command line of a subcommand gets one line with the reason, and nothing is signed")
  func wrongSubcommands() async throws {
    let directory = try TemporaryDirectory()
    let keys = try Self.secrets(directory, "keys", "k:0123456789abcdef0123456789abcdef\n")
    let short = try Self.secrets(directory, "short", "k:tiny-secret\n")
    let many = try Self.secrets(directory, "many", "k:0123456789abcdef0123456789abcdef\n" + "# none\n")
    let equal = try Self.secrets(
      directory, "equal", "k:0123456789abcdef0123456789abcdef\nk:0123456789abcdef0123456789abcdee\n")
    let empty = try Self.secrets(directory, "empty", "# no key\n")
    let address = "/v1/thumbnail?path=a"
    let rows: [(arguments: [String], reason: String)] = [
      (["sign"], "--keys"), (["sign", "--keys"], "--keys"), (["sign", "--keys", keys], "ADDRESS"),
      (["sign", "--keys", keys, "--expires-in", "x", address], "--expires-in"),
      (["sign", "--keys", keys, "--expires-in", "-5", address], "expected a number from 1 to 31622400"),
      (["sign", "--keys", keys, "--expires-in", "0", address], "expected a number from 1"),
      (["sign", "--keys", keys, "--expires-in=31622401", address], "expected a number from 1"),
      (["sign", "--keys", keys, "--expires-in=", address], "--expires-in"),
      (["sign", "--keys=", address], "--keys"), (["sign", "--keys", "/nowhere", address], "/nowhere"),
      (["sign", "--keys", directory.path, address], "--keys"),
      (["sign", "--keys", keys, "--keys", keys, address], "twice"),
      (["sign", "--keys", short, address], "shorter than 32 bytes"),
      (["sign", "--keys", equal, address], "different names"), (["sign", "--keys", empty, address], "one or two keys"),
      (["sign", "--keys", keys, "--base", "ftp://h", address], "--base"),
      (["sign", "--keys", keys, "--base", "https://h?a=b", address], "--base"),
      (["sign", "--keys", keys, "--base", "https:///v", address], "--base"),
      (["sign", "--keys", keys, "--base", "https://h h", address], "--base"),
      (["sign", "--keys", keys, address, address], "nexpected argument"),
      (["sign", "--keys", keys, "\(address)#top"], "fragment"), (["sign", "--keys", keys, ""], "begins with the path"),
      (["sign", "--keys", keys, "--queue", "5", address], "--queue"),
      (["--queue", "5", "sign", "--keys", keys, address], "first word"), (["openapi", "x"], "nexpected argument"),
    ]
    for row in rows {
      let result = try await Tool.cameo("previewd", row.arguments)
      #expect(result.status == 64 && result.output.isEmpty, "\(row.arguments) \(result.text)")
      #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
      #expect(result.errors.hasPrefix("previewd: ") && result.errors.contains(row.reason), "\(result.errors)")
      #expect(!result.errors.contains("tiny-secret"))
    }
    // Comments are no keys.
    #expect(try await Tool.cameo("previewd", ["sign", "--keys", many, address]).status == 0)
  }

  @Test("Without tokens the service does not listen for other machines")
  func remote() async throws {
    for address in [
      "0.0.0.0:0", "[::]:0", "192.0.2.1:80", "example.org:80", "1270.0.0.1:80", "127.0.0.1.example.org:80",
    ] {
      let result = try await Tool.cameo("previewd", ["--check-config", "--listen", address])
      #expect(result.status == 64 && result.errors.contains("--tokens"), "\(address)")
    }
    for address in ["127.0.0.1:0", "127.8.8.8:80", "[::1]:0", "localhost:80"] {
      #expect(try await Tool.cameo("previewd", ["--check-config", "--listen", address]).status == 0, "\(address)")
    }
  }

  @Test("Files of secrets that everybody may read are refused")
  func openSecrets() async throws {
    let directory = try TemporaryDirectory()
    let tokens = try Self.secrets(directory, "tokens", "first-token-0123456789\n")
    chmod(tokens, 0o644)
    let result = try await Tool.cameo("previewd", ["--check-config", "--tokens", tokens])
    #expect(result.status == 64 && !result.errors.contains("first-token"))
  }
}
