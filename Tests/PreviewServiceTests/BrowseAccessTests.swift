internal import Glibc
internal import ImageModel
@testable internal import PreviewService
internal import TestKit
internal import Testing

@Suite("previewd: who may use the pages", .timed)
struct BrowseAccessTests {
  static let reader = "a-reader-0123456789"
  static let writer = "a-writer-0123456789"

  /// Starts a service with pages and a token for changes.
  ///
  /// - Parameter needsToken: whether reading needs a token, too.
  static func with(
    needsToken: Bool = false, _ settings: [String: [String]] = [:],
    _ body: @Sendable (RunningService) async throws -> Void
  ) async throws {
    let directory = try TemporaryDirectory()
    var all = settings
    for (setting, token) in [("tokens", reader), ("write-tokens", writer)] where needsToken || setting != "tokens" {
      let file = try directory.write(Array("\(token)\n".utf8), to: setting)
      chmod(file, 0o600)
      all[setting] = [file]
    }
    try await BrowsePageTests.with(all) { service in
      try service.write("a.txt", "hello")
      try await body(service)
    }
    withExtendedLifetime(directory) {}
  }

  static func cookie(_ token: String) -> String { "Cookie: cameo-token=\(Hexadecimal.text(token.utf8))" }

  @Test("With tokens, nothing is shown without one")
  func tokens() async throws {
    try await Self.with(needsToken: true) { service async throws in
      for target in ["/browse/", "/browse/root/", "/browse/root/?list", "/browse/root/a.txt?file"] {
        #expect(try await service.ask(target).isProblem(401, "unauthorized"), "\(target)")
        for token in [Self.reader, Self.writer] {
          #expect(try await service.ask(target, headers: ["Authorization: Bearer \(token)"]).status == 200)
          #expect(try await service.ask(target, headers: [Self.cookie(token)]).status == 200)
        }
        for field in ["Authorization: Bearer another-0123456789", Self.cookie("another-0123456789")] {
          #expect(try await service.ask(target, headers: [field]).isProblem(401, "unauthorized"))
        }
      }
      // The style sheet of the login says nothing about documents.
      #expect(try await service.ask("/browse/-/viewer.css").status == 200)
    }
  }

  @Test("The list says who may sign in and out, and where changes are possible")
  func signing() async throws {
    try await Self.with { service in
      func folder(_ headers: [String], _ target: String = "/browse/root/?list") async throws -> String {
        let text = try await service.ask(target, headers: headers).text
        return String(text.prefix { $0 != "}" })
      }
      let reader = try await folder([])
      #expect(reader.contains("\"writable\": false, \"signIn\": true") && !reader.contains("signOut"), "\(reader)")
      let writer = try await folder([Self.cookie(Self.writer)])
      #expect(writer.contains("\"writable\": true") && writer.contains("\"templates\": [\"markdown\", \"text\"]"))
      #expect(writer.contains("\"signOut\": true") && !writer.contains("signIn"), "\(writer)")
      let program = try await folder(["Authorization: Bearer \(Self.writer)"])
      #expect(program.contains("\"writable\": true") && !program.contains("signOut"), "\(program)")
      let roots = try await folder([Self.cookie(Self.writer)], "/browse/?list")
      #expect(roots.contains("\"writable\": false, \"signOut\": true"), "\(roots)")
    }
    // Without tokens for changes, nobody is asked to sign in.
    try await BrowsePageTests.with { service in
      let list = try await service.ask("/browse/root/?list").text
      #expect(!list.contains("signIn"))
    }
  }

  @Test("A link of another site, which comes without the cookie, is asked for once more with it")
  func links() async throws {
    try await Self.with(needsToken: true) { service in
      let address = "/browse/root/?pick=file&return=x"
      let headers = ["Accept: text/html", "Sec-Fetch-Site: cross-site"]
      let page = try await service.ask(address, headers: headers)
      let again = "<meta http-equiv=\"refresh\" content=\"0; url=/browse/root/?pick=file&amp;return=x\">"
      #expect(page.status == 200 && page.text.contains(again), "\(page.text)")
      let own = try await service.ask(address, headers: ["Accept: text/html", "Sec-Fetch-Site: same-origin"])
      #expect(own.status == 303)
    }
  }

  @Test("A browser is led to the login, whose cookie no script and no other site can use")
  func login() async throws {
    try await Self.with(needsToken: true) { service in
      let page = try await service.ask("/browse/root/?pick=file", headers: ["Accept: text/html"])
      #expect(page.status == 303)
      #expect(page.fields["location"] == "/browse/-/login?goal=%2Fbrowse%2Froot%2F%3Fpick%3Dfile")
      let form = try await service.ask("/browse/-/login?goal=/browse/root/%22%3E")
      #expect(form.text.contains("You get it from the people who run this service"))
      #expect(form.status == 200 && form.text.contains("value=\"/browse/root/&quot;&gt;\""))
      func send(_ body: String, _ headers: [String] = []) async throws -> Answer {
        try await service.ask("/browse/-/login", headers: headers, body: Array(body.utf8))
      }
      let wrong = try await send("token=wrong&goal=/browse/root/")
      #expect(wrong.status == 401 && wrong.fields["set-cookie"] == nil && wrong.text.contains("not known"))
      let right = try await send("token=\(Self.reader)&goal=/browse/root/")
      #expect(right.status == 303 && right.fields["location"] == "/browse/root/")
      #expect(
        right.fields["set-cookie"]
          == "cameo-token=\(Hexadecimal.text(Self.reader.utf8)); Path=/browse/; HttpOnly; SameSite=Strict")
      for goal in ["https://evil.example/", "//evil.example/", "/other/"] {
        #expect(try await send("token=\(Self.reader)&goal=\(goal)").fields["location"] == "/browse/")
      }
      let other = try await send("token=\(Self.reader)", ["Origin: https://evil.example"])
      #expect(other.isProblem(403, "forbidden"))
    }
  }

  @Test("A page whose host name points to this machine cannot read the folders")
  func rebinding() async throws {
    try await BrowsePageTests.with { service in
      let answer = try await service.ask("/browse/root/", headers: ["Host: evil.example"])
      #expect(answer.isProblem(421, "misdirected"))
    }
  }

  @Test("Sites that may read the interface may not read the pages")
  func otherSites() async throws {
    let settings = ["allow-origin": ["https://a.example"], "resource-policy": ["cross-origin"]]
    try await BrowsePageTests.with(settings) { service in
      let headers = ["Origin: https://a.example"]
      try service.write("a.png", "a")
      let picture = try await service.ask("/browse/root/a.png?thumbnail&size=64")
      #expect(picture.status == 200 && picture.fields["cross-origin-resource-policy"] == "same-origin")
      let plain = try await service.ask("/v1/thumbnail?path=a.png&size=64")
      #expect(plain.fields["cross-origin-resource-policy"] == "cross-origin")
      let page = try await service.ask("/browse/root/?list", headers: headers)
      #expect(page.fields["access-control-allow-origin"] == nil)
      #expect(page.fields["cross-origin-resource-policy"] == "same-origin")
      #expect(try await service.ask("/v1/types", headers: headers).fields["access-control-allow-origin"] != nil)
    }
  }

  @Test("Changes need a token for them, and come from a page of this service")
  func changes() async throws {
    try await Self.with { service in
      let (target, own) = ("/browse/root/a.txt?trash", "Origin: \(service.base)")
      let evil = "Origin: https://evil.example"
      let refused: [[String]] = [
        [], [own], [own, Self.cookie(Self.reader)], [Self.cookie(Self.writer)], [evil, Self.cookie(Self.writer)],
        ["Origin: null", Self.cookie(Self.writer)],
        [own, "Sec-Fetch-Site: cross-site", Self.cookie(Self.writer)],
        [own, "Sec-Fetch-Site: same-site", Self.cookie(Self.writer)],
        [evil, "Authorization: Bearer \(Self.writer)"],
      ]
      for headers in refused {
        let answer = try await service.ask(target, method: "POST", headers: headers)
        #expect(answer.isProblem(403, "forbidden"), "\(headers)")
      }
      func reason(_ headers: [String]) async throws -> String {
        try await service.ask("/browse/root/?new-folder=x", method: "POST", headers: headers).text
      }
      #expect(try await reason([]).contains("changes need a token that allows them"))
      #expect(try await reason([own, Self.cookie(Self.reader)]).contains("changes need a token that allows them"))
      #expect(try await reason([evil, Self.cookie(Self.writer)]).contains("a page of another site has sent this"))
      #expect(try await reason([Self.cookie(Self.writer)]).contains("Sec-Fetch-Site or Origin"))
      #expect(try await service.ask("/browse/root/a.txt?file").text == "hello")
      #expect(try await service.ask("/browse/root/?list").text.contains("\"writable\": false"))
      let allowed = [
        ["Authorization: Bearer \(Self.writer)"], [own, Self.cookie(Self.writer)],
        [own, "Sec-Fetch-Site: same-origin", Self.cookie(Self.writer)],
      ]
      for (number, headers) in allowed.enumerated() {
        let made = try await service.ask("/browse/root/?new-folder=\(number)", method: "POST", headers: headers)
        #expect(made.status == 201, "\(headers) \(made.text)")
      }
      let list = try await service.ask("/browse/root/?list", headers: [Self.cookie(Self.writer)])
      #expect(list.text.contains("\"writable\": true") && list.text.contains("\"templates\""))
    }
  }

  @Test("Only pages of allowed sites let people choose")
  func picker() async throws {
    try await BrowsePageTests.with(["picker-origin": ["https://a.example"]]) { service in
      let page = try await service.ask("/browse/root/?pick=files&return=https://a.example/form?x=1")
      #expect(page.status == 200)
      #expect(page.text.contains(#""pick": {"kind": "files", "origin": "https://a.example"}"#))
      mkdir("\(service.folder)/root/sub", 0o700)
      let links = try await service.ask("/browse/root/?pick=folder&return=https://a.example/")
      #expect(links.text.contains("href=\"sub/?pick=folder&amp;return=https%3A%2F%2Fa.example\""))
      for site in ["https://a.example.evil/", "http://a.example/", "https://evil.example/"] {
        let other = try await service.ask("/browse/root/?pick=file&return=\(site)")
        #expect(other.isProblem(403, "forbidden"), "\(site)")
      }
      for query in ["pick=all&return=https://a.example/", "pick=file", "pick=file&return=javascript:alert(1)"] {
        #expect(try await service.ask("/browse/?\(query)").isProblem(400, "requestInvalid"), "\(query)")
      }
    }
  }

  @Test("Settings that belong together")
  func settings() throws {
    for flags in [
      ["browse": ["true"]], ["root": ["/tmp"], "browse": ["true"], "picker-origin": ["*"]],
      ["root": ["/tmp"], "picker-origin": ["https://a.example"]], ["root": ["/tmp"], "write-tokens": ["/nowhere"]],
    ] {
      #expect(throws: ImageError.self) { try RunningService.configuration(flags) }
    }
  }
}
