import ProviderHost
import ProviderProtocol
import TestKit
import Testing

@Suite("Probing of sandboxes", .timeLimit(.minutes(1)))
struct SandboxProbeTests {
  @Test("Both tiers work on this machine, and the stronger one is taken")
  func here() async throws {
    let probe = await Sandbox.probe(launcher: try await TestedSandbox.launcher(), bubblewrap: "/usr/bin/bwrap")
    #expect(probe.trials.map(\.tier) == [.a, .b])
    #expect(probe.trials.map(\.reason) == ["", ""])
    #expect(probe.trials.map(\.works) == [true, true])
    #expect(probe.tier == .a)
    #expect((probe.landlockVersion ?? 0) > 0)
  }

  @Test("Without bubblewrap it is tier B, and where tier A was asked for it is nothing")
  func withoutBubblewrap() async throws {
    let launcher = try await TestedSandbox.launcher()
    let any = await Sandbox.probe(launcher: launcher, bubblewrap: nil)
    #expect(any.tier == .b)
    let wanted = await Sandbox.probe(launcher: launcher, bubblewrap: nil, wanted: .a)
    #expect { try wanted.sandbox() } throws: { ($0 as? ProviderError)?.code == .sandboxUnavailable }
  }

  @Test(
    "A launcher that confines nothing is not trusted", arguments: ["/usr/bin/false", "/usr/bin/true", "/nonexistent"])
  func brokenLauncher(_ launcher: String) async throws {
    let probe = await Sandbox.probe(launcher: launcher, bubblewrap: "/usr/bin/bwrap")
    #expect(probe.tier == nil)
    #expect { try probe.sandbox() } throws: { ($0 as? ProviderError)?.code == .sandboxUnavailable }
  }

  @Test("A bubblewrap that does not confine is found out")
  func brokenBubblewrap() async throws {
    let probe = await Sandbox.probe(
      launcher: try await TestedSandbox.launcher(), bubblewrap: "/usr/bin/false", wanted: .a)
    #expect(probe.tier == nil)
  }

  @Test("Limits alone are taken only where they are asked for")
  func limitsAlone() async throws {
    let launcher = try await TestedSandbox.launcher()
    let asked = await Sandbox.probe(launcher: launcher, bubblewrap: nil, wanted: SandboxTier.none)
    #expect(asked.tier == SandboxTier.none)
    let missing = await Sandbox.probe(launcher: nil, bubblewrap: nil)
    #expect { try missing.sandbox() } throws: { ($0 as? ProviderError)?.code == .sandboxUnavailable }
  }
}
