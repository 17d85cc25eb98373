internal import ByteStreams

/// The parts of the system that every confined program sees, besides the files that it works on. Only some
/// devices can be written.
package struct SystemPaths: Hashable, Sendable {
  /// Folders with programs and libraries.
  package var programs = ["/usr"]
  /// Links such as `/lib` that lead into `/usr`: path and target.
  package var links: [Link] = []
  /// Files and folders with data; missing ones are skipped.
  package var data = [
    "/etc/ld.so.cache", "/etc/fonts", "/etc/alternatives", "/etc/localtime", "/var/cache/fontconfig",
    // Debian's LibreOffice has links from /usr to these.
    "/etc/libreoffice", "/var/lib/libreoffice", "/var/spool/libreoffice",
    // Runtimes read these to choose a number of threads.
    "/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system/cpu",
  ]
  /// Devices that may be read.
  package var sources = ["/dev/urandom", "/dev/random"]
  /// Devices that may be read and written. `/dev/zero` is none of them: mapped, it is memory that no process is charged
  /// for.
  package var devices = ["/dev/null", "/dev/full"]

  package struct Link: Hashable, Sendable {
    package var path: String
    package var target: String
  }

  /// Looks at the layout of this system's root folder.
  package init() {
    for path in ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"] {
      if let target = SystemCall.linkTarget(path) {
        links.append(Link(path: path, target: target))
      } else if SystemCall.status(of: path)?.isDirectory == true {
        programs.append(path)
      }
    }
  }

  /// The arguments that let cameo-launcher show these paths, and others besides them.
  package func launcherArguments(
    programs more: [String], data files: [String] = [], devices others: [String] = []
  ) -> [String] {
    func option(_ name: String, _ paths: [String]) -> [String] { paths.flatMap { [name, $0] } }
    return option("--programs", programs + more) + option("--data", data + sources + files)
      + option("--device", devices + others)
  }

  /// The path of our rules for fontconfig, `PREFIX/share/cameo/fonts.conf`. They are used if the system's rules cannot
  /// be seen, as in GNOME's sandbox for thumbnailers. Without rules, "monospace" and "sans-serif" are any font with
  /// serifs. nil where the system has rules, or ours are missing.
  package static let fontConfiguration: String? = {
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
