internal import ByteStreams
internal import CommandKit
internal import Documents
internal import ImageModel
internal import MetadataFuzzing
internal import ProviderHost
internal import ProviderProtocol

extension FuzzTarget {
  /// What programs say to each other: hosts and providers, and the jobs of commands.
  static let messages = [
    FuzzTarget(
      "provider-messages", "messages",
      texts: [
        #"{"type": "hello", "protocol": 1, "provider": "a.b", "version": "1", "capabilities": ["thumbnail"]}"# + "\n"
          + #"{"type": "log", "level": "info", "message": "x"}"# + "\n"
          + #"{"type": "partial", "id": 1, "pixels": {"format": "rgba8", "width": 2, "height": 1, "stride": 8}}"# + "\n"
          + #"{"type": "reply", "id": 1, "pdf": {}, "title": "t", "pageCount": 3, "warnings": ["w"]}"#,
        #"{"type": "reply", "id": 1, "data": {"contentType": "text/html", "encoding": "utf-8", "attachments": "#
          + #"[{"id": "a", "file": "b", "contentType": "image/png"}]}}"#,
        #"{"type": "error", "id": 1, "code": "corruptInput", "message": "m"}"#,
        #"{"type": "reply", "id": 1, "image": {"contentType": "image/png"}, "extensionBadge": "A"}"#,
      ]
    ) { input in
      var conversation = Conversation(policy: WorkerPolicy(), protocols: WireLimits.protocols, quotesOutput: true)
      for line in input.split(separator: UInt8(ascii: "\n"), maxSplits: 20) {
        try checkMessage(try? ProviderMessage(line: Array(line))) {
          $0.line
        } _: {
          try ProviderMessage(line: $0)
        }
        if !conversation.isBusy, conversation.isGreeted { conversation.requested(1) }
        _ = try conversation.receive(Array(line))
      }
    },
    FuzzTarget("host-messages", "messages", texts: hostMessages) {
      try checkMessage(try HostMessage(line: $0)) {
        $0.line
      } _: {
        try HostMessage(line: $0)
      }
    },
    FuzzTarget(
      "manifest", "messages", longest: 8_192, files: ["provider.json"],
      texts: [
        #"{"id": "a.b", "version": "1", "protocol": [1], "exec": ["a"], "capabilities": ["preview"], "#
          + #""supportedContentTypes": ["a.c"], "priority": 1, "exportedTypes": [{"identifier": "a.c", "#
          + #""description": "d", "conformsTo": ["public.data"], "extensions": ["c"], "mimeTypes": ["x/c"]}]}"#
      ]
    ) {
      _ = try ProviderManifest($0, limits: ProviderLimits())
    },
    FuzzTarget(
      "thumbnailer", "messages",
      texts: [
        "[Thumbnailer Entry]\nTryExec=a\nExec=sh -c \"a\\s%i '%o' %u\" %s %%\nMimeType=image/png;text/x-a;\n# x\n[B]\nc=d\n"
      ]
    ) {
      let file = try ThumbnailerFile($0)
      let words = ThumbnailerCommand.expand(file.command, input: "/a b'c", output: "/o", size: 128)
      guard words.count == file.command.count else { throw BrokenPromise("the command has other words") }
    },
    FuzzTarget(
      text: "thumbnailer-command", longest: 256, texts: [#"a -s %s "b \" $" '%i' c\ d %o"#, #"sh -c "x %u > %o""#]
    ) { _ = ThumbnailerCommand.expand(try ThumbnailerCommand.parse($0), input: "/a", output: "/b", size: 1) },
    FuzzTarget(
      text: "launcher-verdict", longest: 256,
      texts: ["x\ncameo-launcher: sandboxUnavailable: no namespaces", "cameo-launcher: usage", "bwrap: a"]
    ) {
      for status in [0, 1, 120, 121, 126, 127, 137] {
        _ = LauncherVerdict(status: status, errors: $0).error(ProviderLimits())
      }
    },
    FuzzTarget(
      "jobs", "messages", files: [".jsonl"],
      texts: [
        #"{"id": "a", "input": "a.jpg", "output": "b.png", "size": 2}"# + "\n" + #"{"inputs": ["a", "b"], "id": 7}"#,
        #"{"bytes": "AAEC", "output": "b"}"#, #"{"id": "a", "status": "ok", "attempts": 2}"#,
        #"{"input": "a\udcff.jpg", "id": true}"#,
      ], run: { try readJobs($0) }),
    FuzzTarget(
      "version-record", "messages",
      texts: [
        #"{"kind": "ours", "document": "/a\udcff", "date": 1, "user": "u", "host": "h", "byteCount": 3, "items": "#
          + #"[{"path": "", "mode": 420, "hash": ""# + String(repeating: "0f", count: 32)
          + #"", "stamp": [1, 2, 3, 4]}, "#
          + #"{"path": "b", "folder": true}, {"path": "c", "link": "d"}]}"#
      ], run: { try checkRecord($0) }),
  ]

  private static var hostMessages: [String] {
    var messages: [HostMessage] = [
      .hello(.init(limits: .init(), capabilities: ProviderCapability.allCases, locale: "de-CH")), .cancel(id: 3),
      .shutdown,
    ]
    for capability in ProviderCapability.allCases {
      messages.append(
        HostMessage.request(
          capability, input: HostMessage.Input(path: "/a", name: "a", contentType: "public.data"), output: "/b",
          maximumSize: Size(width: 2, height: 3), page: 1, accept: ["text/html"], seconds: 1))
    }
    return messages.map(\.line)
  }

  private static func checkRecord(_ input: [UInt8]) throws {
    guard let record = VersionRecord(json: input) else { return }
    guard VersionRecord(json: Array(record.json.utf8))?.json == record.json else {
      throw BrokenPromise("the record of a version has changed")
    }
  }

  /// A message that can be read can be written, and is then the same.
  private static func checkMessage<Message: Hashable>(
    _ message: Message?, _ line: (Message) -> String, _ read: ([UInt8]) throws -> Message
  ) throws {
    guard let message else { return }
    let again: Message
    do {
      again = try read(Array(line(message).utf8))
    } catch {
      throw BrokenPromise("what we wrote cannot be read: \(error)")
    }
    guard again == message else { throw BrokenPromise("the message has changed") }
  }

  /// Reads lines of jobs and of results. The result of each job has its id.
  private static func readJobs(_ input: [UInt8]) throws {
    let file = try TemporaryFile(input)
    let reader = try JobReader("/proc/self/fd/\(file.descriptor)")
    while let line = reader.next() {
      _ = Job.id(ofResult: line)
      for takesSeveral in [false, true] {
        let job = Job(line, takesSeveral: takesSeveral, keepsText: true)
        let result = Array(JobResult(job, BatchRecord(), output: nil, attempts: 1).line.utf8)
        guard JobResult(job, line: result, attempts: 2) != nil else { throw BrokenPromise("the result has another id") }
      }
    }
  }
}
