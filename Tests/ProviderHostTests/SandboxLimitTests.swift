import Glibc
import ProviderHost
import TestKit
import Testing

/// What a provider cannot take. Serialized: each of these takes as much of the machine as it is given.
@Suite("Limits of providers", .serialized)
struct SandboxLimitTests {
  @Test(
    "Whoever takes too much is ended, with all children, and it is said what it was",
    arguments: [
      ("bomb", "processes"), ("double-bomb", "processes"), ("hog", "memory"), ("hog-shared", "memory"),
      ("hog-children", "memory"), ("write-one", "output"), ("write-many", "output"),
      ("write-nameless", "output"),
    ], [TestedSandbox.a, .b])
  func exhaustion(_ behaviour: (what: String, limit: String), _ tested: TestedSandbox) async throws {
    let worker = try Worker(try await tested.sandbox())
    let start = ContinuousClock.now
    let result = try await worker.behave(behaviour.what)
    #expect(
      LauncherVerdict(status: result.status, errors: result.errors) == .resourceExhausted(behaviour.limit),
      "\(result.status) \(result.errors)")
    // The launcher does not end before all others have.
    #expect(worker.processes() == 0)
    // What is left to itself lives for ten seconds and more; the rest is for a busy machine: the verdict tells who ended it.
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  @Test("A file of 16 MiB is not exceeded by a byte")
  func largestFile() async throws {
    let worker = try Worker(try await TestedSandbox.b.sandbox())
    _ = try await worker.behave("write-one")
    var status = stat()
    #expect(stat("\(worker.directory.outFolder)/large", &status) == 0)
    #expect(status.st_size == 16 << 20)
  }

  @Test("Without a sandbox the limits hold as well", arguments: [("bomb", "processes"), ("hog", "memory")])
  func withoutSandbox(_ behaviour: (what: String, limit: String)) async throws {
    let worker = try Worker(Sandbox(tier: .none, launcher: try await TestedSandbox.launcher()))
    let result = try await worker.behave(behaviour.what)
    #expect(LauncherVerdict(status: result.status, errors: result.errors) == .resourceExhausted(behaviour.limit))
    #expect(worker.processes() == 0)
  }
}
