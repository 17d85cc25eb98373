internal import ByteStreams
internal import Glibc

/// How strongly a provider is isolated from the rest of the machine (docs/sandbox.md).
package enum SandboxTier: String, CaseIterable, Hashable, Sendable {
  /// Namespaces by bubblewrap, and in them Landlock where the kernel has it, and seccomp.
  case a = "A"
  /// Landlock and seccomp by the launcher alone: works inside containers and other sandboxes.
  case b = "B"
  /// Limits only. Never chosen unless it is asked for by name.
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
  /// Memory of all processes together, anonymous and shared, shared pages counted once. The launcher measures every
  /// 20 ms at most: a fast program gets further before it is ended.
  package var memoryMiB: Int
  /// Size of one file (`RLIMIT_FSIZE`); all files in the worker's directory together may have four times as much.
  package var outputMiB: Int
  /// Processes at a time. Four times this number is the limit of their threads, and of processes whose parents have
  /// ended.
  package var processes: Int
  /// Open files of one process.
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

/// A program to start: in the sandbox, the launcher.
package struct SandboxCommand: Hashable, Sendable {
  /// An absolute path.
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
/// Every command begins with the launcher, which watches and ends everything that runs below it. In tier A the launcher
/// starts bubblewrap, in which a second launcher confines the program. In tier B and without a tier the first launcher
/// confines the program itself.
package struct Sandbox: Hashable, Sendable {
  package let tier: SandboxTier
  /// cameo-launcher, an absolute path.
  package let launcher: String
  /// bwrap, an absolute path; needed for tier A.
  package let bubblewrap: String?
  /// The highest version of Landlock that is used; nil for all that the kernel has. Tests emulate older kernels with
  /// it.
  package var landlockVersion: Int?
  private let system = SystemPaths()

  package init(tier: SandboxTier, launcher: String, bubblewrap: String? = nil) {
    self.tier = tier
    self.launcher = launcher
    self.bubblewrap = bubblewrap
  }

  /// The command that runs a program over a worker's directory.
  ///
  /// - Parameters:
  ///   - program: an absolute path and arguments.
  ///   - readable: absolute paths of folders and files that the program reads and executes besides the system's.
  ///   - environment: added to the few variables that every worker has (`workerEnvironment`).
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

  /// The variables of every worker. Its home is the output folder, where fontconfig and others put their caches.
  package static func workerEnvironment(_ directory: WorkerDirectory) -> [String: String] {
    let home = directory.outFolder
    return [
      "PATH": workerPath, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "HOME": home, "TMPDIR": home,
      "XDG_CACHE_HOME": "\(home)/.cache", "GLIBC_TUNABLES": keptMemory,
    ]
  }

  /// Makes the C library keep up to 32 MiB of freed memory for the next document, in one arena for all threads: memory
  /// that is given back must be asked for again page by page. Other C libraries ignore the variable.
  private static let keptMemory = [
    "glibc.malloc.arena_max=1", "glibc.malloc.mmap_threshold=\(16 << 20)", "glibc.malloc.trim_threshold=\(32 << 20)",
  ].joined(separator: ":")

  /// Arguments for the outer launcher: its parent and the limits that it watches.
  private func watching(_ directory: WorkerDirectory, limits: SandboxLimits) -> [String] {
    let mebibyte = 1 << 20
    // Two of the processes are bubblewrap's.
    let processes = limits.processes + (tier == .a ? 2 : 0)
    var arguments = [
      "--parent", "\(getpid())", "--memory", "\(limits.memoryMiB * mebibyte)", "--processes", "\(processes)",
      "--open-files", "\(limits.openFiles)", "--file-size", "\(limits.outputMiB * mebibyte)",
      "--output", directory.outFolder, "--disk", "\(limits.outputMiB * mebibyte * 4)",
    ]
    if let identity = directory.identity {
      arguments += ["--user", "\(identity.user)", "--group", "\(identity.group)"]
    }
    return arguments
  }

  /// Arguments for the launcher that executes the program.
  private func confining(_ directory: WorkerDirectory, readable: [String], limits: SandboxLimits) -> [String] {
    var arguments = ["--tasks", "\(limits.processes * 4)"]
    guard tier != .none else { return arguments }
    arguments += ["--seccomp", "--landlock", tier == .b ? "require" : "try", "--data", directory.inFolder]
    // In tier B this is the outer launcher, which has the output folder already.
    if tier == .a {
      arguments += ["--output", directory.outFolder, "--data", "/proc"]
      for path in [directory.inFolder, directory.outFolder] { arguments += ["--no-exec", path] }
    } else {
      arguments += ["--own-proc"]
    }
    if let landlockVersion { arguments += ["--landlock-version", "\(landlockVersion)"] }
    for path in system.programs + readable { arguments += ["--programs", path] }
    for path in system.data + system.sources { arguments += ["--data", path] }
    for path in system.devices { arguments += ["--device", path] }
    return arguments
  }

  /// Arguments for bubblewrap (bwrap(1)): a root folder that shows only what a provider needs, at the same paths as
  /// outside, and new namespaces of every kind.
  private func bubblewrapArguments(
    _ directory: WorkerDirectory, readable: [String], environment: [String: String]
  ) -> [String] {
    var arguments = [
      "--unshare-all", "--unshare-user", "--new-session", "--die-with-parent", "--clearenv",
      // For the inner launcher, which makes mounts without code and drops it.
      "--cap-add", "CAP_SYS_ADMIN",
    ]
    for path in system.programs { arguments += ["--ro-bind", path, path] }
    for link in system.links { arguments += ["--symlink", link.target, link.path] }
    arguments += ["--proc", "/proc"]
    for path in system.data where !path.hasPrefix("/proc/") { arguments += ["--ro-bind-try", path, path] }
    // One by one: bubblewrap's own /dev has a /dev/shm, whose memory the launcher does not see.
    for path in system.sources + system.devices { arguments += ["--dev-bind", path, path] }
    arguments += ["--symlink", "/proc/self/fd", "/dev/fd"]
    // Sorted, so that a folder comes before the folders in it: mounted later, it would hide them.
    for path in readable.sorted() where !isOfSystem(path) { arguments += ["--ro-bind", path, path] }
    let (input, output) = (directory.inFolder, directory.outFolder)
    arguments += ["--ro-bind", input, input, "--bind", output, output]
    // The root is a tmpfs: writable, it would be unwatched memory, too.
    arguments += ["--remount-ro", "/", "--chdir", output]
    for (name, value) in environment.sorted(by: { $0.key < $1.key }) { arguments += ["--setenv", name, value] }
    return arguments
  }

  private func isOfSystem(_ path: String) -> Bool {
    system.programs.contains { path == $0 || path.hasPrefix($0 + "/") }
  }
}
