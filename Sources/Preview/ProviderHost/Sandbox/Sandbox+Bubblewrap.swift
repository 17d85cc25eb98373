extension Sandbox {
  /// What bubblewrap is told (bwrap(1)): a root folder in which there is only what a provider needs, at the paths where it is
  /// outside, and no way to anything else.
  func bubblewrapArguments(spool: Spool, readable: [String], environment: [String: String]) -> [String] {
    var arguments = [
      "--unshare-all", "--unshare-user", "--new-session", "--die-with-parent", "--clearenv", "--cap-drop", "ALL",
    ]
    for path in system.programs { arguments += ["--ro-bind", path, path] }
    for link in system.links { arguments += ["--symlink", link.target, link.path] }
    arguments += ["--proc", "/proc"]
    for path in system.data where !path.hasPrefix("/proc/") { arguments += ["--ro-bind-try", path, path] }
    // Each by itself: bubblewrap's own /dev has a /dev/shm, which is memory that nobody watches.
    for path in system.sources + system.devices { arguments += ["--dev-bind", path, path] }
    arguments += ["--symlink", "/proc/self/fd", "/dev/fd"]
    // What holds another comes first, or it would hide it.
    for path in readable.sorted() where !isOfSystem(path) { arguments += ["--ro-bind", path, path] }
    arguments += ["--ro-bind", spool.inFolder, spool.inFolder, "--bind", spool.outFolder, spool.outFolder]
    // The root is memory, too.
    arguments += ["--remount-ro", "/", "--chdir", spool.outFolder]
    for (name, value) in environment.sorted(by: { $0.key < $1.key }) { arguments += ["--setenv", name, value] }
    return arguments
  }

  private func isOfSystem(_ path: String) -> Bool {
    system.programs.contains { path == $0 || path.hasPrefix($0 + "/") }
  }
}
