internal import ByteStreams
internal import Glibc
internal import ImageModel
internal import Synchronization

/// Makes a control group (cgroup v2) for each worker, below the group that systemd has delegated to this process
/// (`Delegate=`). The kernel then limits what the launcher measures otherwise, and shares the processors between the
/// workers, not between their threads.
package final class WorkerGroups: Sendable {
  /// How it went: `begin` returns it for the log.
  package enum Outcome: Hashable, Sendable {
    /// There are groups, with these controllers.
    case begun([String])
    /// This process has no group of its own.
    case notDelegated
    case failed(String)
  }

  private let path: String
  private let lastNumber = Atomic(0)
  /// Groups that could not be removed yet.
  private let remaining = Mutex<[String]>([])
  /// Those of this process: a process has one group.
  private static let current = Mutex<WorkerGroups?>(nil)

  /// - Parameter path: the delegated group.
  init(at path: String) { self.path = path }

  // MARK: The process

  /// Moves this process into a group below its own, so that its own group can have groups with limits beside it. From
  /// then on each new worker of this process gets a group.
  package static func begin() -> Outcome {
    guard let path = ownGroup, isDelegated(path) else { return .notDelegated }
    let groups = WorkerGroups(at: path)
    let outcome = groups.prepare(process: getpid())
    if case .begun = outcome { current.withLock { $0 = groups } }
    return outcome
  }

  /// The folder of this process's group; nil where there is no cgroup v2 with controllers.
  private static var ownGroup: String? {
    let lines = SystemCall.header(ofFile: "/proc/self/cgroup", count: 4_096) ?? []
    guard let line = lines.split(separator: 0x0A).first(where: { $0.starts(with: "0::/".utf8) }) else { return nil }
    let path = "/sys/fs/cgroup" + String(decoding: line.dropFirst(3), as: UTF8.self)
    return SystemCall.status(of: "\(path)/cgroup.subtree_control") == nil ? nil : path
  }

  /// systemd marks the groups that it leaves to services.
  private static func isDelegated(_ path: String) -> Bool {
    ["user.delegate", "trusted.delegate"].contains { SystemCall.attribute($0, of: path) == "1" }
  }

  /// - Parameter process: what is moved out of the delegated group.
  func prepare(process: Int32) -> Outcome {
    let own = "\(path)/service"
    guard SystemCall.makeDirectory(own, mode: 0o755) || errno == EEXIST else { return Self.failure(own) }
    guard Self.write("\(process)", to: "\(own)/cgroup.procs") else { return Self.failure("\(own)/cgroup.procs") }
    let known = SystemCall.header(ofFile: "\(path)/cgroup.controllers", count: 4_096) ?? []
    let all = String(decoding: known, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
    let wanted = ["memory", "pids", "cpu"].filter(all.contains)
    guard wanted.contains("memory"), wanted.contains("pids") else {
      return .failed("its group has no controllers of memory and processes")
    }
    let control = "\(path)/cgroup.subtree_control"
    guard Self.write(wanted.map { "+\($0)" }.joined(separator: " "), to: control) else { return Self.failure(control) }
    removeAbandoned()
    return .begun(wanted)
  }

  /// Removes the groups of workers of an earlier process that was killed. The delegated group belongs to one service,
  /// so no other process has workers there. A group in which a process is left cannot be removed, and stays.
  private func removeAbandoned() {
    for name in SystemCall.entries(of: path) ?? [] where Self.isWorker(name) {
      _ = SystemCall.removeDirectory("\(path)/\(name)")
    }
  }

  private static let prefix = "worker-"

  private static func isWorker(_ name: String) -> Bool {
    let number = name.utf8.dropFirst(prefix.utf8.count)
    return name.hasPrefix(prefix) && !number.isEmpty && number.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func failure(_ path: String) -> Outcome {
    .failed(SystemCall.error("write", path: path).description)
  }

  fileprivate static func write(_ text: String, to path: String) -> Bool {
    let file = SystemCall.open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    return SystemCall.writeAll(Array(text.utf8), to: file)
  }

  // MARK: Workers

  /// A group for a new worker of this process; nil where it has none.
  package static func make() -> WorkerGroup? { current.withLock { $0 }?.make() }

  func make() -> WorkerGroup? {
    while true {
      let number = lastNumber.add(1, ordering: .relaxed).newValue
      let group = "\(path)/\(Self.prefix)\(number)"
      if SystemCall.makeDirectory(group, mode: 0o755) { return WorkerGroup(path: group, groups: self) }
      // An abandoned group that could not be removed has the name.
      guard errno == EEXIST else { return nil }
    }
  }

  /// Removes a group, in which no process should be left. If the kernel still has one, it is killed, and the group is
  /// removed later.
  fileprivate func remove(_ group: String) {
    let groups = remaining.withLock { remaining in
      defer { remaining = [] }
      return remaining + [group]
    }
    let left = groups.filter { group in
      if SystemCall.removeDirectory(group) || errno == ENOENT { return false }
      _ = Self.write("1", to: "\(group)/cgroup.kill")
      return true
    }
    if !left.isEmpty { remaining.withLock { $0 += left } }
  }
}

/// The control group of one worker. It is removed when its last owner releases it.
package final class WorkerGroup: Sendable {
  package let path: String
  private let groups: WorkerGroups

  fileprivate init(path: String, groups: WorkerGroups) { (self.path, self.groups) = (path, groups) }

  deinit { groups.remove(path) }

  /// Memory besides a worker's own: of bubblewrap and the launcher in it, and of the kernel for all of them.
  private static let extraMiB = 64
  /// Besides the provider's threads: those of bubblewrap and the launcher.
  private static let extraTasks = 16

  /// Writes the limits. A file that is not there belongs to a controller that this machine does not have.
  ///
  /// The launcher measures memory more precisely and says in its verdict what was exceeded. So the group's limits leave
  /// room: memory for the files that a worker may write where its folder is in memory.
  func limit(_ limits: SandboxLimits) {
    let memory = (limits.memoryMiB + 4 * limits.outputMiB + Self.extraMiB) << 20
    let values = [
      "memory.max": "\(memory)", "memory.oom.group": "1", "pids.max": "\(limits.processes * 4 + Self.extraTasks)",
      // The service's group has 100.
      "cpu.weight": "50",
    ]
    for (name, value) in values { _ = WorkerGroups.write(value, to: "\(path)/\(name)") }
  }
}
