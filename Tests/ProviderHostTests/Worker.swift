import ByteStreams
import Glibc
import ProviderHost
import TestKit

/// A program in a sandbox, as the tests run it.
struct Worker {
  /// The programs in Python.
  static let programs = "\(Fixtures.root)/Tests/ProviderHostTests/Programs"
  let sandbox: Sandbox
  let directory: WorkerDirectory
  /// A mark in the arguments of the program, and of all processes that it forks. Remaining processes are found by it.
  let mark = "cameo-mark-\(UInt64.random(in: 0 ... .max))"
  var limits = SandboxLimits(memoryMiB: 200, outputMiB: 16, processes: 16)

  init(_ sandbox: Sandbox) throws {
    self.sandbox = sandbox
    directory = try WorkerDirectory()
  }

  /// The command for a program in Python.
  func command(python program: String, _ arguments: [String], environment: [String: String] = [:]) -> SandboxCommand {
    sandbox.command(
      ["/usr/bin/python3", "\(Self.programs)/\(program)"] + arguments, directory: directory, readable: [Self.programs],
      limits: limits, environment: environment)
  }

  /// The command for one behaviour of behave.c or hostile.c.
  func command(_ what: String, program: String = "behave") async throws -> SandboxCommand {
    let folder = try await TestProgram.folder()
    return sandbox.command(
      ["\(folder)/\(program)", what, mark], directory: directory, readable: [folder], limits: limits)
  }

  /// Runs a program with nothing but its own environment.
  func run(_ command: SandboxCommand) async throws -> Tool.Result {
    try await Tool.run(
      "/usr/bin/env",
      ["-i"] + command.environment.map { "\($0.key)=\($0.value)" } + [command.executable] + command.arguments)
  }

  /// Runs one behaviour of behave.c.
  func behave(_ what: String) async throws -> Tool.Result { try await run(command(what)) }

  /// Runs one attempt of hostile.c.
  func attempt(_ what: String) async throws -> Tool.Result { try await run(command(what, program: "hostile")) }

  /// Runs a host of its own over behave.c or hostile.c, which then ends it or dies.
  func hosted(_ end: String, _ what: String, program: String = "behave") async throws -> Tool.Result {
    let command = try await command(what, program: program)
    // That host is the parent, not this process.
    let arguments = command.arguments.drop { $0 != "--memory" }
    return try await Tool.run(
      "/usr/bin/python3", ["\(Self.programs)/host.py", end, command.executable] + arguments)
  }

  /// The number of processes with the mark.
  func processes() -> Int { Self.processes(marked: mark) }

  static func processes(marked mark: String) -> Int {
    guard let listing = opendir("/proc") else { return -1 }
    defer { closedir(listing) }
    var count = 0
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard Int(name) != nil else { continue }
      if String(decoding: Fixtures.bytes("/proc/\(name)/cmdline"), as: UTF8.self).contains(mark) { count += 1 }
    }
    return count
  }

  /// Waits until no process with the mark is left. Returns false if there is one after two minutes.
  func allGone() async throws -> Bool {
    for _ in 0..<6_000 {
      if processes() == 0 { return true }
      try await Task.sleep(for: .milliseconds(20))
    }
    return false
  }
}
