internal import ByteStreams
internal import Glibc
internal import ImageModel
internal import ProviderHost
internal import ProviderProtocol
internal import TestKit
internal import Testing

@Suite("Workers that misbehave", .timed)
struct WorkersTests {
  /// What a provider does, and the host's verdict.
  static let rows: [(mode: String, code: ProviderError.Code)] = [
    ("garbage", .protocolViolation), ("long-line", .protocolViolation), ("endless-line", .protocolViolation),
    ("noise", .protocolViolation), ("log-flood", .protocolViolation), ("wrong-id", .protocolViolation),
    ("two-replies", .protocolViolation), ("partial-flood", .protocolViolation), ("early-reply", .protocolViolation),
    ("wrong-protocol", .protocolViolation), ("two-hellos", .protocolViolation), ("too-few-bytes", .protocolViolation),
    ("too-many-bytes", .protocolViolation), ("short-stride", .protocolViolation), ("negative", .protocolViolation),
    ("overflow", .protocolViolation), ("stride-overflow", .protocolViolation), ("too-large", .protocolViolation),
    ("sparse", .crashed), ("cut", .protocolViolation), ("missing", .protocolViolation),
    ("exit-at-once", .crashed), ("exit-0", .crashed), ("exit-3", .crashed), ("segfault", .crashed),
    ("stderr-flood", .crashed), ("closes-output", .crashed), ("closes-all", .crashed), ("children", .crashed),
    ("file-limit", .resourceExhausted), ("memory", .resourceExhausted), ("hang", .timeout), ("deaf", .timeout),
    ("busy", .timeout), ("stopped", .timeout), ("corrupt", .corruptInput), ("locked", .passwordRequired),
    ("claims-sandbox", .crashed), ("claims-timeout", .crashed), ("lacks-program", .providerUnavailable),
    ("forges-launcher", .crashed),
    ("writes-much", .resourceExhausted), ("away-children", .crashed), ("noisy-memory", .resourceExhausted),
  ]

  @Test("Each misbehaviour gets its code, the host goes on, and nothing is left", arguments: rows)
  func row(_ row: (mode: String, code: ProviderError.Code)) async throws {
    let rig = try await HostRig(row.mode, limits: row.code == .timeout ? HostRig.hastyLimits : HostRig.patientLimits)
    let found = await code { try await rig.host.thumbnail(rig.request) }
    #expect(found == row.code)
    let outcomes = await rig.host.metrics.requests["org.example.misbehave"]
    #expect(outcomes == [row.code.rawValue: 1])
    // The provider's own verdict on the document is final. A document that needs too much would need it again.
    // Everything else is retried in a new worker.
    let isVerdict = [.corruptInput, .passwordRequired, .providerUnavailable, .resourceExhausted].contains(row.code)
    let processes = row.mode == "children" ? 12 : isVerdict ? 1 : 2
    #expect(rig.notes("pids").count == processes)
    #expect(await rig.leftovers() == [])
  }

  @Test("Each misbehaviour gets the same code in a sandbox", arguments: rows, [SandboxTier.a, .b])
  func confined(_ row: (mode: String, code: ProviderError.Code), _ tier: SandboxTier) async throws {
    // bubblewrap keeps the provider's output open, so nobody sees the provider close it.
    let expected = tier == .a && row.mode.hasPrefix("closes-") ? .timeout : row.code
    let limits = expected == .timeout ? HostRig.hastyLimits : HostRig.patientLimits
    let rig = try await HostRig(row.mode, limits: limits, tier: tier)
    let found = await code { try await rig.host.thumbnail(rig.request) }
    #expect(found == expected)
    #expect(await rig.leftovers() == [])
  }

  static let previewRows = [
    "symlink", "folder-symlink", "hard-link", "fifo", "directory", "attachment-escape", "attachment-link",
    "header-injection", "no-pdf",
  ]

  @Test("Files that are not the provider's own are not read", arguments: previewRows, SandboxTier.allCases)
  func previewRow(_ mode: String, _ tier: SandboxTier) async throws {
    let rig = try await HostRig(mode, limits: HostRig.patientLimits, tier: tier)
    let found = await code { try await rig.host.preview(rig.previewRequest) }
    // If links and pipes cannot be made, the provider ends with an error.
    let expected: Set<ProviderError.Code> = tier == .none ? [.protocolViolation] : [.protocolViolation, .crashed]
    #expect(found.map(expected.contains) == true, "\(String(describing: found))")
    #expect(await rig.leftovers() == [])
  }

  @Test("A preview does not exceed the maximum size along either axis")
  func largePreview() async throws {
    // Its picture has 600 by 600 pixels.
    let rig = try await HostRig("too-large", limits: HostRig.patientLimits)
    var request = rig.previewRequest
    for (width, height) in [(599, 600), (600, 599)] {
      request.maximumSize = .init(width: width, height: height)
      #expect(await code { try await rig.host.preview(request) } == .protocolViolation)
    }
    request.maximumSize = .init(width: 600, height: 600)
    #expect(try await rig.host.preview(request).width == 600)
    #expect(await rig.leftovers() == [])
  }

  @Test("An output over its limit")
  func largeOutput() async throws {
    let rig = try await HostRig(
      "html",
      limits: {
        var l = HostRig.patientLimits; l.outputMiB = 0; return l
      }())
    #expect(await code { try await rig.host.preview(rig.previewRequest) } == .resourceExhausted)
    #expect(await rig.leftovers() == [])
  }

  @Test("A provider that does not answer the first line", arguments: ["silent", "silent-deaf"])
  func silent(_ mode: String) async throws {
    let rig = try await HostRig(
      mode,
      configure: {
        $0.workers.helloSeconds = 1
        $0.workers.backoffSeconds = 60
      })
    #expect(await code { try await rig.host.thumbnail(rig.request) } == .timeout)
    #expect(await rig.host.metrics.workers["org.example.misbehave"]?.started == 2)
    // Then no worker is started for a while (`backoffSeconds`).
    #expect(await code { try await rig.host.thumbnail(rig.request) } == .providerUnavailable)
    #expect(await rig.host.metrics.workers["org.example.misbehave"]?.started == 2)
    #expect(await rig.leftovers() == [])
  }

  @Test("A program that is missing, or is not a program")
  func missing() async throws {
    let rig = try await HostRig("", program: ["/nowhere/at/all"])
    #expect(await code { try await rig.host.thumbnail(rig.request) } == .providerUnavailable)
    let text = try rig.folder.write(Array("no program".utf8), to: "text")
    #expect(chmod(text, 0o755) == 0)
    let other = try await HostRig("", program: [text])
    #expect(await code { try await other.host.thumbnail(other.request) } == .providerUnavailable)
  }

  @Test("A provider that fails once and succeeds in a new worker serves the request")
  func secondTime() async throws {
    let rig = try await HostRig("second-time", limits: HostRig.patientLimits)
    let thumbnail = try await rig.host.thumbnail(rig.request)
    #expect(String(decoding: thumbnail.bytes, as: UTF8.self) == "png gray8 8x4 85")
    #expect(await rig.host.metrics.retries == 1)
    #expect(rig.events.all.map(\.error.code) == [.crashed])
    #expect(await rig.leftovers() == [])
  }

  @Test("A worker that has shown another document gets a second attempt after it needed too much memory")
  func memoryOfUsedWorker() async throws {
    let rig = try await HostRig("memory-later", limits: HostRig.patientLimits)
    var request = rig.request
    request.tenant = "us"
    for _ in 0..<2 { #expect(try await rig.host.thumbnail(request).width == 8) }
    #expect(rig.events.all.map(\.error.code) == [.resourceExhausted])
    #expect(await rig.host.metrics.retries == 1)
    #expect(await rig.leftovers() == [])
  }

  @Test(
    "A limit that is reached is named with its value",
    arguments: [
      ("memory", "needed more than 128 MiB of memory"),
      ("writes-much", "wrote more than 2 MiB, or more than 10,000 files"),
    ])
  func limit(_ mode: String, _ said: String) async throws {
    let rig = try await HostRig(mode, limits: HostRig.patientLimits)
    let error = await #expect(throws: ProviderError.self) { try await rig.host.thumbnail(rig.request) }
    #expect(error?.message == "the provider \(said)")
    #expect(await rig.leftovers() == [])
  }

  @Test("If too little time is left for the second attempt, the failure is that of the first one")
  func causeOfFirstAttempt() async throws {
    // Until the first attempt had the time to fail, however busy the machine is.
    for share in [0.1, 0.3, 0.9] {
      let rig = try await HostRig("exit-then-hang", limits: HostRig.patientLimits)
      let type = try rig.request.document.type(in: rig.catalog.registry)
      // The renderer is asked directly: the host's own timer would end the request half a second later.
      let end = ContinuousClock.now + .seconds(HostRig.patientLimits.thumbnailSeconds * share)
      let cause = await code { try await rig.renderer.render(rig.request, as: type, by: rig.catalog, until: end) }
      #expect(await rig.leftovers() == [])
      let seen = rig.events.all.map(\.error.code)
      if seen == [.timeout], share < 0.9 { continue }
      #expect(cause == .crashed)
      #expect(seen == [.crashed, .timeout])
      break
    }
  }

  @Test("An empty file that is no text is told from a damaged one, and no provider is asked")
  func emptyFile() async throws {
    let rig = try await HostRig("good")
    let path = try rig.folder.write([], to: "empty")
    for name in ["empty.png", "empty.pdf", "empty", "empty.unheard-of"] {
      let request = RenderRequest(
        .thumbnail, of: DocumentReference(path: path, name: name), maximumSize: PixelSize(width: 128, height: 128))
      let error = await #expect(throws: ProviderError.self) { try await rig.host.thumbnail(request) }
      #expect(error == ProviderError(.corruptInput, "the file is empty"), "\(name)")
    }
    #expect(rig.notes("pids") == [])
    #expect(await rig.leftovers() == [])
  }

  @Test("The last lines of standard error go to the log, not to the caller")
  func standardError() async throws {
    let rig = try await HostRig("stderr-flood", limits: HostRig.patientLimits)
    await #expect(throws: ProviderError.self) { try await rig.host.thumbnail(rig.request) }
    let event = try #require(rig.events.all.first)
    #expect(event.log.hasSuffix("the last words\n") || event.log.isEmpty)
    #expect(event.log.utf8.count <= 8192)
    #expect(!event.error.message.contains("last words"))
    #expect(await rig.leftovers() == [])
  }

  @Test(
    "A cancelled request ends at once; an obedient provider is told, another is ended",
    arguments: ["obeys-cancel", "ignores-cancel", "hang", "deaf", "silent"], SandboxTier.allCases)
  func cancellation(_ mode: String, _ tier: SandboxTier) async throws {
    let rig = try await HostRig(mode, limits: HostRig.patientLimits, tier: tier)
    let task = Task { await code { try await rig.host.thumbnail(rig.request) } }
    // Either a request is cancelled, or the wait for the hello.
    try await waitUntil { mode == "silent" ? !rig.processes.isEmpty : rig.hasOrder }
    if tier == .none { try await waitUntil { !rig.notes(mode == "silent" ? "pids" : "orders").isEmpty } }
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(await rig.leftovers() == [])
    if tier == .none, mode.hasSuffix("-cancel") { #expect(rig.notes("cancelled") == ["1"]) }
    #expect(await rig.host.metrics.requests["org.example.misbehave"] == ["cancelled": 1])
  }

  @Test("Workers are used once, or for one tenant up to a number of times")
  func reuse() async throws {
    let rig = try await HostRig("good") {
      $0.limits = HostRig.patientLimits
    } configure: {
      $0.workers.reuseLimit = 3
    }
    for _ in 0..<2 { _ = try await rig.host.thumbnail(rig.request) }
    #expect(Set(rig.notes("pids")).count == 2)
    var ours = rig.request
    ours.tenant = "us"
    for _ in 0..<4 { _ = try await rig.host.thumbnail(ours) }
    // Three in one process and one in the next.
    #expect(Set(rig.notes("pids")).count == 4)
    var theirs = rig.request
    theirs.tenant = "them"
    _ = try await rig.host.thumbnail(theirs)
    #expect(Set(rig.notes("pids")).count == 5)
    #expect(await rig.host.metrics.workers["org.example.misbehave"]?.idle == 2)
    #expect(await rig.leftovers() == [])
  }

  @Test("A used worker that has waited too long, or writes without a request, is not used again")
  func recycling() async throws {
    let idle = try await HostRig("good") {
      $0.limits = HostRig.patientLimits
    } configure: {
      $0.workers.idleSeconds = 0.05
    }
    var request = idle.request
    request.tenant = "us"
    _ = try await idle.host.thumbnail(request)
    for _ in 0..<1_000 where await idle.host.metrics.workers["org.example.misbehave"]?.idle != 0 {
      try await Task.sleep(for: .milliseconds(10))
    }
    _ = try await idle.host.thumbnail(request)
    #expect(Set(idle.notes("pids")).count == 2)
    #expect(await idle.leftovers() == [])

    let talker = try await HostRig("late-reply") { $0.limits = HostRig.patientLimits }
    request = talker.request
    request.tenant = "us"
    _ = try await talker.host.thumbnail(request)
    // Its second reply ends it.
    try await waitUntil { talker.processes.isEmpty }
    _ = try await talker.host.thumbnail(request)
    // On a busy machine the second worker may write without a request before its reply is read. Then a third one is
    // started.
    #expect(Set(talker.notes("pids")).count == talker.notes("pids").count)
    #expect(talker.notes("pids").count > 1)
    #expect(await talker.leftovers() == [])
  }

  @Test("A used worker that takes much memory, or is old, gets no further document", arguments: ["hoards", "good"])
  func recyclingByMemoryAndAge(_ mode: String) async throws {
    let rig = try await HostRig(mode) {
      $0.limits = HostRig.patientLimits
      $0.limits.memoryMiB = 256
    } configure: {
      if mode == "good" { $0.workers.maxAgeSeconds = 0.2 } else { $0.workers.memoryShare = 0.25 }
    }
    var request = rig.request
    request.tenant = "us"
    _ = try await rig.host.thumbnail(request)
    // The file is old enough by now, whether it was kept or not.
    if mode == "good" { try await Task.sleep(for: .milliseconds(300)) }
    _ = try await rig.host.thumbnail(request)
    #expect(Set(rig.notes("pids")).count == 2)
    #expect(await rig.leftovers() == [])
  }

  @Test("A used worker that grows while it waits is ended", arguments: SandboxTier.allCases)
  func growthAtRest(_ tier: SandboxTier) async throws {
    let rig = try await HostRig("grows-later", limits: HostRig.patientLimits, tier: tier)
    var request = rig.request
    request.tenant = "us"
    _ = try await rig.host.thumbnail(request)
    try await waitUntil { rig.processes.isEmpty }
    #expect(rig.processes == [])
    _ = try await rig.host.thumbnail(request)
    #expect(await rig.leftovers() == [])
  }

  @Test(
    "A child that a valid provider leaves running, also by setsid, ends with its request",
    arguments: SandboxTier.allCases)
  func child(_ tier: SandboxTier) async throws {
    let rig = try await HostRig("leaves-child", limits: HostRig.patientLimits, tier: tier)
    #expect(try await rig.host.thumbnail(rig.request).width == 8)
    // The host goes on; only this worker ends.
    try await waitUntil { rig.processes.isEmpty }
    #expect(rig.processes == [])
    #expect(await rig.leftovers() == [])
  }

  @Test("What a provider must not do is denied through the host, too", arguments: [SandboxTier.a, .b])
  func trespass(_ tier: SandboxTier) async throws {
    let rig = try await HostRig("trespass", limits: HostRig.patientLimits, tier: tier)
    let foreign = try TemporaryDirectory()
    let file = try foreign.write(Array("of the user".utf8), to: "file")
    guard chmod(foreign.path, 0o777) == 0, chmod(file, 0o666) == 0 else { throw TestFailure("chmod") }
    let neighbour = try await Tool.run(
      "/usr/bin/python3",
      [
        "-c",
        """
        import os, socket, subprocess, sys
        server = socket.socket(); server.bind(("127.0.0.1", 0)); server.listen(); server.set_inheritable(True)
        local = socket.socket(socket.AF_UNIX); local.bind(sys.argv[1] + "/socket"); local.listen()
        os.chmod(sys.argv[1] + "/socket", 0o777); local.set_inheritable(True)
        sleeper = subprocess.Popen(["sleep", "120"], close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        print(sleeper.pid, server.getsockname()[1])
        """, foreign.path,
      ])
    let numbers = neighbour.text.split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
    try #require(numbers.count == 2, "\(neighbour.errors)")
    defer { kill(numbers[0], SIGKILL) }
    var request = rig.previewRequest
    request.document.path = try rig.folder.write(
      Array(
        """
        {"file": "\(file)", "folder": "\(foreign.path)", "process": \(numbers[0]), "port": \(numbers[1])}
        """.utf8), to: "targets.txt")
    let found = String(decoding: try await rig.host.preview(request).bytes, as: UTF8.self).split(separator: "\n")
    #expect(found.count == 16)
    #expect(found.filter { !$0.hasSuffix(" denied") } == [])
    #expect(Fixtures.bytes(file) == Array("of the user".utf8))
    var status = stat()
    #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o666)
    #expect(Set(foreign.names) == ["file", "socket"])
    #expect(kill(numbers[0], 0) == 0)
    #expect(await rig.leftovers() == [])
  }

  @Test("After the first document, workers start before their documents arrive")
  func prewarmed() async throws {
    let rig = try await HostRig("good") {
      $0.limits = HostRig.patientLimits
    } configure: {
      $0.workers.prewarmed = 2
    }
    _ = try await rig.host.thumbnail(rig.request)
    for _ in 0..<3_000 where await rig.host.metrics.workers["org.example.misbehave"]?.ready != 2 {
      try await Task.sleep(for: .milliseconds(10))
    }
    let waiting = Set(rig.notes("pids").dropFirst())
    #expect(waiting.count == 2)
    _ = try await rig.host.thumbnail(rig.request)
    let user = try #require(rig.notes("orders").last?.split(separator: " ").first)
    #expect(waiting.contains(String(user)))
    #expect(await rig.leftovers() == [])
  }

  @Test("The circuit breaker of a provider that does not start opens for the client that sent the documents")
  func breaker() async throws {
    let rig = try await HostRig("exit-at-once") {
      $0.limits = HostRig.patientLimits
    } configure: {
      $0.workers.breakerFailures = 2
      $0.workers.breakerSeconds = 600
      $0.workers.backoffSeconds = 0
    }
    #expect(await code { try await rig.host.thumbnail(rig.request) } == .crashed)
    #expect(await code { try await rig.host.thumbnail(rig.request) } == .crashed)
    #expect(await rig.host.health.openBreakers == ["org.example.misbehave"])
    let processes = rig.notes("pids").count
    #expect(await code { try await rig.host.thumbnail(rig.request) } == .providerUnavailable)
    #expect(rig.notes("pids").count == processes)
    var other = rig.request
    other.clientID = "another"
    #expect(await code { try await rig.host.thumbnail(other) } == .crashed)
    #expect(await rig.leftovers() == [])
  }

  @Test("Documents that crash their provider, as many as there are, stop no other document of their client")
  func documentsAndBreaker() async throws {
    let rig = try await HostRig("by-document") {
      $0.limits = HostRig.patientLimits
    } configure: {
      $0.workers.breakerFailures = 2
      $0.workers.breakerSeconds = 600
    }
    for number in 0..<4 {
      var bad = rig.request
      bad.document.path = try rig.folder.write(Array("! \(number)".utf8), to: "bad-\(number).txt")
      #expect(await code { try await rig.host.thumbnail(bad) } == .crashed)
    }
    #expect(await rig.host.health.openBreakers == [])
    #expect(try await rig.host.thumbnail(rig.request).width == 8)
    #expect(await rig.leftovers() == [])
  }

  @Test("After the pause of an open circuit breaker the provider is tried again")
  func breakerCloses() async throws {
    let folder = try TemporaryDirectory()
    #expect(chmod(folder.path, 0o777) == 0)
    let program = folder.file("provider")
    let rig = try await HostRig("", program: [program, "good", folder.path]) {
      $0.limits = HostRig.patientLimits
    } configure: {
      $0.workers.breakerFailures = 2
      $0.workers.breakerSeconds = 0.1
      $0.workers.backoffSeconds = 0
    }
    for _ in 0..<2 { #expect(await code { try await rig.host.thumbnail(rig.request) } == .providerUnavailable) }
    let programs = try await TestProgram.folder()
    try folder.write(Fixtures.bytes("\(programs)/misbehave"), to: "provider")
    #expect(chmod(program, 0o755) == 0)
    // The time passes whether or not further requests come.
    try await Task.sleep(for: .milliseconds(200))
    #expect(await rig.host.health.openBreakers == [])
    #expect(try await rig.host.thumbnail(rig.request).width == 8)
    #expect(await rig.host.health.openBreakers == [])
    #expect(await rig.leftovers() == [])
  }

  @Test("What is not the provider's fault does not open the circuit breaker; starts that fail do, for their client")
  func breakerCodes() async throws {
    let pool = WorkerPool(
      id: "org.example",
      provider: ProviderDescription(id: "org.example", version: "1", command: [], supportedContentTypes: []),
      policy: WorkerPolicy(), locale: "en"
    ) { _ throws(ProviderError) in throw ProviderError(.providerUnavailable, "no worker") }
    for _ in 0..<10 {
      await pool.report(.overloaded, "a")
      await pool.report(.resourceExhausted, "a")
    }
    #expect(await !pool.isOpen)
    #expect(await code { try await pool.enter("a") } == nil)
    for _ in 0..<5 { await pool.report(.crashed, "a") }
    #expect(await code { try await pool.enter("a") } == .providerUnavailable)
    #expect(await code { try await pool.enter("b") } == nil)
  }

  @Test("Failures of very many clients close no open circuit breaker")
  func manyBreakers() async throws {
    var policy = WorkerPolicy()
    policy.breakerSeconds = 600
    let pool = WorkerPool(
      id: "org.example", provider: nil, policy: policy, locale: "en"
    ) { _ throws(ProviderError) in throw ProviderError(.providerUnavailable, "no worker") }
    for _ in 0..<5 { await pool.report(.crashed, "a") }
    for number in 0..<3_000 { await pool.report(.crashed, "client \(number)") }
    #expect(await code { try await pool.enter("a") } == .providerUnavailable)
    // The breakers of the clients that failed last are kept, too.
    for _ in 0..<4 { await pool.report(.crashed, "client 2999") }
    #expect(await code { try await pool.enter("client 2999") } == .providerUnavailable)
  }

  @Test("No descriptor is lost over many workers", arguments: [SandboxTier.a, .none])
  func descriptors(_ tier: SandboxTier) async throws {
    func open() -> Int { SystemCall.entries(of: "/proc/self/fd")?.count ?? 0 }
    let rig = try await HostRig("garbage", tier: tier) {
      $0.limits = HostRig.patientLimits
    } configure: {
      $0.workers.breakerFailures = .max
    }
    #expect(await code { try await rig.host.thumbnail(rig.request) } == .protocolViolation)
    let before = open()
    // 120 processes. Other tests have fewer descriptors open meanwhile.
    for _ in 0..<60 {
      #expect(await code { try await rig.host.thumbnail(rig.request) } == .protocolViolation)
    }
    #expect(await rig.leftovers() == [])
    var least = Int.max
    for _ in 0..<20 where least > before + 50 {
      least = min(least, open())
      try await Task.sleep(for: .milliseconds(100))
    }
    #expect(least < before + 100)
  }
}
