import Glibc
import ProviderHost
import ProviderProtocol
import TestKit
import Testing

@Suite("Probing of sandboxes", .timed)
struct SandboxProbeTests {
  @Test("Both tiers work on this machine, and the stronger one is used")
  func here() async throws {
    let probe = await Sandbox.probe(launcher: try await TestedSandbox.launcher(), bubblewrap: "/usr/bin/bwrap")
    #expect(probe.trials.map(\.tier) == [.a, .b])
    #expect(probe.trials.map(\.reason) == ["", ""])
    #expect(probe.trials.map(\.works) == [true, true])
    for trial in probe.trials {
      #expect(Set(["execute-output", "lock", "sockets-of-others"]).isSubset(of: trial.denied), "\(trial.findings)")
    }
    // Only a mount forbids that.
    #expect(probe.trials.map(\.allowed) == [[], ["load-output"]])
    #expect(probe.tier == .a)
    #expect((probe.landlockVersion ?? 0) > 0)
  }

  @Test("Without bubblewrap tier B is used; if tier A was asked for, none is")
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

  @Test("Without Landlock tier B fails closed, and tier A works")
  func withoutLandlock() async throws {
    let launcher = try await TestedSandbox.launcher()
    var sandbox = Sandbox(tier: .b, launcher: launcher)
    sandbox.landlockVersion = 0
    let alone = await sandbox.trial()
    #expect(!alone.works)
    #expect(alone.reason == "Landlock: Function not implemented")
    let inNamespaces = await (try await TestedSandbox.aWithoutLandlock.sandbox()).trial()
    #expect(inNamespaces.works)
  }

  @Test("A bubblewrap that does not confine is detected")
  func brokenBubblewrap() async throws {
    let probe = await Sandbox.probe(
      launcher: try await TestedSandbox.launcher(), bubblewrap: "/usr/bin/false", wanted: .a)
    #expect(probe.tier == nil)
  }

  /// GNOME's sandbox for thumbnailers and `unshare -r` have only one user, of any number.
  @Test("In a namespace whose only user is root, tier B works without a change of user, and no other tier runs")
  func onlyUser() async throws {
    let launcher = try await TestedSandbox.launcher()
    let folder = try TemporaryDirectory()
    for name in ["in", "out"] { mkdir(folder.file(name), 0o700) }
    let foreign = try folder.write(Array("of the user".utf8), to: "foreign")
    var arguments = ["-r", launcher, "--output", folder.file("out"), "--own-proc", "--data", folder.file("in")]
    for path in ["/usr", "/lib", "/lib64", launcher] { arguments += ["--programs", path] }
    arguments += ["--data", "/etc/ld.so.cache", "--device", "/dev/null"]
    let test = ["--", launcher, "--self-test", folder.file("in"), folder.file("out"), foreign]
    let confined = try await Tool.run("unshare", arguments + ["--seccomp", "--landlock", "require"] + test)
    #expect(confined.status == 0, "\(confined.text) \(confined.errors)")
    #expect(confined.text.contains("\nprivileges denied\n"))
    #expect(confined.text.contains("\nread-foreign denied\n"))
    for less in [["--seccomp"], ["--landlock", "require"], ["--seccomp", "--landlock", "try"], []] {
      let result = try await Tool.run("unshare", arguments + less + ["--", "/bin/true"])
      #expect(result.status == 120, "\(less)")
      #expect(result.errors.contains("sandboxUnavailable: user: "), "\(less): \(result.errors)")
    }
    // If there are other users, root always becomes one of them.
    if geteuid() == 0 {
      let result = try await Tool.run(launcher, ["--seccomp", "--landlock", "off", "--", "/usr/bin/id", "-u"])
      #expect(result.text == "65534\n", "\(result.errors)")
    }
  }

  @Test("Limits without a sandbox are used only on request")
  func limitsAlone() async throws {
    let launcher = try await TestedSandbox.launcher()
    let asked = await Sandbox.probe(launcher: launcher, bubblewrap: nil, wanted: SandboxTier.none)
    #expect(asked.tier == SandboxTier.none)
    let missing = await Sandbox.probe(launcher: nil, bubblewrap: nil)
    #expect { try missing.sandbox() } throws: { ($0 as? ProviderError)?.code == .sandboxUnavailable }
  }
}
