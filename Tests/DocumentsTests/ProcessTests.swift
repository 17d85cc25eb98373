internal import Documents
internal import Glibc
internal import TestDocuments
internal import TestKit
internal import Testing

/// What other processes do until they are killed. `CAMEO_DOCUMENT_ROUNDS` and `CAMEO_DOCUMENT_SECONDS` make it longer.
@Suite("Processes", .timed) struct ProcessTests {
  private let desk: Desk
  private let home: TemporaryDirectory

  init() throws {
    desk = try Desk()
    home = try TemporaryDirectory()
  }

  private static func number(_ variable: String, _ usual: Int) -> Int {
    getenv(variable).flatMap { Int(String(cString: $0)) } ?? usual
  }

  private static let killed = 128 + Int(SIGKILL)

  private func worker(_ arguments: String...) async throws -> Tool.Result {
    try await Tool.run(
      "\(Tool.products)/document-worker", arguments, environment: DocumentHome.environment(home.path))
  }

  @Test("After kill -9 at any moment there is one whole document", arguments: ["ledger", "album"])
  func killed(_ kind: String) async throws {
    var random = SeededRandom(seed: 36)
    for round in 0..<Self.number("CAMEO_DOCUMENT_ROUNDS", 80) / 2 {
      // Up to the time of some saves. What the number means depends on the machine, not whether the test passes.
      let time = Int.random(in: 0..<(kind == "album" ? 150_000 : 30_000), using: &random)
      let result = try await worker("churn", desk.directory.path, kind, "\(round)", "\(time)")
      try #require(result.status == Self.killed, "round \(round), \(time) µs: \(result.text)\(result.errors)")
    }
    let result = try await worker("check", desk.directory.path, kind)
    #expect(result.status == 0, "\(result.text)")
  }

  @Test(
    "After kill -9 at any moment of making or removing it there is a whole document or none",
    arguments: ["ledger", "album"])
  func killedCreation(_ kind: String) async throws {
    var random = SeededRandom(seed: 38)
    for round in 0..<Self.number("CAMEO_DOCUMENT_ROUNDS", 200) / 8 {
      let time = Int.random(in: 0..<(kind == "album" ? 150_000 : 20_000), using: &random)
      let result = try await worker("create", desk.directory.path, kind, "\(time)")
      try #require(result.status == Self.killed, "round \(round), \(time) µs: \(result.text)\(result.errors)")
    }
    let result = try await worker("created", desk.directory.path, kind)
    #expect(result.status == 0, "\(result.text)")
  }

  @Test("After kill -9 the next program is offered what was autosaved")
  func recovery() async throws {
    var random = SeededRandom(seed: 37)
    for round in 0..<Self.number("CAMEO_DOCUMENT_ROUNDS", 80) / 4 {
      let time = Int.random(in: 0..<30_000, using: &random)
      let result = try await worker("recovery", desk.directory.path, "\(time)")
      try #require(result.status == Self.killed, "round \(round), \(time) µs: \(result.text)\(result.errors)")
    }
  }

  @Test("Two hundred processes change one document: each change is there once, and each reading is whole")
  func competition() async throws {
    let path = desk("shared.ledger")
    try desk.directory.write(Ledger(size: 5_000).bytes, to: "shared.ledger")
    let seconds = Self.number("CAMEO_DOCUMENT_SECONDS", 2)
    // One shell starts all of them at once.
    let script = """
      for i in $(seq 200); do "$0" compete "$1" "w$i" \(seconds) & pids="$pids $!"; done
      status=0
      for pid in $pids; do wait $pid || status=1; done
      exit $status
      """
    let result = try await Tool.run(
      "sh", ["-c", script, "\(Tool.products)/document-worker", path], environment: DocumentHome.environment(home.path))
    #expect(result.status == 0, "\(result.text)\(result.errors)")
    let saved = result.text.split(separator: "\n").compactMap { Int($0) }
    #expect(saved.count == 200)
    let counts = try Ledger(path: path).counts
    #expect(counts.values.sorted() == saved.filter { $0 > 0 }.sorted())
    #expect(desk.directory.names == ["shared.ledger"])
  }

  @Test("A runtime folder that does not exist or is another user's is not used", arguments: ["none", "others"])
  func foreignRuntimeFolder(_ name: String) async throws {
    let path = desk("a.album")
    try await DocumentSession.create(Album(count: 3, size: 10), at: path).close()
    let others = home.file("others")
    mkdir(others, 0o700)
    // Only root can give it away; to others it is a folder like any.
    let isForeign = chown(others, 12_345, 12_345) == 0
    var environment = DocumentHome.environment(home.path)
    (environment["XDG_RUNTIME_DIR"], environment["TMPDIR"]) = (home.file(name), home.path)
    let result = try await Tool.run(
      "\(Tool.products)/document-worker", ["measure", path, "1", "fast"], environment: environment)
    #expect(result.status == 0, "\(result.text)\(result.errors)")
    #expect(try Album(path: path).numbers["item-1"] == 1)
    if isForeign { #expect(rmdir(others) == 0) }
  }
}
