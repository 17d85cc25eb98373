internal import Glibc
@testable internal import PreviewService
internal import PreviewServiceFakes
internal import TestKit
internal import Testing

/// SHA-256 of `hello`, by coreutils' sha256sum.
let helloDigest = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"

@Suite("previewd: thumbnails and previews", .timed)
struct RenderingTests {
  @Test("The document in the body is rendered as the options say")
  func post() async throws {
    try await RunningService.with { service in
      let answer = try await service.ask(
        "/v1/thumbnail?width=300&height=200&page=2&name=a+b", body: Array("hello".utf8))
      #expect(answer.status == 200)
      #expect(answer.text == "\(helloDigest) 300x200 2")
      #expect(answer.fields["content-type"] == "image/jpeg")
      #expect(answer.fields["cameo-provider"] == "org.cameo.fake/1")
      #expect(answer.fields["cameo-title"] == "a%20b")
      #expect(answer.fields["cameo-warning"] == nil)
      let damaged = try await service.ask("/v1/thumbnail?name=damaged", body: Array("hello".utf8))
      #expect(damaged.fields["cameo-warning"] == "row%203%20is%20missing%3B%20Gr%C3%BC%C3%9Fe")
      #expect(answer.fields["x-content-type-options"] == "nosniff")
      #expect(answer.fields["content-security-policy"]?.hasPrefix("sandbox;") == true)
      #expect(service.storedBodies == 0)
      let jpeg = try await service.ask("/v1/thumbnail", headers: ["Accept: image/jpeg"], body: Array("hello".utf8))
      #expect(jpeg.fields["content-type"] == "image/jpeg")
      let one = try await service.ask("/v1/thumbnail?width=64", body: Array("hello".utf8))
      #expect(one.text == "\(helloDigest) 64x8192 0")
    }
  }

  @Test("A file below a root is rendered by its path, relative or absolute, through links that stay below the root")
  func get() async throws {
    try await RunningService.with { service in
      try service.write("a b.txt", "hello")
      mkdir("\(service.folder)/root/sub", 0o700)
      _ = try await Tool.run("ln", ["-s", "../a b.txt", "\(service.folder)/root/sub/link"])
      for path in [
        "a%20b.txt", "a+b.txt", "./a%20b.txt", "sub/../a%20b.txt", "sub/link", "sub//link",
        "\(service.folder)/root/sub/link",
      ] {
        let answer = try await service.ask("/v1/thumbnail?path=\(path)")
        #expect(answer.status == 200 && answer.text.hasPrefix(helloDigest), "\(path)")
      }
    }
  }

  @Test("An unchanged file is not rendered again")
  func entityTags() async throws {
    try await RunningService.with(["cache-seconds": ["7"]]) { service in
      try service.write("a", "hello")
      let first = try await service.ask("/v1/thumbnail?path=a")
      let tag = try #require(first.fields["etag"])
      #expect(first.fields["cache-control"] == "private, max-age=7")
      let second = try await service.ask("/v1/thumbnail?path=a", headers: ["If-None-Match: \"other\", W/\(tag)"])
      #expect(second.status == 304 && second.body.isEmpty && second.fields["etag"] == tag)
      #expect(service.fake.started == 1)
      #expect(try await service.ask("/v1/thumbnail?path=a", headers: ["If-None-Match: *"]).status == 304)
      // Another size gives another picture, and so does changed content.
      #expect(try await service.ask("/v1/thumbnail?path=a&size=9", headers: ["If-None-Match: \(tag)"]).status == 200)
      try service.write("a", "other")
      #expect(try await service.ask("/v1/thumbnail?path=a", headers: ["If-None-Match: \(tag)"]).status == 200)
      #expect(service.fake.started == 3)
    }
  }

  @Test("Two names of one file have different tags, and so have two states of a package")
  func tagsOfNames() async throws {
    try await RunningService.with { service in
      try service.write("page.html", "hello")
      _ = try await Tool.run("ln", ["\(service.folder)/root/page.html", "\(service.folder)/root/page.svg"])
      let tags = [
        try await service.ask("/v1/preview?path=page.html").fields["etag"],
        try await service.ask("/v1/preview?path=page.svg").fields["etag"],
      ]
      #expect(tags[0] != nil && tags[0] != tags[1])
      mkdir("\(service.folder)/root/error-crashed", 0o700)
      try service.write("error-crashed/inner", "hello")
      let package = "/v1/thumbnail?path=error-crashed&name=a"
      // The stand-in cannot read a folder, but the tag is checked first: `*` matches any state.
      let first = try await service.ask(package, headers: ["If-None-Match: *"])
      #expect(first.status == 304)
      let tag = try #require(first.fields["etag"])
      #expect(try await service.ask(package, headers: ["If-None-Match: \(tag)"]).status == 304)
      // A file in the folder is written, but the folder itself does not change.
      try service.write("error-crashed/inner", "hallo")
      let second = try await service.ask(package, headers: ["If-None-Match: *"])
      #expect(second.fields["etag"] != tag)
    }
  }

  @Test("A root may have any name")
  func roots() async throws {
    let directory = try TemporaryDirectory()
    let root = directory.file("B\u{FC}cher und mehr")
    mkdir(root, 0o700)
    try directory.write(Array("hello".utf8), to: "B\u{FC}cher und mehr/a")
    try await RunningService.with(["root": [root]]) { service in
      let folder = directory.path
      for path in ["a", "\(folder)/B%C3%BCcher%20und%20mehr/a"] {
        #expect(try await service.ask("/v1/thumbnail?path=\(path)").text.hasPrefix(helloDigest), "\(path)")
      }
      // The same text to Unicode, but another path.
      let other = try await service.ask("/v1/thumbnail?path=\(folder)/Bu%CC%88cher%20und%20mehr/a")
      #expect(other.isProblem(404, "sourceUnavailable"))
    }
  }

  @Test("A body whose picture the client already has is refused, as HTTP requires for POST")
  func entityTagsOfBodies() async throws {
    try await RunningService.with { service in
      let first = try await service.ask("/v1/thumbnail", body: Array("hello".utf8))
      let tag = try #require(first.fields["etag"])
      let second = try await service.ask("/v1/thumbnail", headers: ["If-None-Match: \(tag)"], body: Array("hello".utf8))
      #expect(second.isProblem(412, "preconditionFailed") && second.fields["etag"] == tag)
      let third = try await service.ask("/v1/thumbnail", headers: ["If-None-Match: \(tag)"], body: Array("hallo".utf8))
      #expect(third.status == 200)
      #expect(service.fake.started == 2)
    }
  }

  @Test("HTML contains its pictures, and its policy allows nothing else")
  func html() async throws {
    try await RunningService.with { service in
      let answer = try await service.ask("/v1/preview?name=page.html", body: Array("hello".utf8))
      #expect(answer.status == 200 && answer.fields["content-type"] == "text/html; charset=utf-8")
      // AQID is 1, 2, 3 in base 64.
      #expect(answer.text == "<p>\(helloDigest)<img src=\"data:image/png;base64,AQID\"><img src=\"cid:missing\"></p>")
      #expect(answer.fields["content-security-policy"]?.hasPrefix("sandbox; default-src 'none'") == true)
      #expect(answer.fields["cameo-title"] == "Ein%20sch%C3%B6nes%20Blatt")
      let svg = try await service.ask("/v1/preview?name=page.svg", body: [1])
      #expect(svg.fields["content-type"] == "image/svg+xml" && svg.fields["content-security-policy"] != nil)
    }
  }

  @Test("No type is sent that the client does not accept")
  func notAcceptable() async throws {
    try await RunningService.with { service in
      let answers = [
        try await service.ask("/v1/thumbnail", headers: ["Accept: text/html"], body: [1]),
        try await service.ask("/v1/thumbnail?format=png", headers: ["Accept: image/jpeg"], body: [1]),
        try await service.ask("/v1/preview?name=a.pdf", headers: ["Accept: text/html"], body: [1]),
        try await service.ask("/v1/preview?name=a.html&kind=pdf", body: [1]),
      ]
      for answer in answers { #expect(answer.isProblem(406, "notAcceptable")) }
      let wild = try await service.ask(
        "/v1/preview?name=a.pdf", headers: ["Accept: image/*;q=0.2, */*;q=0.1"], body: [1])
      #expect(wild.status == 200)
    }
  }

  @Test(
    "A picture is what format says, else WebP where Accept names it, else JPEG, or PNG for transparency",
    arguments: [
      ("", "*/*", "jpeg"), ("&format=png", "*/*", "png"), ("&format=jpeg", "image/*", "jpeg"),
      ("&format=webp", "*/*", "webp"), ("&format=avif", "image/avif", "avif"),
      ("", "image/png, image/jpeg;q=0.9", "jpeg"), ("", "image/png;q=0.1, image/*;q=0.5", "jpeg"),
      ("", "image/jpeg", "jpeg"), ("", "image/png", "png"), ("", "*/*, image/jpeg;q=0", "png"),
      ("", "image/webp", "webp"), ("", "image/webp;q=0.5, image/jpeg", "jpeg"), ("", "image/webp;q=0, */*", "jpeg"),
      // Safari before it had WebP.
      ("", "image/png,image/svg+xml,image/*;q=0.8,video/*;q=0.8,*/*;q=0.5", "jpeg"),
      ("&name=transparent", "*/*", "png"), ("&name=transparent", "image/png, image/jpeg", "png"),
      ("&name=transparent", "image/jpeg, image/png;q=0.9", "png"), ("&name=transparent", "image/jpeg", "jpeg"),
      ("&name=transparent&format=jpeg", "*/*", "jpeg"), ("&name=transparent", "image/webp,*/*", "webp"),
    ])
  func formats(options: String, accept: String, format: String) async throws {
    try await RunningService.with { service in
      try service.write("a", "hello")
      let answer = try await service.ask("/v1/thumbnail?path=a\(options)", headers: ["Accept: \(accept)"])
      #expect(answer.fields["content-type"] == "image/\(format)")
      // With the option, Accept makes no difference but a refusal.
      #expect(answer.fields["vary"] == (options.contains("format") ? nil : "Accept"))
    }
  }

  @Test("Browsers get WebP, and one entity tag; programs that name no format get one tag, too")
  func fewOutcomes() async throws {
    let browsers = [
      "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8",
      "image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5",
      "image/webp,image/avif,image/jxl,image/heic,image/heic-sequence,video/*;q=0.8,image/png,image/svg+xml,"
        + "image/*;q=0.8,*/*;q=0.5",
    ]
    let programs = ["*/*", "image/*", "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2", "image/jpeg, image/png"]
    try await RunningService.with { service in
      try service.write("a", "hello")
      for (fields, type) in [(browsers, "image/webp"), (programs, "image/jpeg")] {
        for target in ["/v1/thumbnail?path=a", "/v1/preview?path=a&fit=cover"] {
          var tags: Set<String> = []
          for accept in fields {
            let answer = try await service.ask(target, headers: ["Accept: \(accept)"])
            #expect(answer.fields["content-type"] == type, "\(accept)")
            tags.insert(answer.fields["etag"] ?? "")
          }
          #expect(tags.count == 1, "\(target)")
        }
      }
      // AVIF takes long, so it has to be asked for.
      let avif = try await service.ask("/v1/thumbnail?path=a", headers: ["Accept: image/avif"])
      #expect(avif.isProblem(406, "notAcceptable"))
    }
  }

  @Test("Quality, fit and position reach the renderer, and make another picture")
  func fitting() async throws {
    try await RunningService.with { service in
      try service.write("a", "hello")
      var tags: Set<String> = []
      for (options, text) in [
        ("", "256x256 0"), ("&quality=70", "256x256 0 quality 70"), ("&fit=cover", "256x256 0 cover 0.5,0.5"),
        ("&fit=cover&position=top-left", "256x256 0 cover 0.0,0.0"),
        ("&fit=cover&position=30%25,100%25&size=64", "64x64 0 cover 0.3,1.0"),
        ("&fit=fill&width=20&height=10", "20x10 0 stretch 0.5,0.5"),
      ] {
        let answer = try await service.ask("/v1/thumbnail?path=a\(options)")
        #expect(answer.text == "\(helloDigest) \(text)", "\(options)")
        tags.insert(answer.fields["etag"] ?? "")
      }
      #expect(tags.count == 6)
      // Without a picture, cropping has no meaning.
      let pdf = try await service.ask("/v1/preview?path=a&kind=pdf&fit=cover")
      #expect(pdf.isProblem(400, "requestInvalid") && pdf.member("detail")?.hasPrefix("fit asks for a picture") == true)
    }
  }

  @Test("Methods: HEAD is GET without the body, OPTIONS lists the methods, others are refused")
  func methods() async throws {
    try await RunningService.with { service in
      try service.write("a", "hello")
      let head = try await service.ask("/v1/thumbnail?path=a", method: "HEAD")
      // The digest, and " 256x256 0".
      #expect(head.status == 200 && head.body.isEmpty && head.fields["content-length"] == "74")
      let options = try await service.ask("/v1/thumbnail", method: "OPTIONS")
      #expect(options.status == 204 && options.fields["allow"] == "GET, HEAD, POST, OPTIONS")
      let delete = try await service.ask("/v1/types", method: "DELETE")
      #expect(delete.isProblem(405, "methodNotAllowed") && delete.fields["allow"] == "GET, HEAD, OPTIONS")
      #expect(try await service.ask("/v1/nothing").isProblem(404, "notFound"))
      #expect(try await service.ask("/livez").isProblem(404, "notFound"))
      #expect(try await service.ask("/v1/thumbnai%6C?path=a").isProblem(404, "notFound"))
    }
  }

  @Test("Lists, explanation, health and metrics")
  func lists() async throws {
    try await RunningService.with { service in
      #expect(try await service.ask("/v1/types").text.contains("\"public.png\""))
      let providers = try await service.ask("/v1/providers")
      #expect(providers.text.contains("\"org.cameo.fake\""))
      let tag = try #require(providers.fields["etag"])
      #expect(try await service.ask("/v1/providers", headers: ["If-None-Match: \(tag)"]).status == 304)
      let explanation = try await service.ask("/v1/explain?name=a.png")
      let chosen = try await Tool.run(
        "jq", ["-r", ".selection[0] | .capability, .steps[0].provider, .candidates[0]"], input: explanation.body)
      #expect(chosen.text == "thumbnail\norg.cameo.fake\norg.cameo.fake\n", "\(explanation.text)")
      #expect(try await service.ask("/v1/explain").isProblem(400, "requestInvalid"))
      _ = try await service.ask("/v1/thumbnail", body: [1])
      _ = try await service.ask("/v1/thumbnail?size=0", body: [1])
      #expect(try await Answer.ask("\(service.health)/livez").text == "ok\n")
      #expect(try await Answer.ask("\(service.health)/readyz").member("ready") == "true")
      let figures = try await Answer.ask("\(service.health)/metrics").text
      #expect(figures.contains("previewd_requests_total{route=\"/v1/thumbnail\",method=\"POST\",status=\"200\"} 1\n"))
      #expect(figures.contains("previewd_problems_total{code=\"requestInvalid\"} 2\n"))
      #expect(figures.contains("previewd_request_seconds_count{route=\"/v1/types\"} 1\n"))
      #expect(figures.contains("preview_renderings_total{provider=\"org.cameo.fake\",outcome=\"ok\"} 1\n"))
    }
  }

  @Test(
    "Errors of hosts and providers have the documented statuses",
    arguments: [
      ("requestInvalid", 400), ("unsupportedType", 415), ("corruptInput", 422), ("passwordRequired", 422),
      ("limitExceeded", 422), ("timeout", 422), ("crashed", 422), ("resourceExhausted", 422),
      ("protocolViolation", 422),
      ("overloaded", 429), ("storageFull", 507), ("draining", 503), ("sandboxUnavailable", 503),
      ("providerUnavailable", 503),
      ("sourceUnavailable", 404), ("cancelled", 499),
    ])
  func codes(code: String, status: Int) async throws {
    try await RunningService.with { service in
      let answer = try await service.ask("/v1/thumbnail?name=error-\(code)", body: [1])
      #expect(answer.isProblem(status, code))
      #expect((answer.fields["retry-after"] != nil) == [429, 503].contains(status))
      #expect(answer.member("provider") == "org.cameo.fake")
    }
  }
}
