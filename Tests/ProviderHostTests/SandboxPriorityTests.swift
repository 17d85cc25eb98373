import ProviderHost
import TestKit
import Testing

@Suite("The priority of providers", .timed)
struct SandboxPriorityTests {
  /// Only root can raise its own priority; for others, `nice` changes nothing.
  @Test(
    "A provider has the host's priority, but never a raised one",
    arguments: [(-5, "0\n"), (5, "5\n")], TestedSandbox.allCases)
  func priority(_ given: (nice: Int, expected: String), _ tested: TestedSandbox) async throws {
    let worker = try Worker(try await tested.sandbox())
    let command = worker.command(python: "priority.py", [])
    let result = try await Tool.run(
      "/usr/bin/nice",
      ["-n", "\(given.nice)", "/usr/bin/env", "-i"] + command.environment.map { "\($0.key)=\($0.value)" }
        + [command.executable] + command.arguments)
    #expect(result.text == given.expected, "\(result.errors)")
  }
}
