internal import ContentTypes
internal import Glibc
internal import ImageModel
@testable internal import PreviewService
internal import PreviewServiceFakes
internal import ProviderHost
internal import ProviderProtocol
internal import TestKit
internal import Testing

@Suite("previewd: the result cache", .timed)
struct ResultCacheTests {
  private static let hit = "previewd; hit"
  private static let miss = "previewd; fwd=miss"

  private static func settings(_ folder: TemporaryDirectory, limit: String = "200Mi") -> [String: [String]] {
    ["result-cache": [folder.path], "result-cache-limit": [limit]]
  }

  /// The paths of the entries, by coreutils' find, whose names are 64 hexadecimal digits.
  private static func entries(_ folder: TemporaryDirectory) async throws -> [String] {
    let found = try await Tool.run(
      "find", [folder.path, "-type", "f", "-regextype", "egrep", "-regex", ".*/[0-9a-f]{64}"])
    return found.text.split(separator: "\n").map(String.init)
  }

  @Test("What was rendered is not rendered again, by this process or by another one, and the answer is the same")
  func reuse() async throws {
    let folder = try TemporaryDirectory()
    let body = Array("hello".utf8)
    let first = try await RunningService.with(Self.settings(folder)) { service in
      let first = try await service.ask("/v1/thumbnail?name=damaged&size=64", body: body)
      #expect(first.status == 200 && first.fields["cache-status"] == Self.miss)
      let second = try await service.ask("/v1/thumbnail?name=damaged&size=64", body: body)
      #expect(second.fields["cache-status"] == Self.hit && service.fake.started == 1)
      let figures = try await Answer.ask("\(service.health)/metrics").text
      #expect(figures.contains("previewd_cache_lookups_total{result=\"hit\"} 1\n"))
      #expect(figures.contains("previewd_cache_lookups_total{result=\"miss\"} 1\n"))
      return first
    }
    try await RunningService.with(Self.settings(folder)) { service in
      let other = try await service.ask("/v1/thumbnail?name=damaged&size=64", body: body)
      #expect(other.fields["cache-status"] == Self.hit && service.fake.started == 0)
      #expect(other.body == first.body)
      for name in ["content-type", "etag", "cameo-title", "cameo-provider", "cameo-warning", "cameo-width"] {
        #expect(other.fields[name] != nil && other.fields[name] == first.fields[name], "\(name)")
      }
    }
  }

  @Test("A large answer and one with attachments are kept, too; a failure is not")
  func kinds() async throws {
    let folder = try TemporaryDirectory()
    try await RunningService.with(Self.settings(folder)) { service in
      for target in ["/v1/thumbnail?name=large", "/v1/preview?name=page.html", "/v1/preview?name=page.pdf"] {
        let first = try await service.ask(target, body: [1])
        let second = try await service.ask(target, body: [1])
        #expect(first.status == 200 && second.fields["cache-status"] == Self.hit, "\(target)")
        #expect(first.body == second.body && first.fields["content-type"] == second.fields["content-type"], "\(target)")
      }
      #expect(service.fake.started == 3)
      for _ in 0..<2 {
        #expect(try await service.ask("/v1/thumbnail?name=error-timeout", body: [1]).isProblem(422, "timeout"))
      }
      #expect(service.fake.started == 5)
    }
  }

  @Test("A provisional answer is kept neither here nor by clients")
  func provisional() async throws {
    let folder = try TemporaryDirectory()
    try await RunningService.with(Self.settings(folder)) { service in
      for _ in 0..<2 {
        let answer = try await service.ask("/v1/thumbnail?name=provisional", body: [1])
        #expect(answer.status == 200 && answer.fields["cache-status"] == Self.miss)
        #expect(answer.fields["cache-control"] == "no-store" && answer.fields["etag"] == nil)
      }
      #expect(service.fake.started == 2)
    }
  }

  @Test("Clients that get a kept answer from memory at the same time get the same bytes, also when its file is deleted")
  func sharedContent() async throws {
    let folder = try TemporaryDirectory()
    try await RunningService.with(Self.settings(folder)) { service in
      let content = (0..<100_000).map { UInt8($0 % 251) }
      for _ in 0..<3 {
        let answer = try await service.ask("/v1/thumbnail?name=medium", body: [1])
        #expect(answer.status == 200 && answer.body == content && answer.fields["content-length"] == "100000")
      }
      let bodies = try await withThrowingTaskGroup(of: [UInt8].self) { group in
        for _ in 0..<8 {
          group.addTask { try await service.ask("/v1/thumbnail?name=medium", body: [1]).body }
        }
        return try await group.reduce(into: [[UInt8]]()) { $0.append($1) }
      }
      #expect(bodies.allSatisfy { $0 == content } && service.fake.started == 1)
      let head = try await service.ask("/v1/thumbnail?name=medium", method: "POST", body: [1])
      #expect(head.fields["cache-status"] == Self.hit)
      for entry in try await Self.entries(folder) { unlink(entry) }
      let again = try await service.ask("/v1/thumbnail?name=medium", body: [1])
      #expect(again.fields["cache-status"] == Self.miss && again.body == content && service.fake.started == 2)
    }
  }

  @Test("Other content, other options, another name and other providers are rendered anew")
  func differences() async throws {
    let folder = try TemporaryDirectory()
    try await RunningService.with(
      Self.settings(folder),
      readProviders: {
        ProviderCatalog(
          [
            ProviderDescription(
              id: "org.cameo.fake", version: "2", command: [], supportedContentTypes: ["public.data"])
          ], registry: ContentTypeRegistry())
      }
    ) { service in
      let targets = [
        "", "?size=64", "?name=b", "?page=2", "?format=png", "?fit=cover", "?quality=5", "?type=public.png",
      ]
      for target in targets {
        let answer = try await service.ask("/v1/thumbnail\(target)", body: [1])
        #expect(answer.fields["cache-status"] == Self.miss, "\(target)")
      }
      #expect(try await service.ask("/v1/thumbnail", body: [2]).fields["cache-status"] == Self.miss)
      #expect(try await service.ask("/v1/thumbnail", body: [1]).fields["cache-status"] == Self.hit)
      await service.server.reload()
      #expect(try await service.ask("/v1/thumbnail", body: [1]).fields["cache-status"] == Self.miss)
    }
  }

  @Test("Under other limits of providers an answer has another entity tag", arguments: ["megapixels", "output-mib"])
  func limitsInTag(_ limit: String) async throws {
    var tags: [String] = []
    for value in ["40", "40", "41"] {
      let answer = try await RunningService.with([limit: [value]]) { try await $0.ask("/v1/thumbnail", body: [1]) }
      tags.append(try #require(answer.fields["etag"]))
    }
    #expect(tags[0] == tags[1] && tags[1] != tags[2], "\(tags)")
  }

  @Test("A file is known by its content: the same bytes written again are not rendered, other bytes are")
  func files() async throws {
    let folder = try TemporaryDirectory()
    try await RunningService.with(Self.settings(folder)) { service in
      /// Waits until the file has not changed for three seconds: a younger one is read each time.
      func settle() async throws {
        try await RunningService.until {
          var status = stat()
          return stat("\(service.folder)/root/a", &status) == 0 && status.st_ctim.tv_sec + 3 <= time(nil)
        }
      }
      try service.write("a", "hello")
      #expect(try await service.ask("/v1/thumbnail?path=a").fields["cache-status"] == Self.miss)
      try await settle()
      #expect(try await service.ask("/v1/thumbnail?path=a").fields["cache-status"] == Self.hit)
      // A body of the same name and content.
      let body = try await service.ask("/v1/thumbnail?name=a", body: Array("hello".utf8))
      #expect(body.fields["cache-status"] == Self.hit)
      try service.write("a", "hello")
      try await settle()
      #expect(try await service.ask("/v1/thumbnail?path=a").fields["cache-status"] == Self.hit)
      #expect(service.fake.started == 1)
      try service.write("a", "hallo")
      let changed = try await service.ask("/v1/thumbnail?path=a")
      #expect(changed.fields["cache-status"] == Self.miss && !changed.text.hasPrefix(helloDigest))
    }
  }

  @Test("A damaged entry is removed and made again", arguments: ["?name=small", "?name=large"], [0, 100, -1, -60])
  func damage(target: String, place: Int) async throws {
    let folder = try TemporaryDirectory()
    let whole = try await RunningService.with(Self.settings(folder)) { service in
      try await service.ask("/v1/thumbnail\(target)", body: [1])
    }
    // Another process has nothing in memory.
    try await RunningService.with(Self.settings(folder)) { service in
      let path = try #require(try await Self.entries(folder).first)
      let changed = try await Tool.python(
        """
        import sys
        with open(sys.argv[1], "r+b") as file:
            place = int(sys.argv[2])
            file.seek(place, 0 if place >= 0 else 2)
            byte = file.read(1)[0]
            file.seek(-1, 1)
            file.write(bytes([byte ^ 1]))
        """, [path, "\(place)"])
      #expect(changed.status == 0, "\(changed.errors)")
      let made = try await service.ask("/v1/thumbnail\(target)", body: [1])
      #expect(made.body == whole.body && made.fields["cache-status"] == Self.miss && service.fake.started == 1)
      _ = try await service.lines.line(with: "a damaged file of the result cache was removed")
      let again = try await service.ask("/v1/thumbnail\(target)", body: [1])
      #expect(again.body == whole.body && again.fields["cache-status"] == Self.hit)
    }
  }

  @Test("A large entry that is damaged after it was sent is not sent again, and is made again")
  func laterDamage() async throws {
    let folder = try TemporaryDirectory()
    try await RunningService.with(Self.settings(folder)) { service in
      let whole = try await service.ask("/v1/thumbnail?name=large", body: [1])
      for _ in 0..<2 {
        let sent = try await service.ask("/v1/thumbnail?name=large", body: [1])
        #expect(sent.fields["cache-status"] == Self.hit && sent.body == whole.body)
      }
      let path = try #require(try await Self.entries(folder).first)
      #expect(try await Tool.python("import sys; open(sys.argv[1], 'r+b').write(b'x')", [path]).status == 0)
      let made = try await service.ask("/v1/thumbnail?name=large", body: [1])
      #expect(made.fields["cache-status"] == Self.miss && made.body == whole.body && service.fake.started == 2)
    }
  }

  @Test("A shortened entry and the entry of another request are not answers")
  func replaced() async throws {
    let folder = try TemporaryDirectory()
    try await RunningService.with(Self.settings(folder)) { service in
      _ = try await service.ask("/v1/thumbnail?name=one", body: [1])
    }
    let one = try #require(try await Self.entries(folder).first)
    try await RunningService.with(Self.settings(folder)) { service in
      let two = try await service.ask("/v1/thumbnail?name=two", body: [2])
      let other = try #require(try await Self.entries(folder).first { $0 != one })
      #expect(try await Tool.run("cp", [one, other]).status == 0)
      #expect(try await Tool.run("truncate", ["-s", "-1", one]).status == 0)
      try await RunningService.with(Self.settings(folder)) { second in
        let answer = try await second.ask("/v1/thumbnail?name=two", body: [2])
        #expect(answer.body == two.body && answer.fields["cache-status"] == Self.miss)
        let shortened = try await second.ask("/v1/thumbnail?name=one", body: [1])
        #expect(shortened.status == 200 && shortened.fields["cache-status"] == Self.miss)
      }
    }
  }

  @Test("The files stay below the limit, and those that were used last stay")
  func limit() async throws {
    let folder = try TemporaryDirectory()
    // A file takes 4,096 bytes on the disk, so sixteen fit.
    try await RunningService.with(Self.settings(folder, limit: "64Ki")) { service in
      for number in 0..<40 {
        _ = try await service.ask("/v1/thumbnail?name=n\(number)", body: [1])
        #expect(try await service.ask("/v1/thumbnail?name=n0", body: [1]).fields["cache-status"] == Self.hit)
        if number % 8 == 7 {
          let sizes = try await Tool.run(
            "find", [folder.path, "-type", "f", "-name", "?" + String(repeating: "?", count: 63), "-printf", "%s\n"])
          let sum = sizes.text.split(separator: "\n").compactMap { Int($0) }.reduce(0) {
            $0 + ($1 + 4_095) / 4_096 * 4_096
          }
          #expect(sum <= 64 << 10, "\(number): \(sum)")
        }
      }
      #expect(service.fake.started == 40)
      #expect(try await service.ask("/v1/thumbnail?name=n39", body: [1]).fields["cache-status"] == Self.hit)
      #expect(try await service.ask("/v1/thumbnail?name=n1", body: [1]).fields["cache-status"] == Self.miss)
    }
  }

  @Test("Only the service's user can read what is kept; a folder that others can enter is refused")
  func permissions() async throws {
    let folder = try TemporaryDirectory()
    try await RunningService.with(Self.settings(folder)) { service in
      _ = try await service.ask("/v1/thumbnail", body: [1])
    }
    let modes = try await Tool.run("find", [folder.path, "-mindepth", "1", "-printf", "%y%m "])
    #expect(Set(modes.text.split(separator: " ")) == ["d700", "f600"])
    let made = try #require(folder.names.first { !$0.isEmpty })
    #expect(chmod(folder.file(made), 0o750) == 0)
    #expect(throws: ImageError.self) { try ResultFolder(in: folder.path, limit: 1 << 20) }
  }

  @Test("One tenant does not get what was rendered for another one")
  func tenants() async throws {
    let folder = try TemporaryDirectory()
    let tokens = try folder.write(Array("token-of-one-0123456789\ntoken-of-two-0123456789\n".utf8), to: "tokens")
    chmod(tokens, 0o600)
    let settings = Self.settings(folder).merging(["tokens": [tokens]]) { $1 }
    try await RunningService.with(settings) { service in
      for (name, status) in [("one", Self.miss), ("two", Self.miss), ("one", Self.hit), ("two", Self.hit)] {
        let answer = try await service.ask(
          "/v1/thumbnail", headers: ["Authorization: Bearer token-of-\(name)-0123456789"], body: [1])
        #expect(answer.fields["cache-status"] == status, "\(name)")
      }
      #expect(try await service.ask("/v1/thumbnail", body: [1]).isProblem(401, "unauthorized"))
    }
  }

  @Test("AVIF is sent to those who name it once somebody has asked for it; the answers have different tags")
  func avif() async throws {
    let folder = try TemporaryDirectory()
    try await RunningService.with(Self.settings(folder)) { service in
      let accept = ["Accept: image/avif,image/webp,image/*"]
      let webp = try await service.ask("/v1/thumbnail", headers: accept, body: [1])
      #expect(webp.fields["content-type"] == "image/webp")
      let made = try await service.ask("/v1/thumbnail?format=avif", body: [1])
      #expect(made.fields["content-type"] == "image/avif" && made.fields["cache-status"] == Self.miss)
      let avif = try await service.ask("/v1/thumbnail", headers: accept, body: [1])
      #expect(avif.fields["content-type"] == "image/avif" && avif.fields["cache-status"] == Self.hit)
      #expect(avif.fields["etag"] != webp.fields["etag"] && avif.fields["vary"] == "Accept")
      let old = try await service.ask("/v1/thumbnail", headers: ["Accept: image/webp,image/*"], body: [1])
      #expect(old.fields["content-type"] == "image/webp" && old.fields["etag"] == webp.fields["etag"])
    }
  }

  @Test("With a limit of 0 nothing is kept")
  func off() async throws {
    let folder = try TemporaryDirectory()
    try await RunningService.with(Self.settings(folder, limit: "0")) { service in
      for _ in 0..<2 {
        let answer = try await service.ask("/v1/thumbnail", body: [1])
        #expect(answer.status == 200 && answer.fields["cache-status"] == nil)
      }
      #expect(service.fake.started == 2 && folder.names.isEmpty)
    }
  }

  @Test(
    "When the cache is emptied or its folder deleted, nothing in memory is sent either, and new answers are kept",
    arguments: [
      ["find", "FOLDER", "-type", "f", "-delete"], ["rm", "-r", "FOLDER/results-1"], ["rm", "-r", "FOLDER"],
    ])
  func emptied(command: [String]) async throws {
    let folder = try TemporaryDirectory()
    try await RunningService.with(Self.settings(folder)) { service in
      _ = try await service.ask("/v1/thumbnail", body: [1])
      #expect(try await service.ask("/v1/thumbnail", body: [1]).fields["cache-status"] == Self.hit)
      let words = command.map { $0.replacing("FOLDER", with: folder.path) }
      #expect(try await Tool.run(words[0], Array(words.dropFirst())).status == 0)
      #expect(try await service.ask("/v1/thumbnail", body: [1]).fields["cache-status"] == Self.miss)
      #expect(try await service.ask("/v1/thumbnail", body: [1]).fields["cache-status"] == Self.hit)
    }
  }
}
