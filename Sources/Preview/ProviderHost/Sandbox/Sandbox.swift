internal import ByteStreams
internal import Glibc

/// Makes the commands that run programs where they can do no harm.
///
/// Every command begins with the launcher, which watches and ends all that runs below it; in tier A it starts bubblewrap, in which
/// the launcher again confines the program, in tier B and without a tier it does so itself.
package struct Sandbox: Hashable, Sendable {
  package let tier: SandboxTier
  /// cameo-launcher, absolute.
  package let launcher: String
  /// bwrap, absolute; needed for tier A.
  package let bubblewrap: String?
  /// The highest version of Landlock that is used; nil for all that the kernel has. Tests stand in older kernels by it.
  package var landlockVersion: Int?
  let system = SystemPaths()

  package init(tier: SandboxTier, launcher: String, bubblewrap: String? = nil) {
    self.tier = tier
    self.launcher = launcher
    self.bubblewrap = bubblewrap
  }

  /// The command that runs a program over a spool.
  ///
  /// - Parameters:
  ///   - program: an absolute path and arguments.
  ///   - readable: absolute paths of folders and files that the program reads and executes besides the system's.
  ///   - environment: added to the few variables that every worker has (`workerEnvironment`).
  package func command(
    _ program: [String], spool: Spool, readable: [String] = [], limits: SandboxLimits = SandboxLimits(),
    environment: [String: String] = [:]
  ) -> SandboxCommand {
    var environment = Self.workerEnvironment(spool: spool).merging(environment) { _, own in own }
    let fonts = FontConfiguration.path
    if let fonts, environment["FONTCONFIG_FILE"] == nil { environment["FONTCONFIG_FILE"] = fonts }
    let readable = ([launcher] + (fonts.map { [$0] } ?? []) + readable).filter { $0.hasPrefix("/") && $0 != "/" }
    let confining = confining(spool: spool, readable: readable, limits: limits)
    let inside: [String]
    switch tier {
    case .a:
      inside =
        ["--", bubblewrap ?? "/usr/bin/bwrap"]
        + bubblewrapArguments(spool: spool, readable: readable, environment: environment)
        + ["--", launcher, "--inner"] + confining
    case .b, .none: inside = confining
    }
    return SandboxCommand(
      executable: launcher, arguments: watching(spool: spool, limits: limits) + inside + ["--"] + program,
      environment: environment)
  }

  /// Where workers find programs.
  package static let workerPath = "/usr/local/bin:/usr/bin:/bin"

  /// The variables of every worker: no home but the spool, where fontconfig and others put what they would remember.
  package static func workerEnvironment(spool: Spool) -> [String: String] {
    [
      "PATH": workerPath, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "HOME": spool.outFolder,
      "TMPDIR": spool.outFolder, "XDG_CACHE_HOME": "\(spool.outFolder)/.cache", "GLIBC_TUNABLES": keptMemory,
    ]
  }

  /// Has the C library keep up to 32 MiB that one document needed for the next one, and all threads share it: given back to the system, it
  /// is asked for again page by page. Other C libraries and runtimes with memory of their own do not look at it.
  private static let keptMemory = [
    "glibc.malloc.arena_max=1", "glibc.malloc.mmap_threshold=\(16 << 20)", "glibc.malloc.trim_threshold=\(32 << 20)",
  ].joined(separator: ":")

  /// What the outer launcher is told: whom it serves and what to watch.
  private func watching(spool: Spool, limits: SandboxLimits) -> [String] {
    let mebibyte = 1 << 20
    // bubblewrap is two of the processes.
    let processes = limits.processes + (tier == .a ? 2 : 0)
    var arguments = [
      "--parent", "\(getpid())", "--memory", "\(limits.memoryMiB * mebibyte)", "--processes", "\(processes)",
      "--open-files", "\(limits.openFiles)", "--file-size", "\(limits.outputMiB * mebibyte)",
      "--output", spool.outFolder, "--disk", "\(limits.outputMiB * mebibyte * 4)",
    ]
    if let identity = spool.identity { arguments += ["--user", "\(identity.user)", "--group", "\(identity.group)"] }
    return arguments
  }

  /// What the launcher that executes the program is told.
  private func confining(spool: Spool, readable: [String], limits: SandboxLimits) -> [String] {
    var arguments = ["--tasks", "\(limits.processes * 4)"]
    guard tier != .none else { return arguments }
    arguments += ["--seccomp", "--landlock", tier == .b ? "require" : "try", "--data", spool.inFolder]
    // The output folder is the outer launcher's already where that is the same.
    if tier == .a {
      arguments += ["--output", spool.outFolder, "--data", "/proc"]
    } else {
      arguments += ["--own-proc"]
    }
    if let landlockVersion { arguments += ["--landlock-version", "\(landlockVersion)"] }
    for path in system.programs + readable { arguments += ["--programs", path] }
    for path in system.data + system.sources { arguments += ["--data", path] }
    for path in system.devices { arguments += ["--device", path] }
    return arguments
  }
}
