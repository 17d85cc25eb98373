internal import ByteStreams

/// Rules for fontconfig where the system's cannot be seen, as in GNOME's sandbox for thumbnailers: without any, "monospace" and
/// "sans-serif" are some font with serifs.
enum FontConfiguration {
  /// Our own rules, `PREFIX/share/cameo/fonts.conf`; nil where the system's are there, or ours are not.
  static let path: String? = {
    if SystemCall.status(of: "/etc/fonts/fonts.conf")?.isRegularFile ?? false { return nil }
    return installed(executable: SystemCall.resolved("/proc/self/exe"))
  }()

  /// Where scripts/install puts them, for the installation that a program belongs to.
  static func installed(executable: String?) -> String? {
    guard let executable else { return nil }
    let prefix = PathText.split(PathText.split(executable).directory).directory
    let path = (prefix == "/" ? "" : prefix) + "/share/cameo/fonts.conf"
    return SystemCall.status(of: path)?.isRegularFile ?? false ? path : nil
  }
}
