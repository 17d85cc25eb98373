import ProviderHost
import TestKit
import Testing

@Suite("The priority of providers", .timed)
struct SandboxPriorityTests {
  /// Takes a priority, which only root can raise, and becomes the command that follows.
  private static let taking = """
    import os, sys
    try:
        os.setpriority(os.PRIO_PROCESS, 0, int(sys.argv[1]))
    except PermissionError:
        pass
    os.execv(sys.argv[2], sys.argv[2:])
    """

  private func priority(below host: Int, _ tested: TestedSandbox) async throws -> Int? {
    let worker = try Worker(try await tested.sandbox())
    let command = worker.command(python: "priority.py", [])
    let result = try await Tool.run(
      "/usr/bin/python3",
      ["-c", Self.taking, "\(host)", "/usr/bin/env", "-i"]
        + command.environment.map { "\($0.key)=\($0.value)" } + [command.executable] + command.arguments)
    #expect(result.status == 0, "\(result.errors)")
    return Int(result.text.dropLast())
  }

  @Test("A provider has the host's priority, but never a raised one", arguments: TestedSandbox.allCases)
  func inherited(_ tested: TestedSandbox) async throws {
    #expect(try #require(try await priority(below: -5, tested)) >= 0)
    #expect(try await priority(below: 19, tested) == 19)
  }

  @Test("The more processes are busy, the lower is their priority", arguments: TestedSandbox.allCases)
  func busy(_ tested: TestedSandbox) async throws {
    let worker = try Worker(try await tested.sandbox())
    let result = try await worker.run(worker.command(python: "busy.py", []))
    #expect(result.status == 0 && result.text.hasPrefix("lowered"), "\(result.errors)")
  }
}
