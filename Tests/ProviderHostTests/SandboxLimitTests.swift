import Glibc
import ProviderHost
import TestKit
import Testing

/// The limits of a provider. Serialized: each of these programs takes as much of the machine as it can get.
@Suite("Limits of providers", .timed, .serialized)
struct SandboxLimitTests {
  @Test(
    "A program that takes too much is ended with all its children, and the limit is named",
    arguments: [
      ("bomb", "processes"), ("double-bomb", "processes"), ("thread-bomb", "processes"), ("hog", "memory"),
      ("hog-children", "memory"), ("write-one", "output"), ("write-many", "output"), ("write-nameless", "output"),
    ], [TestedSandbox.a, .b])
  func exhaustion(_ behaviour: (what: String, limit: String), _ tested: TestedSandbox) async throws {
    let worker = try Worker(try await tested.sandbox())
    let result = try await worker.behave(behaviour.what)
    #expect(
      LauncherVerdict(status: result.status, errors: result.errors) == .resourceExhausted(behaviour.limit),
      "\(result.status) \(result.errors)")
    // The launcher ends last.
    #expect(worker.processes() == 0)
  }

  @Test("A file does not exceed its limit of 16 MiB by a byte")
  func largestFile() async throws {
    let worker = try Worker(try await TestedSandbox.b.sandbox())
    _ = try await worker.behave("write-one")
    var status = stat()
    #expect(stat("\(worker.directory.outFolder)/large", &status) == 0)
    #expect(status.st_size == 16 << 20)
  }

  /// The launcher is stopped while the worker does all this. On a busy machine it may look as late as that.
  @Test(
    "A limit that was exceeded is named although the worker has ended before the launcher looked",
    arguments: [
      ("look-away", "unseen-files", "output"), ("look-away-and-terminate", "unseen-files", "output"),
      ("look-away", "unseen-hog", "memory"), ("look-away-and-terminate", "unseen-hog", "memory"),
      ("look-away", "unseen-children", "processes"), ("look-away-and-terminate", "unseen-children", "processes"),
    ], [TestedSandbox.a, .b])
  func unseen(_ worker: (end: String, what: String, limit: String), _ tested: TestedSandbox) async throws {
    // In tier A the children end with the first process of their namespace, and leave no trace.
    if tested == .a, worker.what == "unseen-children" { return }
    let rig = try Worker(try await tested.sandbox())
    let result = try await rig.hosted(worker.end, worker.what)
    let status = try #require(Int(result.text.split(separator: "\n").first ?? ""), "\(result.errors)")
    #expect(
      LauncherVerdict(status: status, errors: result.errors) == .resourceExhausted(worker.limit), "\(result.errors)")
    #expect(rig.processes() == 0)
  }

  @Test("A worker that somebody kills has exceeded nothing", arguments: [TestedSandbox.a, .b])
  func killed(_ tested: TestedSandbox) async throws {
    let worker = try Worker(try await tested.sandbox())
    let result = try await worker.hosted("look-away-and-terminate", "unseen-kill")
    #expect(result.text == "137\n", "\(result.errors)")
  }

  @Test(
    "Without a sandbox the limits hold as well",
    arguments: [
      ("bomb", "processes"), ("thread-bomb", "processes"), ("hog", "memory"), ("hog-shared", "memory"),
    ])
  func withoutSandbox(_ behaviour: (what: String, limit: String)) async throws {
    let worker = try Worker(Sandbox(tier: .none, launcher: try await TestedSandbox.launcher()))
    let result = try await worker.behave(behaviour.what)
    #expect(LauncherVerdict(status: result.status, errors: result.errors) == .resourceExhausted(behaviour.limit))
    #expect(worker.processes() == 0)
  }
}
