import Glibc
import ProviderHost
import TestKit
import Testing

/// The limits of a provider. Serialized: each of these programs takes as much of the machine as it can get.
@Suite("Limits of providers", .serialized)
struct SandboxLimitTests {
  @Test(
    "A program that takes too much is ended with all its children, and the limit is named",
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
    // The launcher ends last.
    #expect(worker.processes() == 0)
    // Without the limit these programs live for ten seconds or more. The margin is for a busy machine; the verdict says
    // what ended the program.
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  @Test("A file does not exceed its limit of 16 MiB by a byte")
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
