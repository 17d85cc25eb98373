import Glibc
import ProviderHost
import TestKit
import Testing

/// What a provider cannot do. Each attempt is made from inside the sandbox.
@Suite("Confinement of providers", .timed)
struct SandboxConfinementTests {
  @Test(
    "Only the document can be read and only the output written; nothing else can be reached",
    arguments: TestedSandbox.allCases)
  func attempts(_ tested: TestedSandbox) async throws {
    let worker = try Worker(try await tested.sandbox())
    let foreign = try TemporaryDirectory()
    _ = try worker.directory.add(bytes: Array("document\n".utf8), extension: "txt")
    let command = worker.command(
      python: "attempts.py", [foreign.path, worker.directory.inFolder, worker.directory.outFolder, "@PID", "@PORT"])
    let user = worker.directory.identity.map { "\($0.user)" } ?? "-1"
    // The neighbour's program is the parent, not this process.
    let result = try await Tool.run(
      "/usr/bin/python3",
      ["\(Worker.programs)/neighbour.py", user, foreign.path, command.executable]
        + command.arguments.drop { $0 != "--memory" })
    let lines = result.text.split(separator: "\n")
    #expect(result.status == 0, "\(result.errors)")
    #expect(lines.last == "unchanged")
    // Landlock does not see how a file is mapped. Only mounts without permission to execute forbid that, and tier B has
    // no mounts.
    let isolated = tested == .a || tested == .aWithoutLandlock
    let allowed: [Substring] =
      isolated ? [] : ["load-input ALLOWED", "load-output ALLOWED", "run-by-loader ALLOWED"]
    #expect(lines.filter { $0.hasSuffix(" ALLOWED") } == allowed)
    // The program reached its end: there is a line for each attempt, and the last one is there.
    #expect(lines.filter { $0.contains(" denied ") }.count > 75)
    #expect(lines.dropLast().last?.hasPrefix("type-for-the-user denied") == true)
    // The document is unchanged.
    #expect(Fixtures.bytes("\(worker.directory.inFolder)/1.txt") == Array("document\n".utf8))
  }

  @Test(
    "Node starts, whose OpenSSL ends it where the system's configuration cannot be read",
    arguments: TestedSandbox.allCases)
  func node(_ tested: TestedSandbox) async throws {
    var worker = try Worker(try await tested.sandbox())
    worker.limits = SandboxLimits()
    let result = try await worker.run(
      worker.sandbox.command(
        ["/usr/bin/node", "-e", "console.log(6 * 7)"], directory: worker.directory, limits: worker.limits))
    #expect(result.status == 0 && result.text == "42\n", "\(result.errors)")
  }

  @Test("Without a sandbox the same attempts succeed, so that their failure means something")
  func attemptsWithoutSandbox() async throws {
    var worker = try Worker(Sandbox(tier: .none, launcher: try await TestedSandbox.launcher()))
    // The attempts reserve 32 MiB. Over the limit, the launcher would end the program when it looks at the disk.
    worker.limits.outputMiB = 64
    let foreign = try TemporaryDirectory()
    _ = try worker.directory.add(bytes: Array("document\n".utf8), extension: "txt")
    let command = worker.command(
      python: "attempts.py", [foreign.path, worker.directory.inFolder, worker.directory.outFolder, "@PID", "@PORT"])
    let user = worker.directory.identity.map { "\($0.user)" } ?? "-1"
    let result = try await Tool.run(
      "/usr/bin/python3",
      ["\(Worker.programs)/neighbour.py", user, foreign.path, command.executable]
        + command.arguments.drop { $0 != "--memory" })
    for name in [
      "read", "list", "list-processes", "read-sockets", "read-mounts", "read-mounts-of-thread", "lock-system",
      "lock-input", "write", "truncate", "chmod", "connect", "datagram-from-a-pair", "memory-file", "signal",
      "execute-output", "load-output", "load-input", "run-by-loader",
    ] {
      #expect(result.text.contains("\(name) ALLOWED\n"), "\(name)")
    }
    #expect(result.text.contains("killed"))
    #expect(result.text.contains("reached"))
  }

  @Test("Honest programs find what they need", arguments: TestedSandbox.allCases)
  func honest(_ tested: TestedSandbox) async throws {
    let worker = try Worker(try await tested.sandbox())
    let document = try worker.directory.add(bytes: Array("document\n".utf8), extension: "txt")
    let result = try await worker.run(
      worker.command(python: "honest.py", [], environment: ["DOCUMENT": document]))
    #expect(result.text == "well\n", "\(result.errors)")
    #expect(result.status == 0)
    #expect(Fixtures.bytes("\(worker.directory.outFolder)/result").count == 100)
  }

  @Test("Calls of another architecture end the program", arguments: TestedSandbox.allCases)
  func foreignCalls(_ tested: TestedSandbox) async throws {
    #if arch(x86_64)
      let worker = try Worker(try await tested.sandbox())
      let result = try await worker.behave("x32")
      #expect(result.status == 128 + Int(SIGSYS))
    #endif
  }

  @Test("A program's status and its death by a signal come through", arguments: TestedSandbox.allCases)
  func statuses(_ tested: TestedSandbox) async throws {
    let exited = try await Worker(try await tested.sandbox()).behave("exit")
    #expect(LauncherVerdict(status: exited.status, errors: exited.errors) == .provider(status: 7))
    let aborted = try await Worker(try await tested.sandbox()).behave("abort")
    #expect(LauncherVerdict(status: aborted.status, errors: aborted.errors) == .provider(status: 134))
  }

  @Test("A program that is missing is told from one that fails", arguments: [TestedSandbox.b])
  func missing(_ tested: TestedSandbox) async throws {
    let directory = try WorkerDirectory()
    let command = try await tested.sandbox().command(["/usr/bin/no-such-program"], directory: directory)
    let result = try await Tool.run(command.executable, command.arguments)
    #expect(
      LauncherVerdict(status: result.status, errors: result.errors)
        == .providerUnavailable("No such file or directory"))
  }
}
