import Glibc
import ProviderHost
import TestKit
import Testing

/// Nothing outlives its request.
@Suite("The end of providers", .timed)
struct SandboxEndingTests {
  @Test("Children that a provider leaves running end with it", arguments: TestedSandbox.allCases)
  func leftChildren(_ tested: TestedSandbox) async throws {
    let worker = try Worker(try await tested.sandbox())
    let result = try await worker.behave("leave-children")
    #expect(result.status == 0, "\(result.errors)")
    #expect(worker.processes() == 0)
  }

  @Test("Children that a provider makes for its parent end with it", arguments: TestedSandbox.allCases)
  func siblings(_ tested: TestedSandbox) async throws {
    let worker = try Worker(try await tested.sandbox())
    let result = try await worker.attempt("leave-siblings")
    #expect(
      LauncherVerdict(status: result.status, errors: result.errors) == .provider(status: 7),
      "\(result.status) \(result.errors)")
    #expect(worker.processes() == 0)
  }

  @Test("If setsid is allowed, they end as well")
  func leftChildrenWithoutSandbox() async throws {
    let worker = try Worker(Sandbox(tier: .none, launcher: try await TestedSandbox.launcher()))
    let result = try await worker.behave("leave-children")
    #expect(result.status == 0, "\(result.errors)")
    #expect(worker.processes() == 0)
  }

  @Test(
    "SIGTERM to the launcher ends all processes: hanging, stopped and escaping ones",
    arguments: ["hang", "stop", "leave-children-and-hang"], TestedSandbox.allCases)
  func terminated(_ what: String, _ tested: TestedSandbox) async throws {
    let worker = try Worker(try await tested.sandbox())
    let result = try await worker.hosted("terminate", what)
    #expect(result.text == "124\n", "\(result.errors)")
    #expect(LauncherVerdict(status: 124, errors: result.errors) == .stopped)
    #expect(worker.processes() == 0)
  }

  @Test(
    "A host that is killed leaves no process",
    arguments: ["hang", "stop", "leave-children-and-hang"], TestedSandbox.allCases)
  func killedHost(_ what: String, _ tested: TestedSandbox) async throws {
    let worker = try Worker(try await tested.sandbox())
    let result = try await worker.hosted("die", what)
    #expect(result.status == 128 + Int(SIGKILL))
    let allGone = try await worker.allGone()
    #expect(allGone)
  }

  @Test(
    "A launcher that is killed leaves no process, whatever the provider has done to its death signal",
    arguments: [("behave", "leave-children-and-hang"), ("hostile", "outlive")], TestedSandbox.allCases)
  func killedLauncher(_ run: (program: String, what: String), _ tested: TestedSandbox) async throws {
    let worker = try Worker(try await tested.sandbox())
    let result = try await worker.hosted("kill-launcher", run.what, program: run.program)
    #expect(result.text == "-\(SIGKILL)\n", "\(result.errors)")
    let allGone = try await worker.allGone()
    #expect(allGone)
  }

  @Test("A launcher whose host ended before it began starts nothing")
  func lateStart() async throws {
    let worker = try Worker(try await TestedSandbox.b.sandbox())
    var command = try await worker.command("exit")
    let parent = try #require(command.arguments.firstIndex(of: "--parent"))
    command.arguments[parent + 1] = "1"
    let result = try await Tool.run(command.executable, command.arguments)
    #expect(LauncherVerdict(status: result.status, errors: result.errors) == .stopped)
  }
}
