internal import ImageModel
internal import ProviderProtocol
internal import TestKit
internal import Testing

/// Every kind of message, with all members.
enum Samples {
  static let input = HostMessage.Input(
    path: "/spool/in/a \"b\"\n.txt", name: "Ünï\u{1F600}\u{2028}.txt", contentType: "public.text")

  static let host: [HostMessage] = [
    .hello(
      .init(
        protocols: [1, 2], limits: .init(thumbnailSeconds: 2.5, memoryMiB: 256), capabilities: [.thumbnail, .preview],
        locale: "de-CH")),
    .thumbnail(
      .init(
        id: 1 << 53, input: input, output: "/spool/out/1", maximumSize: .init(width: 256, height: 128.5),
        minimumSize: .init(width: 0, height: 0), scale: 1.5, page: 3, deadlineMs: 10_000)),
    .preview(
      .init(
        id: 0, input: input, output: "/spool/out/2", maximumSize: .init(width: 800, height: 600), scale: 2, page: nil,
        accept: ["text/html", "application/pdf"], deadlineMs: 0)),
    .cancel(id: 12), .shutdown,
  ]

  static let provider: [ProviderMessage] = [
    .hello(.init(protocol: 1, provider: "org.example.x", version: "1.0", capabilities: [.preview])),
    .reply(
      .init(
        id: 4, content: .pixels(.init(format: .argb32Premultiplied, width: 3, height: 2, stride: 64)), title: "T\tü",
        extensionBadge: "PDF", pageCount: 7)),
    .partial(.init(id: 4, content: .image(contentType: "image/png"))),
    .reply(.init(id: 5, content: .pdf, isProvisional: true)),
    .reply(
      .init(
        id: 6,
        content: .data(
          contentType: "text/html", encoding: "utf-8",
          attachments: [.init(id: "photo", file: "attachment-0", contentType: "image/jpeg")]))),
    .error(id: 9, ProviderError(.passwordRequired, "it is \"locked\"")),
    .log(level: .warning, message: "odd\u{1}"),
  ]
}

@Suite("Messages of the protocol", .timed)
struct WireTests {
  @Test("A message of the host reads back as it was", arguments: Samples.host)
  func hostMessages(_ message: HostMessage) throws {
    #expect(try HostMessage(line: message.line) == message)
    #expect(!message.line.contains("\n"))
  }

  @Test("A message of a provider reads back as it was", arguments: Samples.provider)
  func providerMessages(_ message: ProviderMessage) throws {
    #expect(try ProviderMessage(line: message.line) == message)
    #expect(!message.line.contains("\n"))
  }

  @Test("Python reads the lines, and its output has the same meaning")
  func python() async throws {
    let lines = Samples.host.map(\.line) + Samples.provider.map(\.line)
    let program = """
      import json, sys
      for line in sys.argv[1:]:
          value = json.loads(line)
          value["unheard-of"] = {"deep": [1, None]}
          print(json.dumps(value))
      """
    let result = try await Tool.python(program, lines)
    #expect(result.status == 0)
    let written = result.text.split(separator: "\n").map(String.init)
    #expect(try written.prefix(Samples.host.count).map { try HostMessage(line: $0) } == Samples.host)
    #expect(try written.dropFirst(Samples.host.count).map { try ProviderMessage(line: $0) } == Samples.provider)
  }

  @Test("The members have their documented names")
  func names() async throws {
    let program = """
      import json, sys
      thumbnail, reply = json.loads(sys.argv[1]), json.loads(sys.argv[2])
      assert thumbnail["type"] == "thumbnail" and thumbnail["output"] == {"path": "/spool/out/1"}, thumbnail
      assert thumbnail["input"]["name"] == "Ünï\\U0001F600\\u2028.txt", thumbnail["input"]
      assert thumbnail["maximumSize"] == {"width": 256, "height": 128.5} and thumbnail["page"] == 3
      assert thumbnail["scale"] == 1.5 and thumbnail["deadlineMs"] == 10000 and thumbnail["id"] == 2 ** 53
      assert reply == {"type": "reply", "id": 4, "title": "T\\tü", "extensionBadge": "PDF", "pageCount": 7, "pixels":
          {"format": "argb32Premultiplied", "width": 3, "height": 2, "stride": 64}}, reply
      """
    let result = try await Tool.python(program, [Samples.host[1].line, Samples.provider[1].line])
    #expect(result.status == 0, "\(result.errors)")
  }

  /// A reply by hand, as a provider in another language would write it.
  @Test("A line with spaces, exponents and unknown members")
  func byHand() throws {
    let line =
      " {\"id\" : 2e0, \"type\":\"reply\",\"x\":[[]], \"pixels\":{\"stride\":8.0,\"height\":1,\"width\":2,"
      + "\"format\":\"rgba8\",\"more\":true},\"title\":null}\n"
    #expect(
      try ProviderMessage(line: line)
        == .reply(.init(id: 2, content: .pixels(.init(format: .rgba8, width: 2, height: 1, stride: 8)))))
  }
}

@Suite("Lines that break the rules", .timed)
struct WireViolationTests {
  static func reply(_ pixels: String) -> String { "{\"type\":\"reply\",\"id\":1,\"pixels\":\(pixels)}" }

  /// A line and what the error must name.
  static let provider: [(String, String)] = [
    ("", "not JSON"), ("hello", "not JSON"), ("[1]", "the line"), ("{}", "type"), ("{\"type\":1}", "type"),
    ("{\"type\":\"dance\"}", "dance"), ("{\"type\":\"reply\"}", "id"),
    ("{\"type\":\"reply\",\"id\":-1,\"pdf\":{}}", "id"), ("{\"type\":\"reply\",\"id\":1.5,\"pdf\":{}}", "id"),
    ("{\"type\":\"reply\",\"id\":true,\"pdf\":{}}", "id"), ("{\"type\":\"reply\",\"id\":1}", "pixels, image, pdf"),
    ("{\"type\":\"reply\",\"id\":1,\"pdf\":{},\"image\":{}}", "2 of them"),
    ("{\"type\":\"reply\",\"id\":1,\"pdf\":7}", "pdf"),
    ("{\"type\":\"reply\",\"id\":1,\"pdf\":{},\"pageCount\":-3}", "pageCount"),
    ("{\"type\":\"reply\",\"id\":1,\"pdf\":{},\"title\":3}", "title"),
    (reply("{\"format\":\"rgba8\",\"width\":-2,\"height\":1,\"stride\":8}"), "pixels.width"),
    (reply("{\"format\":\"rgba8\",\"width\":2,\"height\":0,\"stride\":8}"), "pixels.height"),
    (reply("{\"format\":\"rgba8\",\"width\":2,\"height\":1,\"stride\":7}"), "pixels.stride"),
    (reply("{\"format\":\"rgba8\",\"width\":2,\"height\":1,\"stride\":9223372036854775807}"), "pixels.stride"),
    (reply("{\"format\":\"rgba8\",\"width\":1e300,\"height\":1,\"stride\":8}"), "pixels.width"),
    (reply("{\"format\":\"rgba16\",\"width\":2,\"height\":1,\"stride\":8}"), "pixels.format"),
    (reply("{\"format\":\"rgba8\",\"width\":\"2\",\"height\":1,\"stride\":8}"), "pixels.width"),
    (reply("{\"format\":\"rgba8\",\"width\":2,\"height\":1}"), "pixels.stride"), (reply("[]"), "pixels"),
    (
      "{\"type\":\"reply\",\"id\":1,\"data\":{\"contentType\":\"a/b\",\"attachments\":[{\"id\":\"x\"}]}}",
      "data.attachments[0].file"
    ),
    ("{\"type\":\"error\",\"id\":1,\"code\":\"tired\",\"message\":\"\"}", "code"),
    ("{\"type\":\"log\",\"level\":\"loud\",\"message\":\"\"}", "level"),
    ("{\"type\":\"hello\",\"protocol\":\"1\",\"provider\":\"a\",\"version\":\"1\"}", "protocol"),
    ("{\"type\":\"reply\",\"id\":1,\"id\":2,\"pdf\":{}}", "twice"),
    (String(repeating: "[", count: 5_000), "deep"),
    ("{\"type\":\"log\",\"level\":\"info\",\"message\":\"" + String(repeating: "a", count: 65_536) + "\"}", "65536"),
  ]

  @Test("A provider's line is refused, and the error names the member", arguments: provider)
  func providers(_ line: String, _ name: String) {
    let error = #expect(throws: ProviderError.self) { try ProviderMessage(line: line) }
    #expect(error?.code == .protocolViolation)
    #expect(error?.message.contains(name) == true, "\(error?.message ?? "")")
    #expect((error?.message.utf8.count ?? 0) < 400)
  }

  static let host: [(String, String)] = [
    ("{\"type\":\"cancel\"}", "id"), ("{\"type\":\"hello\",\"protocols\":[1]}", "limits"),
    ("{\"type\":\"hello\",\"protocols\":[\"1\"],\"limits\":{}}", "protocols"),
    (
      "{\"type\":\"thumbnail\",\"id\":1,\"input\":{\"path\":\"/a\",\"name\":\"a\",\"contentType\":\"b\"},\"output\":\"/o\"}",
      "output"
    ),
    ("{\"type\":\"preview\",\"id\":1,\"input\":{\"path\":5}}", "input.path"),
    (
      "{\"type\":\"thumbnail\",\"id\":1,\"input\":{\"path\":\"/a\",\"name\":\"a\",\"contentType\":\"b\"},"
        + "\"output\":{\"path\":\"/o\"},\"maximumSize\":{\"width\":-1,\"height\":2}}", "maximumSize.width"
    ),
  ]

  @Test("A host's line is refused, and the error names the member", arguments: host)
  func hosts(_ line: String, _ name: String) {
    let error = #expect(throws: ProviderError.self) { try HostMessage(line: line) }
    #expect(error?.code == .protocolViolation)
    #expect(error?.message.contains(name) == true, "\(error?.message ?? "")")
  }

  @Test("A line may have the maximum length, and no byte more")
  func bound() throws {
    let frame = "{\"type\":\"log\",\"level\":\"info\",\"message\":\"\"}".utf8.count
    func line(_ bytes: Int) -> String {
      "{\"type\":\"log\",\"level\":\"info\",\"message\":\"" + String(repeating: "a", count: bytes - frame) + "\"}"
    }
    #expect(throws: Never.self) { try ProviderMessage(line: line(65_536)) }
    #expect(throws: ProviderError.self) { try ProviderMessage(line: line(65_537)) }
  }
}
