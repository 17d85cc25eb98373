internal import ByteStreams
internal import Confinement
internal import Glibc

/// How strongly a provider is isolated from the rest of the machine (docs/sandbox.md).
package enum SandboxTier: String, CaseIterable, Hashable, Sendable {
  /// Namespaces made by bubblewrap. They also have seccomp, and Landlock if the kernel has it.
  case a = "A"
  /// Landlock and seccomp, without namespaces. It works inside containers and other sandboxes.
  case b = "B"
  /// Limits only. It is used only if it is asked for by name.
  case none

  /// The tier that a user names: `A`, `b`, `none`; nil for any other word.
  package init?(name: String) {
    switch name {
    case "A", "a": self = .a
    case "B", "b": self = .b
    case "none": self = .none
    default: return nil
    }
  }
}

/// What a worker and everything that it starts may use.
package struct SandboxLimits: Hashable, Sendable {
  /// Anonymous and shared memory of all processes together; shared pages are counted once. The launcher measures it at
  /// most every 20 ms, so a program can exceed the limit for a short time.
  package var memoryMiB: Int
  /// The size of one file (`RLIMIT_FSIZE`). All files in the output folder together may have four times this size.
  package var outputMiB: Int
  /// Processes at a time. Together they may have four times as many threads. Four times as many processes may end after
  /// their parents.
  package var processes: Int
  /// Open files of one process (`RLIMIT_NOFILE`).
  package var openFiles: Int

  package init(memoryMiB: Int = 512, outputMiB: Int = 64, processes: Int = 64, openFiles: Int = 1024) {
    self.memoryMiB = memoryMiB
    self.outputMiB = outputMiB
    self.processes = processes
    self.openFiles = openFiles
  }

  package init(_ limits: ProviderLimits) {
    self.init(
      memoryMiB: limits.memoryMiB, outputMiB: limits.outputMiB, processes: limits.processes,
      openFiles: limits.openFiles)
  }
}

/// A program to start, with its arguments and environment. In a sandbox, the program is the launcher.
package struct SandboxCommand: Hashable, Sendable {
  /// The absolute path of the program.
  package var executable: String
  /// The arguments after the program's name.
  package var arguments: [String]
  /// The whole environment: nothing is inherited.
  package var environment: [String: String]
  package var workingDirectory: String

  package init(
    executable: String, arguments: [String], environment: [String: String], workingDirectory: String = "/"
  ) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.workingDirectory = workingDirectory
  }
}

/// Makes the commands that run programs isolated from the rest of the machine.
///
/// Every command begins with the launcher, which watches its descendants and ends them. In tier A the launcher starts
/// bubblewrap, in which a second launcher confines the program. In the tiers B and none the first launcher confines the
/// program itself.
package struct Sandbox: Hashable, Sendable {
  package let tier: SandboxTier
  /// The absolute path of cameo-launcher.
  package let launcher: String
  /// The absolute path of bwrap, which tier A needs.
  package let bubblewrap: String?
  /// The highest version of Landlock to use; nil for the kernel's version. Tests use it to emulate older kernels.
  package var landlockVersion: Int?
  private let system = SystemPaths()

  package init(tier: SandboxTier, launcher: String, bubblewrap: String? = nil) {
    self.tier = tier
    self.launcher = launcher
    self.bubblewrap = bubblewrap
  }

  /// The command that runs a program in the sandbox, with access to a worker's directory.
  ///
  /// - Parameters:
  ///   - program: the program's absolute path and its arguments.
  ///   - readable: absolute paths of folders and files that the program may read and execute, besides the system's.
  ///   - environment: variables in addition to those that every worker has (`workerEnvironment`).
  package func command(
    _ program: [String], directory: WorkerDirectory, readable: [String] = [], limits: SandboxLimits = SandboxLimits(),
    environment: [String: String] = [:]
  ) -> SandboxCommand {
    var environment = Self.workerEnvironment(directory).merging(environment) { _, own in own }
    let fonts = SystemPaths.fontConfiguration
    if let fonts, environment["FONTCONFIG_FILE"] == nil { environment["FONTCONFIG_FILE"] = fonts }
    let readable = ([launcher] + (fonts.map { [$0] } ?? []) + readable).filter { $0.hasPrefix("/") && $0 != "/" }
    let confining = confining(directory, readable: readable, limits: limits)
    let inside: [String]
    switch tier {
    case .a:
      inside =
        ["--", bubblewrap ?? "/usr/bin/bwrap"]
        + bubblewrapArguments(directory, readable: readable, environment: environment)
        + ["--", launcher, "--inner"] + confining
    case .b, .none: inside = confining
    }
    return SandboxCommand(
      executable: launcher, arguments: watching(directory, limits: limits) + inside + ["--"] + program,
      environment: environment)
  }

  /// The `PATH` of workers.
  package static let workerPath = "/usr/local/bin:/usr/bin:/bin"

  /// The environment variables of every worker. Its home is the output folder, so that fontconfig and other libraries
  /// can write their caches. The configuration of OpenSSL is empty: Node does not start where it cannot read the
  /// system's, which the sandbox hides.
  package static func workerEnvironment(_ directory: WorkerDirectory) -> [String: String] {
    let home = directory.outFolder
    return [
      "PATH": workerPath, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "HOME": home, "TMPDIR": home,
      "XDG_CACHE_HOME": "\(home)/.cache", "GLIBC_TUNABLES": keptMemory, "OPENSSL_CONF": "/dev/null",
    ]
  }

  /// Makes glibc keep up to 32 MiB of freed memory for the next document, in one arena for all threads. If it returned
  /// the memory to the system, the next document would cost a page fault for each page. Other C libraries ignore the
  /// variable.
  private static let keptMemory = [
    "glibc.malloc.arena_max=1", "glibc.malloc.mmap_threshold=\(16 << 20)", "glibc.malloc.trim_threshold=\(32 << 20)",
  ].joined(separator: ":")

  /// The arguments of the outer launcher: its parent process and the limits that it watches.
  private func watching(_ directory: WorkerDirectory, limits: SandboxLimits) -> [String] {
    let mebibyte = 1 << 20
    // Two of the processes are bubblewrap's.
    let processes = limits.processes + (tier == .a ? 2 : 0)
    var arguments = [
      "--parent", "\(getpid())", "--memory", "\(limits.memoryMiB * mebibyte)", "--processes", "\(processes)",
      "--open-files", "\(limits.openFiles)", "--file-size", "\(limits.outputMiB * mebibyte)",
      "--output", directory.outFolder, "--disk", "\(limits.outputMiB * mebibyte * 4)",
    ]
    if let group = directory.group {
      group.limit(limits)
      arguments += ["--control-group", group.path]
    }
    if let identity = directory.identity {
      arguments += ["--user", "\(identity.user)", "--group", "\(identity.group)"]
    }
    return arguments
  }

  /// The arguments of the launcher that confines and executes the program.
  private func confining(_ directory: WorkerDirectory, readable: [String], limits: SandboxLimits) -> [String] {
    var arguments = ["--tasks", "\(limits.processes * 4)"]
    guard tier != .none else { return arguments }
    arguments += ["--seccomp", "--landlock", tier == .b ? "require" : "try", "--data", directory.inFolder]
    // In tier B the outer launcher confines the program. That launcher has the output folder already.
    if tier == .a {
      arguments += ["--output", directory.outFolder, "--data", "/proc"]
      for path in [directory.inFolder, directory.outFolder] { arguments += ["--no-exec", path] }
    } else {
      arguments += ["--own-proc"]
    }
    if let landlockVersion { arguments += ["--landlock-version", "\(landlockVersion)"] }
    return arguments + system.launcherArguments(programs: readable)
  }

  /// The arguments of bubblewrap (bwrap(1)). They make namespaces of every kind, and a root folder that shows only what
  /// a provider needs, at the same paths as outside.
  private func bubblewrapArguments(
    _ directory: WorkerDirectory, readable: [String], environment: [String: String]
  ) -> [String] {
    var arguments = [
      "--unshare-all", "--unshare-user", "--new-session", "--die-with-parent", "--clearenv",
      // The inner launcher needs it to remount folders without permission to execute. Then the launcher drops it.
      "--cap-add", "CAP_SYS_ADMIN",
    ]
    for path in system.programs { arguments += ["--ro-bind", path, path] }
    for link in system.links { arguments += ["--symlink", link.target, link.path] }
    arguments += ["--proc", "/proc"]
    for path in system.data where !path.hasPrefix("/proc/") { arguments += ["--ro-bind-try", path, path] }
    // One by one, because bubblewrap's own /dev has a /dev/shm, whose memory the launcher cannot measure.
    for path in system.sources + system.devices { arguments += ["--dev-bind", path, path] }
    arguments += ["--symlink", "/proc/self/fd", "/dev/fd"]
    // Sorted, so that a folder is mounted before the folders in it. If it were mounted later, it would hide them.
    for path in readable.sorted() where !isOfSystem(path) { arguments += ["--ro-bind", path, path] }
    let (input, output) = (directory.inFolder, directory.outFolder)
    arguments += ["--ro-bind", input, input, "--bind", output, output]
    // The root is a tmpfs. If it were writable, it would be memory that the launcher cannot measure.
    arguments += ["--remount-ro", "/", "--chdir", output]
    for (name, value) in environment.sorted(by: { $0.key < $1.key }) { arguments += ["--setenv", name, value] }
    return arguments
  }

  private func isOfSystem(_ path: String) -> Bool {
    system.programs.contains { path == $0 || path.hasPrefix($0 + "/") }
  }
}
