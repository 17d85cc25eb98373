internal import ByteStreams
internal import CConfinementShims
internal import Glibc
package import ImageModel

/// Whether a command confines itself (docs/sandbox.md).
package enum SelfConfinement: String, CaseIterable, Sendable {
  /// As far as the kernel can.
  case on
  /// Or it ends before it reads a file.
  case require
  case off

  /// Gives up, for the rest of the process, all that a command does not need: sockets, programs, other processes, and
  /// files that are neither the system's nor in `access`.
  ///
  /// Call it while the process has one thread: the rules for files hold for the calling thread and for those that it
  /// starts afterwards. Other calls of the system are denied to all threads. C: `landlock_restrict_self`, `seccomp`.
  ///
  /// - Throws: `unsupported` for `require`, if anything cannot be given up.
  package func begin(_ access: FileAccess) throws(ImageError) {
    if self == .off { return }
    // An empty one means none. TemporaryFile would take it for a folder.
    if Self.variable("TMPDIR") == nil { unsetenv("TMPDIR") }
    var rules: [Rule] = []
    if !access.startsPrograms { rules = access.rules.map { ($0.path, $0.right.shim) } + Self.system(access) }
    let paths = rules.compactMap { path, right -> confinement_shim_path? in
      PathText.withCString(path) { strdup($0) }.map { confinement_shim_path(path: $0, right: right) }
    }
    defer { for path in paths { free(UnsafeMutablePointer(mutating: path.path)) } }
    let step = confinement_shim_apply(paths, paths.count, !access.startsPrograms, access.startsPrograms)
    let number = errno
    ConfinementHint.writtenFolders = rules.filter { $0.1 == confinement_shim_write }.map(\.0)
    ConfinementHint.isActive = !access.startsPrograms && step != confinement_shim_landlock
    guard self == .require, step != confinement_shim_done else { return }
    throw ImageError(.unsupported, "--confine require: \(Self.reason(step, number))")
  }

  private static func reason(_ step: confinement_shim_step, _ number: Int32) -> String {
    let reason = String(cString: strerror(number))
    return switch step {
    case confinement_shim_landlock where confinement_shim_landlock_version() == 0:
      "this system has no Landlock (Linux 5.13, and switched on), so files cannot be given up"
    case confinement_shim_landlock: "files cannot be given up (Landlock: \(reason))"
    case confinement_shim_threads: "a library has started threads already, which could still use all files"
    case confinement_shim_seccomp: "calls of the system cannot be given up (seccomp: \(reason))"
    default: "privileges cannot be given up (no_new_privs: \(reason))"
    }
  }

  // MARK: The system

  private typealias Rule = (String, confinement_shim_right)

  /// What libraries read, also those that are loaded later, and the folder of temporary files.
  private static func system(_ access: FileAccess) -> [Rule] {
    let system = SystemPaths()
    var read = system.programs + system.data + system.sources + files + paths(in: variables)
    if let executable = SystemCall.linkTarget("/proc/self/exe") {
      read.append(PathText.split(executable).directory + "/../lib")
    }
    if access.readsFonts { read += FontFolders.all + [SystemPaths.fontConfiguration].compactMap { $0 } }
    let temporary = variable("TMPDIR") ?? "/tmp"
    return read.map { ($0, confinement_shim_read) } + system.devices.map { ($0, confinement_shim_use) }
      + [(temporary, confinement_shim_unnamed)]
  }

  private static let files = [
    AtomicFile.bootIdentityPath, "/proc/stat", "/proc/filesystems", "/proc/sys/vm/overcommit_memory",
    "/sys/devices/system/node",
    // Configurations of libraries, and what the C library asks for a home folder.
    "/etc/ssl/openssl.cnf", "/etc/pki/tls/openssl.cnf", "/etc/crypto-policies", "/etc/gnutls", "/etc/passwd",
    "/etc/nsswitch.conf",
    // Libraries outside /usr.
    "/app", "/snap", "/opt", "/nix", "/gnu/store", "/home/linuxbrew",
  ]

  /// The variables that name files or lists of folders which libraries read.
  private static let variables = [
    "LD_LIBRARY_PATH", "LIBHEIF_PLUGIN_PATH", "GCONV_PATH", "LOCPATH", "TZDIR", "OPENSSL_CONF", "OPENSSL_MODULES",
    "FONTCONFIG_FILE", "FONTCONFIG_PATH",
  ]

  private static func paths(in variables: [String]) -> [String] {
    variables.flatMap { name -> [String] in
      // ld.so splits its list at both.
      let isForLibraries = name == "LD_LIBRARY_PATH"
      let parts = (variable(name) ?? "").split { $0 == ":" || isForLibraries && $0 == ";" }
      return parts.map { String($0) }
    }
  }

  static func variable(_ name: String) -> String? {
    getenv(name).map { PathText.text($0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension FileAccess.Right {
  fileprivate var shim: confinement_shim_right {
    switch self {
    case .read: confinement_shim_read
    case .use: confinement_shim_use
    case .write: confinement_shim_write
    }
  }
}
