internal import ByteStreams

/// The parts of the system that every provider sees, besides its own folder and its worker's directory. Only some
/// devices can be written.
struct SystemPaths: Hashable, Sendable {
  /// Folders with programs and libraries.
  var programs = ["/usr"]
  /// Links such as `/lib` that lead into `/usr`: path and target.
  var links: [Link] = []
  /// Files and folders with data; missing ones are skipped.
  var data = [
    "/etc/ld.so.cache", "/etc/fonts", "/etc/alternatives", "/etc/localtime", "/var/cache/fontconfig",
    // Runtimes read these to choose a number of threads.
    "/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system/cpu",
  ]
  /// Devices that may be read.
  var sources = ["/dev/urandom", "/dev/random"]
  /// Devices that may be read and written.
  var devices = ["/dev/null", "/dev/zero", "/dev/full"]

  struct Link: Hashable, Sendable {
    var path: String
    var target: String
  }

  /// Looks at the layout of this system's root folder.
  init() {
    for path in ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"] {
      if let target = SystemCall.linkTarget(path) {
        links.append(Link(path: path, target: target))
      } else if SystemCall.status(of: path)?.isDirectory == true {
        programs.append(path)
      }
    }
  }

  /// The path of our rules for fontconfig, `PREFIX/share/cameo/fonts.conf`. They are used where the system's cannot be
  /// seen, as in GNOME's sandbox for thumbnailers: without rules, "monospace" and "sans-serif" are some font with
  /// serifs. nil where the system has rules, or ours are missing.
  static let fontConfiguration: String? = {
    if SystemCall.status(of: "/etc/fonts/fonts.conf")?.isRegularFile ?? false { return nil }
    return installedFontConfiguration(executable: SystemCall.resolved("/proc/self/exe"))
  }()

  /// The path at which scripts/install puts these rules, in the installation that a program belongs to; nil where they
  /// are missing.
  private static func installedFontConfiguration(executable: String?) -> String? {
    guard let executable else { return nil }
    let prefix = PathText.split(PathText.split(executable).directory).directory
    let path = (prefix == "/" ? "" : prefix) + "/share/cameo/fonts.conf"
    return SystemCall.status(of: path)?.isRegularFile ?? false ? path : nil
  }
}
