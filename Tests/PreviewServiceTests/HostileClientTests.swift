internal import Glibc
@testable internal import PreviewService
internal import PreviewServiceFakes
internal import TestKit
internal import Testing

@Suite("previewd: bad clients", .timed)
struct HostileClientTests {
  private static let head = "POST /v1/thumbnail HTTP/1.1\\r\\nHost: localhost\\r\\n"

  @Test("A body that is cut short is refused, and nothing is rendered or kept")
  func cutShort() async throws {
    try await RunningService.with { service in
      let told = try await service.speak(
        #"{"send": "\#(Self.head)Content-Length: 100\r\n\r\nhello"}, {"end": true}, {"receive": 5}"#)
      #expect(told.contains(" 400 ") && told.contains("requestInvalid") && told.hasSuffix("[closed]"))
      let chunked = try await service.speak(
        #"{"send": "\#(Self.head)Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"}, {"end": true}, {"receive": 5}"#)
      #expect(chunked.contains(" 400 ") && chunked.contains("requestInvalid"))
      let broken = try await service.speak(
        #"{"send": "\#(Self.head)Transfer-Encoding: chunked\r\n\r\nzzz\r\n"}, {"receive": 5}"#)
      #expect(broken.contains(" 400 ") && broken.hasSuffix("[closed]"))
      let reset = #"{"send": "\#(Self.head)Content-Length: 100\r\n\r\nhello"}, {"pause": 0.1}, {"reset": true}"#
      _ = try await service.speak(reset)
      try await RunningService.until { service.storedBodies == 0 }
      #expect(service.fake.started == 0)
    }
  }

  @Test("A client that is too slow loses its connection")
  func slow() async throws {
    let times = [
      "header-seconds": ["0.4"], "read-seconds": ["0.4"], "upload-seconds": ["1.5"], "idle-seconds": ["0.4"],
    ]
    try await RunningService.with(times) { service in
      async let header = service.speak(
        #"{"repeat": "G", "times": 20, "pause": 0.1}, {"receive": 5}"#)
      async let body = service.speak(
        #"{"send": "\#(Self.head)Content-Length: 100\r\n\r\nhello"}, {"receive": 8}"#)
      async let trickle = service.speak(
        #"{"send": "\#(Self.head)Content-Length: 100\r\n\r\n"}, {"repeat": "x", "times": 30, "pause": 0.1}, {"receive": 8}"#
      )
      async let idle = service.speak(
        #"{"send": "GET /v1/types HTTP/1.1\r\nHost: localhost\r\n\r\n"}, {"receive": 8}"#)
      let answers = try await (header, body, trickle, idle)
      for answer in [answers.0, answers.1, answers.2] {
        #expect(answer.contains("[closed]") || answer.contains("[broken]"), "\(answer)")
      }
      #expect(answers.1.contains(" 408 ") && answers.1.contains("requestTimeout"))
      #expect(answers.3.contains(" 200 ") && answers.3.hasSuffix("[closed]"))
      #expect(service.fake.started == 0 && service.storedBodies == 0)
    }
  }

  @Test("A body that is too large is refused by its length or while it arrives, and never stored whole")
  func tooLarge() async throws {
    try await RunningService.with(["body-limit": ["1Mi"]]) { service in
      // Its length says 2 GB: the service does not wait for a byte.
      let told = try await service.speak(
        #"{"send": "\#(Self.head)Content-Length: 2147483648\r\n\r\nhello"}, {"receive": 5}"#)
      #expect(told.contains(" 413 ") && told.contains("bodyTooLarge") && told.hasSuffix("[closed]"))
      let counted = try await service.speak(
        #"{"send": "\#(Self.head)Transfer-Encoding: chunked\r\n\r\n"}, "#
          + #"{"repeat": "10000\r\n\#(String(repeating: "x", count: 65_536))\r\n", "times": 40}, {"receive": 5}"#)
      #expect(counted.contains(" 413 "), "\(counted.prefix(300))")
      try await RunningService.until { service.storedBodies == 0 }
      #expect(service.fake.started == 0)
    }
  }

  @Test("A client gets the answer that refuses its body, though its connection is the only one that there may be")
  func lingering() async throws {
    try await RunningService.with(["body-limit": ["1Mi"], "connections": ["1"]]) { service in
      // A connection that is reset breaks on some tries only.
      for _ in 0..<5 {
        let told = try await service.speak(
          #"{"send": "\#(Self.head)Content-Length: 2147483648\r\n\r\n"}, "#
            + #"{"repeat": "\#(String(repeating: "x", count: 65_536))", "times": 60}, {"receive": 5}"#)
        #expect(told.contains(" 413 ") && told.hasSuffix("[closed]") && !told.contains("[broken]"), "\(told)")
      }
    }
  }

  @Test("A body of 2 GB is refused while it arrives, and the client gets the answer")
  func twoGigabytes() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("large")
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    // A file of 2 GB that takes no space on the disk.
    #expect(descriptor >= 0 && ftruncate(descriptor, 2 << 30) == 0)
    close(descriptor)
    try await RunningService.with(["body-limit": ["8Mi"]]) { service in
      let told = try await service.ask(
        "/v1/thumbnail", options: ["-X", "POST", "-T", path])
      #expect(told.isProblem(413, "bodyTooLarge"))
      let counted = try await service.ask(
        "/v1/thumbnail", headers: ["Transfer-Encoding: chunked", "Expect:"], options: ["-X", "POST", "-T", path])
      #expect(counted.isProblem(413, "bodyTooLarge"))
    }
  }

  @Test(
    "Bodies that are not documents by their header are refused",
    arguments: [
      "Content-Type: multipart/form-data; boundary=x", "Content-Type: nonsense", "Content-Type: a/b/c",
      "Content-Type: /",
      "Content-Encoding: gzip",
    ])
  func contentTypes(header: String) async throws {
    try await RunningService.with { service in
      let answer = try await service.ask("/v1/thumbnail", headers: [header], body: [1])
      #expect(answer.isProblem(415, "unsupportedMediaType"))
    }
  }

  @Test("An empty body is refused")
  func empty() async throws {
    try await RunningService.with { service in
      #expect(try await service.ask("/v1/thumbnail", method: "POST").isProblem(400, "requestInvalid"))
      let chunked = try await service.speak(
        #"{"send": "\#(Self.head)Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"}, {"receive": 1}"#)
      #expect(chunked.contains(" 400 "))
    }
  }

  @Test(
    "Paths that leave the root or do not lead to a file are refused",
    arguments: [
      "../outside", "..%2Foutside", "%2e%2e/outside", "sub/../../outside", "/etc/passwd", "%2Fetc%2Fpasswd", "link",
      "absolute", "up/passwd", "loop", "pipe", "a/", "a/b", "", ".", "/", "missing", "root/../../outside",
      "%C0%AE%C0%AE/outside", "..%00", "a%00", "a%00.txt", "....//outside", "%252e%252e/outside",
    ])
  func paths(path: String) async throws {
    try await RunningService.with { service in
      let root = "\(service.folder)/root"
      try service.write("a", "hello")
      try service.write("../outside", "secret")
      mkdir("\(root)/sub", 0o700)
      symlink("../outside", "\(root)/link")
      symlink("/etc/passwd", "\(root)/absolute")
      symlink("/etc", "\(root)/up")
      symlink("loop", "\(root)/loop")
      mkfifo("\(root)/pipe", 0o600)
      let answer = try await service.ask("/v1/thumbnail?path=\(path)")
      #expect(
        answer.isProblem(404, "sourceUnavailable") || answer.isProblem(400, "requestInvalid"), "\(answer.text)")
      #expect(service.fake.started == 0)
      #expect(!answer.text.contains("outside") && !answer.text.contains("passwd"))
    }
  }

  @Test(
    "A slash before a combining mark is still a slash: no path leaves the root through such a name")
  func combiningMarks() async throws {
    try await RunningService.with { service in
      try service.write("../\u{301}outside", "secret")
      mkdir("\(service.folder)/elsewhere", 0o700)
      try service.write("../elsewhere/\u{301}outside", "secret")
      symlink("\(service.folder)/elsewhere", "\(service.folder)/root/up")
      for path in ["..%2F%CC%81outside", "..%2f\u{301}outside", "up/%CC%81outside"] {
        let answer = try await service.ask("/v1/thumbnail?path=\(path)", options: ["--globoff"])
        #expect(answer.isProblem(404, "sourceUnavailable") || answer.isProblem(400, "requestInvalid"), "\(path)")
      }
      #expect(try await service.ask("/v1/thumbnail?name=a%2F%CC%81b", body: [1]).isProblem(400, "requestInvalid"))
      #expect(service.fake.started == 0)
      // Below the root such names are allowed.
      mkdir("\(service.folder)/root/sub", 0o700)
      try service.write("sub/\u{301}inside", "hello")
      #expect(try await service.ask("/v1/thumbnail?path=sub/%CC%81inside").text.hasPrefix(helloDigest))
    }
  }

  @Test("A client that does not read its answer loses the connection, however large the answer is")
  func deafReader() async throws {
    try await RunningService.with(["write-seconds": ["0.5"], "write-rate": ["0"]]) { service in
      let heard = try await service.speak(
        #"{"send": "POST /v1/thumbnail?name=large HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\nx"}, {"pause": 2}, {"receive": 5}"#
      )
      #expect(heard.hasPrefix("HTTP/1.1 200 ") && heard.utf8.count < 32 << 20)
      #expect(heard.hasSuffix("[closed]") || heard.hasSuffix("[broken]"))
    }
  }

  @Test("The bodies of one client have half of the space: a further one is refused before it is read, others are not")
  func crowdedSpool() async throws {
    try await RunningService.with(["spool-limit": ["2000"], "concurrency": ["4"]]) { service in
      let body = String(repeating: "x", count: 600)
      let first = #"{"method": "POST", "target": "/v1/thumbnail?name=gate", "body": "\#(body)"}"#
      async let running = service.askTogether([first])
      try await RunningService.until { service.fake.started == 1 }
      let second = #"{"method": "POST", "target": "/v1/thumbnail", "body": "\#(body)"}"#
      let chunked = #"{"method": "POST", "target": "/v1/thumbnail", "body": "\#(body)", "chunked": true}"#
      let other = #"{"method": "POST", "target": "/v1/thumbnail", "body": "\#(body)", "from": "127.0.0.2"}"#
      let answers = try await service.askTogether([second, chunked, other])
      for answer in answers[...1] { #expect(answer.hasPrefix("429 ") && answer.contains("overloaded"), "\(answer)") }
      #expect(answers[2].hasPrefix("200 "), "\(answers)")
      service.fake.openGate()
      #expect(try await running[0].hasPrefix("200 "))
      // The space of the first body is free again.
      #expect(try await service.ask("/v1/thumbnail", body: Array(body.utf8)).status == 200)
      // A single body may have more than half, but not more than all.
      #expect(try await service.ask("/v1/thumbnail", body: Array((body + body).utf8)).status == 200)
      let huge = try await service.ask("/v1/thumbnail", body: Array(String(repeating: "x", count: 2_001).utf8))
      #expect(huge.isProblem(429, "overloaded") && huge.fields["retry-after"] != nil)
    }
  }

  @Test("A request without a host is refused; a request that asks to close the connection is obeyed")
  func connections() async throws {
    try await RunningService.with { service in
      let none = try await service.speak(#"{"send": "GET /v1/types HTTP/1.1\r\n\r\n"}, {"receive": 1}"#)
      #expect(none.contains(" 400 ") && none.contains("Host is missing"))
      let list = try await service.speak(
        #"{"send": "GET /v1/types HTTP/1.1\r\nHost: localhost\r\nConnection: x, Close\r\n\r\n"}, {"receive": 5}"#)
      #expect(list.contains(" 200 ") && list.hasSuffix("[closed]"))
      let hosts = try await service.speak(
        #"{"send": "GET /v1/types HTTP/1.1\r\nHost: localhost\r\nHost: evil\r\n\r\n"}, {"receive": 1}"#)
      #expect(hosts.contains(" 400 ") && hosts.contains("Host is missing, or is there twice"))
      // Clients of HTTP/1.0 wait for the end of the connection.
      let old = try await service.speak(
        #"{"send": "GET /v1/types HTTP/1.0\r\nHost: localhost\r\n\r\n"}, {"receive": 5}"#)
      #expect(old.contains(" 200 ") && old.hasSuffix("[closed]"))
      let two = try await service.speak(
        #"{"send": "GET /v1/explain?name=1 HTTP/1.1\r\nHost: localhost\r\n\r\nGET /v1/explain?name=2 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"}, {"receive": 5}"#
      )
      #expect(two.contains("{\"name\": \"1\"") && two.contains("{\"name\": \"2\"") && two.hasSuffix("[closed]"))
      #expect(two.split(separator: "Connection: close").count == 2)
      _ = try await service.speak(#"{"send": "nonsense\r\n\r\n"}, {"receive": 5}"#)
      let figures = try await Answer.ask("\(service.health)/metrics").text
      #expect(figures.contains("previewd_requests_total{route=\"other\",method=\"other\",status=\"400\"} 1\n"))
    }
  }

  @Test("A connection of HTTP/1.0 serves one request")
  func oldVersion() async throws {
    try await RunningService.with { service in
      for more in ["", #"Connection: keep-alive\r\n"#] {
        // An idle connection would be closed after a minute.
        let answer = try await service.speak(
          #"{"send": "GET /v1/types HTTP/1.0\r\nHost: localhost\r\n\#(more)\r\n"}, {"receive": 50}"#)
        #expect(answer.contains(" 200 ") && answer.contains("Connection: close") && answer.hasSuffix("[closed]"))
      }
    }
  }

  @Test("An unknown transfer coding is refused", arguments: ["gzip, chunked", "x-own, chunked"])
  func transferCodings(coding: String) async throws {
    try await RunningService.with { service in
      let body = #"5\r\nhello\r\n0\r\n\r\n"#
      let answer = try await service.speak(
        #"{"send": "\#(Self.head)Transfer-Encoding: \#(coding)\r\n\r\n\#(body)"}, {"receive": 5}"#)
      #expect(
        answer.contains(" 501 ") && answer.contains("notImplemented") && answer.hasSuffix("[closed]"), "\(answer)")
      let plain = try await service.speak(
        #"{"send": "\#(Self.head)Transfer-Encoding: Chunked\r\n\r\n\#(body)"}, {"receive": 1}"#)
      #expect(plain.contains(" 200 "), "\(plain)")
      #expect(service.fake.started == 1)
    }
  }

  @Test("A file whose name is not UTF-8 is served by the bytes of its name")
  func nameOfBytes() async throws {
    try await RunningService.with { service in
      let path = Array("\(service.folder)/root/caf".utf8) + [0xE9] + Array(".txt".utf8)
      let file = path.map { CChar(bitPattern: $0) } + [0]
      let descriptor = open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      try #require(descriptor >= 0 && write(descriptor, "hello", 5) == 5)
      close(descriptor)
      #expect(try await service.ask("/v1/thumbnail?path=caf%E9.txt").text == "\(helloDigest) 256x256 0")
      // The same letter in UTF-8 is another name.
      #expect(try await service.ask("/v1/thumbnail?path=caf%C3%A9.txt").isProblem(404, "sourceUnavailable"))
      #expect(try await service.ask("/v1/thumbnail?path=%FF%FE").isProblem(404, "sourceUnavailable"))
    }
  }

  @Test("The name of a root's neighbour does not open the root")
  func neighbour() async throws {
    try await RunningService.with { service in
      mkdir("\(service.folder)/root-other", 0o700)
      try service.write("../root-other/a", "secret")
      let answer = try await service.ask("/v1/thumbnail?path=\(service.folder)/root-other/a")
      #expect(answer.isProblem(404, "sourceUnavailable"))
    }
  }

  @Test(
    "Invalid options are refused",
    arguments: [
      "size=0", "size=8193", "size=-1", "size=1e3", "size=99999999999999999999", "size=%2B5", "width=x", "scale=nan",
      "scale=inf", "scale=0", "page=0", "format=gif", "kind=pdf", "size=1&size=2", "size=1&width=2", "nonsense=1", "=1",
      "name=a/b", "quality=0", "quality=101",
      "format=png&quality=5", "fit=x", "fit=cover&width=5", "position=x", "position=1,1", "position=101%25,0%25",
      "position=1e1%25,0%25", "position=0x1p3%25,0%25", "scale=0x1p1",
      "name=", "type=a%20b", "size=%zz", "name=%ff", "path=a", "%00=1",
    ])
  func options(query: String) async throws {
    try await RunningService.with { service in
      let answer = try await service.ask("/v1/thumbnail?\(query)", body: [1])
      #expect(answer.isProblem(400, "requestInvalid"), "\(answer.text)")
      #expect(service.fake.started == 0)
    }
  }

  @Test("Bytes that are not HTTP get 400, and a header without end gets 431")
  func noHTTP() async throws {
    try await RunningService.with { service in
      let nonsense = try await service.speak(#"{"send": "nonsense\r\n\r\n"}, {"receive": 5}"#)
      #expect(nonsense.contains(" 400 ") && nonsense.contains("application/problem+json"))
      let long = try await service.speak(
        #"{"send": "GET / HTTP/1.1\r\nX: "}, {"repeat": "\#(String(repeating: "x", count: 4_096))", "times": 64}, {"receive": 5}"#
      )
      #expect(long.contains(" 431 ") || long.contains("[broken]"))
      #expect(try await service.ask("/v1/types").status == 200)
    }
  }

  @Test("Paths are removed from the messages of providers")
  func leaks() async throws {
    try await RunningService.with { service in
      let answer = try await service.ask("/v1/thumbnail?name=leak", body: [1])
      #expect(answer.isProblem(422, "crashed"))
      #expect(answer.member("detail") == "no '(a path) at (a path) gone")
    }
  }

  @Test("A rendering ends when its client disconnects")
  func gone() async throws {
    try await RunningService.with { service in
      let body = "Content-Length: 1\\r\\n\\r\\nx"
      _ = try await service.speak(
        #"{"send": "POST /v1/thumbnail?name=sleep-20000 HTTP/1.1\r\nHost: localhost\r\n\#(body)"}, {"pause": 0.5}, {"reset": true}"#
      )
      try await RunningService.until { service.fake.cancelled == 1 }
      try await RunningService.until {
        try await Answer.ask("\(service.health)/metrics").text.contains("status=\"499\"} 1")
      }
      #expect(service.storedBodies == 0)
    }
  }

  @Test("Without tokens the service answers only to the names of the local host")
  func hosts() async throws {
    try await RunningService.with { service in
      let stranger = try await service.ask("/v1/types", headers: ["Host: evil.example"])
      #expect(stranger.isProblem(421, "misdirected"))
      #expect(try await service.ask("/v1/types", headers: ["Host: 127.0.0.1.evil.example"]).status == 421)
      #expect(try await service.ask("/v1/types", headers: ["Host: localhost:1234"]).status == 200)
    }
  }
}
