import ByteStreams
import Glibc
import ProviderHost
import ProviderProtocol
import TestKit
import Testing

/// Providers that serve each document by a process of its own, which they need not start anew.
@Suite("Fork servers")
struct ForkServerTests {
  private static let provider = "org.example.misbehave"

  /// A host over fork_server.py, whose pictures are as bright as the server has forked.
  private func servers(_ mode: String, tier: SandboxTier = .a) async throws -> HostRig {
    let rig = try await HostRig(
      mode, program: ["/usr/bin/python3", "\(Worker.programs)/fork_server.py", mode], limits: HostRig.patientLimits,
      tier: tier
    ) {
      $0.interpreted = true
      $0.forks = true
    } configure: {
      $0.workers.prewarmed = 1
      $0.workers.renewSeconds = mode == "late" ? 0.5 : 60
      $0.prewarmed = [Self.provider]
    }
    try await rig.host.start()
    return rig
  }

  /// A host over a provider of ProviderKit whose forks do what documents say, and whose pictures are as bright as a process has seen
  /// documents.
  private func trespassers(limits: ProviderLimits = HostRig.patientLimits) async throws -> HostRig {
    let tools = try TemporaryDirectory()
    let program = tools.file("fork-trespasser")
    // Where workers get at it, who are users of their own.
    let copied = try await Tool.run("install", ["-m", "755", "\(Tool.products)/fork-trespasser", program])
    guard chmod(tools.path, 0o755) == 0, copied.status == 0 else { throw TestFailure(copied.errors) }
    var rig = try await HostRig("", program: [program], limits: limits, tier: .a) {
      $0.forks = true
      $0.readableFolders = [tools.path] + (DeveloperRuntime.folder.map { [$0] } ?? [])
    } configure: {
      $0.workers.prewarmed = 1
      $0.workers.renewSeconds = 60
      $0.prewarmed = [Self.provider]
    }
    rig.companions.append(tools)
    try await rig.host.start()
    return rig
  }

  private func census(_ rig: HostRig) async throws -> WorkerPool.Census {
    try #require(await rig.host.metrics.workers[Self.provider])
  }

  /// Waits for a fork server that waits, and for the end of all that is under way.
  private func waitForServer(_ rig: HostRig) async throws {
    try await waitUntil {
      guard let census = try? await census(rig) else { return false }
      return census.servers > 0 && census.leased + census.renewing + census.ending + census.warming == 0
    }
    try #require(try await census(rig).servers > 0)
  }

  /// Renders a document once a fork server waits, and gives the brightness of its picture.
  private func render(_ rig: HostRig, _ document: String = "document") async throws -> String {
    try await waitForServer(rig)
    _ = try rig.folder.write(Array(document.utf8), to: "a.txt")
    let bytes = try await rig.host.thumbnail(rig.request).bytes
    return String(decoding: bytes, as: UTF8.self).split(separator: " ").last.map(String.init) ?? ""
  }

  @Test("One server forks for one document after the other")
  func honest() async throws {
    let rig = try await servers("honest")
    for count in 1...5 { #expect(try await render(rig) == "\(count)") }
    // While it serves, another one waits.
    #expect(try await census(rig).started == 2)
    #expect(rig.events.all == [])
    #expect(await rig.leftovers() == [])
  }

  @Test("What a fork says of its document is no fault of the server")
  func refusal() async throws {
    let rig = try await servers("corrupt")
    for _ in 0..<3 {
      #expect(await code { try await render(rig) } == .corruptInput)
    }
    #expect(try await census(rig).started == 2)
    #expect(await rig.leftovers() == [])
  }

  /// Asks for a document and gives up while it is being drawn.
  private func giveUp(_ rig: HostRig, _ document: String) async throws {
    try await waitForServer(rig)
    _ = try rig.folder.write(Array(document.utf8), to: "a.txt")
    let request = rig.request
    let task = Task { try await rig.host.thumbnail(request) }
    try await waitUntil { rig.hasOrder }
    try await Task.sleep(for: .milliseconds(50))
    task.cancel()
    #expect(await code { _ = try await task.value } == .cancelled)
  }

  @Test("A request that is cancelled costs no server, nor the next document anything")
  func cancelled() async throws {
    let rig = try await trespassers()
    for _ in 0..<3 {
      try await giveUp(rig, "slow")
      // At once: the server is still hearing of it.
      _ = try rig.folder.write(Array("slowly".utf8), to: "a.txt")
      let bytes = try await rig.host.thumbnail(rig.request).bytes
      #expect(String(decoding: bytes, as: UTF8.self).hasSuffix(" 1"))
    }
    #expect(try await census(rig).failedRenewals == 0)
    #expect(await rig.host.metrics.retries == 0)
    #expect(await rig.leftovers() == [])
  }

  @Test("A fork that does not obey when its request is cancelled holds nobody up")
  func disobedient() async throws {
    let rig = try await trespassers()
    try await giveUp(rig, "hang")
    // Servers have 60 seconds to be renewed here; this one had the quarter of a second of every order that is cancelled.
    #expect(try await render(rig) == "1")
    #expect(try await census(rig).failedRenewals == 0)
    #expect(await rig.leftovers() == [])
  }

  @Test("A document that cannot be shown to a server costs none")
  func withoutOrder() async throws {
    let rig = try await servers("honest")
    // Folders in folders, deeper than packages may be.
    var path = rig.folder.file("deep")
    for _ in 0..<40 {
      try #require(SystemCall.makeDirectory(path))
      path += "/deeper"
    }
    var request = rig.request
    request.document = DocumentReference(
      path: rig.folder.file("deep"), name: "deep", contentType: "public.plain-text")
    for _ in 0..<3 {
      try await waitForServer(rig)
      #expect(await code { try await rig.host.thumbnail(request) } == .limitExceeded)
    }
    try await waitForServer(rig)
    #expect(try await census(rig).started == 2)
    #expect(await rig.leftovers() == [])
  }

  @Test(
    "A server that cannot be trusted behind a document serves no other one",
    arguments: ["stays", "wrong-number", "late", "leaves-child", "answers-the-next", "guesses", "twice-ready"])
  func dishonest(_ mode: String) async throws {
    let rig = try await servers(mode)
    // What stands behind an answer in the same breath spoils it; the second attempt's worker may not fork yet.
    let isLoud = ["answers-the-next", "guesses", "twice-ready"].contains(mode)
    let expected: Set<String> = isLoud ? ["1", "200", "protocolViolation"] : ["1"]
    for _ in 1...3 {
      do {
        let found = try await render(rig)
        #expect(expected.contains(found))
      } catch let error as ProviderError {
        #expect(expected.contains(error.code.rawValue))
      }
    }
    #expect(try await census(rig).started >= 3)
    #expect(try await census(rig).failedRenewals > 0 || isLoud)
    #expect(await rig.leftovers() == [])
  }

  @Test("Without bubblewrap's namespaces nobody is asked to fork", arguments: [SandboxTier.b, .none])
  func weakerTiers(_ tier: SandboxTier) async throws {
    let rig = try await servers("honest", tier: tier)
    for _ in 0..<2 {
      let bytes = try await rig.host.thumbnail(rig.request).bytes
      #expect(String(decoding: bytes, as: UTF8.self).hasSuffix(" 200"))
    }
    #expect(await rig.leftovers() == [])
  }

  @Test("Each process sees one document; many of them come from few servers")
  func many() async throws {
    let rig = try await trespassers()
    let request = rig.request
    try await waitForServer(rig)
    try await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<60 {
            // No pause: some come while all servers clear the last one away.
            let bytes = try await rig.host.thumbnail(request).bytes
            #expect(String(decoding: bytes, as: UTF8.self).hasSuffix(" 1"))
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await census(rig).started < 120)
    #expect(await rig.host.metrics.retries == 0)
    #expect(await rig.leftovers() == [])
  }

  @Test("A fork cannot reach the server, nor make a process")
  func confinement() async throws {
    let rig = try await trespassers()
    try await waitForServer(rig)
    let text = String(decoding: try await rig.host.preview(rig.previewRequest).bytes, as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 11)
    #expect(lines.filter { !$0.hasSuffix(" denied") } == [])
    #expect(await rig.leftovers() == [])
    // The attempts are worth something: where nothing is given up, they succeed.
    let control = try await Tool.run("\(Tool.products)/fork-trespasser", ["control"])
    #expect(control.text.split(separator: "\n").count == 11)
    #expect(control.text.split(separator: "\n").filter { !$0.hasSuffix(" ALLOWED") } == [])
  }

  @Test(
    "A fork that ends badly ends its server, and the next document has another one",
    arguments: [
      ("crash", ProviderError.Code.crashed), ("exit", .crashed), ("hang", .timeout),
    ])
  func failures(_ document: String, _ expected: ProviderError.Code) async throws {
    let rig = try await trespassers(limits: expected == .timeout ? HostRig.hastyLimits : HostRig.patientLimits)
    #expect(await code { try await render(rig, document) } == expected)
    #expect(try await render(rig) == "1")
    // That is said of the document, and not of what came behind it as well.
    #expect(try await census(rig).failedRenewals == 0)
    #expect(await rig.leftovers() == [])
  }

  @Test(
    "What a fork writes or sets for its server does not reach the next document",
    arguments: ["speak-to-server", "stop-waiting", "stay-in-the-way"])
  func pipes(_ document: String) async throws {
    let rig = try await trespassers()
    for _ in 0..<3 {
      #expect(try await render(rig, document) == "1")
      #expect(try await render(rig) == "1")
    }
    // Its own request it may harm.
    let retries = await rig.host.metrics.retries
    #expect(document == "stop-waiting" || retries == 0)
    #expect(await rig.leftovers() == [])
  }
}
