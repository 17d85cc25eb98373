internal import Glibc
@testable internal import PreviewService
internal import StructuredText
internal import TestKit
internal import Testing

@Suite("previewd: pages of folders", .timed)
struct BrowsePageTests {
  /// Starts a service with pages. Its root has the name `root`.
  static func with(
    _ settings: [String: [String]] = [:], _ body: @Sendable (RunningService) async throws -> Void
  ) async throws {
    try await RunningService.with(settings.merging(["browse": ["true"]]) { given, _ in given }, body)
  }

  /// The items of an answer in JSON.
  static func items(_ answer: Answer) throws -> [StructuredValue] {
    var parser = JSONParser(answer.body, limits: StructuredLimits())
    guard case .array(let items)? = try parser.parse().member("items")?.content else {
      throw TestFailure("no items: \(answer.text.prefix(300))")
    }
    return items
  }

  static func texts(_ items: [StructuredValue], _ member: String) -> [String] {
    items.map { item in
      switch item.member(member)?.content {
      case .string(let text): text
      case .number(_, let text): text
      case .bool(let flag): "\(flag)"
      default: "-"
      }
    }
  }

  @Test("Without the setting there are no pages")
  func off() async throws {
    try await RunningService.with { service async throws in
      for path in ["/browse", "/browse/", "/browse/root/", "/browse/-/viewer.css"] {
        #expect(try await service.ask(path).isProblem(404, "notFound"), "\(path)")
      }
    }
  }

  @Test("A folder is a page with links, which loads nothing from elsewhere")
  func page() async throws {
    try await Self.with { service in
      try service.write("a.txt", "hello")
      try service.write("<b>&.txt", "hello")
      try service.write(".hidden", "hello")
      mkdir("\(service.folder)/root/Über", 0o700)
      let page = try await service.ask("/browse/root/")
      #expect(page.status == 200 && page.fields["content-type"] == "text/html; charset=utf-8")
      #expect(page.text.contains("data-home=\"service\"") && page.text.contains("href=\"a.txt?preview\""))
      #expect(page.text.contains("href=\"%C3%9Cber/\"") && page.text.contains("&lt;b&gt;&amp;.txt"))
      #expect(!page.text.contains("<b>&") && !page.text.contains(".hidden"))
      let policy = try #require(page.fields["content-security-policy"])
      #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'"))
      #expect(page.fields["x-content-type-options"] == "nosniff" && page.fields["referrer-policy"] == "same-origin")
      let roots = try await service.ask("/browse/")
      #expect(roots.status == 200 && roots.text.contains("href=\"root/\""))
      // An answer to a mistake is protected, too.
      let missing = try await service.ask("/browse/root/none")
      #expect(missing.isProblem(404, "notFound") && missing.fields["content-security-policy"] == policy)
      let shown = try await service.ask("/browse/root/none", headers: ["Accept: text/html,*/*"])
      #expect(shown.status == 404 && shown.text.contains("there is no such file or folder here"))
      // The page of a mistake may load its style sheet.
      #expect(shown.text.contains("href=\"/browse/-/viewer.css") && shown.fields["content-security-policy"] == policy)
      // Browsers ask for an icon of the site.
      #expect(try await service.ask("/favicon.ico").status == 204)
    }
  }

  @Test("A folder's address ends with a slash, and a document's leads to the page on which it is")
  func redirects() async throws {
    try await Self.with { service in
      mkdir("\(service.folder)/root/sub", 0o700)
      try service.write("sub/a b(1).txt", "hello")
      let folder = try await service.ask("/browse/root/sub")
      #expect(folder.status == 301 && folder.fields["location"] == "/browse/root/sub/")
      let document = try await service.ask("/browse/root/sub/a%20b(1).txt")
      #expect(document.status == 303 && document.fields["location"] == "./#a%20b(1).txt")
    }
  }

  @Test("The list has names in natural order, with types, sizes and addresses")
  func list() async throws {
    try await Self.with { service in
      for name in ["page-10.jpg", "page-2.jpg", "notes", ".hidden"] { try service.write(name, "hello") }
      mkdir("\(service.folder)/root/album", 0o700)
      let root = "\(service.folder)/root"
      symlink("page-2.jpg", "\(root)/link.jpg")
      symlink("/etc/passwd", "\(root)/outside")
      symlink("missing", "\(root)/dangling")
      mkfifo("\(root)/pipe", 0o600)
      let items = try Self.items(try await service.ask("/browse/root/?list"))
      #expect(Self.texts(items, "name") == ["album", "link.jpg", "notes", "page-2.jpg", "page-10.jpg"])
      #expect(Self.texts(items, "folder") == ["true", "false", "false", "false", "false"])
      #expect(Self.texts(items, "type") == ["-", "public.jpeg", "public.data", "public.jpeg", "public.jpeg"])
      #expect(Self.texts(items, "bytes") == ["-", "5", "5", "5", "5"])
      #expect(Self.texts(items, "file")[0] == "album/" && Self.texts(items, "file")[4] == "page-10.jpg?file")
      #expect(Self.texts(items, "thumbnail")[4].hasPrefix("page-10.jpg?thumbnail&v="))
      #expect(Self.texts(items, "metadata")[3] == "page-2.jpg?metadata")
      let times = Self.texts(items, "modified")
      #expect(times.allSatisfy { $0.count == "2026-01-31T12:00:00Z".count && $0.hasSuffix("Z") })
    }
  }

  @Test("Ten thousand documents are in one list")
  func many() async throws {
    try await Self.with { service in
      let make = "import sys\nfor i in range(10000):\n    open(f'{sys.argv[1]}/p{i}.jpg', 'w').close()"
      #expect(try await Tool.python(make, ["\(service.folder)/root"]).status == 0)
      let names = Self.texts(try Self.items(try await service.ask("/browse/root/?list")), "name")
      #expect(names == (0..<10_000).map { "p\($0).jpg" })
    }
  }

  @Test(
    "No address leads out of a root, or to what is hidden",
    arguments: [
      "root/../secret", "root/%2e%2e/secret", "root/..%2Fsecret", "root/.git", "root/%2Ehidden",
      "root/sub/../../secret",
      "root//a.txt", "root/a.txt%00", "root/outside", "root/up/secret", "root/a%2", "root/./a.txt", "other/a.txt",
      "-/none",
    ])
  func outside(path: String) async throws {
    try await Self.with { service in
      try service.write("a.txt", "hello")
      try service.write(".hidden", "hello")
      let (root, secret) = ("\(service.folder)/root", "\(service.folder)/secret")
      mkdir("\(root)/sub", 0o700)
      close(open(secret, O_CREAT | O_WRONLY, 0o600))
      symlink(secret, "\(root)/outside")
      symlink("..", "\(root)/up")
      for query in ["", "?file", "?thumbnail", "?list"] {
        #expect(try await service.ask("/browse/\(path)\(query)").isProblem(404, "notFound"), "\(path)\(query)")
      }
    }
  }

  @Test("Assets are kept for as long as they stay the same")
  func assets() async throws {
    try await Self.with { service in
      let page = try await service.ask("/browse/root/").text
      let start = try #require(page.firstRange(of: "/browse/-/viewer.js?v="))
      let address = String(page[start.lowerBound...].prefix { $0 != "\"" })
      let script = try await service.ask(address)
      #expect(script.status == 200 && script.fields["content-type"] == "text/javascript; charset=utf-8")
      #expect(script.fields["cache-control"] == "public, max-age=31536000, immutable")
      let tag = try #require(script.fields["etag"])
      #expect(try await service.ask(address, headers: ["If-None-Match: \(tag)"]).status == 304)
      #expect(try await service.ask("/browse/-/viewer.css").fields["cache-control"] == "no-cache")
    }
  }

  @Test("An unknown option is an error")
  func options() async throws {
    try await Self.with { service in
      try service.write("a.txt", "hello")
      for target in ["/browse/root/?lst", "/browse/root/?list&size=1", "/browse/root/a.txt?file&page=2"] {
        #expect(try await service.ask(target).isProblem(400, "requestInvalid"), "\(target)")
      }
    }
  }
}

@Suite("previewd: files and pictures at /browse/", .timed)
struct BrowseFileTests {
  @Test("A file is sent whole, or in part, and not again to who has it")
  func file() async throws {
    try await BrowsePageTests.with { service in
      try service.write("a.txt", "0123456789")
      let address = "/browse/root/a.txt?file"
      let whole = try await service.ask(address)
      #expect(whole.status == 200 && whole.text == "0123456789" && whole.fields["accept-ranges"] == "bytes")
      #expect(whole.fields["content-type"] == "text/plain; charset=utf-8")
      #expect(whole.fields["content-security-policy"]?.hasPrefix("sandbox; default-src 'none'") == true)
      #expect(whole.fields["content-disposition"] == "inline; filename*=UTF-8''a.txt")
      let saved = try await service.ask("\(address)&download")
      #expect(saved.fields["content-disposition"] == "attachment; filename*=UTF-8''a.txt")
      let head = try await service.ask(address, method: "HEAD")
      #expect(head.fields["content-length"] == "10" && head.body.isEmpty)
      let tag = try #require(whole.fields["etag"])
      #expect(try await service.ask(address, headers: ["If-None-Match: \(tag)"]).status == 304)
      let later = "If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT"
      try await RunningService.until { try await service.ask(address, headers: [later]).status == 304 }
    }
  }

  @Test(
    "Ranges",
    arguments: [
      ("bytes=0-3", 206, "0123", "bytes 0-3/10"), ("bytes=4-", 206, "456789", "bytes 4-9/10"),
      ("bytes=-3", 206, "789", "bytes 7-9/10"), ("bytes=8-99", 206, "89", "bytes 8-9/10"),
      ("bytes=-99", 206, "0123456789", "bytes 0-9/10"), ("bytes=0-1,3-4", 200, "0123456789", nil),
      ("lines=1-2", 200, "0123456789", nil), ("bytes=5-2", 200, "0123456789", nil),
      ("bytes=+1-2", 200, "0123456789", nil),
    ] as [(String, Int, String, String?)])
  func ranges(field: String, status: Int, text: String, content: String?) async throws {
    try await BrowsePageTests.with { service in
      try service.write("a.txt", "0123456789")
      let answer = try await service.ask("/browse/root/a.txt?file", headers: ["Range: \(field)"])
      #expect(answer.status == status && answer.text == text && answer.fields["content-range"] == content)
    }
  }

  @Test("A range after the end is refused, and one of another state is not used")
  func wrongRanges() async throws {
    try await BrowsePageTests.with { service in
      try service.write("a.txt", "0123456789")
      let address = "/browse/root/a.txt?file"
      for field in ["bytes=10-", "bytes=-0"] {
        let after = try await service.ask(address, headers: ["Range: \(field)"])
        #expect(after.isProblem(416, "rangeNotSatisfiable") && after.fields["content-range"] == "bytes */10")
      }
      let tag = try #require(try await service.ask(address).fields["etag"])
      let same = try await service.ask(address, headers: ["Range: bytes=0-1", "If-Range: \(tag)"])
      #expect(same.status == 206 && same.text == "01")
      let other = try await service.ask(address, headers: ["Range: bytes=0-1", "If-Range: \"other\""])
      #expect(other.status == 200 && other.text == "0123456789")
      // Ranges are those of GET.
      let head = try await service.ask(address, method: "HEAD", headers: ["Range: bytes=0-1"])
      #expect(head.status == 200 && head.fields["content-length"] == "10" && head.fields["content-range"] == nil)
    }
  }

  @Test("The time for an answer is a number of nanoseconds, however large the file is")
  func longestTime() throws {
    let times = ConnectionTimes(try RunningService.configuration([:]))
    #expect(times.write(.max) * 1e9 < 0x1p63)
    let least: Double = times.write
    #expect(times.write(0) == least)
  }

  @Test("Films and sound have the types under which browsers play them")
  func playable() async throws {
    try await BrowsePageTests.with { service in
      for (name, type) in [
        ("a.opus", "audio/ogg"), ("a.oga", "audio/ogg"), ("a.mp3", "audio/mpeg"), ("a.m4v", "video/mp4"),
        ("a.webm", "video/webm"),
      ] {
        try service.write(name, "0123456789")
        let answer = try await service.ask("/browse/root/\(name)?file", headers: ["Range: bytes=2-"])
        #expect(answer.status == 206 && answer.text == "23456789" && answer.fields["content-type"] == type, "\(name)")
        #expect(answer.fields["content-disposition"]?.hasPrefix("inline") == true, "\(name)")
      }
    }
  }

  @Test("What a browser could run is saved and not shown")
  func active() async throws {
    try await BrowsePageTests.with { service in
      for name in ["page.html", "page.xhtml", "data.bin", "a.pdf"] {
        try service.write(name, "<script>alert(1)</script>")
        let answer = try await service.ask("/browse/root/\(name)?file")
        #expect(answer.fields["content-disposition"] == "attachment; filename*=UTF-8''\(name)")
        #expect(answer.fields["content-security-policy"]?.hasPrefix("sandbox;") == true)
      }
    }
  }

  @Test("Pictures, previews and parts of documents come from the providers")
  func pictures() async throws {
    try await BrowsePageTests.with { service in
      try service.write("a.png", "hello")
      try service.write("page.html", "hello")
      let small = try await service.ask("/browse/root/a.png?thumbnail&size=64&v=1")
      #expect(small.status == 200 && small.text == "\(helloDigest) 64x64 0")
      let page = try await service.ask("/browse/root/a.png?preview&page=1&size=300")
      #expect(page.text == "\(helloDigest) 300x300 1")
      #expect(try await service.ask("/browse/root/a.png?preview").text == "\(helloDigest) 1024x1024 0")
      let html = try await service.ask("/browse/root/page.html?preview")
      #expect(html.fields["content-type"]?.hasPrefix("text/html") == true && html.text.hasPrefix("<p>"))
      #expect(html.fields["content-security-policy"]?.hasPrefix("sandbox;") == true)
      let parts = try await service.ask("/browse/root/a.png?parts", headers: ["Accept: application/json"])
      #expect(parts.member("view") == "pages" && parts.member("pages") == "1")
      #expect(parts.text.contains("[1024, 1024]"))
      let frame = try await service.ask("/browse/root/page.html?parts", headers: ["Accept: application/json"])
      #expect(frame.member("view") == "frame")
      try service.write("error-corruptInput", "hello")
      #expect(
        try await service.ask("/browse/root/error-corruptInput?thumbnail").isProblem(422, "corruptInput"))
    }
  }

  @Test("Names are found in all folders below, but not hidden ones")
  func find() async throws {
    try await BrowsePageTests.with { service in
      let root = "\(service.folder)/root"
      for folder in ["Holiday", "Holiday/2026", ".cache", "other"] { mkdir("\(root)/\(folder)", 0o700) }
      for name in ["Holiday/2026/Beach-10.JPG", "Holiday/2026/beach-9.jpg", ".cache/beach.jpg", "other/b.txt"] {
        try service.write(name, "hello")
      }
      symlink("Holiday", "\(root)/again")
      let found = try BrowsePageTests.items(try await service.ask("/browse/root/?find=beach+jpg"))
      #expect(
        BrowsePageTests.texts(found, "path") == ["Holiday/2026/Beach-10.JPG", "Holiday/2026/beach-9.jpg"])
      #expect(BrowsePageTests.texts(found, "file")[1] == "Holiday/2026/beach-9.jpg?file")
      let below = try BrowsePageTests.items(try await service.ask("/browse/root/Holiday/?find=2026"))
      #expect(BrowsePageTests.texts(below, "path") == ["2026"])
      #expect(try await service.ask("/browse/root/?find=+").isProblem(400, "requestInvalid"))
      // More than may run at a time, one after the other.
      for _ in 0..<10 { #expect(try await service.ask("/browse/root/?find=2026").status == 200) }
    }
  }

  @Test("A client may watch some folders, however often it asks for more")
  func mostEvents() async throws {
    try await BrowsePageTests.with { service in
      let program = """
        import sys, urllib.error, urllib.request
        answers, codes = [], []
        for _ in range(20):
            try:
                answers.append(urllib.request.urlopen(sys.argv[1] + "/browse/root/?events", timeout=60))
                codes.append(200)
            except urllib.error.HTTPError as error:
                codes.append(error.code)
        print(codes.count(200), codes[16:])
        """
      let result = try await Tool.python(program, [service.base])
      #expect(result.text == "16 [429, 429, 429, 429]\n", "\(result.errors)")
    }
  }

  @Test("Events say what changes, and a stream ends with its client")
  func events() async throws {
    try await BrowsePageTests.with { service in
      try service.write("old.txt", "hello")
      let program = """
        import json, os, sys, time, urllib.error, urllib.request
        base, root = sys.argv[1:]
        def stream():
            return urllib.request.urlopen(base + "/browse/root/?events", timeout=60)
        # More than one client may have at a time, one after the other.
        left = 40
        while left > 0:
            try:
                stream().close()
                left -= 1
            except urllib.error.HTTPError as error:
                assert error.code == 429
                time.sleep(0.05)
        events = stream()
        assert events.headers["Content-Type"] == "text/event-stream"
        assert events.readline().startswith(b"retry:")
        open(root + "/new.txt", "w").close()
        os.mkdir(root + "/folder")
        os.remove(root + "/old.txt")
        open(root + "/.hidden", "w").close()
        changed, removed = set(), set()
        for line in events:
            if not line.startswith(b"data: "):
                continue
            event = json.loads(line[6:])
            changed |= set(event["changed"])
            removed |= set(event["removed"])
            if len(changed) >= 2 and removed:
                break
        print(sorted(changed), sorted(removed))
        """
      let result = try await Tool.python(program, [service.base, "\(service.folder)/root"])
      #expect(result.text == "['folder', 'new.txt'] ['old.txt']\n", "\(result.errors)")
    }
  }
}
