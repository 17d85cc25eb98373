internal import ByteStreams
internal import Glibc
internal import ImageModel
@testable internal import PreviewService
internal import PreviewServiceFakes
internal import ProviderHost
internal import ProviderProtocol
internal import StructuredText
internal import Synchronization
internal import TestKit

/// A service in the tests' process, at free ports, with a stand-in for the providers.
final class RunningService: Sendable {
  let server: PreviewServer
  let fake: FakeRenderer
  let host: PreviewHost
  /// What the service has logged.
  let lines: LogLines
  private let directory: TemporaryDirectory
  /// `http://127.0.0.1:PORT`
  let base: String
  let health: String
  let port: Int

  private init(
    server: PreviewServer, fake: FakeRenderer, host: PreviewHost, directory: TemporaryDirectory,
    addresses: [ListenAddress], lines: LogLines
  ) {
    self.server = server
    self.lines = lines
    self.fake = fake
    self.host = host
    self.directory = directory
    base = "http://\(addresses[0])"
    health = "http://\(addresses[addresses.count - 1])"
    if case .tcp(_, let port) = addresses[0] { self.port = port } else { port = 0 }
  }

  /// Starts a service, passes it to a test, and always ends it.
  ///
  /// - Parameter readProviders: reads the installed providers at a reload.
  static func with<Result: Sendable>(
    _ settings: [String: [String]] = [:],
    readProviders: (@Sendable () throws(ProviderError) -> ProviderCatalog)? = nil,
    _ body: @Sendable (RunningService) async throws -> Result
  ) async throws -> Result {
    let directory = try TemporaryDirectory()
    let folder = directory.path
    // What the stand-in does depends on the document's name, not on its content: it may fail once and succeed later.
    var flags = settings.merging(
      [
        "failure-seconds": ["0"],
        "listen": ["127.0.0.1:0"], "health-listen": ["127.0.0.1:0"], "root": ["\(folder)/root"],
        "log-requests": ["false"], "result-cache-limit": ["0"],
      ]
    ) { given, _ in given }
    flags["spool"] = [folder]
    mkdir("\(folder)/root", 0o700)
    let configuration = try Self.configuration(flags)
    let fake = FakeRenderer()
    let host = fake.host(configuration)
    let lines = LogLines()
    let server = try PreviewServer(
      configuration: configuration, host: host,
      log: ServiceLog(isJSON: configuration.logFormat == "json") { lines.add($0) }, readProviders: readProviders)
    let (listening, listen) = AsyncStream.makeStream(of: [ListenAddress].self)
    let run = Task {
      defer { listen.finish() }
      try await server.run { listen.yield($0) }
    }
    var addresses: [ListenAddress]?
    for await found in listening {
      addresses = found
      break
    }
    guard let addresses else {
      try await run.value
      throw TestFailure("the service does not listen")
    }
    let service = RunningService(
      server: server, fake: fake, host: host, directory: directory, addresses: addresses, lines: lines)
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await body(service)) } catch { result = .failure(error) }
    await server.stop()
    try await run.value
    return try result.get()
  }

  /// The configuration from flags only.
  static func configuration(_ flags: [String: [String]]) throws -> ServiceConfiguration {
    var configuration = try ServiceConfiguration(flags: flags, environment: [:], file: nil)
    try configuration.load(readOverlay: FakeOverlay.read)
    return configuration
  }

  /// Writes a file below the root.
  func write(_ name: String, _ text: String) throws { try directory.write(Array(text.utf8), to: "root/\(name)") }

  /// The files of bodies that the service has now.
  var storedBodies: Int {
    (SystemCall.entries(of: folder) ?? []).filter { $0.hasPrefix("previewd-") }
      .reduce(0) { $0 + (SystemCall.entries(of: "\(folder)/\($1)")?.count ?? 0) }
  }

  /// The folder of the root `root`, of bodies, and of whatever a test needs.
  var folder: String { directory.path }

  /// Sends a request with curl; `--interface` among the options makes it come from another address.
  func ask(
    _ target: String, method: String? = nil, headers: [String] = [], body: [UInt8]? = nil, options: [String] = []
  ) async throws -> Answer {
    try await Answer.ask("\(base)\(target)", method: method, headers: headers, body: body, options: options)
  }

  /// Sends raw bytes (Clients/raw.py).
  ///
  /// - Returns: all bytes that came, then `[closed]`, `[broken]` or `[open]` for the end of the connection.
  func speak(_ steps: String) async throws -> String {
    let result = try await Tool.run("/usr/bin/python3", [Self.client("raw.py"), "\(port)", "[\(steps)]"])
    guard result.status == 0 else { throw TestFailure("raw.py: \(result.errors)") }
    return result.text
  }

  /// Sends several requests at once, from one program (Clients/together.py), because tests run few programs at a time.
  ///
  /// - Returns: status and text of each answer.
  func askTogether(_ requests: [String]) async throws -> [String] {
    let result = try await Tool.run(
      "/usr/bin/python3", [Self.client("together.py"), "\(port)", "[\(requests.joined(separator: ","))]"])
    guard result.status == 0 else { throw TestFailure("together.py: \(result.errors)") }
    var parser = JSONParser(result.output, limits: StructuredLimits())
    guard case .array(let answers) = try parser.parse().content else { throw TestFailure(result.text) }
    return answers.map { answer in
      guard case .array(let parts) = answer.content, parts.count == 2, case .number(_, let status) = parts[0].content,
        case .string(let text) = parts[1].content
      else { return "none" }
      return "\(status) \(text)"
    }
  }

  static func client(_ name: String) -> String { "\(Fixtures.root)/Tests/PreviewServiceTests/Clients/\(name)" }

  /// Waits until a condition holds: for two minutes, and on a busy machine until it was tried a hundred times.
  static func until(_ condition: @Sendable () async throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(120)
    var attempts = 0
    while attempts < 100 || ContinuousClock.now < end {
      if try await condition() { return }
      attempts += 1
      try await Task.sleep(for: .milliseconds(20))
    }
    throw TestFailure("the condition did not hold within two minutes")
  }
}

/// Collects the lines of a log.
final class LogLines: Sendable {
  private let lines = Mutex<[String]>([])

  func add(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }

  /// The first line, in the order of the log, that contains a text; waits for it.
  func line(with text: String) async throws -> String {
    try await RunningService.until { self.all.contains { $0.contains(text) } }
    return all.first { $0.contains(text) } ?? ""
  }
}
