internal import ByteStreams

/// What of the system every provider sees, besides its own folder and its spool. All of it is read-only.
struct SystemPaths: Hashable, Sendable {
  /// Folders with programs and libraries.
  var programs = ["/usr"]
  /// `/lib` and its like where they lead into `/usr`: path and target.
  var links: [Link] = []
  /// Files and folders with data; those that are missing are passed over.
  var data = [
    "/etc/ld.so.cache", "/etc/fonts", "/etc/alternatives", "/etc/localtime", "/var/cache/fontconfig",
    // What runtimes ask before they decide on a number of threads.
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

  /// Looks at how this system lays out its root folder.
  init() {
    for path in ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"] {
      if let target = SystemCall.linkTarget(path) {
        links.append(Link(path: path, target: target))
      } else if SystemCall.status(of: path)?.isDirectory == true {
        programs.append(path)
      }
    }
  }
}
