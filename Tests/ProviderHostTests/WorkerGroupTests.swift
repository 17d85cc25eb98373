internal import Glibc
internal import ImageModel
@testable internal import ProviderHost
internal import ProviderProtocol
internal import TestKit
internal import Testing

/// Folders stand in for the kernel's control groups, which few machines leave to their users.
@Suite("Control groups of workers", .timed)
struct WorkerGroupTests {
  private static func text(_ path: String) -> String { String(decoding: Fixtures.bytes(path), as: UTF8.self) }

  /// A group of workers, with the files that the kernel makes.
  private static func group(in folder: TemporaryDirectory) throws -> WorkerGroup {
    let group = try #require(WorkerGroups(at: folder.path).make())
    for name in ["cgroup.procs", "memory.max", "memory.oom.group", "memory.events", "pids.max", "cpu.weight"] {
      try folder.write([], to: "\(group.path.dropFirst(folder.path.utf8.count + 1))/\(name)")
    }
    return group
  }

  @Test("The service moves into a group below its own, which then has groups with limits")
  func service() throws {
    let folder = try TemporaryDirectory()
    try #require(mkdir(folder.file("service"), 0o755) == 0)
    for name in ["service/cgroup.procs", "cgroup.subtree_control"] { try folder.write([], to: name) }
    try folder.write(Array("cpuset cpu io memory pids\n".utf8), to: "cgroup.controllers")
    #expect(WorkerGroups(at: folder.path).prepare(process: 77) == .begun(["memory", "pids", "cpu"]))
    #expect(Self.text(folder.file("service/cgroup.procs")) == "77")
    #expect(Self.text(folder.file("cgroup.subtree_control")) == "+memory +pids +cpu")
  }

  @Test("Without the controllers of memory and processes there are no groups")
  func controllers() throws {
    let folder = try TemporaryDirectory()
    try #require(mkdir(folder.file("service"), 0o755) == 0)
    try folder.write([], to: "service/cgroup.procs")
    try folder.write(Array("cpu io\n".utf8), to: "cgroup.controllers")
    guard case .failed = WorkerGroups(at: folder.path).prepare(process: 77) else {
      Issue.record("it does not fail")
      return
    }
  }

  @Test("A worker is put into its group, which has the worker's limits")
  func worker() async throws {
    let folder = try TemporaryDirectory()
    // The worker's user passes through it.
    try #require(chmod(folder.path, 0o711) == 0)
    let group = try Self.group(in: folder)
    let directory = try WorkerDirectory(in: folder.path, group: group)
    let sandbox = Sandbox(tier: .none, launcher: try await TestedSandbox.launcher())
    let command = sandbox.command(
      ["/bin/true"], directory: directory, limits: SandboxLimits(memoryMiB: 100, outputMiB: 10, processes: 20))
    let result = try await Tool.run(command.executable, command.arguments)
    #expect(result.status == 0, "\(result.errors)")
    #expect(Self.text("\(group.path)/cgroup.procs") == "0")
    #expect(Self.text("\(group.path)/memory.max") == "\((100 + 40 + 64) * 1_048_576)")
    #expect(Self.text("\(group.path)/memory.oom.group") == "1")
    #expect(Self.text("\(group.path)/pids.max") == "96")
  }

  @Test(
    "A provider that the kernel ends because its group's memory ran out has reached the limit of memory",
    arguments: [(0, ProviderError.Code.crashed), (1, .resourceExhausted)])
  func memory(_ kills: Int, _ code: ProviderError.Code) async throws {
    let folder = try TemporaryDirectory()
    try folder.write([], to: "cgroup.procs")
    try folder.write(Array("low 0\noom 3\noom_kill \(kills)\noom_group_kill 0\n".utf8), to: "memory.events")
    let result = try await Tool.run(
      try await TestedSandbox.launcher(),
      ["--control-group", folder.path, "--memory", "\(1 << 40)", "--", "/bin/sh", "-c", "kill -9 $$"])
    let end = ProcessEnd(.exited(Int(result.status)), errors: result.errors)
    #expect(end.error(ProviderLimits()).code == code, "\(result.errors)")
  }

  @Test("A group that cannot be entered is an error, not a worker without limits")
  func missing() async throws {
    let result = try await Tool.run(
      try await TestedSandbox.launcher(), ["--control-group", "/nowhere", "--", "/bin/true"])
    #expect(result.status == 120 && result.errors.contains("sandboxUnavailable: control group"), "\(result.errors)")
  }

  @Test("Empty groups of a killed service are removed at the start; a name that is still in use is not taken")
  func abandoned() throws {
    let folder = try TemporaryDirectory()
    for name in ["service", "worker-1", "worker-2", "worker-23", "worker-", "worker-x", "other-1"] {
      try #require(mkdir(folder.file(name), 0o755) == 0)
    }
    // Stands for a group with a process: it cannot be removed.
    for name in ["service/cgroup.procs", "cgroup.subtree_control", "worker-2/cgroup.procs"] {
      try folder.write([], to: name)
    }
    try folder.write(Array("cpu memory pids\n".utf8), to: "cgroup.controllers")
    let groups = WorkerGroups(at: folder.path)
    #expect(groups.prepare(process: 77) == .begun(["memory", "pids", "cpu"]))
    let names = folder.names.filter { !$0.hasPrefix("cgroup.") }.sorted()
    #expect(names == ["other-1", "service", "worker-", "worker-2", "worker-x"])
    let made = (0..<2).compactMap { _ in groups.make() }
    #expect(made.map(\.path) == [folder.file("worker-1"), folder.file("worker-3")])
  }

  @Test("A group is removed with its worker; one that is still in use then, with the next")
  func removal() throws {
    let folder = try TemporaryDirectory()
    let groups = WorkerGroups(at: folder.path)
    for number in 1...2 {
      let directory = try WorkerDirectory(in: folder.path, group: groups.make())
      #expect(directory.group?.path == folder.file("worker-\(number)"))
      // Only the first one cannot be removed.
      if number == 1 { try folder.write([], to: "worker-1/file") }
      directory.remove()
      #expect(folder.names.filter { $0.hasPrefix("worker-") } == ["worker-1"])
    }
    unlink(folder.file("worker-1/file"))
    _ = groups.make()
    #expect(folder.names.filter { $0.hasPrefix("worker-") } == [])
  }
}
