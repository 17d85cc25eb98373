internal import Glibc
internal import ProviderKit
internal import ProviderProtocol
internal import ProviderTesting
internal import TestKit
internal import Testing

/// The same test body runs over each route to a provider, as in docs/writing-providers.md.
@Suite("ProviderTesting", .timed) struct SandboxedTrialTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    // Workers run as a user of their own where the tests run as root.
    guard chmod(folder.path, 0o755) == 0 else { throw TestFailure("chmod") }
  }

  private static let launcher = Task {
    let path = "\(Tool.products)/cameo-launcher"
    if getenv("CAMEO_LAUNCHER") != nil || access(path, X_OK) == 0 { return }
    let result = try await Tool.run("\(Fixtures.root)/scripts/build-launcher", [path])
    guard result.status == 0 else { throw TestFailure("scripts/build-launcher: \(result.errors)") }
  }

  /// A provider's folder with the manifest of the documentation.
  private func provider(_ id: String, _ program: [String]) async throws -> String {
    try await Self.launcher.value
    guard mkdir(folder.file(id), 0o755) == 0 else { throw TestFailure("mkdir") }
    let words = program.map { "\"\($0)\"" }.joined(separator: ", ")
    try folder.write(
      Array(
        """
        { "id": "\(id)", "version": "1.0", "protocol": [1], "exec": [\(words)],
          "capabilities": ["thumbnail", "preview"], "supportedContentTypes": ["\(id)"],
          "exportedTypes": [ { "identifier": "\(id)", "extensions": ["x"] } ], "limits": { "thumbnailSeconds": 10 } }
        """.utf8), to: "\(id)/provider.json")
    return folder.file(id)
  }

  @Test("A test body runs over a program and over the sandbox of each tier")
  func swatch() async throws {
    let path = try folder.write(Array("#3366CC\n".utf8), to: "sky.swatch")
    let place = try await provider("org.example.swatch", ["swatch-provider"])
    let routes: [ProviderTrial.Route] = [
      .program("\(Tool.products)/swatch-provider", []), .sandboxed(place), .sandboxed(place, tier: .a),
      .sandboxed(place, tier: .b),
    ]
    for route in routes {
      let trial = ProviderTrial(route)
      let outcome = try await trial.thumbnail(of: path, contentType: "org.example.swatch", side: 64)
      #expect(outcome.reply.title == "#3366CC")
      #expect(outcome.reply.content == .pixels(.init(format: .rgba8, width: 64, height: 64, stride: 256)))
      #expect(Array(outcome.bytes[32 * 256 + 128..<32 * 256 + 132]) == [0x33, 0x66, 0xCC, 255])
      let preview = try await trial.preview(of: path, contentType: "org.example.swatch")
      #expect(String(decoding: preview.bytes, as: UTF8.self).contains("#3366CC"))
    }
  }

  @Test("The provider's error about a document is reported, in the sandbox, too")
  func broken() async throws {
    let path = try folder.write(Array("blue".utf8), to: "a.swatch")
    let place = try await provider("org.example.swatch", ["swatch-provider"])
    await #expect(throws: ProviderError(.corruptInput, "a swatch holds one colour, #RRGGBB")) {
      try await ProviderTrial(.sandboxed(place)).thumbnail(of: path, contentType: "org.example.swatch")
    }
  }

  @Test("In the sandbox another file of the user cannot be read")
  func confined() async throws {
    let secret = try folder.write(Array("secret\n".utf8), to: "secret")
    _ = chmod(secret, 0o644)
    let path = try folder.write(Array("x".utf8), to: "a.x")
    let place = try await provider("org.example.thief", ["/usr/bin/python3", "./main.py", secret])
    try folder.write(Array(Self.thief.utf8), to: "org.example.thief/main.py")
    let outcome = try await ProviderTrial(.program("/usr/bin/python3", ["\(place)/main.py", secret]))
      .preview(of: path, contentType: "t")
    #expect(outcome.bytes == Array("secret\n".utf8))
    for tier in ProviderTrial.Tier.allCases {
      let outcome = try await ProviderTrial(.sandboxed(place, tier: tier)).preview(of: path, contentType: "t")
      #expect(["PermissionError", "FileNotFoundError"].contains(String(decoding: outcome.bytes, as: UTF8.self)))
    }
  }

  @Test("The error for a crash contains the provider's standard error")
  func crash() async throws {
    let path = try folder.write(Array("x".utf8), to: "a.x")
    let place = try await provider("org.example.crash", ["/usr/bin/python3", "./main.py"])
    try folder.write(Array("import nothing_like_it\n".utf8), to: "org.example.crash/main.py")
    await #expect {
      try await ProviderTrial(.sandboxed(place)).thumbnail(of: path, contentType: "t")
    } throws: {
      let error = $0 as? ProviderError
      return error?.code == .crashed && error?.message.contains("No module named 'nothing_like_it'") == true
    }
  }

  @Test(
    "A provider that hangs, or answers and does not end, fails its trial only", arguments: [false, true])
  func hang(_ answers: Bool) async throws {
    let path = try folder.write(Array("x".utf8), to: "a.x")
    let place = try await provider("org.example.hang", ["/usr/bin/python3", "./main.py", "\(answers)"])
    try folder.write(Array(Self.hang.utf8), to: "org.example.hang/main.py")
    let routes: [ProviderTrial.Route] = [
      .program("/usr/bin/python3", ["\(place)/main.py", "\(answers)"]), .sandboxed(place, tier: .a),
      .sandboxed(place, tier: .b),
    ]
    let trials = routes.map { route in
      var trial = ProviderTrial(route)
      trial.deadlineSeconds = 1.5
      return trial
    }
    await withTaskGroup(of: Void.self) { group in
      for trial in trials {
        group.addTask {
          await #expect(throws: ProviderError(.timeout, "no answer, or no end after it, within 1.5 s")) {
            try await trial.thumbnail(of: path, contentType: "t")
          }
        }
      }
    }
  }

  @Test("A provider in this process that hangs is cancelled, and abandoned if it ignores that")
  func hangHere() async throws {
    let path = try folder.write(Array("x".utf8), to: "a.x")
    let (cancellations, heard) = AsyncStream<Void>.makeStream()
    let polite = ProviderDefinition.thumbnails { _ in
      do {
        try await Task.sleep(for: .seconds(600))
      } catch {
        heard.finish()
      }
      throw CancellationError()
    }
    let deaf = ProviderDefinition.previews { _ in
      while true { pause() }
    }
    var trial = ProviderTrial(.inProcess(polite))
    trial.deadlineSeconds = 0.5
    let tooLate = ProviderError(.timeout, "no answer, or no end after it, within 0.5 s")
    await #expect(throws: tooLate) { try await trial.thumbnail(of: path, contentType: "t") }
    for await _ in cancellations {}
    trial = ProviderTrial(.inProcess(deaf))
    trial.deadlineSeconds = 0.5
    await #expect(throws: tooLate) { try await trial.preview(of: path, contentType: "t") }
  }

  @Test("A missing manifest and a refused manifest are reported")
  func manifests() async throws {
    let path = try folder.write(Array("x".utf8), to: "a.x")
    let place = try await provider("org.example.lost", ["lost-provider"])
    for (folder, words) in [(folder.file("nowhere"), "no provider.json"), (place, "'lost-provider'")] {
      await #expect {
        try await ProviderTrial(.sandboxed(folder)).thumbnail(of: path, contentType: "t")
      } throws: {
        ($0 as? ProviderError)?.message.contains(words) == true
      }
    }
  }

  /// Never answers, or never ends.
  private static let hang = """
    import json, sys, time
    for order in map(json.loads, sys.stdin):
        if order["type"] == "hello":
            answer = {"type": "hello", "protocol": 1, "provider": "org.example.hang", "version": "1.0",
                      "capabilities": ["thumbnail", "preview"]}
        else:
            answer = {"type": "error", "id": order["id"], "code": "corruptInput", "message": "x"}
            while sys.argv[1] == "false":
                time.sleep(600)
        print(json.dumps(answer), flush=True)
    while True:
        time.sleep(600)
    """

  /// Its preview is the file that its argument names, or why that cannot be read.
  private static let thief = """
    import json, sys
    for order in map(json.loads, sys.stdin):
        if order["type"] == "hello":
            answer = {"type": "hello", "protocol": 1, "provider": "org.example.thief", "version": "1.0",
                      "capabilities": ["thumbnail", "preview"]}
        else:
            try:
                text = open(sys.argv[1]).read()
            except OSError as error:
                text = type(error).__name__
            open(order["output"]["path"], "x").write(text)
            answer = {"type": "reply", "id": order["id"], "data": {"contentType": "text/plain"}}
        print(json.dumps(answer), flush=True)
    """
}
